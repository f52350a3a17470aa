import type { Mapping } from '../../manifest/manifest.ts';

/** What a snapshot file calls itself. */
export const snapshotKind = { apiVersion: 'plumbline.dev/v1', kind: 'ClusterSnapshot' } as const;

/** What a cluster tells of itself, as minors; what it does not tell is not here. */
export interface ClusterVersions {
  /** Of the newest kubelet. */
  readonly kubernetesVersion?: string;
  /** By the label of Karpenter's own Deployment or pods. */
  readonly karpenterVersion?: string;
}

/** Pods that are alike to the scheduler, with the names that tell them apart. */
export interface SnapshotPods {
  /** `metadata` (without the name) and `spec` (without the node) of each of them; `status.phase` of finished ones. */
  readonly template: Mapping;
  /** What the names of these pods start with. */
  readonly prefix: string;
  /** Node → rests of names, sorted; pods that wait for a node stand under the empty name. */
  readonly names: Readonly<Record<string, readonly string[]>>;
}

/** A cluster as far as scheduling sees it: `plumbline snapshot` writes it, `--cluster` and `snapshot:` read it. */
export interface ClusterSnapshot extends ClusterVersions {
  readonly apiVersion: string;
  readonly kind: string;
  /** ISO time at which it was made. */
  readonly takenAt: string;
  /** Label keys that pods and namespaces have and the snapshot has not, sorted: no selector named them. */
  readonly droppedLabels: readonly string[];
  /** Everything but pods, by kind, namespace and name. */
  readonly objects: readonly Mapping[];
  readonly podClasses: readonly SnapshotPods[];
}

/**
 * In the `matchFields` of a pod that its controller binds to a node (DaemonSets do), this stands for the pod's own node: no
 * node is called so, and pods of all nodes are alike with it.
 */
export const ownNodeName = '*';
