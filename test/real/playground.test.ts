import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { brotliCompressSync, constants, deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examples } from '../../playground/examples.ts';
import { pastedFile, type Texts } from '../../playground/text-files.ts';
import { openBrowser, openPage } from '../../scripts/browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-playground-'));
const built = join(folder, 'site/try');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};
let server: Server;
let browser: Browser;
let site: string;

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/build-playground.ts', built]);
  server = createServer(({ url = '/' }, response) => {
    const path = join(folder, 'site', decodeURIComponent(url.replace(/\/$/, '/index.html')));
    const file = statSync(path, { throwIfNoEntry: false })?.isFile() ? path : undefined;
    const type = types[extname(path)] ?? 'application/octet-stream';
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type });
    response.end(file === undefined ? '' : readFileSync(file));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true });
});

/** A page with what the browser complained about, and the files that it requested. */
interface Opened {
  readonly page: Page;
  readonly complaints: string[];
  readonly files: Set<string>;
}

async function opened(fragment = '', options: BrowserContextOptions = {}): Promise<Opened> {
  const page = await openPage(browser, {
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    ...options,
  });
  const [complaints, files] = [[] as string[], new Set<string>()];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (url.startsWith(`${site}/try/`)) files.add(url.slice(`${site}/try/`.length).replace(/#.*/, ''));
    else if (!/^(?:data|blob|about):/.test(url)) complaints.push(url);
  });
  await page.goto(`${site}/try/${fragment}`);
  return { page, complaints, files };
}

/** Waits for the complete review of what the page shows now. */
const completed = (page: Page) => page.locator('#state', { hasText: /^Complete/ }).waitFor();
const verdict = (page: Page) => page.locator('#verdict h1').textContent();
const editor = (page: Page, side: 'before' | 'after') => page.locator(`#${side} .cm-content`);
const packed = (texts: { readonly before: Texts | string; readonly after: Texts | string }): string =>
  deflateRawSync(JSON.stringify(texts)).toString('base64url');
const linkTo = (before: Texts, after: Texts): string => `#2.${packed({ before, after })}`;

/** Replaces a text at once, as pasting does, and waits until the page reviews it. */
async function paste(page: Page, side: 'before' | 'after', text: string): Promise<void> {
  await editor(page, side).click();
  await page.keyboard.press('Control+a');
  // The review may be complete again before anybody looks, so the page itself notes that it began.
  await page.evaluate(
    `{ const state = document.querySelector('#state');
    delete state.dataset.begun;
    new MutationObserver((_, observer) => {
      if (/^Complete/.test(state.textContent)) return;
      state.dataset.begun = '';
      observer.disconnect();
    }).observe(state, { childList: true, characterData: true, subtree: true });
    const data = new DataTransfer(); data.setData('text/plain', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.querySelector('#${side} .cm-content').dispatchEvent(event); }`,
  );
  await page.locator('#state[data-begun]').waitFor({ state: 'attached' });
}

test('shows the verdict on an example, and loads less than 6 MB, all from its own folder', async () => {
  const { page, complaints, files } = await opened();
  await expect.poll(() => verdict(page)).toContain('limit is not a field of spec');
  await completed(page);
  expect(await page.locator('body').getAttribute('data-result')).toBe('block');
  expect(await page.locator('#after .cm-lintRange-error').textContent()).toBe('limit');
  expect(complaints).toEqual([]);
  const compressed = [...files].map((file) => {
    const content = readFileSync(join(built, file || 'index.html'));
    // The API server's code is packed already.
    return file.endsWith('.bin')
      ? content.length
      : brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;
  });
  const total = compressed.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(3_000_000);
  expect(total).toBeLessThan(6_000_000);
  expect([...files].filter((file) => file.includes('/regions/'))).toHaveLength(1);
  await page.context().close();
});

