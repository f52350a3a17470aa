/**
 * Draws the comment as GitHub shows it, for README and docs: `node scripts/picture-comment.ts [FOLDER]`.
 * Needs Chromium (`apt-get install chromium fonts-liberation fonts-noto-color-emoji`, or CHROMIUM=/path/to/it) and, through npx, the Markdown converter `marked`.
 * With `--all` it draws every fixture in both widths and both themes, to look at while working on the comment.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defaultSettings } from '../src/engine/api/settings.ts';
import { fixtures } from '../src/engine/report/fixtures.test-support.ts';
import { githubLinks } from '../src/engine/report/links.ts';
import { renderComment } from '../src/engine/report/markdown.ts';
import { report } from '../src/engine/report/test-support.ts';
import { figures } from '../src/engine/review/figures.ts';
import { type Review, review } from '../src/engine/review.ts';
import { openFacts } from '../src/io/facts.ts';
import { readPair } from '../src/io/git/read-pair.ts';
import { Repository } from '../src/io/git/repository.ts';

interface Look {
  readonly theme: 'light' | 'dark';
  readonly width: number;
  /** Folded sections shown open. */
  readonly isOpen: boolean;
}

/** What stands around GitHub's own stylesheet: the page and the head of a comment. */
const colours = {
  light: { text: '#1f2328', muted: '#59636e', back: '#ffffff', line: '#d1d9e0', head: '#f6f8fa' },
  dark: { text: '#f0f6fc', muted: '#9198a1', back: '#0d1117', line: '#3d444d', head: '#151b23' },
} as const;

/** GitHub's stylesheet of Markdown for one theme. */
const stylesheet = (theme: Look['theme']): string =>
  readFileSync(join('node_modules/github-markdown-css', `github-markdown-${theme}.css`), 'utf8');

const chromium = process.env.CHROMIUM ?? 'chromium';
const work = mkdtempSync(join(tmpdir(), 'comment-'));

function toHtml(markdown: string): string {
  const source = join(work, 'comment.md');
  writeFileSync(source, markdown);
  return execFileSync('npx', ['--yes', 'marked@16', '--gfm', '-i', source], { encoding: 'utf8' });
}

/** A comment on a page of GitHub: its stylesheet, in the size that comments have. */
function page(body: string, { theme, isOpen, width }: Look): string {
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
  </style><div class="box"><div class="who"><b>plumbline</b> <i>bot</i> commented</div><div class="markdown-body">${content}</div></div>
  <script>document.documentElement.dataset.height = Math.ceil(document.querySelector('.box').getBoundingClientRect().height + 24)</script>`;
}

const browse = (...rest: string[]): string =>
  execFileSync(
    chromium,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--hide-scrollbars',
      '--force-device-scale-factor=1.4',
      '--disable-lcd-text',
      ...rest,
    ],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );

function draw(review: Review, look: Look, file: string): void {
  const links = githubLinks({
    repositoryUrl: 'https://github.com/octo/shop',
    headSha: 'main',
    docsUrl: 'https://github.com/octo/docs',
  });
  const parts = renderComment(report(review), { links });
  const html = join(work, 'comment.html');
  writeFileSync(html, page(toHtml(parts[0]!), look));
  const width = `--window-size=${look.width}`;
  const height = /data-height="(\d+)"/.exec(browse(`${width},800`, '--dump-dom', `file://${html}`))?.[1] ?? '800';
  browse(`${width},${height}`, `--screenshot=${resolve(file)}`, `file://${html}`);
}

/** The README shows what the example of its first command really gives. */
async function exampleReview(): Promise<Review> {
  const at = 'examples/label-change';
  const { base, head } = await readPair({ repository: new Repository(at), base: 'base', head: 'head', paths: [] });
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  return review({ base, head, settings: defaultSettings, facts: openFacts('data'), figures, version });
}

const [argument] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const folder = argument ?? 'docs/images';
mkdirSync(folder, { recursive: true });
if (process.argv.includes('--all')) {
  for (const [name, fixture] of fixtures) {
    for (const theme of ['light', 'dark'] as const) {
      draw(fixture(), { theme, width: 390, isOpen: false }, join(folder, `${name}-phone-${theme}.png`));
      draw(fixture(), { theme, width: 860, isOpen: true }, join(folder, `${name}-desktop-${theme}.png`));
    }
  }
} else {
  const example = await exampleReview();
  draw(example, { theme: 'light', width: 780, isOpen: false }, join(folder, 'comment.png'));
  draw(example, { theme: 'light', width: 390, isOpen: false }, join(folder, 'comment-phone.png'));
  draw(example, { theme: 'dark', width: 780, isOpen: false }, join(folder, 'comment-dark.png'));
  draw(example, { theme: 'dark', width: 390, isOpen: false }, join(folder, 'comment-phone-dark.png'));
}
rmSync(work, { recursive: true });
