import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import type { Span } from '../../text/source.ts';

/** The place of a line of a text in a field, such as user data. The key of the field, if the line is not written there exactly once. */
export function spanOfTextLine(manifest: Manifest, path: Path, line: string): Span {
  const field = manifest.span(path);
  const wanted = line.trim();
  const written = manifest.source.text.slice(field.start, field.end);
  const at = written.indexOf(wanted);
  if (wanted === '' || at === -1 || written.includes(wanted, at + 1)) return manifest.keySpan(path);

  return { ...field, start: field.start + at, end: field.start + at + wanted.length };
}

/** The whole line of a text that a pattern matches first; undefined if it matches none. */
export function lineMatching(text: string, pattern: RegExp): string | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;

  // The pattern may start before the line that it is about.
  const within = match.index + (match[0].length - match[0].trimStart().length);
  const start = text.lastIndexOf('\n', within - 1) + 1;
  const end = text.indexOf('\n', within);

  return text.slice(start, end === -1 ? undefined : end);
}
