/**
 * Draws the HTML report for README and docs, light, dark and on a phone: `node scripts/picture-page.ts [FOLDER]`. Needs Chromium
 * (`apt-get install chromium fonts-liberation`, or CHROMIUM=/path/to/it). `--review FOLDER` draws the review of FOLDER/base against
 * FOLDER/head. `--all` draws every fixture in both widths and both themes, to look at while working on the page.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fixtures } from '../src/engine/report/fixtures.test-support.ts';
import { githubLinks } from '../src/engine/report/github/links.ts';
import { html } from '../src/engine/report/html/html.ts';
import { report } from '../src/engine/report/test-support.ts';
import type { Review } from '../src/engine/review/context/review-data.ts';
import { openBrowser, openPage } from './browser.ts';
import { reviewOfFolder } from './folder-review.ts';

interface Look {
  readonly suffix: string;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  /** Of the picture; the whole page if absent. */
  readonly height?: number;
  /** The section at the top of the picture; the head of the page if absent. */
  readonly section?: string;
}

const pictures: readonly Look[] = [
  { suffix: '', theme: 'light', width: 1120, height: 1250 },
  { suffix: '-dark', theme: 'dark', width: 1120, height: 1250 },
  { suffix: '-nodes', theme: 'light', width: 1120, height: 1250, section: 'nodes' },
  { suffix: '-nodes-dark', theme: 'dark', width: 1120, height: 1250, section: 'nodes' },
  { suffix: '-phone', theme: 'light', width: 390, height: 1250 },
];

const everyLook: readonly Look[] = [
  { suffix: '', theme: 'light', width: 1200 },
  { suffix: '-dark', theme: 'dark', width: 1200 },
  { suffix: '-phone', theme: 'light', width: 390 },
  { suffix: '-phone-dark', theme: 'dark', width: 390 },
];

const words = process.argv.slice(2);
const at = words.indexOf('--review');
const [example] = at === -1 ? ['examples/several-pools'] : words.splice(at, 2).slice(1);
const folder = words.find((word) => !word.startsWith('--')) ?? 'docs/images';
const reviews: readonly (readonly [name: string, review: Review])[] = words.includes('--all')
  ? fixtures.map(([name, fixture]) => [name, fixture()])
  : [['page', await reviewOfFolder(example!)]];
mkdirSync(folder, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'page-'));
const links = githubLinks({ repositoryUrl: 'https://github.com/octo/shop', headSha: 'main' });
const browser = await openBrowser();
for (const [name, shown] of reviews) {
  const source = join(work, `${name}.html`);
  writeFileSync(source, html.render(report(shown), { links }));
  for (const { suffix, theme, width, height, section } of words.includes('--all') ? everyLook : pictures) {
    const viewport = { width, height: height ?? 900 };
    const tab = await openPage(browser, { viewport, colorScheme: theme, deviceScaleFactor: 1.4 });
    await tab.goto(pathToFileURL(source).href);
    // Boxes out of view are drawn when the page is printed, and folds are open then.
    if (height === undefined) await tab.evaluate('dispatchEvent(new Event("beforeprint"))');
    if (section !== undefined) await tab.evaluate(`document.getElementById('${section}').scrollIntoView()`);
    await tab.waitForTimeout(300);
    await tab.screenshot({ path: join(folder, `${name}${suffix}.png`), fullPage: height === undefined });
    await tab.close();
  }
}
await browser.close();
rmSync(work, { recursive: true });
