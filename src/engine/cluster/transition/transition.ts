import { Cluster, type ClusterNode } from '../disruption/cluster/cluster.ts';
import { priceOf } from '../disruption/cluster/launched-node.ts';
import { clusterSetupOf, timeUntilAllSettled } from '../disruption/controller/cluster-setup.ts';
import type { Consolidation } from '../disruption/forecast/disruption-data.ts';
import { deletionForecast } from '../disruption/forecast/drift-forecast.ts';
import type { ReplicaCase } from '../provisioning/pods/replicas.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import { hasUnknownRoom } from '../provisioning/unknown-room.ts';
import { changeOtherNodes, changeStaticNodes, dismissStandIns, drainNodes } from './change-nodes.ts';
import { changePods } from './change-pods.ts';
import { consolidatedCluster, removeEmptied, unknownConsolidation } from './consolidate.ts';
import { loseNodes } from './lose-nodes.ts';
import { PeakMeter } from './peak-meter.ts';
import { type ProvisionedRounds, provisionRounds } from './provision-rounds.ts';
import { replaceDrifted } from './replace-drifted.ts';
import { type LaterRestarts, markAsOld, restartedLater, restartInPlace } from './restart-in-place.ts';
import { RestartMeter } from './restart-meter.ts';
import { returnHeldPods } from './return-held-pods.ts';
import { RollOut } from './roll-out.ts';
import { clusterStateOf, type SettledCluster, settledCluster } from './settle-side.ts';
import { isKarpenterNode, simulatedCluster, virtualGroups } from './simulated-cluster.ts';
import { areAlike, newClusterCosts, stayingNodes } from './staying-nodes.ts';
import type { ClusterState, SimulatedSide, Transition, TransitionCauses } from './transition-data.ts';
import { grown, runningBefore, waveLosses } from './wave-losses.ts';

/** Updates that stopped go on after consolidation at most this often. */
const maxResumed = 3;

interface Causes extends TransitionCauses {
  readonly which: ReplicaCase;
}

/**
 * Follows a cluster from its state before the change (settled from base's files, or as it runs) until it has settled after the change, and all pods
 * have restarted for which it changes something. Restarts are those that the change causes: pods that it does not restart run on as they are.
 */
export function transition(base: SimulatedSide, head: SimulatedSide, causes: Causes): Transition {
  const settled = follow(base, head, causes, isEvery);
  if (settled.later.size === 0) return settled.transition;

  const running = follow(base, head, causes, isNone).transition;
  const { restarts } = running;
  // Another way to pack the same pods would be chance.
  if (keepsPlaces(settled.later, base, head)) return { ...running, admittedLater: [...settled.later.keys()] };

  // No update starts for pods that would fit nowhere: they run on until something else ends them.
  const waiting = new Set(settled.transition.stopped.map(({ workload }) => workload));
  const isRestarted = (workload: string): boolean => !waiting.has(workload);
  const isStuck = [...settled.later.keys()].some((workload) => waiting.has(workload));
  const ended = isStuck ? follow(base, head, causes, isRestarted).transition : settled.transition;

  const admittedLater = [...settled.later].flatMap(([workload, why]) => {
    if (why === 'admission' && isRestarted(workload)) return [workload];
    return [];
  });

  return { ...ended, restarts, admittedLater };
}

/**
 * Whether policies change only annotations of the pods that restart for another reason than the change, and labels that no pod selects others by.
 * Such pods need the same nodes as before.
 */
function keepsPlaces(later: LaterRestarts, base: SimulatedSide, head: SimulatedSide): boolean {
  const [before, after] = [base, head].map(
    ({ simulation: { workloads } }) =>
      new Map([...workloads.workloads, ...workloads.daemonSets].map((workload) => [workload.key, workload])),
  );
  const specs = JSON.stringify([...after!.values()].map(({ spec }) => spec));

  return [...later].every(([key, why]) => {
    const [old, now] = [before!.get(key), after!.get(key)];
    if (why !== 'admission' || old === undefined || now === undefined) return false;

    const labels = new Set([...Object.keys(old.labels), ...Object.keys(now.labels)]);
    const changed = [...labels].filter((label) => old.labels[label] !== now.labels[label]);
    const isSelected = changed.some((label) => specs.includes(JSON.stringify(label)));
    return !isSelected && JSON.stringify(old.spec) === JSON.stringify(now.spec);
  });
}

interface FollowedCluster {
  readonly transition: Transition;
  /** The workloads whose pods restart for another reason than the change. */
  readonly later: LaterRestarts;
}

/** Whether the pods of a workload restart that have another reason for it than the change. */
type Restarts = (workload: string) => boolean;

const isEvery: Restarts = () => true;
const isNone: Restarts = () => false;

