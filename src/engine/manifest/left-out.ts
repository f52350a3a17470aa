import type { Manifest, Path } from './manifest.ts';

/**
 * Whether a field that says nothing was written by a template, which may have put something there: what stands at the key in the
 * repository is not what was made of it. False for what stands in the repository as it is.
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
