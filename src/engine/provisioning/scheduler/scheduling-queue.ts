import type { PodClass } from '../scheduler-input.ts';
import type { PodShape } from './pod-shape.ts';

/** The pods of one class with what they are compiled to. */
export interface PendingPods {
  readonly podClass: PodClass;
  readonly shape: PodShape;
}

/** One pod of a class. */
export interface QueuedPod {
  readonly pods: PendingPods;
  /** Length of the queue when it was last put back. */
  lastLength: number;
}

/**
 * Pods in the order in which they are tried: most CPU first, then most memory, then oldest workload. Stops when all that are
 * left were tried without progress. Source: core …/scheduling/queue.go.
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
    this.#pods = sorted.flatMap((own) =>
      Array.from({ length: own.podClass.count }, () => ({ pods: own, lastLength: 0 })),
    );
  }

  get length(): number {
    return this.#pods.length - this.#head;
  }

  /** The next pod, or undefined when there is none or no progress. */
  pop(): QueuedPod | undefined {
    const next = this.#pods[this.#head];
    if (next === undefined || next.lastLength === this.length) return undefined;
    this.#head++;
    return next;
  }

  /** Puts a pod back that found no place. */
  push(pod: QueuedPod): void {
    this.#pods.push(pod);
    pod.lastLength = this.length;
  }

  /** Pods that found no place, in the order of the queue. */
  get rest(): readonly QueuedPod[] {
    return this.#pods.slice(this.#head);
  }
}
