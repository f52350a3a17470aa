import { prose } from '../../text/words/escape.ts';
import { byteLength } from '../../text/words/utf8.ts';
import type { Renderer, RenderOptions, Report } from '../values/report.ts';
import { countOf, type ShownFinding } from '../wording/finding-order.ts';
import { CommentPage } from './comment-page.ts';
import { details } from './detail.ts';

/** The comment as one text, in as many parts as it takes. */
export const markdown: Renderer = {
  format: 'markdown',
  render: (report, options) => renderComment(report, options).join('\n'),
};

/** Bytes of one comment. GitHub says 65,536 characters, and its limits differ by surface and change. */
export const commentBytes = 60_000;
/** The most comments for one review. Findings that do not fit are counted. */
export const maxParts = 5;

/** The review as comments: one, or several if the findings do not fit. Each can be read without the others. */
export const renderComment = (report: Report, options: RenderOptions): string[] =>
  renderParts(report, options, { bytes: commentBytes, parts: maxParts });

/** The one-line comment for a pull request that no longer changes anything that plumbline reviews. */
export const renderResolvedComment = ({ marker, name = '' }: RenderOptions): string =>
  `${marker === undefined ? '' : `${marker}\n`}plumbline${name === '' ? '' : ` (${prose(name)})`}: this pull request no longer changes anything that Karpenter reads.\n`;

/** The size of a part, and the number of parts. */
export interface Limits {
  readonly bytes: number;
  readonly parts: number;
}

/** Shortens the lists until everything fits in one part. If the findings alone are too long, they continue in further parts. */
export function renderParts(report: Report, options: RenderOptions, limits: Limits): string[] {
  const pages = details.map((detail) => new CommentPage(report, options, detail));

  for (const page of pages.slice(0, 2)) {
    const whole = page.first({ findings: page.rest, place: '', left: 0 });
    if (byteLength(whole) < limits.bytes) return [whole];
  }

  // The first part must leave room for findings. The last page has no lists, so it always does.
  return split(pages.find((page) => frameBytes(page, 0) < limits.bytes / 2) ?? pages.at(-1)!, limits);
}

function split(page: CommentPage, limits: Limits): string[] {
  const chunks = chunksOf(page, limits);
  const left = countOf(page.rest) - chunks.reduce((sum, chunk) => sum + countOf(chunk), 0);

  return chunks.map((findings, i) => {
    const place = chunks.length === 1 ? '' : ` (${i + 1}/${chunks.length})`;
    const part = { findings, place, left: i === chunks.length - 1 ? left : 0 };
    if (i === 0) return page.first(part);
    return page.further(part);
  });
}

/** Bytes for the summary of the fold and the line that counts the rest, with numbers of any length. */
const reserve = 600;

/** Cuts the findings greedily: each part holds as many as fit. */
function chunksOf(page: CommentPage, { bytes, parts }: Limits): ShownFinding[][] {
  const chunks: ShownFinding[][] = [];
  let rest = page.rest;

  while (chunks.length < parts && (rest.length > 0 || chunks.length === 0)) {
    const count = fitting(page.linesOf(rest), bytes - frameBytes(page, chunks.length) - reserve);
    if (count === 0 && chunks.length > 0) break;
    chunks.push(rest.slice(0, count));
    rest = rest.slice(count);
  }

  return chunks;
}

/** Bytes of a part without its findings. */
function frameBytes(page: CommentPage, part: number): number {
  const empty = { findings: [], place: ' (9/9)', left: 0 };
  return byteLength(part === 0 ? page.first(empty) : page.further(empty));
}

/** How many of the first lines fit into a number of bytes. */
function fitting(lines: readonly string[], bytes: number): number {
  let used = 0;
  const over = lines.findIndex((line) => {
    used += byteLength(line) + 1;
    return used > bytes;
  });
  if (over === -1) return lines.length;
  return over;
}
