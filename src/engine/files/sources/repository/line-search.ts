import type { LineIndex, Place } from '../../../text/source.ts';

/** The files to search for a line. */
interface SearchedFiles {
  readonly files: readonly string[];
  read(file: string): string | undefined;
}

/**
 * The place of the only line in some files with the same text as the line at an offset, regardless of indentation. This is a
 * guess.
 */
export function placeOfLine(text: string, offset: number, { files, read }: SearchedFiles): Place | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const wanted = contentOf(text.slice(start, lineEnd(text, start)));
  if (wanted.length < minLength) return undefined;

  const places: Place[] = [];
  for (const file of files) {
    const other = read(file) ?? '';
    for (let at = other.indexOf(wanted); at !== -1 && places.length < 2; at = other.indexOf(wanted, at + 1)) {
      const from = other.lastIndexOf('\n', at - 1) + 1;
      if (contentOf(other.slice(from, lineEnd(other, from))) === wanted)
        places.push({ span: { file, start: at, end: at + wanted.length }, isExact: false });
    }
  }

  if (places.length === 1) return places[0];
  return undefined;
}

/** Shorter lines are not distinctive enough. */
const minLength = 4;

const lineEnd = (text: string, start: number): number => {
  const end = text.indexOf('\n', start);
  if (end === -1) return text.length;
  return end;
};

/** A line without indentation, list dash and trailing spaces. */
export const contentOf = (line: string): string => line.replace(/^[\s-]*(?=\S)/, '').trimEnd();

/** The span of a line's content. */
export function spanOfLine(file: string, index: LineIndex, line: number): Place['span'] {
  const start = index.start(line);
  const text = index.line(line);
  const from = start + (text.length - text.trimStart().length);
  return { file, start: from, end: Math.max(from, start + text.trimEnd().length) };
}
