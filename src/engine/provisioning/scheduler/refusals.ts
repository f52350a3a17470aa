import type { TopologyGroup } from '../topology/topology-group.ts';

/** A topology group that binds a pod, with what the pod itself demands of the group's label (0 for nothing). */
export interface TopologyBinding {
  readonly group: TopologyGroup;
  readonly podRequirement: number;
  readonly isSelfSelecting: boolean;
}

/** What a refusal rests on. */
export interface RefusalGrounds {
  /** The refusal depends on what the topology looks like now. */
  readonly isTopologyBound: boolean;
  /** A host that is full stays full. */
  readonly isForGood: boolean;
  /** The group that alone is to blame. */
  readonly binding: TopologyBinding | undefined;
  /** What the node and the pod together demanded of that group's label. */
  readonly nodeRequirement: number;
}

/** How many refusals a pass may still keep: memory stays bounded whatever the input. */
export interface RefusalBudget {
  left: number;
}

/** Enough for every pass that fits a cluster; beyond, questions are asked again. */
export const refusalBudget = (): RefusalBudget => ({ left: 5_000_000 });

const never = -1;
const noTopology = -1;

/** Which nodes refused a kind of pods, so that they are not asked again in vain. Hot: parallel lists, read for every pod and node. */
export class Refusals {
  readonly #budget: RefusalBudget;
  #kept = 0;
  /** The node's version when it last refused. */
  readonly #versions: number[] = [];
  /** The binding that refused; undefined where not one of them alone did. */
  readonly #bindings: (TopologyBinding | undefined)[] = [];
  readonly #nodeRequirements: number[] = [];
  /** Version of that binding's group, or the state of all groups; negative where topology had no part in it. */
  readonly #states: number[] = [];
  /** Nodes that have not refused for good, ascending, of the first so many. */
  #open: number[] = [];
  #known = 0;
  #isOpenStale = false;

  constructor(budget: RefusalBudget) {
    this.#budget = budget;
  }

  /** Whether a node still refuses: nothing that its refusal rests on has changed, or the group to blame says no again. */
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

  /** Of the first `count` nodes those that have not refused for good, ascending; undefined where that cannot be kept. */
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

  /** Keeps a refusal for as long as what it rests on. */
  keep(node: number, refused: { version: number; topologyState: number; by: RefusalGrounds }): void {
    const { isForGood, isTopologyBound, binding, nodeRequirement } = refused.by;
    if (this.#versions[node] === undefined) {
      if (this.#budget.left === 0) return;
      this.#budget.left--;
      this.#kept++;
    }
    this.#versions[node] = isForGood ? never : refused.version;
    this.#isOpenStale ||= isForGood;
    this.#bindings[node] = binding;
    this.#nodeRequirements[node] = nodeRequirement;
    this.#states[node] = isTopologyBound ? (binding?.group.version ?? refused.topologyState) : noTopology;
  }

  /** Forgets everything: nobody will ask again. */
  release(): void {
    this.#budget.left += this.#kept;
    this.#kept = 0;
    for (const list of [this.#versions, this.#bindings, this.#nodeRequirements, this.#states, this.#open])
      list.length = 0;
    this.#known = 0;
  }
}
