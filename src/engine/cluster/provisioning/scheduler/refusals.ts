import type { TopologyGroup } from '../topology/topology-group.ts';

/** A topology group that constrains a pod, with the pod's own requirement for the group's label (0 for none). */
export interface TopologyBinding {
  readonly group: TopologyGroup;
  readonly podRequirement: number;
  readonly isSelfSelecting: boolean;
}

/** What a refusal depends on. */
export interface RefusalCause {
  /** Whether the refusal depends on the current state of the topology. */
  readonly isTopologyBound: boolean;
  /** Whether the refusal is permanent: a full host stays full. */
  readonly isPermanent: boolean;
  /** The binding that alone caused the refusal. */
  readonly binding: TopologyBinding | undefined;
  /** The combined requirement of the node and the pod for that group's label. */
  readonly nodeRequirement: number;
}

/** How many more refusals a pass may remember, so that memory stays limited for any input. */
export interface RefusalBudget {
  left: number;
}

/** Enough for every pass that fits a cluster. Beyond it, refused tries are repeated. */
export const refusalBudget = (): RefusalBudget => ({ left: 5_000_000 });

const never = -1;
const noTopology = -1;

/**
 * Which nodes refused a kind of pods, so that they are not tried again in vain. Hot path: parallel lists, read for every pod
 * and node.
 */
export class Refusals {
  readonly #budget: RefusalBudget;
  #kept = 0;
  /** The version of the node at its last refusal. */
  readonly #versions: number[] = [];
  /** The binding that refused; undefined if no single binding did. */
  readonly #bindings: (TopologyBinding | undefined)[] = [];
  readonly #nodeRequirements: number[] = [];
  /** The version of that binding's group, or the state of all groups; negative if the topology was not involved. */
  readonly #states: number[] = [];
  /** Of the first `#known` nodes, those without a permanent refusal, in ascending order. */
  #open: number[] = [];
  #known = 0;
  #isOpenStale = false;

  constructor(budget: RefusalBudget) {
    this.#budget = budget;
  }

  /**
   * Whether a node still refuses: nothing that the refusal depends on has changed, or the group that caused it refuses again.
   */
  holds(node: number, version: number, topologyState: number): boolean {
    const refused = this.#versions[node];
    if (refused !== version) return refused === never;

    const state = this.#states[node];
    if (state === noTopology) return true;

    const binding = this.#bindings[node];
    if (binding === undefined) return state === topologyState;

    const { group, podRequirement, isSelfSelecting } = binding;
    if (state === group.version) return true;
    if (group.next(podRequirement, this.#nodeRequirements[node]!, isSelfSelecting) !== 0) return false;

    this.#states[node] = group.version;

    return true;
  }

  /**
   * Of the first `count` nodes, those without a permanent refusal, in ascending order; undefined if the budget does not allow
   * remembering that.
   */
  open(count: number): readonly number[] | undefined {
    const more = count - this.#known;
    if (this.#budget.left < more) return undefined;

    this.#budget.left -= more;
    this.#kept += more;
    for (; this.#known < count; this.#known++) this.#open.push(this.#known);
    if (this.#isOpenStale) this.#open = this.#open.filter((node) => this.#versions[node] !== never);
    this.#isOpenStale = false;

    return this.#open;
  }

  /** Remembers a refusal until something it depends on changes. */
  keep(node: number, refused: { version: number; topologyState: number; by: RefusalCause }): void {
    const { isPermanent, isTopologyBound, binding, nodeRequirement } = refused.by;

    if (this.#versions[node] === undefined) {
      if (this.#budget.left === 0) return;

      this.#budget.left--;
      this.#kept++;
    }

    this.#versions[node] = isPermanent ? never : refused.version;
    this.#isOpenStale ||= isPermanent;
    this.#bindings[node] = binding;
    this.#nodeRequirements[node] = nodeRequirement;
    this.#states[node] = isTopologyBound ? (binding?.group.version ?? refused.topologyState) : noTopology;
  }

  /** Releases all memory, because these refusals are not needed again. */
  release(): void {
    this.#budget.left += this.#kept;
    this.#kept = 0;
    for (const list of [this.#versions, this.#bindings, this.#nodeRequirements, this.#states, this.#open])
      list.length = 0;
    this.#known = 0;
  }
}