describe('the answer is that of the command line, byte for byte', () => {
  /** The manifests of a case as one text for each side. */
  const textOf = (side: string): string =>
    readdirSync(side, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.ya?ml$/.test(file))
      .sort()
      .map((file) => readFileSync(join(side, file), 'utf8'))
      .join('---\n');
  const ofCase = (name: string) => ({
    id: name,
    before: { [pastedFile]: textOf(`test/cases/${name}/base`) },
    after: { [pastedFile]: textOf(`test/cases/${name}/head`) },
  });
  /** All files of a case. */
  const filesOf = (side: string): Texts =>
    Object.fromEntries(
      readdirSync(side, { recursive: true, encoding: 'utf8' })
        .filter((file) => statSync(join(side, file)).isFile())
        .map((file) => [file, readFileSync(join(side, file), 'utf8')]),
    );
  const withFiles = (name: string) => ({
    id: name,
    before: filesOf(`test/cases/${name}/base`),
    after: filesOf(`test/cases/${name}/head`),
  });
  const inputs = [
    ...examples.slice(0, 4),
    ...examples.slice(-1),
    ...['terraform-moves-an-applied-node-pool', 'a-subnet-loses-the-tag-that-a-node-class-selects'].map(withFiles),
    ...['an-autoscaler-gives-a-range', 'a-node-pool-is-renamed', 'a-renamed-file-keeps-its-findings'].map(ofCase),
    // Another region is loaded when it is needed.
    ofCase('zones-of-node-pools-decide-the-region'),
  ];

  let page: Opened;
  beforeAll(async () => {
    page = await opened();
    await completed(page.page);
    await page.page.getByRole('tab', { name: 'JSON' }).click();
  });
  afterAll(async () => {
    expect(page.complaints).toEqual([]);
    await page.page.context().close();
  });

  test.each(inputs)('$id', async ({ id, before, after }) => {
    const texts = [
      ...Object.entries(before).map(([path, text]) => [join(folder, id, 'base', path), text] as const),
      ...Object.entries(after).map(([path, text]) => [join(folder, id, 'head', path), text] as const),
    ];
    for (const [path, text] of texts) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const paths = ['--base', join(folder, id, 'base'), '--head', join(folder, id, 'head')];
    const { stdout } = spawnSync(process.execPath, ['dist/cli.js', 'review', ...paths, '--format', 'json', '--quiet'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
    await page.page.evaluate(`location.hash = '${linkTo(before, after)}'`);
    await expect.poll(() => page.page.locator('#json').textContent()).toBe(stdout);
  });
});

test('reviews while somebody types, and applies a fix', async () => {
  const { page, complaints } = await opened();
  await completed(page);
  await page.getByRole('button', { name: 'Rename it to limits' }).click();
  await expect.poll(() => verdict(page)).toContain('This change affects nothing');
  await completed(page);
  await page.getByRole('button', { name: /^Line 6$/ }).waitFor({ state: 'detached' });
  // At the end of `memory: 400Gi`.
  await editor(page, 'after').click();
  await page.keyboard.press('Control+Home');
  for (let line = 1; line < 8; line++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.type('x');
  await expect.poll(() => page.locator('#panel-findings').textContent()).toContain('400Gix');
  await page.keyboard.press('Backspace');
  await expect.poll(() => page.locator('#panel-findings').textContent()).toContain('No findings');
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('survives megabytes, binary content and hostile YAML', async () => {
  const { page, complaints } = await opened();
  await completed(page);
  const pool = examples[0]!.after[pastedFile]!.split('---')[0]!;
  const many = Array.from({ length: 12_000 }, (_, i) => `---\n${pool.replace('name: web', `name: web-${i}`)}`).join('');
  const listed = () => page.locator('#panel-findings').textContent();
  await paste(page, 'after', many);
  // The page answers while the worker is busy.
  await page.getByRole('tab', { name: 'Comment' }).click();
  await page.getByRole('tab', { name: 'Findings' }).click();
  await completed(page);
  expect(await listed()).toContain('more than 16000 objects');
  await paste(page, 'after', `${pool}\0\x01\x02`);
  await completed(page);
  expect(await listed()).toContain('This file is not UTF-8 text');
  await paste(page, 'after', `${pool}x: ${'['.repeat(5_000)}`);
  await completed(page);
  expect(await listed()).toContain('yaml/too-deep');
  const bomb = Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`).join('\n');
  await paste(page, 'after', `apiVersion: karpenter.sh/v1\nkind: NodePool\na0: &a0 [x]\n${bomb}\n`);
  await completed(page);
  expect(await listed()).toContain('yaml/alias-bomb');
  await paste(
    page,
    'after',
    pool.replace('name: web', 'name: "<img src=x onerror=alert(1)><script>alert(2)</script>"'),
  );
  await completed(page);
  for (const name of ['Comment', 'Report', 'JSON', 'Findings']) await page.getByRole('tab', { name }).click();
  expect(await page.locator('img, #verdict script, #panel-comment script').count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});

describe('files', () => {
  const { before, after } = examples.at(-1)!;
  const inRepository = (texts: Texts) =>
    Object.entries(texts).map(([path, text]) => ({ name: `shop-main/${path}`, content: text }));

  test('a zip opens on both sides, without its common folder, and an edit on the right is the change', async () => {
    const { page, complaints } = await opened();
    await completed(page);
    const large = { name: 'shop-main/.git/objects/pack', content: 'x' };
    const zip = zipSync(
      Object.fromEntries([...inRepository(before), large].map(({ name, content }) => [name, strToU8(content)])),
    );
    await page
      .locator('#open-files')
      .setInputFiles({ name: 'shop.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) });
    await expect.poll(() => page.locator('#opened').textContent()).toContain('2 files on both sides');
    await expect.poll(() => verdict(page)).toContain('This change affects nothing');
    expect(await page.locator('#file option').allTextContents()).toEqual(Object.keys(before));

    await page.locator('#file').selectOption('network/subnets.tf');
    await paste(page, 'after', after['network/subnets.tf']!);
    await expect.poll(() => verdict(page)).toContain('karpenter.sh/discovery');
    expect(await page.locator('#file option').allTextContents()).toContain('● network/subnets.tf');

    // A finding opens its file.
    await page.locator('#file').selectOption('karpenter/shop.yaml');
    await page
      .getByRole('button', { name: /^network\/subnets\.tf:\d+$/ })
      .first()
      .click();
    expect(await page.locator('#file').inputValue()).toBe('network/subnets.tf');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('what cannot be read is counted, and a new file is a change', async () => {
    const { page, complaints } = await opened();
    await completed(page);
    await page.locator('#open-files').setInputFiles([
      { name: 'binary.yaml', mimeType: 'text/plain', buffer: Buffer.from([0xff, 0, 1]) },
      { name: 'broken.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') },
      { name: 'pool.yaml', mimeType: 'text/plain', buffer: Buffer.from(before['karpenter/shop.yaml']!) },
    ]);
    await expect.poll(() => page.locator('#opened').textContent()).toContain('1 file on both sides');
    expect(await page.locator('#opened').textContent()).toContain('2 were left out');
    await page.getByRole('textbox', { name: 'New file' }).fill('plumbline.yaml');
    await page.getByRole('button', { name: 'Add' }).click();
    await paste(page, 'after', 'failOn: warning\n');
    await expect.poll(() => page.locator('#state').textContent()).toContain('takes effect once it is merged');
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

test('answers what happens in a scenario, and says what is wrong with it', async () => {
  const { page, complaints } = await opened();
  await completed(page);
  await page.getByRole('tab', { name: 'What if' }).click();
  await page.getByRole('button', { name: 'Without us-east-1a' }).click();
  const answer = page.locator('#scenario-answer .markdown-body');
  await expect.poll(() => answer.textContent()).toContain('If zone us-east-1a fails');
  await page.getByRole('textbox', { name: 'Scenario' }).fill('--no-zone us-east-1x');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await expect.poll(() => answer.textContent()).toContain('The region has no zone us-east-1x');
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a link carries both texts, and a damaged one shows an example', async () => {
  const { page } = await opened();
  await completed(page);
  await paste(page, 'after', `${examples[2]!.after[pastedFile]!}# Grüße\n`);
  await page.getByRole('combobox', { name: 'Region' }).selectOption('eu-west-1');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => page.locator('#shared').textContent()).toContain('contains both texts');
  await completed(page);
  const [before, url] = [await verdict(page), new URL(page.url())];
  const again = await opened(url.hash);
  await completed(again.page);
  expect(await verdict(again.page)).toBe(before);
  expect(await again.page.getByRole('combobox', { name: 'Region' }).inputValue()).toBe('eu-west-1');
  expect(again.complaints).toEqual([]);
  const damaged = await opened(url.hash.slice(0, 60));
  await expect.poll(() => damaged.page.locator('#shared').textContent()).toContain('could not be read');
  await completed(damaged.page);
  for (const one of [page, again.page, damaged.page]) await one.context().close();
});

test('a review that does not end is stopped', async () => {
  const page = await openPage(browser);
  await page.clock.install();
  await page
    .context()
    .route('**/worker.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'addEventListener("message", () => { for (;;); });' }),
    );
  await page.goto(`${site}/try/`);
  await expect.poll(() => page.locator('#after .cm-line').count()).toBeGreaterThan(10);
  await page.clock.fastForward(200_000);
  await expect.poll(() => verdict(page)).toContain('it was stopped');
  await page.context().close();
});

/** What axe finds wrong with a page. */
async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ content: axe });
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      }
    ).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

