import type { Pod } from '../api/pod.ts';
import type { HostPort } from '../scheduling/host-ports.ts';
import { hostPorts } from '../scheduling/host-ports.ts';
import type { Interner } from '../scheduling/intern.ts';
import { podRequests } from '../scheduling/pod-requests.ts';
import type { RequirementList, RequirementTable } from '../scheduling/requirement-table.ts';
import {
  type PodConstraints,
  podConstraints,
  podRequirements,
  relax,
  strictPodRequirements,
} from './pod-constraints.ts';
import type { SchedulerInput } from './scheduler-input.ts';
import type { Topology } from './topology.ts';
import type { TopologyGroup } from './topology-group.ts';
import { attachedVolumes, volumeRequirements } from './volume-topology.ts';

/** A topology group that binds a pod, with what the pod itself demands of the group's label (0 for nothing). */
export interface Binding {
  readonly group: TopologyGroup;
  readonly podRequirement: number;
  readonly isSelfSelecting: boolean;
}

/** What compiling pods needs to know. */
export interface PodContext {
  readonly input: SchedulerInput;
  readonly table: RequirementTable;
  readonly resources: Interner;
  readonly topology: Topology;
  /** Some NodePool asks to be avoided, so giving in to that is one of the relaxations. */
  readonly toleratePreferNoSchedule: boolean;
  readonly refusals: RefusalBudget;
}

/** Pods that are alike but for their names, compiled: everything that holds for each of them, whatever preferences are given up. */
export class PodShape {
  readonly pod: Pod;
  /** Amounts by resource id. */
  readonly requests: Float64Array;
  /** Ids of the resources that are requested, be it with zero. */
  readonly requested = new Set<number>();
  readonly ports: readonly HostPort[];
  /** Alternatives; empty where the volumes do not care. */
  readonly volumes: readonly RequirementList[];
  readonly attached: ReadonlyMap<string, readonly string[]>;
  /** Groups that count these pods. */
  readonly counting: TopologyGroup[] = [];
  /** Inverse groups to which their own anti-affinity belongs. */
  readonly repelling: readonly TopologyGroup[];
  /** Inverse groups of others that repel these pods. */
  readonly repelledBy: TopologyGroup[] = [];
  readonly first: PodVariant;
  /** Pods that have no place yet. */
  waiting = 0;

  constructor(pod: Pod, context: PodContext) {
    const { table, resources, input, topology } = context;
    this.pod = pod;
    this.requests = new Float64Array(resources.size);
    for (const [name, amount] of podRequests(pod.spec)) {
      this.requests[resources.find(name)] = amount;
      this.requested.add(resources.find(name));
    }
    this.ports = hostPorts(pod.spec);
    this.volumes = volumeRequirements(pod, input.volumeClaims).map((requirements) => table.list(requirements));
    this.attached = attachedVolumes(pod, input.volumeClaims);
    const constraints = podConstraints(pod.spec);
    this.repelling = topology.repelling(pod, constraints);
    this.first = new PodVariant(this, constraints, context);
  }
}

const never = -1;
const noTopology = -1;

/** How many refusals a pass may still keep: memory stays bounded whatever the input. */
export interface RefusalBudget {
  left: number;
}

/** Enough for every pass that fits a cluster; beyond, questions are asked again. */
export const refusalBudget = (): RefusalBudget => ({ left: 5_000_000 });

/** What was refused and need not be asked again. Hot: parallel lists, read once for every pod and node. */
export class Refusals {
  readonly #budget: RefusalBudget;
  #kept = 0;
  /** The node's version when it last refused, 0 when it was not asked yet. */
  readonly #versions: number[] = [];
  /** The group that refused; undefined where not one of them alone did. */
  readonly #groups: (TopologyGroup | undefined)[] = [];
  /** Version of that group, or the state of all groups; negative where topology had no part in it. */
  readonly #states: number[] = [];

  constructor(budget: RefusalBudget) {
    this.#budget = budget;
  }

