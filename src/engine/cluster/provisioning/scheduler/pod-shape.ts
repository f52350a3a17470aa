import type { Pod } from '../../../karpenter/api/pod.ts';
import { type HostPort, hostPorts } from '../../../karpenter/scheduling/host-ports.ts';
import type { Interner } from '../../../karpenter/scheduling/intern.ts';
import { podRequests } from '../../../karpenter/scheduling/pod-requests.ts';
import type { RequirementList, RequirementTable } from '../../../karpenter/scheduling/requirement-table.ts';
import type { SchedulerInput } from '../input/scheduler-input.ts';
import {
  type PodConstraints,
  podConstraints,
  podRequirements,
  relax,
  strictPodRequirements,
} from '../pods/pod-constraints.ts';
import type { Topology } from '../topology/topology.ts';
import type { TopologyGroup } from '../topology/topology-group.ts';
import { attachedVolumes, volumeRequirements } from '../topology/volume-topology.ts';
import { type RefusalBudget, Refusals, type TopologyBinding } from './refusals.ts';

/** The context for compiling pods. */
export interface PodContext {
  readonly input: SchedulerInput;
  readonly table: RequirementTable;
  readonly resources: Interner;
  readonly topology: Topology;
  /** At least one NodePool has a PreferNoSchedule taint, so tolerating such taints is one of the relaxations. */
  readonly toleratePreferNoSchedule: boolean;
  readonly refusals: RefusalBudget;
}

/** Pods that differ only in name, compiled: the part that does not depend on which preferences are given up. */
export class PodShape {
  readonly pod: Pod;
  /** Requested amounts by resource id. */
  readonly requests: Float64Array;
  /** Ids of the requested resources, including zero amounts. */
  readonly requested = new Set<number>();
  readonly ports: readonly HostPort[];
  /** Alternative requirements of the volumes; empty if they require nothing. */
  readonly volumes: readonly RequirementList[];
  readonly attached: ReadonlyMap<string, readonly string[]>;
  /** The groups that count these pods. */
  readonly counting: TopologyGroup[] = [];
  /** The inverse groups of their own anti-affinity. */
  readonly repelling: readonly TopologyGroup[];
  /** The inverse groups of other pods that repel these pods. */
  readonly repelledBy: TopologyGroup[] = [];
  readonly first: PodVariant;
  /** The pods need Dynamic Resource Allocation, which Karpenter does not support, so it does not schedule them. */
  readonly hasResourceClaims: boolean;
  /** The number of pods that are not placed yet. */
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
    this.hasResourceClaims = hasResourceClaims(pod);
    const constraints = podConstraints(pod.spec);
    this.repelling = topology.repelling(pod, constraints);
    this.first = new PodVariant(this, constraints, context);
  }
}

/** Whether a pod needs Dynamic Resource Allocation. */
export const hasResourceClaims = ({ spec }: Pod): boolean => (spec.resourceClaims ?? []).length > 0;

/** The pods of a shape after giving up some of their preferences. */
export class PodVariant {
  readonly shape: PodShape;
  readonly constraints: PodConstraints;
  readonly requirements: RequirementList;
  readonly #strict: RequirementList;
  #bindings: readonly TopologyBinding[];
  readonly #context: PodContext;
  #next: PodVariant | undefined;
  #isLast = false;
  /** Refusals by NodeClaim and by existing node. */
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

  #binding(group: TopologyGroup): TopologyBinding {
    const at = this.#strict.keys.indexOf(group.key);
    const podRequirement = at < 0 ? 0 : this.#strict.ids[at]!;
    return { group, podRequirement, isSelfSelecting: group.selects(this.shape.pod) };
  }

  /** All groups that constrain where these pods can run. */
  get bindings(): readonly TopologyBinding[] {
    return this.#bindings;
  }

  /** Adds the inverse groups of other pods, after all pods of the pass are known. */
  bind(repelledBy: readonly TopologyGroup[]): void {
    this.#bindings = [...this.#bindings, ...repelledBy.map((group) => this.#binding(group))];
  }

  /** A number that increases whenever a group that constrains these pods changes. */
  get topologyState(): number {
    let state = 0;
    for (const { group } of this.#bindings) state += group.version;
    return state;
  }

  /** The next variant, if it has been compiled. */
  get compiledNext(): PodVariant | undefined {
    return this.#next;
  }

  /**
   * The next variant, with one preference less. It is compiled on first use, because Karpenter creates its topology groups at
   * that time.
   */
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

/** The variant of a pod after Karpenter has given up every preference. */
export function lastVariant(first: PodVariant): PodVariant {
  let variant = first;
  while (variant.next !== undefined) variant = variant.next;
  return variant;
}

/** Records that one pod of a shape has been placed. */
export function markPlaced(shape: PodShape): void {
  shape.waiting--;
  if (shape.waiting > 0) return;
  for (let variant: PodVariant | undefined = shape.first; variant !== undefined; variant = variant.compiledNext) {
    variant.claimRefusals.release();
    variant.nodeRefusals.release();
  }
}

/** A text that is the same only for pods that are equal for scheduling. A pod with volumes is never equal to another. */
export function shapeKey(pod: Pod): string {
  const spelling = spellings.get(pod) ?? spelled(pod);
  spellings.set(pod, spelling);
  return spelling;
}

/** Cached, because a pod is used in many passes and never changes. */
const spellings = new WeakMap<Pod, string>();

function spelled({ metadata, spec }: Pod): string {
  const { containers, volumes = [] } = spec;
  const podName = volumes.some((volume) => volume.persistentVolumeClaim ?? volume.ephemeral) ? metadata.name : '';
  const nameless = containers.map(({ name: _, ...container }) => container);
  return JSON.stringify([podName, metadata.namespace, metadata.labels, { ...spec, containers: nameless }]);
}
