import type { Pod } from '../../api/pod.ts';

/** Pods of one workload that share a node or wait, and that nothing tells apart. */
export interface PodGroup {
  readonly workload: string;
  readonly pod: Pod;
  readonly count: number;
  readonly isDaemon: boolean;
  /** Position in the queue, and of the first pod within its workload. */
  readonly order: number;
  readonly firstIndex: number;
  /** When they began to run here (milliseconds since 1970); undefined while they wait, or where it is not known. */
  readonly startedAt: number | undefined;
  readonly isReady: boolean;
}
