import type { NodePool } from '../../api/node-pool.ts';
import type { InstanceTypes } from '../../cloud-provider/instance-types.ts';
import { compareNames } from '../../name-order.ts';
import { nextNodeName } from '../../provisioning/nodes/joined-node.ts';
import type { Launch } from '../../provisioning/results.ts';
import type { ExistingNode, SchedulerInput } from '../../provisioning/scheduler-input.ts';
import type { PodDisruptionLimits } from './pod-disruption-limits.ts';
import type { PodGroup } from './pod-group.ts';

/** What is fixed about a cluster while it is disrupted. */
export interface ClusterSetup
  extends Omit<SchedulerInput, 'podClasses' | 'existingNodes' | 'nodePools' | 'reservedOfferingMode'> {
  /** All NodePools that Karpenter manages and that have instance types. */
  readonly nodePools: readonly { readonly nodePool: NodePool; readonly instanceTypes: InstanceTypes }[];
  readonly limits: PodDisruptionLimits;
  readonly hasSpotToSpotConsolidation: boolean;
}

/** A node, or a NodeClaim that is launched and not registered yet. */
export interface ClusterNode {
  /** Labels, taints and amounts; its pods stand here in groups. */
  readonly state: Omit<ExistingNode, 'pods' | 'isInitialized' | 'isDeleting'>;
  /** Price an hour as Karpenter knows it, 0 where it does not. */
  readonly price: number;
  readonly isReady: boolean;
  readonly isDoNotDisrupt: boolean;
  readonly hasTerminationGracePeriod: boolean;
  readonly drifted: { readonly reason: string; readonly since: number } | undefined;
  pods: readonly PodGroup[];
  isInitialized: boolean;
  isMarkedForDeletion: boolean;
  /** As of the last look at it, like a status condition. */
  isConsolidatable: boolean;
  /** When it was initialized, or a pod last came. */
  lastPodEvent: number;
  nominatedUntil: number;
  /** What it was launched as; absent where that is not known. */
  readonly launch?: Launch;
  /** It was there before anything was simulated. */
  readonly isRunning?: boolean;
  /** Number of instance types that its NodeClaim could become. */
  readonly instanceTypeOptions?: number;
}

const byName = (a: ClusterNode, b: ClusterNode): number => compareNames(a.state.name, b.state.name);

/** Nodes, pods and clock of a cluster while Karpenter disrupts it. */
export class Cluster {
  readonly setup: ClusterSetup;
  readonly nodes = new Map<string, ClusterNode>();
  pending: readonly PodGroup[];
  /** Milliseconds since 1970. */
  now: number;
  /** Scheduling passes run: what bounds the work. */
  simulations = 0;
  /** Called when a node has come. */
  onAdd: ((cluster: Cluster, node: ClusterNode) => void) | undefined;
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

  /** A copy whose further fate leaves this one as it is. */
  clone(): Cluster {
    const nodes = [...this.nodes.values()].map((node) => ({ ...node }));
    const copy = new Cluster(this.setup, { nodes, pending: this.pending, now: this.now });
    for (const [name, count] of this.#launched) copy.#launched.set(name, count);
    copy.onAdd = this.onAdd;
    return copy;
  }

  add(node: ClusterNode): void {
    this.nodes.set(node.state.name, node);
    this.onAdd?.(this, node);
  }

  remove(name: string): void {
    this.nodes.delete(name);
  }

  /** All nodes by name: the order in which ties are broken. */
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
