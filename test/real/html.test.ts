import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../../scripts/browser.ts';
import { fixtures as named } from '../../src/engine/report/fixtures.test-support.ts';
import { findingsToFilter } from '../../src/engine/report/html/findings.test-support.ts';
import { html } from '../../src/engine/report/html/html.ts';
import { report } from '../../src/engine/report/test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-html-'));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const fixtures = new Map([...named, ['findings-to-filter', findingsToFilter] as const]);
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

const looks = [
  { colorScheme: 'light', width: 1200 },
  { colorScheme: 'dark', width: 390 },
] as const;

/** The page of a fixture, and what the browser complained about. */
async function opened(name: string, { colorScheme, width }: (typeof looks)[number]): Promise<[Page, string[]]> {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, html.render(report(fixtures.get(name)!()), {}));
  // The page's own policy forbids what the tests put into it.
  const page = await openPage(browser, { colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (request.url() !== pathToFileURL(file).href) complaints.push(request.url());
  });
  await page.goto(pathToFileURL(file).href);
  return [page, complaints];
}

/** What axe finds wrong with a page, with everything unfolded. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate('document.querySelectorAll("details").forEach((fold) => { fold.open = true; })');
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

describe.each(looks)('$colorScheme, $width wide', (look) => {
  test.each([...fixtures.keys()])('%s: accessible, quiet, and no wider than the screen', async (name) => {
    const [page, complaints] = await opened(name, look);
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(look.width);
    await page.context().close();
  });
});

test('a press on a column title sorts the table, a second press reverses it', async () => {
  const [page] = await opened('many-waves', looks[0]);
  const restarts = page.getByRole('region', { name: /^Workloads whose pods restart/ });
  const pods = async () =>
    (await restarts.locator('tbody tr td:nth-child(2)').allTextContents()).map((text) => Number.parseInt(text, 10));
  const title = restarts.getByRole('button', { name: 'Pods that restart' });
  await title.press('Enter');
  const up = await pods();
  expect(up.length).toBeGreaterThan(1);
  expect(up).toEqual([...up].sort((a, b) => a - b));
  await title.press('Enter');
  expect(await pods()).toEqual([...up].reverse());
  await page.context().close();
});

describe('filters of findings', () => {
  const shown = (page: Page) => page.locator('.items > [data-severity]:visible').count();

  test('work with the keyboard alone, and announce how many findings are shown', async () => {
    const [page, complaints] = await opened('findings-to-filter', looks[0]);
    const status = page.getByRole('status');
    expect(await status.textContent()).toBe('Showing 6 of 6 findings.');
    await page.getByRole('checkbox', { name: 'Errors (2)' }).focus();
    await page.keyboard.press('Space');
    expect(await status.textContent()).toBe('Showing 4 of 6 findings.');
    for (let i = 0; i < 4; i++) await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.value')).toBe('existing');
    await page.keyboard.press('Space');
    expect(await status.textContent()).toBe('Showing 2 of 6 findings.');
    await page.getByRole('searchbox', { name: 'Text' }).focus();
    await page.keyboard.type('Note TWO');
    expect(await status.textContent()).toBe('Showing 1 of 6 findings.');
    expect(await shown(page)).toBe(1);
    await page.getByRole('button', { name: 'Show all' }).press('Enter');
    await expect.poll(() => status.textContent()).toBe('Showing 6 of 6 findings.');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('unfold existing findings that match, by file', async () => {
    const [page] = await opened('findings-to-filter', looks[1]);
    expect(await shown(page)).toBe(3);
    await page.getByRole('combobox', { name: 'File' }).selectOption({ label: 'old.yaml' });
    expect(await page.getByRole('status').textContent()).toBe('Showing 3 of 6 findings.');
    expect(await shown(page)).toBe(3);
    await page.context().close();
  });
});

test('the theme can be switched', async () => {
  const [page] = await opened('many-waves', looks[0]);
  const back = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await back();
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
  expect(await back()).not.toBe(light);
  await page.getByRole('button', { name: 'Switch to the light theme' }).click();
  expect(await back()).toBe(light);
  await page.context().close();
});

test('the printed page has folds open and no navigation', async () => {
  const [page] = await opened('findings-to-filter', looks[0]);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate('dispatchEvent(new Event("beforeprint"))');
  expect(await page.locator('details:not([open])').count()).toBe(0);
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.locator('.filters').isVisible()).toBe(false);
  await page.evaluate('dispatchEvent(new Event("afterprint"))');
  expect(await page.locator('details[open]').count()).toBe(0);
  await page.context().close();
});

describe('nodes as boxes', () => {
  test('are all drawn, and can be reached with the keyboard', async () => {
    const [page, complaints] = await opened('many-waves', looks[0]);
    const drawn = page.locator('.nodes button');
    await page.locator('#nodes').scrollIntoViewIfNeeded();
    await expect.poll(() => drawn.count()).toBeGreaterThan(5);
    const grid = page.getByRole('group', { name: 'Before, NodePool api' });
    await grid.focus();
    const panel = page.locator('#node');
    expect(await panel.textContent()).toContain('14 × m6i.2xlarge, on-demand, us-east-1a');
    expect(await panel.textContent()).toContain('It is the cheapest of 2 types');
    await page.keyboard.press('Escape');
    expect(await panel.isVisible()).toBe(false);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.closest("[role=group]").getAttribute("aria-label")')).toBe(
      'After, NodePool api',
    );
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate('document.activeElement.closest(".nodes")')).toBe(null);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test.each(looks)('are accessible with details of a node shown: $colorScheme, $width wide', async (look) => {
    const [page] = await opened('many-waves', look);
    await page.locator('#nodes').scrollIntoViewIfNeeded();
    await page.locator('.nodes button').first().hover();
    expect(await page.locator('#node').isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  test('T28: names are shown as text and never as markup', async () => {
    const [page, complaints] = await opened('hostile-names', looks[0]);
    await page.locator('#nodes').scrollIntoViewIfNeeded();
    for (const button of await page.locator('.nodes button').all()) await button.hover();
    expect(await page.locator('.nodes h1, .nodes a, .nodes img, #node h1, #node a, #node img').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

test('its policy allows its own script and style and nothing else', async () => {
  const file = join(folder, 'policy.html');
  const page = await openPage(browser, { colorScheme: 'light' });
  const smuggled = '<script>document.title = "broken"</script><style>body { background: red !important; }</style>';
  writeFileSync(
    file,
    html
      .render(report(fixtures.get('many-waves')!()), {})
      .replace('</main>', `<p style="color: red">x</p>${smuggled}</main>`),
  );
  await page.goto(pathToFileURL(file).href);
  expect(await page.title()).not.toBe('broken');
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(244, 246, 248)');
  const color = await page.evaluate('getComputedStyle(document.querySelector("main p[style]")).color');
  expect(color).not.toBe('rgb(255, 0, 0)');
  await page.getByRole('button', { name: 'Pods that restart' }).click();
  expect(await page.locator('th[aria-sort=ascending]').count()).toBe(1);
  await page.context().close();
});
