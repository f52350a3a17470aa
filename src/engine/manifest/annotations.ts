import { asText, type Manifest, type Path } from './model/manifest.ts';
import { hasPlaceholder } from './yaml/placeholder.ts';

const annotationPath = (key: string): Path => ['metadata', 'annotations', key];

/** An annotation as text; undefined if it is absent, or if a placeholder decides about it. */
export function annotationOf(manifest: Manifest, key: string): string | undefined {
  const text = asText(manifest.get(annotationPath(key)));
  if (text === undefined || hasPlaceholder(text)) return undefined;
  return text;
}

/** The words of an annotation that is a list with commas. */
export const annotationWords = (manifest: Manifest, key: string): readonly string[] =>
  (annotationOf(manifest, key) ?? '').split(',').flatMap((word) => word.trim() || []);

/** Whether a placeholder decides about an annotation. */
export const isAnnotationUnknown = (manifest: Manifest, key: string): boolean =>
  hasPlaceholder(manifest.get(annotationPath(key)));
