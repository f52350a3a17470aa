import { plus } from '../../../karpenter/api/resources.ts';
import { type Bitset, countBits, isEmptyBitset, membersOf } from '../../../karpenter/scheduling/bitset.ts';
import { readResources } from '../../../karpenter/scheduling/pod-requests.ts';
import type { ExistingNode } from '../input/scheduler-input.ts';
import type { NodeClaimTemplate } from './node-claim-template.ts';

/** The instance types a NodePool may still launch, or why there are none. */
type OptionsWithinLimits = { readonly options: Bitset } | { readonly exhausted: 'nodes' | 'resources' };

/** The remaining limits of one NodePool. Source: core …/scheduling/scheduler.go. */
export class NodePoolLimits {
  readonly #remaining: Map<string, number>;
  readonly #template: NodeClaimTemplate;
  #within: OptionsWithinLimits | undefined;

  constructor(template: NodeClaimTemplate, nodes: readonly ExistingNode[]) {
    this.#template = template;
    this.#remaining = readResources(template.nodePool.spec.limits);
    for (const { capacity } of nodes)
      this.#subtract((name) => {
        if (name === 'nodes') return 1;
        return capacity.get(name) ?? 0;
      });
  }

  #subtract(amount: (name: string) => number): void {
    this.#within = undefined;
    for (const [name, remaining] of this.#remaining) this.#remaining.set(name, plus(remaining, -amount(name)));
  }

  /** The instance types whose capacity fits in the remaining limits. */
  get within(): OptionsWithinLimits {
    this.#within ??= this.#compute();
    return this.#within;
  }

  /** The resource whose limit leaves the fewest types. Of several, the first by name. */
  get bottleneck(): string {
    let [bottleneck, fewest] = ['', Number.POSITIVE_INFINITY];
    for (const name of [...this.#remaining.keys()].sort()) {
      const count = this.#leftBy(name);
      if (count < fewest) [bottleneck, fewest] = [name, count];
    }
    return bottleneck;
  }

  #leftBy(name: string): number {
    if (name === 'nodes' && this.#remaining.get(name) === 0) return -1;
    const options = this.#template.options.slice();
    this.#template.types.keepWithinLimit(options, name, this.#remaining.get(name)!);
    return countBits(options);
  }

  #compute(): OptionsWithinLimits {
    if (this.#remaining.size === 0) return { options: this.#template.options };
    if (this.#remaining.get('nodes') === 0) return { exhausted: 'nodes' };
    const options = this.#template.options.slice();
    for (const [name, remaining] of this.#remaining) this.#template.types.keepWithinLimit(options, name, remaining);
    if (isEmptyBitset(options)) return { exhausted: 'resources' };
    return { options };
  }

  /**
   * Counts a new NodeClaim as the largest of the types it may become. The capacity of a type does not include the number of
   * nodes, so this does not count nodes either.
   */
  take(options: Bitset): void {
    if (this.#remaining.size === 0) return;
    const types = membersOf(options);
    this.#subtract((name) => this.#template.types.largestCapacity(types, name));
  }
}
