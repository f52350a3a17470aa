import { onceForSource } from '../../text/source.ts';
import { karpenterKindOf } from '../model/karpenter-kinds.ts';
import type { Manifest } from '../model/manifest.ts';
import { asPartial } from './document-manifest.ts';

const keyOf = ({ kind, name }: Manifest): string => `${kind}/${name}`;

const mayDirect = onceForSource(({ text }) => text.includes('$patch'));

/** Whether an object has `$patch`, an instruction to Kustomize that applied objects do not have. */
const isDirective = ({ source, object }: Manifest): boolean =>
  mayDirect(source) && JSON.stringify(object).includes('"$patch":');

/**
 * Marks an object as partial if another file has the complete object of the same name. It is then a Kustomize patch, and fields that
 * it lacks are not missing.
 */
export function withPatches(manifests: readonly Manifest[]): readonly Manifest[] {
  const whole = new Map<string, Manifest>();
  for (const manifest of manifests) {
    const paths = karpenterKindOf(manifest)?.essentialFields;
    if (paths?.every((path) => manifest.get(path) !== undefined)) whole.set(keyOf(manifest), manifest);
  }

  return manifests.map((manifest) => {
    const paths = karpenterKindOf(manifest)?.essentialFields;
    if (!paths && isDirective(manifest)) return asPartial(manifest);
    if (!paths || paths.some((path) => manifest.get(path) !== undefined)) return manifest;
    const other = whole.get(keyOf(manifest));
    if (other && other.source.file !== manifest.source.file) return asPartial(manifest);
    return manifest;
  });
}
