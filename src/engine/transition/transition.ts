import { budgetMapping, candidatesOf } from '../disruption/cluster/candidates.ts';
import { Cluster, type ClusterNode } from '../disruption/cluster/cluster.ts';
import type { PodGroup } from '../disruption/cluster/pod-group.ts';
import { affordablePasses, clusterSetupOf, timeUntilAllSettled } from '../disruption/controller/cluster-setup.ts';
import { type DisruptionRun, disrupt } from '../disruption/controller/disrupt.ts';
import {
  type DriftForecast,
  type Drifting,
  deletionForecast,
  forecastOf,
  type NodeEffects,
} from '../disruption/forecast/drift-forecast.ts';
import { isStaticPool } from '../disruption/methods/disruption-method.ts';
import { drift } from '../disruption/methods/drift.ts';
import { staticDrift } from '../disruption/methods/static-drift.ts';
import { billedPrice } from '../provisioning/nodes/billed-price.ts';
import type { ReplicaCase } from '../provisioning/pods/replicas.ts';
import type { NewNodeClaim } from '../provisioning/results.ts';
import type { Rounds } from '../provisioning/scheduler/rounds.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator.ts';
import { Requirements } from '../scheduling/requirements.ts';
import { changeOtherNodes, changeStaticNodes, dismissStandIns, drainNodes, removeNode } from './change-nodes.ts';
import { changePods } from './change-pods.ts';
import { consolidatedCluster, removeEmptied } from './consolidate.ts';
import { provisionRounds } from './provision-rounds.ts';
import { rollOut } from './roll-out.ts';
import { isKarpenterNode, simulatedCluster } from './simulated-cluster.ts';

/** The most nodes of Karpenter's that stood at one time, and what they cost an hour together; null where one has no price. */
export interface Peak {
  readonly nodes: number;
  readonly hourlyUsd: number | null;
}

/** A cluster at rest. */
export interface ClusterState {
  /** By name. */
  readonly nodes: readonly ClusterNode[];
  /** Pods without a node. */
  readonly pending: readonly PodGroup[];
  /** NodeClaims for which nothing can be launched, with their pods. */
  readonly failed: readonly NewNodeClaim[];
  /** Consolidation was followed to its end; otherwise it may leave fewer nodes. */
  readonly isConsolidated: boolean;
}

/** What a change makes of a cluster, for one number of replicas. */
export interface Transition {
  /** Null: there is nothing to compare with. */
  readonly before: ClusterState | null;
  readonly after: ClusterState;
  /** The most on the way from one to the other. */
  readonly peak: Peak;
  /** Why pods are left without a node in the end. */
  readonly rounds: Rounds;
  /** NodePool → how its drifted nodes go; null where that is not followed wave by wave. */
  readonly forecasts: ReadonlyMap<string, DriftForecast> | null;
  /** Nodes that consolidation takes away after the change; null where it is not followed. */
  readonly spared: number | null;
}

/** One side with what it is simulated on. */
export interface SimulatedSide {
  readonly simulation: Simulation;
  readonly simulator: Simulator;
}

/** More nodes than this are not replaced one by one here. */
const maxFollowed = 100;

/** What the files of one side settle to. */
export function settleSide({ simulation, simulator }: SimulatedSide, which: ReplicaCase): Transition {
  const { after, ...outcome } = settled({ simulation, simulator }, which);
  return { ...outcome, before: null, after };
}

