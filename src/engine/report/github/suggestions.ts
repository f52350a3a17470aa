import type { Review } from '../../review/context/review-data.ts';
import type { DiffLines, Suggestion } from '../../review/presentation/presentation.ts';
import type { Diagnostic, Edit } from '../../text/diagnostic.ts';
import { compareNames } from '../../text/name-order.ts';
import { LineIndex } from '../../text/source.ts';
import { fenceOf, prose } from '../../text/words/escape.ts';
import { newFindings } from '../wording/new-findings.ts';

/** A fix that can be given in one block, with the lines it replaces. */
interface Block {
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly edits: readonly Edit[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The fixes of new findings as suggestions, in order of file and line. Fixes on touching lines share one block, because
 * applying one would invalidate the other. A fix whose lines do not adjoin, or are outside the diff, is left to `--fix`, because
 * one click must never apply half of it.
 */
export function suggestions(review: Review, diffLines: DiffLines): Suggestion[] {
  const indexes = new Map([...review.texts].map(([file, text]) => [file, new LineIndex(text)]));
  const blocks = newFindings(review)
    .flatMap(({ diagnostic }) => blockOf(diagnostic, indexes))
    .filter((block) => isInDiff(block, diffLines))
    .sort((a, b) => compareNames(a.file, b.file) || a.startLine - b.startLine || a.endLine - b.endLine);
  return merged(blocks).map((block) => suggestion(block, indexes.get(block.file)!));
}

function blockOf(diagnostic: Diagnostic, indexes: ReadonlyMap<string, LineIndex>): Block[] {
  const edits = [...(diagnostic.fix?.edits ?? [])].sort((a, b) => a.start - b.start || a.end - b.end);
  const [first] = edits;
  const index = first && indexes.get(first.file);
  if (!index || edits.some((edit) => edit.file !== first.file)) return [];

  const ranges = edits.map((edit) => linesOf(edit, index));
  if (ranges.some((range, i) => i > 0 && range.startLine > ranges[i - 1]!.endLine + 1)) return [];

  const endLine = Math.max(...ranges.map((range) => range.endLine));
  return [{ file: first.file, startLine: ranges[0]!.startLine, endLine, edits, diagnostics: [diagnostic] }];
}

/** The lines an edit touches. One that ends with a whole line does not touch the next, unless it joins the two. */
function linesOf(edit: Edit, index: LineIndex): { startLine: number; endLine: number } {
  const start = index.position(edit.start);
  const end = index.position(edit.end);
  const isWholeLines = edit.end > edit.start && end.column === 1;
  const joinsLines = isWholeLines && !(start.column === 1 && edit.newText === '') && !edit.newText.endsWith('\n');
  return { startLine: start.line, endLine: isWholeLines && !joinsLines ? end.line - 1 : end.line };
}

function isInDiff({ file, startLine, endLine }: Block, diffLines: DiffLines): boolean {
  const lines = diffLines.get(file);
  for (let line = startLine; line <= endLine; line++) if (!lines?.has(line)) return false;
  return true;
}

/** Joins blocks whose lines overlap or adjoin; a fix that contradicts an earlier one is left out. */
function merged(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (!last || last.file !== block.file || block.startLine > last.endLine + 1) result.push(block);
    else if (!overlaps(last.edits, block.edits)) result[result.length - 1] = join(last, block);
  }

  return result;
}

const overlaps = (earlier: readonly Edit[], later: readonly Edit[]): boolean =>
  later.some((edit) =>
    earlier.some((other) => (edit.start < other.end && other.start < edit.end) || edit.start === other.start),
  );

const join = (a: Block, b: Block): Block => ({
  ...a,
  endLine: Math.max(a.endLine, b.endLine),
  edits: [...a.edits, ...b.edits].sort((left, right) => left.start - right.start),
  diagnostics: [...a.diagnostics, ...b.diagnostics],
});

function suggestion({ file, startLine, endLine, edits, diagnostics }: Block, index: LineIndex): Suggestion {
  const from = index.start(startLine);
  const to = endLine < index.lineCount ? index.start(endLine + 1) : index.text.length;
  const text = applied(index.text, edits, from, to).replace(/\r\n/g, '\n');
  const says = diagnostics.map(({ message, fix }) => `${prose(message)} ${prose(fix!.description)}`);
  return { file, startLine, endLine, body: `${says.join('\n\n')}\n\n${suggestionBlock(text)}\n`, diagnostics };
}

/** The text of `[from, to)` with the edits applied; they are sorted and do not overlap. */
function applied(text: string, edits: readonly Edit[], from: number, to: number): string {
  let result = '';
  let at = from;
  for (const edit of edits) {
    result += text.slice(at, edit.start) + edit.newText;
    at = Math.max(at, edit.end);
  }

  return result + text.slice(at, to);
}

/** An empty block deletes the lines. */
function suggestionBlock(text: string): string {
  const fence = fenceOf(text);
  const isEmpty = text === '';
  const lines = isEmpty || text.endsWith('\n') ? text : `${text}\n`;
  return `${fence}suggestion\n${lines}${fence}`;
}
