import type { Pod } from '../../../karpenter/api/pod.ts';

/** Identical pods of one workload that are on the same node, or that are all pending. */
export interface PodGroup {
  readonly workload: string;
  readonly pod: Pod;
  readonly count: number;
  readonly isDaemon: boolean;
  /** Position in the queue, and of the first pod within its workload. */
  readonly order: number;
  readonly firstIndex: number;
  /** When they started on this node (milliseconds since 1970); undefined while pending or if unknown. */
  readonly startedAt: number | undefined;
  readonly isReady: boolean;
  /** The pods of a CapacityBuffer, which do not exist. */
  readonly isVirtual?: boolean;
}
