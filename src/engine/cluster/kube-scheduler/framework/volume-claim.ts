import type { NodeSelectorRequirement } from '../../../karpenter/api/pod.ts';

/** A PersistentVolumeClaim as kube-scheduler sees it. */
export interface ClaimOfPod {
  /** `namespace/name`. */
  readonly key: string;
  /** Bound to a volume. Otherwise, the volume is created on the chosen node (`WaitForFirstConsumer`). */
  readonly isBound: boolean;
  readonly driver: string | undefined;
  /** One of these has to hold for the node: the volume's node affinity, or the StorageClass's `allowedTopologies`. Empty: any node. */
  readonly alternatives: readonly (readonly NodeSelectorRequirement[])[];
  /** Zone labels of the volume: key → zones. */
  readonly zones: ReadonlyMap<string, readonly string[]>;
  /** It does not exist, or has to be bound before the pod is scheduled and is not. */
  readonly problem?: 'missing' | 'unbound';
}
