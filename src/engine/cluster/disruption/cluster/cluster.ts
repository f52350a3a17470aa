import type { DisruptionBehavior } from '../../../karpenter/api/karpenter.ts';
import { compareNames } from '../../../text/name-order.ts';
import type { Launch } from '../../provisioning/input/results.ts';
import type { ExistingNode, NodePoolInput, SchedulerInput } from '../../provisioning/input/scheduler-input.ts';
import { nextNodeName } from '../../provisioning/nodes/joined-node.ts';
import type { PodDisruptionLimits } from './pod-disruption-limits.ts';
import type { PodGroup } from './pod-group.ts';

/** The parts of a cluster that do not change during disruption. */
export interface ClusterSetup
  extends Omit<SchedulerInput, 'podClasses' | 'existingNodes' | 'nodePools' | 'reservedOfferingMode'> {
  /** All NodePools that Karpenter manages and that have instance types. */
  readonly nodePools: readonly NodePoolInput[];
  readonly limits: PodDisruptionLimits;
  readonly hasSpotToSpotConsolidation: boolean;
  readonly behavior: DisruptionBehavior;
}

/** A node, or a NodeClaim that is launched but not registered yet. */
export interface ClusterNode {
  /** Labels, taints and capacity. The pods are kept in groups instead. */
  readonly state: Omit<ExistingNode, 'pods' | 'isInitialized' | 'isDeleting'>;
  /** Hourly price that Karpenter assumes; 0 if it knows none. */
  price: number;
  readonly isReady: boolean;
  readonly isDoNotDisrupt: boolean;
  readonly hasTerminationGracePeriod: boolean;
  readonly drifted: { readonly reason: string; readonly since: number } | undefined;
  pods: readonly PodGroup[];
  isInitialized: boolean;
  isMarkedForDeletion: boolean;
  /** The status condition of that name, as of the last check. */
  isConsolidatable: boolean;
  /** When the node was initialized or a pod was last scheduled to it. */
  lastPodEvent: number;
  nominatedUntil: number;
  /** What it was launched as; absent if unknown. */
  readonly launch?: Launch;
  /** Whether it existed before the simulation. */
  readonly isRunning?: boolean;
  /** The share of `expireAfter` that is left, from 0 to 1; absent if it is new or never expires. */
  readonly lifetimeRemaining?: number;
  /** Number of instance types that its NodeClaim allows. */
  readonly instanceTypeOptions?: number;
}

const byName = (a: ClusterNode, b: ClusterNode): number => compareNames(a.state.name, b.state.name);

/** Nodes, pods and clock of a simulated cluster while Karpenter disrupts it. */
export class Cluster {
  readonly setup: ClusterSetup;
  readonly nodes = new Map<string, ClusterNode>();
  pending: readonly PodGroup[];
  /** The pods of CapacityBuffers. Every scheduling pass plans all of them again. */
  virtual: readonly PodGroup[] = [];
  /** Node → the pods of CapacityBuffers that the last provisioning pass planned there. */
  held: ReadonlyMap<string, readonly PodGroup[]> = new Map();
  /** Workload → another one with a higher priority, for whose pods kube-scheduler removed its pods. */
  readonly preempted = new Map<string, string>();
  /** Workload → its pods of Jobs that had ended when their node was removed. */
  readonly ended = new Map<string, number>();
  /** Whether drift and deletion wait for pods of Jobs that must not be disrupted. Otherwise such pods run forever. */
  areJobsAwaited = false;
  /** Milliseconds since 1970. */
  now: number;
  /** Number of questions to the scheduler so far, which limits the work. Some of them are answered without a pass. */
  simulations = 0;
  /** Number of these questions for which a scheduling pass ran. */
  passes = 0;
  /** Called when a node was added. */
  onAdd: ((cluster: Cluster, node: ClusterNode) => void) | undefined;
  /**
   * Called when running pods stop: with those that are still on their nodes but are about to leave them, at the same time. Only evictions
   * respect PodDisruptionBudgets.
   */
  onMoment: ((cluster: Cluster, leaving: readonly PodGroup[], why: 'eviction' | 'rollout') => void) | undefined;
  readonly #launched = new Map<string, number>();

  constructor(
    setup: ClusterSetup,
    start: { readonly nodes: readonly ClusterNode[]; readonly pending: readonly PodGroup[]; readonly now: number },
  ) {
    this.setup = setup;
    this.pending = start.pending;
    this.now = start.now;
    for (const node of start.nodes.toSorted(byName)) this.add(node);
  }

  /** A copy that can change independently. */
  clone(): Cluster {
    const nodes = [...this.nodes.values()].map((node) => ({ ...node }));
    const copy = new Cluster(this.setup, { nodes, pending: this.pending, now: this.now });
    for (const [name, count] of this.#launched) copy.#launched.set(name, count);
    for (const [workload, by] of this.preempted) copy.preempted.set(workload, by);
    for (const [workload, count] of this.ended) copy.ended.set(workload, count);
    copy.virtual = this.virtual;
    copy.held = this.held;
    copy.areJobsAwaited = this.areJobsAwaited;
    copy.onAdd = this.onAdd;
    copy.onMoment = this.onMoment;

    return copy;
  }

  add(node: ClusterNode): void {
    this.nodes.set(node.state.name, node);
    this.onAdd?.(this, node);
  }

  remove(name: string): void {
    this.nodes.delete(name);
  }

  /** Counts pods of Jobs that have ended. */
  end(groups: readonly PodGroup[]): void {
    for (const { workload, count } of groups) this.ended.set(workload, (this.ended.get(workload) ?? 0) + count);
  }

  /** Counts a question to the scheduler, whether or not it takes a pass to answer it. */
  countSimulation(): void {
    this.simulations++;
    const { chance } = this.setup.bindings ?? {};
    if (chance !== undefined) chance.passes++;
  }

  /** All nodes by name, which is also how ties are broken. */
  sorted(): readonly ClusterNode[] {
    return [...this.nodes.values()].sort(byName);
  }

  nodePool(name: string | undefined): ClusterSetup['nodePools'][number] | undefined {
    return this.setup.nodePools.find(({ nodePool }) => nodePool.metadata.name === name);
  }

  /** Name of a NodePool's next node. */
  nextName(nodePool: string): string {
    return nextNodeName(nodePool, this.#launched, (name) => this.nodes.has(name));
  }
}