  /** Whether a node still refuses for the same reason. */
  holds(node: number, version: number, topologyState: number): boolean {
    const refused = this.#versions[node];
    if (refused !== version) return refused === never;
    const state = this.#states[node];
    return state === noTopology || state === (this.#groups[node]?.version ?? topologyState);
  }

  /** Keeps a refusal for as long as what it rests on. */
  keep(node: number, refused: { version: number; topologyState: number; by: RefusalGrounds }): void {
    const { isForGood, isTopologyBound, group } = refused.by;
    if (this.#versions[node] === undefined) {
      if (this.#budget.left === 0) return;
      this.#budget.left--;
      this.#kept++;
    }
    this.#versions[node] = isForGood ? never : refused.version;
    this.#groups[node] = group;
    this.#states[node] = isTopologyBound ? (group?.version ?? refused.topologyState) : noTopology;
  }

  /** Forgets everything: nobody will ask again. */
  release(): void {
    this.#budget.left += this.#kept;
    this.#kept = 0;
    for (const list of [this.#versions, this.#groups, this.#states]) list.length = 0;
  }
}

/** What a refusal rests on. */
export interface RefusalGrounds {
  /** The refusal depends on what the topology looks like now. */
  readonly isTopologyBound: boolean;
  /** A host that is full stays full. */
  readonly isForGood: boolean;
  /** The group that alone is to blame. */
  readonly group: TopologyGroup | undefined;
}

/** The pods of a shape with some of their preferences given up. */
export class PodVariant {
  readonly shape: PodShape;
  readonly constraints: PodConstraints;
  readonly requirements: RequirementList;
  readonly #strict: RequirementList;
  #bindings: readonly Binding[];
  readonly #context: PodContext;
  #next: PodVariant | undefined;
  #isLast = false;
  /** Refusals by NodeClaim, and by existing node. */
  readonly claimRefusals: Refusals;
  readonly nodeRefusals: Refusals;

  constructor(shape: PodShape, constraints: PodConstraints, context: PodContext) {
    const { table, input, topology } = context;
    this.shape = shape;
    this.constraints = constraints;
    this.#context = context;
    this.claimRefusals = new Refusals(context.refusals);
    this.nodeRefusals = new Refusals(context.refusals);
    const strict = table.list(strictPodRequirements(constraints));
    const respects = input.preferencePolicy === 'Respect';
    this.requirements =
      respects && constraints.preferredTerms.length > 0 ? table.list(podRequirements(constraints)) : strict;
    this.#strict = strict;
    this.#bindings = topology.binding(shape.pod, constraints).map((group) => this.#binding(group));
  }

  #binding(group: TopologyGroup): Binding {
    const at = this.#strict.keys.indexOf(group.key);
    const podRequirement = at < 0 ? 0 : this.#strict.ids[at]!;
    return { group, podRequirement, isSelfSelecting: group.selects(this.shape.pod) };
  }

  /** All groups that have a say in where these pods go. */
  get bindings(): readonly Binding[] {
    return this.#bindings;
  }

  /** Joins the inverse groups of others, once all pods of the pass are known. */
  bind(repelledBy: readonly TopologyGroup[]): void {
    this.#bindings = [...this.#bindings, ...repelledBy.map((group) => this.#binding(group))];
  }

  /** A number that grows whenever some group that binds these pods changes. */
  get topologyState(): number {
    let state = 0;
    for (const { group } of this.#bindings) state += group.version;
    return state;
  }

  /** The next variant as far as it was needed. */
  get compiledNext(): PodVariant | undefined {
    return this.#next;
  }

  /** The next variant, with one preference less; compiled when first needed, because that is when Karpenter makes its groups. */
  get next(): PodVariant | undefined {
    if (this.#next !== undefined || this.#isLast) return this.#next;
    const constraints = relax(this.constraints, this.#context.toleratePreferNoSchedule);
    if (constraints === undefined) {
      this.#isLast = true;
      return undefined;
    }
    this.#next = new PodVariant(this.shape, constraints, this.#context);
    this.#next.bind(this.shape.repelledBy);
    return this.#next;
  }
}

/** Notes that one pod of a shape has found its place. */
export function settle(shape: PodShape): void {
  shape.waiting--;
  if (shape.waiting > 0) return;
  for (let variant: PodVariant | undefined = shape.first; variant !== undefined; variant = variant.compiledNext) {
    variant.claimRefusals.release();
    variant.nodeRefusals.release();
  }
}

/** Pods of the same text here differ in nothing that scheduling looks at; volumes make every pod its own. */
export function spellShape({ metadata, spec }: Pod): string {
  const { containers, volumes = [] } = spec;
  const own = volumes.some((volume) => volume.persistentVolumeClaim ?? volume.ephemeral) ? metadata.name : '';
  const nameless = containers.map(({ name: _, ...container }) => container);
  return JSON.stringify([own, metadata.namespace, metadata.labels, { ...spec, containers: nameless }]);
}
