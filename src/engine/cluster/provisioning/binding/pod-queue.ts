import type { BindingFacts, PodClass } from '../input/scheduler-input.ts';
import { priorityOf } from './binding-facts.ts';

/** Pods that wait for a node. */
export interface Waiting {
  readonly podClass: PodClass;
  readonly count: number;
}

interface Batch extends Waiting {
  readonly priority: number;
  /** When the pods were created, as the number of their batch. */
  readonly created: number;
}

/** By how many batches one controller may be ahead of another. */
const mostDelay = 3;

/**
 * The order of kube-scheduler's queue: by priority, then by creation. Controllers work at the same time, and each creates its pods in
 * batches of 1, 2, 4 and so on. Source: pkg/scheduler/framework/plugins/queuesort, pkg/controller/controller_utils.go slowStartBatch.
 */
export class PodQueue {
  readonly #facts: BindingFacts;
  /** Workload → index of the first pod that its controller creates now. */
  readonly #first = new Map<string, number>();

  /** Workload → how much later than others its controller creates its pods, in batches. Only chance delays any. */
  readonly #delays = new Map<string, number>();

  constructor(podClasses: readonly PodClass[], facts: BindingFacts) {
    this.#facts = facts;
    for (const { workload, firstIndex } of podClasses)
      this.#first.set(workload, Math.min(firstIndex, this.#first.get(workload) ?? firstIndex));
    const { chance } = facts;
    if (chance === undefined || this.#first.size < 2) return;
    for (const workload of this.#first.keys()) this.#delays.set(workload, chance.next() * mostDelay);
  }

  order(waiting: readonly Waiting[]): readonly Waiting[] {
    return waiting
      .flatMap((pods) => this.#batches(pods))
      .sort(
        (a, b) =>
          b.priority - a.priority ||
          a.created - b.created ||
          a.podClass.order - b.podClass.order ||
          a.podClass.firstIndex - b.podClass.firstIndex,
      );
  }

  #batches({ podClass, count }: Waiting): readonly Batch[] {
    const { workload, pod, firstIndex } = podClass;
    const priority = priorityOf(pod.spec, this.#facts);
    // A Pod without a controller exists before any controller acts.
    if (workload.startsWith('Pod/')) return [{ podClass, count, priority, created: -1 }];

    const batches: Batch[] = [];
    const delay = this.#delays.get(workload) ?? 0;
    const end = firstIndex + podClass.count - (this.#first.get(workload) ?? firstIndex);

    for (let at = end - count; at < end; ) {
      const created = Math.floor(Math.log2(at + 1));
      const next = Math.min(end, 2 ** (created + 1) - 1);
      batches.push({ podClass, count: next - at, priority, created: created + delay });
      at = next;
    }

    return batches;
  }
}
