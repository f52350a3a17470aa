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

const colours = {
  light: {
    text: '#1f2328',
    muted: '#59636e',
    back: '#ffffff',
    line: '#d1d9e0',
    code: '#818b981f',
    link: '#0969da',
    head: '#f6f8fa',
  },
  dark: {
    text: '#f0f6fc',
    muted: '#9198a1',
    back: '#0d1117',
    line: '#3d444d',
    code: '#656c7633',
    link: '#4493f8',
    head: '#151b23',
  },
} as const;

const chromium = process.env.CHROMIUM ?? 'chromium';
const work = mkdtempSync(join(tmpdir(), 'comment-'));

function toHtml(markdown: string): string {
  const source = join(work, 'comment.md');
  writeFileSync(source, markdown);
  return execFileSync('npx', ['--yes', 'marked@16', '--gfm', '-i', source], { encoding: 'utf8' });
}

/** GitHub's look in few lines: its font sizes, spacing and colours of comments. */
function page(body: string, { theme, isOpen, width }: Look): string {
  const { text, muted, back, line, code, link, head } = colours[theme];
  const content = isOpen ? body.replaceAll('<details>', '<details open>') : body;
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; padding: 12px; width: ${width - 24}px; background: ${back}; color: ${text};
      font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", Helvetica, Arial, sans-serif, "Noto Color Emoji"; }
    .box { border: 1px solid ${line}; border-radius: 6px; }
    .who { background: ${head}; border-bottom: 1px solid ${line}; border-radius: 6px 6px 0 0; padding: 8px 16px; color: ${muted}; }
    .who b { color: ${text}; } .who i { border: 1px solid ${line}; border-radius: 2em; padding: 0 7px; font-style: normal; font-size: 12px; }
    .body { padding: 16px; overflow-wrap: break-word; }
    .body > :last-child { margin-bottom: 0; }
    h3 { font-size: 1.25em; line-height: 1.25; margin: 0 0 16px; }
    p, ul, table, details { margin: 0 0 16px; } ul { padding-left: 2em; } li + li { margin-top: .25em; } li ul { margin: 0; }
    table { display: block; width: max-content; max-width: 100%; overflow: auto; border-spacing: 0; border-collapse: collapse; }
    th, td { padding: 6px 13px; border: 1px solid ${line}; } tr:nth-child(2n) td { background: ${head}; }
    code { font: 85% ui-monospace, "Liberation Mono", monospace; padding: .2em .4em; background: ${code}; border-radius: 6px; white-space: break-spaces; }
    a { color: ${link}; } a code { color: inherit; } summary { cursor: pointer; } sub { font-size: 75%; line-height: 0; position: relative; bottom: -.25em; }
  </style><div class="box"><div class="who"><b>plumbline</b> <i>bot</i> commented</div><div class="body">${content}</div></div>
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
}
rmSync(work, { recursive: true });
