/**
 * Draws the comment as GitHub shows it, for README and docs: `node scripts/picture-comment.ts [FOLDER]`. It writes comment.png,
 * comment-dark.png and comment-phone.png, and comparison(-dark).png with the same change in the style of other tools' comments.
 * Needs Chromium (`apt-get install chromium fonts-liberation fonts-noto-color-emoji`, or CHROMIUM=/path/to/it) and, through npx, the
 * Markdown converter `marked`; npm installs Mermaid. `--all` draws every fixture in both widths and both themes, to look at them
 * during development. `--review FOLDER` draws the review of FOLDER/base against FOLDER/head instead.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { renderComment } from '../src/engine/report/comment/markdown.ts';
import { fixtures } from '../src/engine/report/fixtures.test-support.ts';
import { githubLinks } from '../src/engine/report/github/links.ts';
import { report } from '../src/engine/report/test-support.ts';
import type { Review } from '../src/engine/review/context/review-data.ts';
import { openBrowser } from './browser.ts';
import { reviewOfFolder } from './folder-review.ts';
import { type CommentLook, openComments, type Theme } from './github-comment-page.ts';
import { mermaidBundle } from './mermaid.ts';
import { peerComments } from './peer-comments.ts';

const mermaid = mermaidBundle();

/** Replaces the text of each diagram by its drawing, as GitHub does. */
const drawDiagrams = (theme: Theme): string => `(async () => {
  mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', theme: '${theme === 'dark' ? 'dark' : 'default'}' });
  for (const [i, code] of [...document.querySelectorAll('code.language-mermaid')].entries()) {
    const folds = [...document.querySelectorAll('details:not([open])')].filter((fold) => fold.contains(code));
    for (const fold of folds) fold.open = true;
    const drawn = document.createElement('div');
    drawn.className = 'mermaid';
    const { width } = code.parentElement.getBoundingClientRect();
    drawn.style.width = width + 'px';
    const text = code.textContent;
    code.parentElement.replaceWith(drawn);
    drawn.innerHTML = (await mermaid.render('diagram' + i, text, drawn)).svg;
    for (const fold of folds) fold.open = false;
  }
})()`;

function commentOf(review: Review): string {
  const links = githubLinks({
    repositoryUrl: 'https://github.com/octo/shop',
    headSha: 'main',
    docsUrl: 'https://github.com/octo/docs',
  });
  return renderComment(report(review), { links })[0]!;
}

async function draw(browser: Browser, markdown: string, look: CommentLook, file: string): Promise<void> {
  const tab = await openComments(browser, [{ author: 'plumbline', markdown }], look);
  await tab.addScriptTag({ content: mermaid });
  await tab.evaluate(drawDiagrams(look.theme));
  await tab.screenshot({ path: file, fullPage: true });
  await tab.close();
}

/** The comment next to the comments that other tools would write about the same change. */
async function drawComparison(browser: Browser, markdown: string, theme: Theme, file: string): Promise<void> {
  const comment = { author: 'plumbline', caption: 'plumbline', markdown };
  const tab = await openComments(browser, [comment, ...peerComments], { theme, width: 440 });
  await tab.screenshot({ path: file, fullPage: true });
  await tab.close();
}

const words = process.argv.slice(2);
const at = words.indexOf('--review');
const [example] = at === -1 ? ['examples/label-change'] : words.splice(at, 2).slice(1);
const folder = words.find((word) => !word.startsWith('--')) ?? 'docs/images';
mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
if (words.includes('--all')) {
  for (const [name, fixture] of fixtures) {
    for (const theme of ['light', 'dark'] as const) {
      const markdown = commentOf(fixture());
      await draw(browser, markdown, { theme, width: 390 }, join(folder, `${name}-phone-${theme}.png`));
      await draw(browser, markdown, { theme, width: 860, isOpen: true }, join(folder, `${name}-desktop-${theme}.png`));
    }
  }
} else {
  const markdown = commentOf(await reviewOfFolder(example!));
  await draw(browser, markdown, { theme: 'light', width: 780 }, join(folder, 'comment.png'));
  await draw(browser, markdown, { theme: 'dark', width: 780 }, join(folder, 'comment-dark.png'));
  await draw(browser, markdown, { theme: 'light', width: 390 }, join(folder, 'comment-phone.png'));
  if (at === -1) {
    await drawComparison(browser, markdown, 'light', join(folder, 'comparison.png'));
    await drawComparison(browser, markdown, 'dark', join(folder, 'comparison-dark.png'));
  }
}
await browser.close();
