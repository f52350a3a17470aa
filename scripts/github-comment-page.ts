import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { openPage } from './browser.ts';

/** Draws Markdown as GitHub shows it in a comment, with GitHub's own stylesheet, in a real browser. */

export type Theme = 'light' | 'dark';

/** A comment and its author. */
export interface DrawnComment {
  readonly author: string;
  readonly markdown: string;
  /** Shown above the comment. */
  readonly caption?: string;
}

/** How a page of comments is drawn. */
export interface CommentLook {
  readonly theme: Theme;
  /** Width of one comment in CSS pixels. */
  readonly width: number;
  /** Shows folded sections open. */
  readonly isOpen?: boolean;
}

/** The colors around GitHub's stylesheet: the page and the header of a comment. */
const colors = {
  light: { text: '#1f2328', muted: '#59636e', back: '#ffffff', line: '#d1d9e0', head: '#f6f8fa' },
  dark: { text: '#f0f6fc', muted: '#9198a1', back: '#0d1117', line: '#3d444d', head: '#151b23' },
} as const;

const work = mkdtempSync(join(tmpdir(), 'comment-'));

function toHtml(markdown: string): string {
  const source = join(work, 'comment.md');
  writeFileSync(source, markdown);
  const body = execFileSync('npx', ['--yes', 'marked@16', '--gfm', '-i', source], { encoding: 'utf8' });
  // marked does not know GitHub's alerts.
  return body.replace(
    /<blockquote>\s*<p>\[!(\w+)\]\s*([\s\S]*?)<\/blockquote>/g,
    (_, kind: string, lines: string) =>
      `<div class="markdown-alert markdown-alert-${kind.toLowerCase()}"><p class="markdown-alert-title">${kind[0]}${kind.slice(1).toLowerCase()}</p><p>${lines}</div>`,
  );
}

function page(comments: readonly DrawnComment[], { theme, width, isOpen = false }: CommentLook): string {
  const { text, muted, back, line, head } = colors[theme];
  const stylesheet = readFileSync(join('node_modules/github-markdown-css', `github-markdown-${theme}.css`), 'utf8');
  const font = '"Liberation Sans", "Noto Sans", "Noto Color Emoji", sans-serif';
  const boxes = comments.map(({ author, markdown, caption }) => {
    const body = toHtml(markdown);
    const title = caption === undefined ? '' : `<p class="caption">${caption}</p>`;
    return `<div class="comment">${title}<div class="box"><div class="who"><b>${author}</b> <i>bot</i> commented</div><div class="markdown-body">${isOpen ? body.replaceAll('<details>', '<details open>') : body}</div></div></div>`;
  });
  return `<!doctype html><meta charset="utf-8"><style>${stylesheet}
    body { margin: 0; padding: 12px; background: ${back}; font: 14px/1.5 ${font}; width: fit-content; display: flex; gap: 16px; align-items: flex-start; }
    .comment { width: ${width - 24}px; }
    .caption { margin: 0 0 8px; color: ${text}; font-size: 18px; font-weight: 600; }
    .box { border: 1px solid ${line}; border-radius: 6px; }
    .who { background: ${head}; border-bottom: 1px solid ${line}; border-radius: 6px 6px 0 0; padding: 8px 16px; color: ${muted}; }
    .who b { color: ${text}; } .who i { border: 1px solid ${line}; border-radius: 2em; padding: 0 7px; font-style: normal; font-size: 12px; }
    .markdown-body { padding: 16px; font-size: 14px; }
    .markdown-body, .markdown-body * { font-family: ${font}; }
    .markdown-body code, .markdown-body code *, .markdown-body pre { font-family: "Liberation Mono", monospace; }
    .mermaid { text-align: center; margin-bottom: 16px; }
  </style>${boxes.join('')}`;
}

/** Opens comments side by side in a tab. */
export async function openComments(
  browser: Browser,
  comments: readonly DrawnComment[],
  look: CommentLook,
): Promise<Page> {
  const source = join(work, 'comment.html');
  writeFileSync(source, page(comments, look));
  const width = comments.length * (look.width - 24) + (comments.length - 1) * 16 + 24;
  const tab = await openPage(browser, {
    viewport: { width, height: 100 },
    colorScheme: look.theme,
    deviceScaleFactor: 1.4,
  });
  await tab.goto(pathToFileURL(source).href);
  return tab;
}
