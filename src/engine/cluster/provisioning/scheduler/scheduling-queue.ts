import type { PodClass } from '../input/scheduler-input.ts';
import type { PodShape } from './pod-shape.ts';

/** The pods of one class, compiled. */
export interface PendingPods {
  readonly podClass: PodClass;
  readonly shape: PodShape;
}

/** One pod of a class. */
interface QueuedPod {
  readonly pods: PendingPods;
  /** The length of the queue when the pod was last put back. */
  lastLength: number;
}

/**
 * Pods in the order in which they are tried: most CPU first, then most memory, then oldest workload. Stops after all
 * remaining pods were tried without progress. Source: core …/scheduling/queue.go.
 */
export class SchedulingQueue {
  readonly #pods: QueuedPod[];
  #head = 0;

  constructor(pods: readonly PendingPods[], { cpu, memory }: { cpu: number; memory: number }) {
    const sorted = [...pods].sort(
      (a, b) =>
        b.shape.requests[cpu]! - a.shape.requests[cpu]! ||
        b.shape.requests[memory]! - a.shape.requests[memory]! ||
        a.podClass.order - b.podClass.order ||
        a.podClass.firstIndex - b.podClass.firstIndex,
    );

    this.#pods = sorted.flatMap((pending) =>
      Array.from({ length: pending.podClass.count }, () => ({ pods: pending, lastLength: 0 })),
    );
  }

  get length(): number {
    return this.#pods.length - this.#head;
  }

  /** The next pod; undefined if there is none, or no progress. */
  pop(): QueuedPod | undefined {
    const next = this.#pods[this.#head];
    if (next === undefined || next.lastLength === this.length) return undefined;
    this.#head++;
    return next;
  }

  /** Puts back a pod that could not be placed. */
  push(pod: QueuedPod): void {
    this.#pods.push(pod);
    pod.lastLength = this.length;
  }

  /** Pods that could not be placed, in queue order. */
  get rest(): readonly QueuedPod[] {
    return this.#pods.slice(this.#head);
  }
}