/** Follows a cluster from what base settles to, or from what runs, through the change until nothing moves any more. */
export function transition(
  base: SimulatedSide,
  head: SimulatedSide,
  { which, effects }: { readonly which: ReplicaCase; readonly effects: NodeEffects },
): Transition {
  const start = settled(base, which);
  const cluster = new Cluster(clusterSetupOf(head.simulation, which, head.simulator), {
    nodes: start.cluster.sorted().map((node) => ({ ...node })),
    pending: start.cluster.pending,
    now: start.cluster.now + timeUntilAllSettled(start.cluster),
  });
  const peak = new PeakMeter(cluster);
  const from = new Set(cluster.nodes.keys());
  const hadPods = new Set(
    cluster
      .sorted()
      .filter(hasPods)
      .map(({ state }) => state.name),
  );
  const replaced = changePods(cluster, {
    before: base.simulation.cases[which].wanted,
    after: head.simulation.cases[which].wanted,
  });
  const deleted = [...effects].flatMap(([name, effect]) => (effect === 'delete' ? [name] : []));
  const countOf = (name: string): number => cluster.sorted().filter(({ state }) => state.nodePool === name).length;
  const counts = deleted.map((name) => [name, countOf(name)] as const);
  const standIns = drainNodes(cluster, ({ state }) => effects.get(state.nodePool ?? '') === 'delete');
  changeOtherNodes(cluster, head.simulation, head.simulator);
  changeStaticNodes(cluster, head.simulation, head.simulator);
  const provisioned = provisionRounds(cluster, head.simulator);
  dismissStandIns(cluster, standIns);
  const deletions = counts.map(([name, nodes]) => [name, deletionForecast(name, { nodes, cluster })] as const);
  rollOut(cluster, replaced, head.simulation.workloads.workloads, head.simulator);
  const drifted = replaceDrifted(cluster, { from, effects, head });
  const ended = rest(drifted.cluster, { isAtRest: start.isAtRest, hadPods, simulator: head.simulator });
  const isDone = ended.cluster.pending.length === 0 && provisioned.rounds.results.podErrors.length === 0;
  const last = isDone ? provisioned : provisionRounds(ended.cluster, head.simulator);
  return {
    before: start.after,
    after: stateOf(ended.cluster, last.failed, ended.isConsolidated),
    peak: peak.most,
    rounds: last.rounds,
    forecasts: drifted.forecasts === null ? null : new Map([...drifted.forecasts, ...deletions]),
    spared: ended.isConsolidated ? ownNodes(drifted.cluster) - ownNodes(ended.cluster) : null,
  };
}

interface Settled extends Omit<Transition, 'before'> {
  readonly cluster: Cluster;
  /** Consolidation finds nothing to do: what it does later comes from the change. */
  readonly isAtRest: boolean;
}

/** What runs stays as it runs; what the files alone show is consolidated as far as that can be followed. */
function settled({ simulation, simulator }: SimulatedSide, which: ReplicaCase): Settled {
  const { rounds: first, results } = simulation.cases[which];
  const cluster = simulatedCluster(simulation, which, simulator);
  // Pods that a node on its way out kept away find a place once it is gone.
  const isLeaving = simulation.existing.nodes.some(({ isDeleting }) => isDeleting);
  const isResumed = isLeaving && cluster.pending.length > 0 && !simulator.settings.firstRound;
  const rounds = isResumed ? provisionRounds(cluster, simulator).rounds : first;
  const isRunning = simulation.live.nodes.some(({ nodePool }) => nodePool !== undefined);
  const peak = new PeakMeter(cluster);
  const failed = results.newNodeClaims.filter(({ launch }) => 'error' in launch);
  // A scheduler's first round is no cluster yet.
  const copy = simulator.settings.firstRound ? null : consolidatedCluster(cluster, simulator);
  const isAtRest = copy !== null && isSame(copy, cluster);
  const end = isRunning || copy === null ? cluster : copy;
  return {
    cluster: end,
    isAtRest: isRunning ? isAtRest : copy !== null,
    after: stateOf(end, failed, isRunning ? isAtRest : copy !== null),
    peak: peak.most,
    rounds,
    forecasts: null,
    spared: null,
  };
}

const ownNodes = (cluster: Cluster): number => [...cluster.nodes.values()].filter(isKarpenterNode).length;

const isSame = (a: Cluster, b: Cluster): boolean =>
  a.nodes.size === b.nodes.size && [...a.nodes.keys()].every((name) => b.nodes.has(name));

const hasPods = ({ pods }: ClusterNode): boolean => pods.some(({ isDaemon }) => !isDaemon);

const stateOf = (cluster: Cluster, failed: readonly NewNodeClaim[], isConsolidated: boolean): ClusterState => ({
  nodes: cluster.sorted().map((node) => ({ ...node })),
  pending: cluster.pending,
  failed,
  isConsolidated,
});

interface Ending {
  readonly isAtRest: boolean;
  readonly hadPods: ReadonlySet<string>;
  readonly simulator: Simulator;
}

/** Consolidation after the change; where it is not followed, nodes that the change emptied go all the same. */
function rest(
  cluster: Cluster,
  { isAtRest, hadPods, simulator }: Ending,
): { cluster: Cluster; isConsolidated: boolean } {
  const copy = isAtRest ? consolidatedCluster(cluster, simulator) : null;
  if (copy !== null) return { cluster: copy, isConsolidated: true };
  removeEmptied(cluster, hadPods);
  return { cluster, isConsolidated: false };
}

interface Replacing {
  /** Nodes from before the change: only they can drift. */
  readonly from: ReadonlySet<string>;
  readonly effects: NodeEffects;
  readonly head: SimulatedSide;
}

