import type { LineIndex, Place } from '../../source.ts';

/** Where to look for a line. */
export interface SearchedFiles {
  readonly files: readonly string[];
  read(file: string): string | undefined;
}

/** The place of the only line of some files that says the same as the line at an offset, whatever its indentation; a guess. */
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
  return places.length === 1 ? places[0] : undefined;
}

/** Shorter lines say too little to be told from others. */
const minLength = 4;

const lineEnd = (text: string, start: number): number => {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
};

/** A line without indentation, the dash of an item and what is blank at its end. */
export const contentOf = (line: string): string => line.replace(/^[\s-]*(?=\S)/, '').trimEnd();

/** The span of what a line of a text says. */
export function spanOfLine(file: string, index: LineIndex, line: number): Place['span'] {
  const start = index.start(line);
  const text = index.line(line);
  const from = start + (text.length - text.trimStart().length);
  return { file, start: from, end: Math.max(from, start + text.trimEnd().length) };
}
