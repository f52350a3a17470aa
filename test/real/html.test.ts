import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixtures as named } from '../../src/engine/report/fixtures.test-support.ts';
import { html } from '../../src/engine/report/html.ts';
import { report } from '../../src/engine/report/test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-html-'));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const fixtures = new Map(named);
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
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
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (request.url() !== pathToFileURL(file).href) complaints.push(request.url());
  });
  await page.goto(pathToFileURL(file).href);
  return [page, complaints];
}

describe.each(looks)('$colorScheme, $width wide', (look) => {
  test.each([...fixtures.keys()])('%s: accessible, quiet, and no wider than the screen', async (name) => {
    const [page, complaints] = await opened(name, look);
    await page.addScriptTag({ content: axe });
    const violations = await page.evaluate(async () => {
      const { violations } = await (
        globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        }
      ).axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
    expect(violations).toEqual([]);
    expect(complaints).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(look.width);
    await page.context().close();
  });
});

test('a table sorts by the title that is pressed, both ways', async () => {
  const [page] = await opened('error-with-cost', looks[0]);
  const names = () => page.locator('#changes + * tbody tr td:nth-child(2)').allTextContents();
  const title = page.getByRole('button', { name: 'field' });
  await title.press('Enter');
  const up = await names();
  expect(up.length).toBeGreaterThan(1);
  expect(up).toEqual([...up].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })));
  await title.press('Enter');
  expect(await names()).toEqual([...up].reverse());
  await page.context().close();
});

test('its policy lets its own script run and nothing else', async () => {
  const file = join(folder, 'policy.html');
  writeFileSync(
    file,
    html
      .render(report(fixtures.get('error-with-cost')!()), {})
      .replace('</main>', '<script>document.title = "broken"</script></main>'),
  );
  const page = await browser.newPage();
  await page.goto(pathToFileURL(file).href);
  expect(await page.title()).not.toBe('broken');
  await page.getByRole('button', { name: 'field' }).click();
  expect(await page.locator('th[aria-sort=ascending]').count()).toBe(1);
  await page.close();
});