interface Replaced {
  readonly cluster: Cluster;
  readonly forecasts: Transition['forecasts'];
}

/** Replaces drifted nodes one wave after the other; all at once where there are too many to follow. */
function replaceDrifted(cluster: Cluster, replacing: Replacing): Replaced {
  const drifting: Drifting = new Map(
    [...replacing.effects].flatMap(([name, effect]) => (effect === 'delete' ? [] : [[name, effect]])),
  );
  const isAny = markDrifted(cluster, drifting, replacing.from);
  if (!isAny) return { cluster, forecasts: new Map([...drifting.keys()].map((name) => [name, noneDrift])) };
  const followed = cluster.nodes.size > maxFollowed ? null : follow(cluster, drifting);
  if (followed !== null) return followed;
  replaceAtOnce(cluster, replacing.head.simulator);
  return { cluster, forecasts: null };
}

const noneDrift: DriftForecast = { waves: [], kept: [], notReady: 0 };

function markDrifted(cluster: Cluster, drifting: Drifting, from: ReadonlySet<string>): boolean {
  let isAny = false;
  for (const node of cluster.sorted()) {
    const which = drifting.get(node.state.nodePool ?? '');
    if (which === undefined || !from.has(node.state.name)) continue;
    const pool = cluster.nodePool(node.state.nodePool)?.nodePool;
    const wanted = Requirements.from(pool?.spec.template.spec.requirements ?? []);
    if (which === 'outside' && Requirements.fromLabels(node.state.labels).isCompatible(wanted)) continue;
    cluster.nodes.set(node.state.name, { ...node, drifted: { reason: 'Drifted', since: 0 } });
    isAny = true;
  }
  return isAny;
}

function follow(cluster: Cluster, drifting: Drifting): Replaced | null {
  const copy = cluster.clone();
  const maxSimulations = affordablePasses(copy);
  const options = { isConcurrent: true, step: timeUntilAllSettled(copy), maxCommands: copy.nodes.size, maxSimulations };
  const course: DisruptionRun = disrupt(copy, { ...options, methods: [staticDrift, drift], isToTheEnd: true });
  if (course.stop === 'cycle' || copy.simulations > maxSimulations) return null;
  return {
    cluster: copy,
    forecasts: new Map([...drifting.keys()].map((name) => [name, forecastOf(name, course, copy)])),
  };
}

/** Where waves are too many to follow: what may go is gone, its pods wait, and the rounds place them. */
function replaceAtOnce(cluster: Cluster, simulator: Simulator): void {
  const budget = budgetMapping(cluster, 'Drifted');
  for (const candidate of candidatesOf(cluster, 'eventual')) {
    const isAllowed = (budget.get(candidate.pool.nodePool.metadata.name) ?? 0) > 0;
    // A NodePool with fixed replicas launches the like of what goes.
    if (candidate.node.drifted === undefined || !isAllowed || isStaticPool(candidate)) continue;
    removeNode(cluster, candidate.node);
  }
  provisionRounds(cluster, simulator);
}

/** Follows the most nodes of Karpenter's that stand at one time. */
class PeakMeter {
  most: Peak = { nodes: 0, hourlyUsd: 0 };
  #seen: { readonly cluster: Cluster; readonly size: number; readonly peak: Peak };

  constructor(cluster: Cluster) {
    this.#seen = { cluster, size: cluster.nodes.size, peak: [...cluster.nodes.values()].reduce(withNode, this.most) };
    this.most = this.#seen.peak;
    cluster.onAdd = (grown, node) => this.#look(grown, node);
  }

  /** Where nothing has gone since the last look, the new node is all there is to count. */
  #look(cluster: Cluster, node: ClusterNode): void {
    const { size } = cluster.nodes;
    const isOneMore = cluster === this.#seen.cluster && size === this.#seen.size + 1;
    const peak = isOneMore ? withNode(this.#seen.peak, node) : [...cluster.nodes.values()].reduce(withNode, noNodes);
    this.#seen = { cluster, size, peak };
    if (peak.nodes > this.most.nodes) this.most = peak;
  }
}

const noNodes: Peak = { nodes: 0, hourlyUsd: 0 };

function withNode(peak: Peak, node: ClusterNode): Peak {
  if (!isKarpenterNode(node)) return peak;
  const usd = node.launch === undefined ? null : billedPrice(node.launch);
  const hourlyUsd = peak.hourlyUsd === null || usd === null ? null : peak.hourlyUsd + usd;
  return { nodes: peak.nodes + 1, hourlyUsd };
}
