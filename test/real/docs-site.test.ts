import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../../scripts/browser.ts';
import { ownPackages } from '../own-packages.ts';

const work = mkdtempSync(join(tmpdir(), 'plumbline-docs-'));
const dist = join(work, 'docs/.vitepress/dist');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
let server: Server;
let browser: Browser;
let site: string;

function build(): { status: number | null; output: string } {
  const vitepress = join(work, 'docs/node_modules/vitepress/bin/vitepress.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitepress, 'build'], {
    cwd: join(work, 'docs'),
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { status, output: stdout + stderr };
}

beforeAll(async () => {
  // A copy, so that the build does not write into the repository.
  cpSync('docs', join(work, 'docs'), {
    recursive: true,
    filter: (path) => !/node_modules|\.vitepress\/(?:dist|cache)/.test(path),
  });
  cpSync('package.json', join(work, 'package.json'));
  symlinkSync(ownPackages('docs'), join(work, 'docs/node_modules'));
  const { status, output } = build();
  expect(output).not.toMatch(/error/i);
  expect(status).toBe(0);
  server = createServer(({ url = '/' }, response) => {
    const path = join(dist, decodeURIComponent(url.split('?')[0]!));
    const file = [path, `${path}.html`, join(path, 'index.html')].find(
      (one) => existsSync(one) && statSync(one).isFile(),
    );
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': types[extname(file ?? '')] ?? 'text/plain' });
    response.end(file === undefined ? '' : readFileSync(file));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(work, { recursive: true });
});

/** A page of the site, with all its errors and requests to other hosts. */
async function opened(path: string): Promise<[Page, string[]]> {
  const page = await openPage(browser, { viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(site) && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(`${site}${path}`, { waitUntil: 'networkidle' });
  return [page, complaints];
}

describe('the documentation site', () => {
  test('has every page of docs with its heading', () => {
    const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.md') && !/node_modules|\.vitepress|^messages\.md$/.test(file),
    );
    const broken = pages.filter((file) => {
      const path = join(dist, file.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html'));
      return !existsSync(path) || !/<h1/.test(readFileSync(path, 'utf8'));
    });
    expect(broken).toEqual([]);
  });

  test('finds the page about limits', async () => {
    const [page, complaints] = await opened('/');
    const search = page.getByRole('searchbox');
    // The page ignores the keys until its script has run.
    await expect
      .poll(async () => {
        if (!(await search.isVisible())) await page.keyboard.press('Control+k');
        return search.isVisible();
      })
      .toBe(true);
    await search.fill('limits');
    const results = page.getByRole('option');
    await expect.poll(() => results.count()).toBeGreaterThan(0);
    const targets = await page
      .locator('a.result')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(targets.some((target) => target?.startsWith('/limits'))).toBe(true);
    await page.locator('a.result[href^="/limits"]').first().click();
    await page.waitForURL(/limits/);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('switches to dark', async () => {
    const [page, complaints] = await opened('/formats');
    const back = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await back();
    await page
      .getByRole('switch', { name: /dark theme/i })
      .first()
      .click();
    await expect.poll(back).not.toBe(light);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('has a sidebar by task, images, the version and a way to others', async () => {
    const [page, complaints] = await opened('/start');
    const sidebar = page.getByRole('navigation', { name: 'Sidebar Navigation' });
    for (const name of ['Snapshots', 'Terraform', 'Troubleshooting'])
      expect(await sidebar.getByRole('link', { name }).count()).toBe(1);
    const targets = await sidebar
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    // VitePress does not check these links.
    const isPage = (target: string) => existsSync(join(dist, target.endsWith('/') ? `${target}index.html` : target));
    expect(targets.filter((target) => !isPage(target))).toEqual([]);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    await page
      .getByRole('button', { name: `v${version}` })
      .first()
      .hover();
    expect(await page.getByRole('link', { name: 'All versions' }).first().getAttribute('href')).toBe('/versions/');
    await page.goto(`${site}/demo`, { waitUntil: 'networkidle' });
    expect(
      await page.evaluate('[...document.querySelectorAll(".vp-doc img")].every((image) => image.naturalWidth > 0)'),
    ).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('keeps the anchors that GitHub gives headings', async () => {
    const [page] = await opened('/start');
    const ids = await page.locator('.vp-doc h2[id]').evaluateAll((headings) => headings.map(({ id }) => id));
    const headings = [...readFileSync('docs/start.md', 'utf8').matchAll(/^## (.*)$/gm)];
    expect(ids).toHaveLength(headings.length);
    expect(ids.filter((id) => id.startsWith('_'))).toEqual([]);
    await page.context().close();
  });
});

test('the page of versions lists the newest release first', () => {
  const folder = join(work, 'site');
  for (const name of ['v0.9.0', 'v0.10.0', 'assets']) mkdirSync(join(folder, name), { recursive: true });
  expect(spawnSync(process.execPath, ['docs/.vitepress/list-versions.mjs', folder]).status).toBe(0);
  const page = readFileSync(join(folder, 'versions/index.html'), 'utf8');
  expect([...page.matchAll(/href="([^"]+)"/g)].map(([, target]) => target)).toEqual([
    '../',
    '../v0.10.0/',
    '../v0.9.0/',
  ]);
});

test('a link to a missing page fails the build', () => {
  writeFileSync(join(work, 'docs/limits.md'), '# Limits\n\nSee [nothing](nowhere.md).\n');
  const { status, output } = build();
  expect(status).not.toBe(0);
  expect(output).toContain('nowhere');
});
