import { asMapping, asText, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import type { ReplicaRange } from './replicas.ts';

/** Why the API server refuses pods of a workload. */
export interface QuotaRefusal {
  /** A ResourceQuota, or a LimitRange. */
  readonly quota: Manifest;
  /** The field that decides. */
  readonly path: Path;
  /** The key of `spec.hard`: `requests.cpu`. The resource, for a LimitRange. */
  readonly resource: string;
  /** The amount there, as written. */
  readonly hard: string;
  /**
   * `limit`: the sum would be larger. `missing`: a container lacks a request or limit that the quota demands. `above` and `below`: an amount of a
   * container is outside of a LimitRange. `default`: a container requests more than the limit that a LimitRange gives to it. `each`: one pod has more
   * than the quota allows for all.
   */
  readonly because: 'limit' | 'missing' | 'above' | 'below' | 'default' | 'each';
  /** What existing pods of the namespace count towards a quota that they exceed, and the names of their workloads. */
  readonly used?: { readonly amount: number; readonly by: readonly string[] };
  /** What one pod counts, if that is more than the quota allows. */
  readonly perPod?: number;
  /** The number of pods that the workload wants. */
  readonly wanted: ReplicaRange;
  /** Whether all of its pods exist already, so that they are refused only once they restart. */
  readonly isLater: boolean;
  /** Whether other workloads of the namespace want more pods as well, so that chance decides whose are refused. */
  readonly isShared: boolean;
}

/** Whether one pod of a workload has more than its quota allows, so that the API server creates no new one. */
export const hasTooLargePods = ({ refused }: { readonly refused?: QuotaRefusal | undefined }): boolean =>
  refused?.because === 'each';

/** Why Kueue does not start the pods of a workload. */
export interface QueueHold {
  /** `ClusterQueue`, or `LocalQueue` if that is as far as the files lead. */
  readonly queue: string;
  /**
   * `provisioning-request`: a check waits for a ProvisioningRequest, which only cluster-autoscaler answers. `stopped`: the queue holds
   * everything. `quota`: there is less left than the workload needs. `unknown`: the queue is not in the files.
   */
  readonly because: 'provisioning-request' | 'stopped' | 'quota' | 'unknown';
  /** The AdmissionCheck, or the resource of the quota. */
  readonly by: string | undefined;
  readonly manifest: Manifest | undefined;
  readonly pods: number;
}

const queueLabel = 'kueue.x-k8s.io/queue-name';

/** The LocalQueue of an object, from its label or from the label of its pods; undefined if Kueue has nothing to do with it. */
export function queueOf(manifest: Manifest, podLabels: Readonly<Record<string, string>>): string | undefined {
  return asText(asMapping(asMapping(manifest.object.metadata)?.labels)?.[queueLabel]) ?? podLabels[queueLabel];
}
