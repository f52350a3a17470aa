/**
 * Draws the comment as GitHub shows it, for README and docs: `node scripts/picture-comment.ts [FOLDER]`.
 * Needs Chromium (`apt-get install chromium fonts-liberation fonts-noto-color-emoji`, or CHROMIUM=/path/to/it) and, through npx, the
 * Markdown converter `marked`; npm gets Mermaid. With `--all` it draws every fixture in both widths and both themes, to look at
 * while working on them; `--review FOLDER` draws the review of FOLDER/base against FOLDER/head instead.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { defaultSettings } from '../src/engine/api/settings.ts';
import { renderComment } from '../src/engine/report/comment/markdown.ts';
import { fixtures } from '../src/engine/report/fixtures.test-support.ts';
import { githubLinks } from '../src/engine/report/github/links.ts';
import { report } from '../src/engine/report/test-support.ts';
import { figures } from '../src/engine/review/figures/figures.ts';
import { review } from '../src/engine/review/review.ts';
import type { Review } from '../src/engine/review/review-data.ts';
import { openFacts } from '../src/io/catalog/facts.ts';
import { Repository } from '../src/io/git/repository.ts';
import { readPair } from '../src/io/sides/read-pair.ts';
import { mermaidBundle } from './mermaid.ts';

interface Look {
  readonly theme: 'light' | 'dark';
  readonly width: number;
  /** Of the picture; all of it when nothing says more. */
  readonly height?: number;
  /** Folded sections shown open. */
  readonly isOpen?: boolean;
}

/** What stands around GitHub's own stylesheet: the page and the head of a comment. */
const colours = {
  light: { text: '#1f2328', muted: '#59636e', back: '#ffffff', line: '#d1d9e0', head: '#f6f8fa' },
  dark: { text: '#f0f6fc', muted: '#9198a1', back: '#0d1117', line: '#3d444d', head: '#151b23' },
} as const;

/** GitHub's stylesheet of Markdown for one theme. */
const stylesheet = (theme: Look['theme']): string =>
  readFileSync(join('node_modules/github-markdown-css', `github-markdown-${theme}.css`), 'utf8');

const work = mkdtempSync(join(tmpdir(), 'comment-'));

function toHtml(markdown: string): string {
  const source = join(work, 'comment.md');
  writeFileSync(source, markdown);
  return execFileSync('npx', ['--yes', 'marked@16', '--gfm', '-i', source], { encoding: 'utf8' });
}

/** A comment on a page of GitHub: its stylesheet, in the size that comments have. */
function page(body: string, { theme, isOpen = false, width }: Look): string {
  const { text, muted, back, line, head } = colours[theme];
  const content = isOpen ? body.replaceAll('<details>', '<details open>') : body;
  return `<!doctype html><meta charset="utf-8"><style>${stylesheet(theme)}
    body { margin: 0; padding: 12px; width: ${width - 24}px; background: ${back}; }
    .box { border: 1px solid ${line}; border-radius: 6px; font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", sans-serif; }
    .who { background: ${head}; border-bottom: 1px solid ${line}; border-radius: 6px 6px 0 0; padding: 8px 16px; color: ${muted}; }
    .who b { color: ${text}; } .who i { border: 1px solid ${line}; border-radius: 2em; padding: 0 7px; font-style: normal; font-size: 12px; }
    .markdown-body { padding: 16px; font-size: 14px; }
    .markdown-body, .markdown-body * { font-family: "Noto Sans", "Liberation Sans", "Noto Color Emoji", sans-serif; }
    .markdown-body code, .markdown-body pre { font-family: "Liberation Mono", monospace; }
    .mermaid { text-align: center; margin-bottom: 16px; }
  </style><div class="box"><div class="who"><b>plumbline</b> <i>bot</i> commented</div><div class="markdown-body">${content}</div></div>`;
}

/** Puts the drawing in the place of each diagram's text, as GitHub does. */
const drawDiagrams = (theme: Look['theme']): string => `(async () => {
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

async function draw(browser: Browser, review: Review, look: Look, file: string): Promise<void> {
  const links = githubLinks({
    repositoryUrl: 'https://github.com/octo/shop',
    headSha: 'main',
    docsUrl: 'https://github.com/octo/docs',
  });
  const parts = renderComment(report(review), { links });
  const source = join(work, 'comment.html');
  writeFileSync(source, page(toHtml(parts[0]!), look));
  const tab = await opened(browser, source, look);
  await tab.addScriptTag({ content: mermaid });
  await tab.evaluate(drawDiagrams(look.theme));
  await tab.screenshot({ path: file, fullPage: true });
  await tab.close();
}

async function opened(browser: Browser, source: string, { theme, width, height = 800 }: Look) {
  const viewport = { width, height };
  const tab = await browser.newPage({ viewport, colorScheme: theme, deviceScaleFactor: 1.4 });
  await tab.goto(pathToFileURL(source).href);
  return tab;
}

/** What a folder with `base` and `head` really gives. */
async function reviewOf(folder: string): Promise<Review> {
  const pair = { repository: new Repository(folder), base: 'base', head: 'head', paths: [] };
  const { base, head } = await readPair(pair);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  return review({ base, head, settings: defaultSettings, facts: openFacts('data'), figures, version });
}

const looks: readonly (readonly [suffix: string, theme: Look['theme']])[] = [
  ['', 'light'],
  ['-dark', 'dark'],
];

const words = process.argv.slice(2);
const at = words.indexOf('--review');
const [example] = at === -1 ? ['examples/label-change'] : words.splice(at, 2).slice(1);
const folder = words.find((word) => !word.startsWith('--')) ?? 'docs/images';
mkdirSync(folder, { recursive: true });
const mermaid = mermaidBundle();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-lcd-text'],
});
if (words.includes('--all')) {
  for (const [name, fixture] of fixtures) {
    for (const theme of ['light', 'dark'] as const) {
      await draw(browser, fixture(), { theme, width: 390 }, join(folder, `${name}-phone-${theme}.png`));
      await draw(browser, fixture(), { theme, width: 860, isOpen: true }, join(folder, `${name}-desktop-${theme}.png`));
    }
  }
} else {
  const shown = await reviewOf(example!);
  for (const [suffix, theme] of looks) {
    await draw(browser, shown, { theme, width: 780 }, join(folder, `comment${suffix}.png`));
  }
}
await browser.close();
rmSync(work, { recursive: true });
