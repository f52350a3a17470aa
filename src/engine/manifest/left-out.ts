import type { Manifest, Path } from './manifest.ts';

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
