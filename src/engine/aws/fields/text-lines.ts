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
  const found = pattern.exec(text);
  if (found === null) return undefined;
  // The pattern may start before the line that it is about.
  const from = found.index + (found[0].length - found[0].trimStart().length);
  const end = text.indexOf('\n', from);

  return text.slice(text.lastIndexOf('\n', from - 1) + 1, end === -1 ? undefined : end);
}