describe.each([
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const)('$colorScheme, $width wide', ({ colorScheme, width }) => {
  test('is accessible, and no wider than the screen', async () => {
    // The page's own policy forbids what the test puts into it.
    const { page, complaints } = await opened('', { colorScheme, viewport: { width, height: 740 }, bypassCSP: true });
    await completed(page);
    // The verdict on top is in view.
    expect(await page.evaluate('scrollY')).toBe(0);
    const panels = {
      Findings: 'panel-findings',
      Comment: 'comment',
      'What if': 'scenario-answer',
      Report: 'panel-report',
      JSON: 'panel-json',
    };
    for (const [name, id] of Object.entries(panels)) {
      await page.getByRole('tab', { name }).click();
      const panel = page.locator(`#${id}`);
      await expect.poll(() => panel.evaluate((one) => (one.shadowRoot ?? one).childElementCount)).toBeGreaterThan(0);
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    // axe asks the frame of the report, which has no origin of its own.
    expect(complaints.filter((text) => !text.includes('target origin provided'))).toEqual([]);
    await page.context().close();
  });
});

test('works with the keyboard alone', async () => {
  const { page } = await opened();
  await completed(page);
  await page.getByRole('tab', { name: 'Findings' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('tabpanel', { name: 'Comment' }).isVisible()).toBe(true);
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: /^Line 6$/ }).press('Enter');
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Text after the change');
  // Tab leaves the editor.
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.closest(".cm-editor")')).toBe(null);
  await page.context().close();
});