/** Follows a cluster, with or without the pods that restart for another reason than the change. */
function follow(base: SimulatedSide, head: SimulatedSide, causes: Causes, restartsLater: Restarts): FollowedCluster {
  const { which, effects, unready } = causes;
  const start = settledCluster(base, which);
  const cluster = runningCluster(start, head, which);
  const peak = new PeakMeter(cluster);
  const restarts = new RestartMeter(cluster);
  const from = new Set(cluster.nodes.keys());
  const originals = launchesOf(cluster);
  const hadPods = nodesWithPods(cluster);
  const running = runningBefore(cluster);

  const changed = changeObjects(cluster, { base, head, causes });

  const later = restartedLater(changed.replaced, workloadsOf(base, head));
  const rolledOut = changed.replaced.filter(({ workload }) => !later.has(workload) || restartsLater(workload));
  const updates = new RollOut([...rolledOut, ...changed.stuck], head.simulation.workloads.workloads, head.simulator);
  updates.run(cluster);
  markAsOld(cluster, new Set([...later.keys()].filter(restartsLater)), start.cluster.now);

  const atWaves = grown(running, runningBefore(cluster));
  const drifted = replaceDrifted(cluster, { from, effects, unready: unready ?? new Map(), head });
  const ended = restAndResume(drifted.cluster, updates, {
    isAtRest: start.isAtRest,
    hadPods,
    simulator: head.simulator,
  });

  const last = lastRounds(ended.cluster, changed.provisioned, head.simulator);
  const doomedNodes = changed.doomed.flatMap(([, nodes]) => nodes);
  const fresh = isRepeated(head, start, which) ? null : simulatedCluster(head.simulation, which, head.simulator);
  const freshBefore = fresh && simulatedCluster(base.simulation, which, base.simulator);

  const result: Transition = {
    before: start.after,
    after: clusterStateOf(ended.cluster, last.failed, { ...ended, circle: ended.circle ?? start.after.circle }),
    peak: peak.most,
    rounds: last.rounds,
    forecasts: drifted.forecasts === null ? null : new Map([...drifted.forecasts, ...changed.deletions]),
    replacing: drifted.replacing,
    waveLosses:
      drifted.waves &&
      waveLosses(
        [{ nodes: doomedNodes, running }, ...drifted.waves.map((nodes) => ({ nodes, running: atWaves }))],
        cluster,
      ),
    unchanged: start.unchanged,
    spared: ended.isConsolidated ? ownNodes(drifted.cluster) - ownNodes(ended.cluster) : null,
    consolidation: ended.isConsolidated ? replacing(drifted.cluster, ended.cluster, originals) : undefined,
    staying: fresh && stayingNodes(ended.cluster, fresh),
    areNewClustersAlike: fresh !== null && freshBefore !== null && areAlike(freshBefore, fresh),
    newClusters: freshBefore && fresh && newClusterCosts(freshBefore, fresh),
    lost: changed.lost,
    stopped: updates.stopped(ended.cluster),
    preempted: ended.cluster.preempted,
    restarts: restarts.report(ended.cluster, {
      isFollowed: drifted.forecasts !== null,
      mayRunElsewhere: hasUnknownRoom(head.simulation),
    }),
  };

  return { transition: result, later };
}

/** A copy of the settled cluster that head's settings govern from now on, after everything that base still did. */
function runningCluster(start: SettledCluster, head: SimulatedSide, which: ReplicaCase): Cluster {
  const cluster = new Cluster(clusterSetupOf(head.simulation, which, head.simulator), {
    nodes: start.cluster.sorted().map((node) => ({ ...node })),
    pending: start.cluster.pending,
    now: start.cluster.now + timeUntilAllSettled(start.cluster),
  });

  reprice(cluster);
  cluster.virtual = start.cluster.virtual;
  cluster.held = start.cluster.held;
  cluster.areJobsAwaited = true;
  return cluster;
}

/** The names of the nodes that have pods, or that are held for some. */
const nodesWithPods = (cluster: Cluster): ReadonlySet<string> =>
  new Set(
    cluster
      .sorted()
      .filter((node) => hasPods(node) || cluster.held.has(node.state.name))
      .map(({ state }) => state.name),
  );

const workloadsOf = (base: SimulatedSide, head: SimulatedSide) => ({
  before: base.simulation.workloads,
  after: head.simulation.workloads,
});

interface AppliedChange {
  readonly base: SimulatedSide;
  readonly head: SimulatedSide;
  readonly causes: Causes;
}

/** Applies the objects of head: pods change, deleted NodePools drain, and nodes are launched for what waits. Updates of pods do not start yet. */
function changeObjects(cluster: Cluster, { base, head, causes: { which, effects, isLost, asked } }: AppliedChange) {
  const { wanted } = head.simulation.cases[which];
  const lost = loseNodes(cluster, { isLost, asked });

  cluster.onMoment?.(cluster, [], 'rollout');
  cluster.virtual = virtualGroups(head.simulation, which);
  const replaced = changePods(cluster, { before: base.simulation.cases[which].wanted, after: wanted });

  cluster.onMoment?.(cluster, [], 'rollout');
  const doomed = deletedNodes(cluster, effects);
  const standIns = drainNodes(cluster, ({ state }) => effects.get(state.nodePool ?? '') === 'delete');
  changeOtherNodes(cluster, head.simulation, { simulator: head.simulator, isLost });
  changeStaticNodes(cluster, head.simulation, head.simulator);
  const provisioned = provisionRounds(cluster, head.simulator);
  dismissStandIns(cluster, standIns);

  const waiting = returnHeldPods(
    cluster,
    doomed.flatMap(([, nodes]) => nodes),
  );
  const deletions = doomed.map(([name, nodes]) => [name, deletionForecast(name, { nodes, cluster, waiting })] as const);
  const stuck = restartInPlace(cluster, replaced, {
    ...workloadsOf(base, head),
    wanted,
    simulator: head.simulator,
  });

  return { lost, replaced, doomed, provisioned, deletions, stuck };
}

