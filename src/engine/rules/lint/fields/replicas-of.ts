import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asText, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';

/** What `replicasOf` calls a workload. */
export const replicasKey = ({ kind, name }: Pick<Manifest, 'kind' | 'name'>): string => `${kind}/${name}`;

/** The highest number of pods of a workload, and the field that decides it. */
export interface Replicas {
  readonly most: number;
  readonly at: { readonly manifest: Manifest; readonly path: Path; readonly isMost: boolean };
  /** The lowest number of an autoscaler that names it. */
  readonly least?: { readonly manifest: Manifest; readonly field: string; readonly count: number };
}

/** How many pods each workload has at most; undefined if something else decides it or an overlay has another number. */
export function replicasOf(all: ManifestSet): Map<string, Replicas | undefined> {
  const numbers = new Map<string, Replicas | undefined>();
  const path = ['spec', 'replicas'];

  for (const manifest of all.manifests) {
    const replicas = manifest.get(path);
    const key = replicasKey(manifest);
    if (replicas === undefined) continue;

    const isSame = !numbers.has(key) || numbers.get(key)?.most === replicas;
    const at = { manifest, path, isMost: false };
    numbers.set(key, isSame && typeof replicas === 'number' ? { most: replicas, at } : undefined);
  }

  for (const manifest of all.manifests) {
    if (manifest.kind !== 'HorizontalPodAutoscaler' && manifest.kind !== 'ScaledObject') continue;

    const target = ['spec', 'scaleTargetRef'];
    // Then it may scale any workload.
    if (['kind', 'name'].some((field) => hasPlaceholder(manifest.get([...target, field])))) return new Map();

    const kind = asText(manifest.get([...target, 'kind'])) ?? 'Deployment';
    const field = manifest.kind === 'ScaledObject' ? 'maxReplicaCount' : 'maxReplicas';
    const most = manifest.get(['spec', field]);
    const minimum = manifest.kind === 'ScaledObject' ? 'minReplicaCount' : 'minReplicas';
    const count = manifest.get(['spec', minimum]);
    const key = replicasKey({ kind, name: asText(manifest.get([...target, 'name'])) ?? '' });
    const least = typeof count === 'number' ? { least: { manifest, field: minimum, count } } : {};
    const at = { manifest, path: ['spec', field], isMost: true };

    numbers.set(key, typeof most === 'number' && !manifest.isPartial ? { most, at, ...least } : undefined);
  }

  return numbers;
}
