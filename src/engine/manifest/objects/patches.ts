import { onceForSource } from '../../source.ts';
import { karpenterKindOf } from '../karpenter-kinds.ts';
import type { Manifest } from '../manifest.ts';
import { asPartial } from './document-manifest.ts';

const keyOf = ({ kind, name }: Manifest): string => `${kind}/${name}`;

const mayDirect = onceForSource(({ text }) => text.includes('$patch'));

/** Whether Kustomize is told what to do with something, by `$patch`: an object that is applied has no such key. */
const isDirective = ({ source, object }: Manifest): boolean =>
  mayDirect(source) && JSON.stringify(object).includes('"$patch":');

/**
 * Takes an object for a patch of Kustomize's where the whole of it stands in another file under the same name: then it is
 * a part, and what it does not say is not missing.
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
    return other && other.source.file !== manifest.source.file ? asPartial(manifest) : manifest;
  });
}