/** Copies of the nodes of each NodePool that is deleted. */
function deletedNodes(cluster: Cluster, effects: Causes['effects']): (readonly [name: string, ClusterNode[]])[] {
  const deleted = [...effects].flatMap(([name, effect]) => {
    if (effect === 'delete') return [name];
    return [];
  });
  const nodesOf = (name: string): ClusterNode[] => cluster.sorted().filter(({ state }) => state.nodePool === name);

  return deleted.map((name) => [name, nodesOf(name).map((node) => ({ ...node }))] as const);
}

/** Consolidation after the change, and the updates that it made room for. */
function restAndResume(cluster: Cluster, updates: RollOut, ending: Ending): Rested {
  let ended = rest(cluster, ending);
  for (let tries = 0; tries < maxResumed && updates.resume(ended.cluster); tries++) ended = rest(ended.cluster, ending);

  return ended;
}

/** The rounds after which nothing changes any more: those of the change itself, unless pods still wait. */
function lastRounds(cluster: Cluster, provisioned: ProvisionedRounds, simulator: Simulator): ProvisionedRounds {
  const isDone = cluster.pending.length === 0 && provisioned.rounds.results.podErrors.length === 0;
  if (isDone) return provisioned;

  return provisionRounds(cluster, simulator);
}

/**
 * Updates the prices by which Karpenter compares running nodes, because NodeOverlays may change. A node whose price
 * becomes unknown keeps the old one.
 */
function reprice(cluster: Cluster): void {
  for (const node of cluster.nodes.values()) {
    const pool = cluster.nodePool(node.state.nodePool);
    node.price = (pool && priceOf(pool, node.state.labels)) || node.price;
  }
}

/** Whether to skip the nodes that stay: runs with other random choices are only for the range, and a snapshot has no new cluster to compare with. */
const isRepeated = ({ simulation, simulator }: SimulatedSide, start: SettledCluster, which: ReplicaCase): boolean =>
  start.unchanged !== null ||
  simulator.settings.firstRound ||
  simulation.existing.fromLive > 0 ||
  simulation.cases[which].input.bindings?.chance !== undefined;

const ownNodes = (cluster: Cluster): number => [...cluster.nodes.values()].filter(isKarpenterNode).length;

/** What consolidation replaced: nodes that were there before the change, and those that the change launched. */
function replacing(before: Cluster, after: Cluster, originals: Launches): Consolidation | undefined {
  const karpenterNodes = (cluster: Cluster): ClusterNode[] => [...cluster.nodes.values()].filter(isKarpenterNode);
  const [launchesBefore, launchesAfter] = [launchesOf(before), launchesOf(after)];
  const gone = karpenterNodes(before).filter((node) => !isIn(launchesAfter, node));
  const removed = gone.filter((node) => isIn(originals, node)).length;
  const launched = karpenterNodes(after).filter((node) => !isIn(launchesBefore, node)).length;

  if (removed > 0 && launched > 0) return { removed, removedNew: gone.length - removed, launched };
  return undefined;
}

/** Name of a node → as what it was launched. A node that is removed leaves its name to a later one. */
type Launches = ReadonlyMap<string, ClusterNode['launch']>;

const launchesOf = ({ nodes }: Cluster): Launches => new Map([...nodes].map(([name, { launch }]) => [name, launch]));

const isIn = (launches: Launches, { state, launch }: ClusterNode): boolean =>
  launches.has(state.name) && launches.get(state.name) === launch;

const hasPods = ({ pods }: ClusterNode): boolean => pods.some(({ isDaemon }) => !isDaemon);

interface Ending {
  readonly isAtRest: boolean;
  readonly hadPods: ReadonlySet<string>;
  readonly simulator: Simulator;
}

interface Rested extends Pick<ClusterState, 'isConsolidated' | 'circle'> {
  readonly cluster: Cluster;
}

/** Consolidation after the change. If it cannot be simulated, only nodes that the change emptied are removed. */
function rest(cluster: Cluster, { isAtRest, hadPods, simulator }: Ending): Rested {
  const { cluster: copy, circle } = isAtRest ? consolidatedCluster(cluster, simulator) : unknownConsolidation;
  if (copy !== null) return { cluster: copy, isConsolidated: true, circle };
  removeEmptied(cluster, hadPods);

  return { cluster, isConsolidated: false, circle };
}
