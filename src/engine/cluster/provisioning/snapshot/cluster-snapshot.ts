import type { Mapping } from '../../../manifest/model/manifest.ts';

/** The apiVersion and kind of a snapshot file. */
export const snapshotKind = { apiVersion: 'plumbline.dev/v1', kind: 'ClusterSnapshot' } as const;

/** The minor versions found in a cluster. A version that is unknown is absent. */
export interface ClusterVersions {
  /** The version of the newest kubelet. */
  readonly kubernetesVersion?: string;
  /** From the label of Karpenter's own Deployment or pods. */
  readonly karpenterVersion?: string;
}

/** Pods that are equal for the scheduler, with their names. */
export interface SnapshotPods {
  /** `metadata` (without the name) and `spec` (without the node) of each pod, and `status.phase` of finished pods. */
  readonly template: Mapping;
  /** The common start of the names of these pods. */
  readonly prefix: string;
  /** Node → the remaining parts of the names, sorted. Pods that wait for a node are under the empty name. */
  readonly names: Readonly<Record<string, readonly string[]>>;
}

/** A cluster as far as scheduling is concerned. `plumbline snapshot` writes it; `--cluster` and `snapshot:` read it. */
export interface ClusterSnapshot extends ClusterVersions {
  readonly apiVersion: string;
  readonly kind: string;
  /** The ISO time at which it was taken. */
  readonly takenAt: string;
  /** Label keys of pods and namespaces that the snapshot omits, sorted. No selector used them. */
  readonly droppedLabels: readonly string[];
  /** All objects except pods, by kind, namespace and name. */
  readonly objects: readonly Mapping[];
  readonly podClasses: readonly SnapshotPods[];
}

/**
 * Replaces the name of the pod's own node in the `matchFields` of pods that are bound by their controller, such as a
 * DaemonSet's. No real node has this name, and it makes the pods of all nodes equal.
 */
export const ownNodeName = '*';

const dayLength = 24 * 60 * 60 * 1000;
const isoDate = /^\d{4}-\d{2}-\d{2}/;

/** The age of a snapshot in days, and in words that continue a sentence. Without a usable date, only the words. */
export function ageOfSnapshot(
  takenAt: string | undefined,
  today: string,
): { readonly days?: number; readonly text: string } {
  const date = isoDate.exec(takenAt ?? '')?.[0];
  const days = date === undefined ? Number.NaN : Math.round((Date.parse(today) - Date.parse(date)) / dayLength);
  if (Number.isNaN(days)) return { text: 'does not say when it was taken' };
  if (days < 0) return { text: `has the date ${date}, which is in the future` };

  const age = () => {
    if (days === 0) return 'today';
    if (days === 1) return '1 day ago';
    return `${days} days ago`;
  };

  return { days, text: `was taken on ${date} (${age()})` };
}
