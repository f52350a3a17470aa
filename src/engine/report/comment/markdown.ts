import { countOf, type ShownFinding } from '../../review/context/finding-copies.ts';
import { prose } from '../../text/words/escape.ts';
import { textIf } from '../../text/words/text-if.ts';
import { byteLength } from '../../text/words/utf8.ts';
import type { Renderer, RenderOptions, Report } from '../values/report.ts';
import { CommentPage } from './comment-page.ts';
import { details } from './detail.ts';
import { fittingLevels, type Levels, shortest } from './section-levels.ts';

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
  `${textIf(marker !== undefined, `${marker}\n`)}plumbline${textIf(name !== '', ` (${prose(name)})`)}: this pull request no longer changes anything that Karpenter reads.\n`;

/** The size of a part, and the number of parts. */
export interface Limits {
  readonly bytes: number;
  readonly parts: number;
}

/** What is least important is shortened until everything fits in one part. If the findings alone are too long, they continue in further parts. */
export function renderParts(report: Report, options: RenderOptions, limits: Limits): string[] {
  const page = new CommentPage(report, options);
  const whole = (levels: Levels): string => page.first({ findings: page.rest, place: '', remaining: 0, levels });
  const levels = fittingLevels((shorter) => byteLength(whole(shorter)) < limits.bytes);
  if (levels !== undefined) return [whole(levels)];

  // The first part must leave room for findings. At its shortest, it always does.
  const roomy = fittingLevels((shorter) => frameBytes(page, 0, shorter) < limits.bytes / 2) ?? shortest;
  return split(page, roomy.with('findings', 0), limits);
}

function split(page: CommentPage, levels: Levels, limits: Limits): string[] {
  const chunks = chunksOf(page, levels, limits);
  const remaining = countOf(page.rest) - chunks.reduce((sum, chunk) => sum + countOf(chunk), 0);

  return chunks.map((findings, i) => {
    const place = textIf(chunks.length !== 1, ` (${i + 1}/${chunks.length})`);
    const part = { findings, place, remaining: i === chunks.length - 1 ? remaining : 0, levels };
    if (i === 0) return page.first(part);
    return page.further(part);
  });
}

/** Bytes for the summary of the fold and the line that counts the rest, with numbers of any length. */
const reserve = 600;

/** Cuts the findings greedily: each part holds as many as fit. */
function chunksOf(page: CommentPage, levels: Levels, { bytes, parts }: Limits): ShownFinding[][] {
  const chunks: ShownFinding[][] = [];
  const detail = details[levels.of('findings')]!;
  let rest = page.rest;

  while (chunks.length < parts && (rest.length > 0 || chunks.length === 0)) {
    const count = fitting(page.linesOf(rest, detail), bytes - frameBytes(page, chunks.length, levels) - reserve);
    if (count === 0 && chunks.length > 0) break;
    chunks.push(rest.slice(0, count));
    rest = rest.slice(count);
  }

  return chunks;
}

/** Bytes of a part without its findings. */
function frameBytes(page: CommentPage, part: number, levels: Levels): number {
  const empty = { findings: [], place: ' (9/9)', remaining: 0, levels };
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
