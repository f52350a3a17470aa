import type { Fix } from '../diagnostic.ts';
import type { Manifest, Path } from '../manifest/manifest.ts';

/** Renames the key of a mapping entry. */
export function renameKey(manifest: Manifest, path: Path, to: string): Fix {
  return { description: `Rename it to \`${to}\``, edits: [{ ...manifest.keySpan(path), newText: to }] };
}

/** Writes another text where a value stands. */
export function replaceValue(manifest: Manifest, path: Path, text: string): Fix {
  return { description: `Write \`${text}\``, edits: [{ ...manifest.span(path), newText: text }] };
}

/** Puts quotes around a plain scalar on one line; undefined where it is something else. */
export function quoteValue(manifest: Manifest, path: Path): Fix | undefined {
  const text = sourceText(manifest, path);
  return /^[\w.+-]+$/.test(text) ? replaceValue(manifest, path, `"${text}"`) : undefined;
}

/** Takes the quotes off a number or boolean. */
export function unquoteValue(manifest: Manifest, path: Path): Fix | undefined {
  const inner = /^(["'])(-?\d+|true|false)\1$/.exec(sourceText(manifest, path))?.[2];
  return inner === undefined ? undefined : replaceValue(manifest, path, inner);
}

/** Makes a scalar a list of one. */
export function listValue(manifest: Manifest, path: Path): Fix | undefined {
  const text = sourceText(manifest, path);
  return /^[^\n,[\]{}#]+$/.test(text) ? replaceValue(manifest, path, `[${text}]`) : undefined;
}

/** The text of a value in its file. */
export function sourceText(manifest: Manifest, path: Path): string {
  const { start, end } = manifest.span(path);
  return manifest.source.text.slice(start, end);
}

/** Lines of a block mapping entry: from the start of its key's line to the end of its value's last one; undefined in flow style. */
function entryLines(manifest: Manifest, path: Path): { start: number; end: number; indent: string } | undefined {
  const text = manifest.source.text;
  const key = manifest.keySpan(path);
  const value = manifest.span(path);
  const start = text.lastIndexOf('\n', key.start - 1) + 1;
  const indent = text.slice(start, key.start);
  if (!/^ *$/.test(indent)) return undefined;
  // A block value's span may end behind its line break.
  const last = Math.max(key.end, text.slice(0, value.end).trimEnd().length);
  const newline = text.indexOf('\n', last);
  const end = newline === -1 ? text.length : newline;
  if (!/^\s*(#.*)?$/.test(text.slice(last, end)) && last !== key.end) return undefined;
  return { start, end, indent };
}

/** Indents whole entries by two more blanks, so that they fall under the empty key before them. */
export function indentEntries(manifest: Manifest, paths: readonly Path[], under: string): Fix | undefined {
  const edits = [];
  for (const path of paths) {
    const lines = entryLines(manifest, path);
    if (lines === undefined) return undefined;
    for (let at = lines.start; at !== 0 && at <= lines.end; at = manifest.source.text.indexOf('\n', at) + 1) {
      edits.push({ file: manifest.source.file, start: at, end: at, newText: '  ' });
      if (manifest.source.text.indexOf('\n', at) === -1) break;
    }
  }
  return { description: `Indent it under \`${under}\``, edits };
}

/** Moves a block entry to the end of another mapping that exists in block style; undefined where that is not plain to do. */
export function moveEntry(manifest: Manifest, from: Path, into: Path): Fix | undefined {
  const parent = manifest.get(into);
  if (typeof parent !== 'object' || parent === null || Array.isArray(parent)) return undefined;
  const siblings = Object.keys(parent);
  const name = from[from.length - 1]!;
  const isOnly = Object.keys((manifest.get(from.slice(0, -1)) ?? {}) as object).length === 1;
  // Taking the only entry away would leave its parent null.
  if (siblings.length === 0 || siblings.includes(String(name)) || isOnly) return undefined;
  const lines = entryLines(manifest, from);
  const target = entryLines(manifest, [...into, siblings[siblings.length - 1]!]);
  if (lines === undefined || target === undefined) return undefined;
  const { file, text } = manifest.source;
  if (target.end > lines.start && target.start < lines.end) return undefined;
  const moved = text
    .slice(lines.start, lines.end)
    .split('\n')
    .map((line) => (line.startsWith(lines.indent) ? target.indent + line.slice(lines.indent.length) : line))
    .join('\n');
  const cut = { file, start: lines.start, end: Math.min(lines.end + 1, text.length), newText: '' };
  const insert = { file, start: target.end, end: target.end, newText: `\n${moved}` };
  const edits = [cut, insert].sort((a, b) => a.start - b.start);
  return { description: `Move it to \`${into.join('.')}\``, edits };
}
