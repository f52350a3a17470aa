import type { Manifest, Path } from '../../../manifest/model/manifest.ts';
import { LineIndex } from '../../../text/source.ts';

/** The most lines that are searched for comments. */
const mostLines = 20;

/** A text without the comments and blank lines at its end. */
function withoutLastComments(text: string): string {
  let end = text.length;
  for (;;) {
    const line = text.lastIndexOf('\n', end - 1);
    if (line === -1 || end === 0 || !/^\n[ \t]*(?:#[^\n]*)?$/.test(text.slice(line, end))) return text.slice(0, end);
    end = line;
  }
}

/** The comments on the lines of a value, and those directly above it. Text that a program made has none. */
export function commentsAt(manifest: Manifest, path: Path): string {
  const lines = new LineIndex(manifest.source.text);
  const { start, end } = manifest.span(path);
  // A block ends where the next one starts, below the comments of that one.
  const written = withoutLastComments(manifest.source.text.slice(start, end));
  const [first, last] = [lines.position(start).line, lines.position(start + written.trimEnd().length).line];
  return [...above(lines, first), ...commentsOn(lines, first, last)].join(' \n ').trim();
}

/**
 * The comments next to a value where it is written, also for text that a program made from it. Undefined if it is unknown where the value
 * is written: the place is approximate, or a template decides about it. `parents`: so many of the keys that the value is below count, too,
 * also those of an operation of a JSON patch.
 */
export function writtenCommentsAt(manifest: Manifest, path: Path, { parents = 0 } = {}): string | undefined {
  const { origin, text } = manifest.source;
  const { start, end } = manifest.span(path);
  if (!origin) {
    const lines = new LineIndex(text);
    return [commentsAt(manifest, path), ...ofParents(lines, lines.position(start).line, parents)].join(' \n ').trim();
  }

  const last = start + text.slice(start, end).trimEnd().length;

  const files = [origin.trace(start, start + 1), origin.trace(Math.max(start, last - 1), last)].map(
    ({ span, isExact }) => {
      const written = isExact ? origin.textOf?.(span.file) : undefined;
      if (written === undefined) return undefined;
      const lines = new LineIndex(written);
      const { line } = lines.position(span.start);
      const isTemplate = lines.line(line).includes('{{') || lines.line(line).includes('${');
      if (isTemplate) return undefined;
      return [...above(lines, line), ...commentsOn(lines, line, line), ...ofParents(lines, line, parents)].join(' \n ');
    },
  );

  if (files.includes(undefined)) return undefined;
  return files.join(' \n ').trim();
}

/** The comment on the line of a key, and those directly above it. */
export function commentsAtKey(manifest: Manifest, path: Path): string {
  const lines = new LineIndex(manifest.source.text);
  const { line } = lines.position(manifest.keySpan(path).start);
  return [...above(lines, line), ...commentsOn(lines, line, line)].join(' \n ').trim();
}

const commentsOn = (lines: LineIndex, first: number, last: number): readonly string[] =>
  Array.from(
    { length: Math.min(mostLines, last - first + 1) },
    (_, i) => /(?:^|\s)#(.*)$/.exec(lines.line(first + i))?.[1] ?? '',
  );

/** The comments of the lines that a line is below: the nearest ones above it with less indentation. */
function ofParents(lines: LineIndex, line: number, count: number): readonly string[] {
  const comments: string[] = [];
  let indentation = indentationOf(lines.line(line));
  let parents = 0;

  for (let at = line - 1; at > 0 && at >= line - mostLines && parents < count; at--) {
    const text = lines.line(at);
    if (/^\s*(?:#|$)/.test(text) || indentationOf(text) >= indentation) continue;
    comments.push(...above(lines, at), ...commentsOn(lines, at, at));
    indentation = indentationOf(text);
    parents++;
  }

  return comments.filter((comment) => comment !== '');
}

/** An item of a list is below the key of the list, also if both start in the same column. */
function indentationOf(line: string): number {
  const content = line.trimStart();
  return line.length - content.length + (content.startsWith('-') ? 1 : 0);
}

function above(lines: LineIndex, first: number): readonly string[] {
  const comments: string[] = [];
  for (let line = first - 1; line > 0 && comments.length < mostLines; line--) {
    const comment = /^\s*#(.*)$/.exec(lines.line(line))?.[1];
    if (comment === undefined) break;
    comments.unshift(comment);
  }

  return comments;
}
