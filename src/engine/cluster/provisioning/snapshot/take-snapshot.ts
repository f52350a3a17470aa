import type { CloudProvider } from '../../../karpenter/cloud-provider/cloud-provider.ts';
import { groupOf, type Manifest, type Mapping, mappingOrEmpty } from '../../../manifest/model/manifest.ts';
import { compareNames } from '../../../text/name-order.ts';
import { readText } from '../input/value-reader.ts';
import { controllerOf, workloadKey, workloadKeyOf } from '../pods/owner-references.ts';
import { isFinished } from '../pods/workloads.ts';
import { type ClusterSnapshot, snapshotKind } from './cluster-snapshot.ts';
import { clusterVersions } from './cluster-versions.ts';
import { isKept, pruneObject } from './prune-object.ts';
import { addSelectorKeys, customaryKeys } from './selector-keys.ts';
import { podClassesOf } from './snapshot-pods.ts';

/**
 * Creates the snapshot of a cluster from the output of `kubectl get … -o json`, including the providers' node classes. If an
 * object occurs twice, the first one counts.
 */
export function takeSnapshot(
  dump: readonly Manifest[],
  takenAt: string,
  providers: readonly CloudProvider[],
): ClusterSnapshot {
  const all = [...new Map(dump.toReversed().map((manifest) => [identity(manifest), manifest])).values()];
  const everyPod = all.filter(isPod);
  const dated = newestDaemonPods(everyPod);
  const pods = everyPod.filter((manifest) => !isFinished(manifest) || dated.has(manifest));
  const others = all
    .filter((manifest) => isKept(manifest, providers))
    .toSorted((a, b) => compareNames(identity(a), identity(b)));
  const keys = new Set(customaryKeys);
  for (const { object } of [...pods, ...others]) addSelectorKeys(object, keys);

  const keeps = (key: string): boolean => keys.has(key);
  const owners = new Set(pods.flatMap(ownerKey));

  return {
    ...snapshotKind,
    takenAt,
    ...clusterVersions(all),
    droppedLabels: droppedLabels([...pods, ...others], keeps),
    objects: others.flatMap((manifest): Mapping[] => {
      const object = pruneObject(manifest, { owners, keeps, providers });
      if (object) return [object];
      return [];
    }),
    podClasses: podClassesOf(pods, dated, keeps),
  };
}

/** The text of a snapshot, with one line for each object and class of pods, so that daily changes stay readable. */
export function snapshotText(snapshot: ClusterSnapshot): string {
  const { objects, podClasses, ...head } = snapshot;
  const lines = (items: readonly unknown[]): string => {
    if (items.length === 0) return '[]';
    return `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
  };
  const fields = Object.entries(head).map(([key, value]) => `"${key}":${JSON.stringify(value)}`);
  return `{\n${[...fields, `"objects":${lines(objects)}`, `"podClasses":${lines(podClasses)}`].join(',\n')}\n}\n`;
}

const identity = (manifest: Manifest): string => `${groupOf(manifest.apiVersion)} ${workloadKeyOf(manifest)}`;

const isPod = ({ kind, apiVersion }: Manifest): boolean => kind === 'Pod' && groupOf(apiVersion) === '';

function ownerKey(pod: Manifest): string[] {
  const owner = controllerOf(pod);
  if (owner) return [workloadKey(owner.kind, pod.namespace ?? 'default', owner.name)];
  return [];
}

/**
 * Karpenter assumes that every node runs the newest pod of a DaemonSet, even if that pod has finished. Of equally new pods,
 * the first by name counts.
 */
function newestDaemonPods(pods: readonly Manifest[]): ReadonlySet<Manifest> {
  const best = new Map<string, Manifest>();
  for (const pod of pods.toSorted((a, b) => compareNames(a.name, b.name))) {
    const [owner] = controllerOf(pod)?.kind === 'DaemonSet' ? ownerKey(pod) : [];
    if (owner === undefined || pod.get(['spec', 'nodeName']) === undefined) continue;
    const other = best.get(owner);
    if (other === undefined || createdAt(pod) > createdAt(other)) best.set(owner, pod);
  }

  return new Set(best.values());
}

const createdAt = (pod: Manifest): string => readText(mappingOrEmpty(pod.object.metadata).creationTimestamp) ?? '';

const labelsOf = (manifest: Manifest): Mapping => mappingOrEmpty(mappingOrEmpty(manifest.object.metadata).labels);

/** The label keys of pods, pod templates and namespaces that are not kept. */
function droppedLabels(manifests: readonly Manifest[], keeps: (key: string) => boolean): readonly string[] {
  const objectLabels = manifests.filter((manifest) => isPod(manifest) || manifest.kind === 'Namespace').map(labelsOf);
  const ofTemplates = manifests.map((manifest) =>
    mappingOrEmpty(manifest.get(['spec', 'template', 'metadata', 'labels'])),
  );

  const isOfPods = ({ kind }: Manifest): boolean => kind !== 'NodePool' && kind !== 'Provisioner';
  const labels = [...objectLabels, ...ofTemplates.filter((_, i) => isOfPods(manifests[i]!))];
  const keys = labels.flatMap((all) => Object.keys(all));

  return [...new Set(keys.filter((key) => !keeps(key)))].sort();
}
