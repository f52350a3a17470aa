import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import type { Span } from '../../text/source.ts';

/** The place in the repository of a part of an object, such as one that only the base has. */
export function placeInRepository(manifest: Manifest, path: Path): Span {
  const span = manifest.span(path);
  return manifest.source.origin?.trace(span.start, span.end).span ?? span;
}
