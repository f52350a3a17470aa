import type { Manifest, Path } from './model/manifest.ts';

/**
 * Whether a template rendered this empty field, so that other values may fill it: the text of the key in the repository differs from
 * the rendered text. False for fields that are in the repository as they are.
 */
export function isLeftOut(manifest: Manifest, path: Path): boolean {
  const { origin, text } = manifest.source;
  if (!origin) return false;

  const { start, end: keyEnd } = manifest.keySpan(path);
  const end = Math.max(keyEnd, manifest.span(path).end);
  const [between] = /^:?(?:\s|#[^\n]*)*/.exec(text.slice(end))!;
  const next = end + between.length + 1;
  const { span, isExact } = origin.trace(start, next);

  return !isExact || span.end - span.start !== next - start;
}

/**
 * Whether a template writes a field that the rendered object does not have, so that other values may add it: the key is in a block (`with`, `if`)
 * of the document that the object is rendered from.
 */
export function isLeftToValues(manifest: Manifest, path: Path): boolean {
  const { origin } = manifest.source;
  const key = path.at(-1);
  if (!origin || typeof key !== 'string' || !/^[\w.-]{1,100}$/.test(key)) return false;

  const { start, end } = manifest.keySpan(['apiVersion']);
  const { span } = origin.trace(start, end);
  const template = origin.textOf?.(span.file);
  if (template === undefined) return false;

  const next = template.indexOf('\n---', span.start);
  const text = template.slice(span.start, next === -1 ? undefined : next);

  return [...text.matchAll(new RegExp(`^[ \\t]*(?:- )?["']?${key.replaceAll('.', '\\.')}["']?[ \\t]*:`, 'gm'))].some(
    ({ index }) => openBlocks(text.slice(0, index)) > 0,
  );
}

/** The number of blocks of a template that are open at the end of a text. */
function openBlocks(text: string): number {
  let open = 0;
  for (const [, word] of text.matchAll(/\{\{-?\s*(if|with|range|end)\b/g))
    open = word === 'end' ? Math.max(0, open - 1) : open + 1;
  return open;
}
