import type { VolumeCost } from '../../karpenter/cloud-provider/other-cost.ts';
import { podRequests } from '../../karpenter/scheduling/pod-requests.ts';
import { addToGroup } from '../../text/group-by.ts';
import { compareNames } from '../../text/name-order.ts';
import { monthlyRange, type Range, rangeSum, rounded, sumKnown } from '../../text/range.ts';
import { waitingFor } from '../provisioning/diagnostics/idle-pools.ts';
import { ignoredByWorkload, ignoredWithoutRoom } from '../provisioning/diagnostics/ignored-pods.ts';
import {
  type ExplainedExclusion,
  explainedFailures,
  isMeantFor,
} from '../provisioning/explanations/explained-failures.ts';
import { placedPods } from '../provisioning/input/results.ts';
import type { BoundPod } from '../provisioning/input/scheduler-input.ts';
import { billedPrice } from '../provisioning/nodes/billed-price.ts';
import { isStatic } from '../provisioning/nodes/static-node-pools.ts';
import type { RunningPod } from '../provisioning/pods/live-state.ts';
import { type ByReplicaCase, byReplicaCase, replicaCases } from '../provisioning/pods/replicas.ts';
import type { Rounds } from '../provisioning/scheduler/rounds.ts';
import { areNodesKnown, type Simulation } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import { hasUnknownRoom } from '../provisioning/unknown-room.ts';
import { type EarlierCluster, type EarlierNodes, earlierNodes, laterNodes } from '../transition/earlier-nodes.ts';
import { poolVolumes, volumesRange } from '../transition/pool-volumes.ts';
import type { ClusterState, Replacing, SimulatedSide } from '../transition/transition-data.ts';
import { buffersOf } from './capacity-buffers.ts';
import { type CaseClaims, chanceRange, costRange, countRange, likelyPrices, sum } from './case-ranges.ts';
import type { MissingInput, PlacedNodeClaim, PlacedNodePool, Placement } from './estimate.ts';
import { followCases } from './follow-cases.ts';
import {
  costFigure,
  type FigureReason,
  type Knowledge,
  knowledgeOfPool,
  monthlyFigure,
  nodesFigure,
  noFigures,
  ofSide,
} from './knowledge.ts';
import { otherCosts } from './other-costs.ts';
import { failedNodeClaim, hasOnePrice, placedNode, unusualTypes } from './placed-node-claim.ts';
import { type PodOfWorkload, workloadShares } from './shares.ts';
import { simulatedKnowledge } from './simulated-knowledge.ts';
import { spreadOf } from './spread.ts';

/** Whether a side has any pods. Without pods there is nothing to count. */
export const hasWorkloads = ({ workloads, buffers, live }: Simulation): boolean =>
  workloads.workloads.length > 0 || buffers.length > 0 || live.pods.some((pod) => !pod.isDaemon);

/** Whether a side has any NodePools, usable or not. */
export const hasNodePools = ({ nodePools }: Simulation): boolean =>
  nodePools.known.length + nodePools.refused.length > 0;

/** Whether base or head has workloads and NodePools. If neither has them, they are unknown; if only one has them, the other has none. */
export interface KnownSides {
  readonly hasWorkloads: boolean;
  readonly hasPools: boolean;
  /** Whether there were any before the change. */
  readonly hadPools?: boolean;
  /** Why workloads of the repository do not count: `2 are in …`. Absent if there are none. */
  readonly leftOut?: string | undefined;
}

type ClaimsByPool = ReadonlyMap<string, readonly PlacedNodeClaim[]>;

/** One side of a change once its cluster has settled, for each replica case. */
export interface SettledSide {
  readonly simulation: Simulation;
  readonly simulator: Simulator;
  readonly states: ByReplicaCase<ClusterState>;
  /** The likely case with other random choices, as far as these matter. */
  readonly others: readonly ClusterState[];
  /** Whether everything that determines the figures of a case is known. */
  readonly isExact: ByReplicaCase<boolean>;
  /** The rounds of the likely case, which show why pods are unschedulable. */
  readonly rounds: Rounds;
  /** What its figures do not count, according to what was read and not to what was simulated. */
  readonly uncounted: Knowledge;
  /** How the nodes were replaced that drift. */
  readonly replacing?: Replacing;
  /** The cluster before the change, whose nodes may stay. */
  readonly earlier?: EarlierCluster | undefined;
}

/** How a side settles on its own, without a previous state. */
export function settledSide(simulation: Simulation, simulator: Simulator, uncounted: Knowledge = []): SettledSide {
  const { transitions, others } = followCases(
    { head: { simulation, simulator }, base: null },
    { effects: new Map(), isHeadUnknown: false },
  );

  return {
    simulation,
    simulator,
    states: byReplicaCase((which) => transitions[which].after),
    others: others.map(({ after }) => after),
    isExact: byReplicaCase((which) => simulation.cases[which].isExact),
    rounds: transitions.likely.rounds,
    uncounted,
  };
}

/** The nodes of a settled side, by NodePool and in all. */
interface SideClaims {
  readonly claims: ByReplicaCase<ClaimsByPool>;
  readonly others: readonly ClaimsByPool[];
  readonly isExact: ByReplicaCase<boolean>;
}

function sideClaims(side: SettledSide, inputs: KnownSides): SideClaims {
  const isKnown = inputs.hasPools && inputs.hasWorkloads;
  return {
    claims: byReplicaCase((which) => claimsByPool(side, side.states[which])),
    others: side.others.map((state) => claimsByPool(side, state)),
    isExact: byReplicaCase((which) => isKnown && side.isExact[which]),
  };
}

const allOf = ({ claims, others, isExact }: SideClaims): CaseClaims => ({
  claims: byReplicaCase((which) => [...claims[which].values()].flat()),
  others: others.map((run) => [...run.values()].flat()),
  isExact,
});

/** The nodes of all cases and runs of a side. */
export const caseClaimsOf = (side: SettledSide, inputs: KnownSides): CaseClaims => allOf(sideClaims(side, inputs));

/** Where the pods of a side run and what that costs. Without workloads or NodePools on either side, all figures are unknown. */
export function placementOf(side: SettledSide, inputs: KnownSides): Placement {
  const { simulation, simulator, states } = side;
  const isKnown = inputs.hasPools && inputs.hasWorkloads;
  const byPool = sideClaims(side, inputs);
  const { claims, isExact } = byPool;
  const runs = allOf(byPool);
  const all = runs.claims;
  const knowledge = knowledgeOf(side, { claims: claims.likely, inputs });
  const hourlyUsd = ofSide(costFigure(costRange(runs), knowledge));
  const chance = isKnown ? chanceRange(runs) : undefined;
  const likely = all.likely;
  const volumes = poolVolumes(simulation, simulator);
  const earlier = side.earlier && earlierNodes(side.earlier, { simulation, simulator, states });
  const names = poolNames(byPool);
  // The figures of a single NodePool are those of the side.
  const knowledgeIn = (name: string): Knowledge => {
    if (names.length > 1) return knowledgeOfPool(knowledge, name);
    return knowledge;
  };
  const pools = names.map((name) =>
    placedPool(name, { ...byPool, volumes, earlier: earlier?.get(name), knowledge: knowledgeIn(name) }),
  );
  const exactly = byReplicaCase((which) => (isExact[which] ? all[which] : null));

  const claimsOf = (pool: string) =>
    replicaCases.map((which) => {
      if (isExact[which]) return claims[which].get(pool) ?? [];
      return null;
    });

  const classes = classesOn(states.likely);
  const buffers = isKnown ? buffersOf(simulation, states.likely) : undefined;
  const unusual = isExact.likely ? unusualTypes(states.likely.nodes, simulator) : [];

  const lacks = () => {
    if (inputs.leftOut) return 'counted-workloads';
    return 'workloads';
  };

  return {
    ...(!inputs.hasPools && { lacks: 'NodePools' }),
    ...(inputs.hasPools && !inputs.hasWorkloads && { lacks: lacks() }),
    nodes: ofSide(nodesFigure(countRange(runs), knowledge)),
    hourlyUsd,
    monthlyUsd: monthlyFigure(monthlyRange(hourlyUsd), hourlyUsd),
    because: knowledge,
    isSeen: isExact.likely && isSeen(side, likely),
    otherNodes: simulator.settings.firstRound ? noOthers : otherNodesOf(states.likely),
    spread: isKnown ? spreadOf({ simulation, simulator, claims: likely, prices: likelyPrices(runs), chance }) : [],
    ...(chance && { chance }),
    otherCosts: isKnown ? otherCosts({ simulation, simulator, pools, claims: exactly, claimsOf, earlier }) : [],
    ...(buffers && { capacityBuffers: buffers }),
    existingNodes: onExistingNodes(side),
    nodePools: pools,
    ...(unusual.length > 0 && { unusualTypes: unusual }),
    steadyState: isExact.likely && states.likely.isConsolidated ? steadyState(likely) : null,
    ...unscheduled(side, inputs),
    ignored: ignoredByWorkload(simulation.cases.likely.results),
    requests: requestsOf([...simulation.cases.likely.wanted, ...classes]),
    shares: workloadShares(likely, classes, simulator.settings.pricing.teamLabel),
    alternatives: [],
    launchable: [],
    utilisation: utilisationOf(likely),
    replicas: replicasOf(simulation),
  };
}

/** The placement of a side with missing input. */
export const unknownPlacement = (lacks: MissingInput): Placement => ({
  lacks,
  ...noFigures,
  because: [missingInput],
  isSeen: false,
  otherNodes: noOthers,
  spread: [],
  otherCosts: [],
  existingNodes: [],
  nodePools: [],
  steadyState: null,
  unschedulable: [],
  ignored: [],
  requests: {},
  shares: [],
  alternatives: [],
  launchable: [],
  utilisation: null,
  replicas: {},
});

/** Whether the nodes of a side are known: a snapshot or the configuration lists them, or the repository says how many there are. */
export const hasKnownNodes = ({ simulation, simulator }: SimulatedSide): boolean =>
  areNodesKnown(simulation) || simulation.nodePools.known.some((pool) => isStatic(pool, simulator));

/** Whether there is no node in any case. */
export const isWithoutNodes = ({ nodes }: Placement): boolean => nodes.likely === 0 && nodes.high === 0;

/** The placement of a side without nodes, if the workloads of the repository are not what its NodePools are for, or not all of them. */
export const withUnknownNodes = ({ chance: _, ...placement }: Placement, lacks: 'nodes' | 'charts'): Placement => ({
  ...placement,
  lacks,
  ...noFigures,
  because: [missingInput, ...placement.because],
  isSeen: false,
  otherCosts: [],
  steadyState: null,
});

function claimsByPool({ simulation, simulator }: SettledSide, { nodes, failed }: ClusterState): ClaimsByPool {
  const pools = new Map(simulation.nodePools.known.map((pool) => [pool.name, pool]));
  const claims = new Map<string, PlacedNodeClaim[]>();
  for (const node of nodes) {
    const { nodePool } = node.state;
    // For the first round alone, only launched nodes count, not running ones.
    if (nodePool !== undefined && !(simulator.settings.firstRound && node.isRunning))
      addToGroup(claims, nodePool, placedNode(node));
  }

  for (const claim of failed) addToGroup(claims, claim.nodePool, failedNodeClaim(claim, pools.get(claim.nodePool)));

  return claims;
}

/** One pod of each workload that runs in a cluster. */
function classesOn({ nodes }: ClusterState): readonly PodOfWorkload[] {
  const byWorkload = new Map<string, PodOfWorkload>();
  for (const { pods } of nodes)
    for (const { workload, pod, isDaemon } of pods)
      if (!isDaemon && !byWorkload.has(workload)) byWorkload.set(workload, { workload, pod });
  return [...byWorkload.values()];
}

function requestsOf(pods: readonly PodOfWorkload[]): Placement['requests'] {
  const byWorkload = new Map(pods.map(({ workload, pod }) => [workload, podRequests(pod.spec)]));
  const all = [...byWorkload].sort(([a], [b]) => compareNames(a, b));

  const amounts = all.map(([workload, requests]) => [
    workload,
    { cpuMillis: requests.get('cpu') ?? 0, memoryBytes: requests.get('memory') ?? 0 },
  ]);

  return Object.fromEntries(amounts);
}

const noOthers: Placement['otherNodes'] = { nodes: 0, hourlyUsd: 0 };

/** Nodes that Karpenter does not own, and their cost; null if one has no known price. */
function otherNodesOf({ nodes }: ClusterState): Placement['otherNodes'] {
  const others = nodes.filter(({ state }) => state.nodePool === undefined);
  const usd = others.map(({ launch }) => {
    if (launch === undefined) return null;
    return billedPrice(launch);
  });
  const hourlyUsd = sumKnown(usd);
  return { nodes: others.length, hourlyUsd: hourlyUsd === null ? null : rounded(hourlyUsd) };
}

/** Whether all nodes are in a snapshot, at prices that do not vary. */
const isOnlyLive = ({ simulation }: SettledSide, claims: readonly PlacedNodeClaim[]): boolean =>
  simulation.existing.fromLive > 0 && claims.every((claim) => claim.node !== undefined && hasOnePrice(claim));

const isSeen = (side: SettledSide, claims: readonly PlacedNodeClaim[]): boolean =>
  isOnlyLive(side, claims) && claims.every(({ priceSource }) => priceSource !== 'estimated');

const missingInput: FigureReason = { id: 'missing-input', makes: 'unknown' };

interface Placed {
  /** The nodes of the likely case. */
  readonly claims: ClaimsByPool;
  readonly inputs: KnownSides;
}

/** What the figures of a side rest on: what was read of it, what was simulated, and how it settled. */
function knowledgeOf(side: SettledSide, { claims, inputs }: Placed): Knowledge {
  if (!inputs.hasPools || !inputs.hasWorkloads) return [missingInput];
  if (!side.isExact.likely) return [{ id: 'unknown-values', makes: 'unknown' }];

  const { simulation, simulator, states, rounds, uncounted, replacing = 'waves' } = side;
  const usedPools = new Set(
    [...claims].flatMap(([name, nodes]) => {
      if (nodes.length > 0) return [name];
      return [];
    }),
  );
  const assumed = [...uncounted, ...simulatedKnowledge(simulation, simulator, usedPools)];
  if (isOnlyLive(side, [...claims.values()].flat())) return assumed;

  // Once the last NodePool is deleted, Karpenter launches no node, however many pods wait. Where the files never had one, it may be elsewhere.
  const hasLostPools = inputs.hadPools === true && !hasNodePools(simulation);
  const isPending = !hasLostPools && placedPods(rounds.results).podErrors.length > 0;
  const isSettled = states.likely.isConsolidated;
  const pending: Knowledge = isPending ? [{ id: 'unschedulable-pods', makes: 'atLeast' }] : [];

  const endless = (): Knowledge => {
    if (states.likely.circle === undefined) return [];
    return [{ id: 'consolidation', makes: 'range' }];
  };

  // Nodes that pending pods would need outweigh those that consolidation may still remove.
  const unsettled: Knowledge =
    isSettled || isPending || isLowerBound(uncounted) ? [] : [{ id: 'consolidation', makes: 'atMost' }];
  const replaced: Knowledge = replacing === 'waves' ? [] : [{ id: 'rollout', makes: 'range' }];

  return [...assumed, ...pending, ...endless(), ...unsettled, ...replaced];
}

const isLowerBound = (knowledge: Knowledge): boolean => knowledge.some(({ makes }) => makes === 'atLeast');

const poolNames = ({ claims, others }: SideClaims): readonly string[] =>
  [...new Set([...replicaCases.map((which) => claims[which]), ...others].flatMap((run) => [...run.keys()]))].sort();

interface Placing extends SideClaims {
  readonly knowledge: Knowledge;
  readonly volumes: ReadonlyMap<string, VolumeCost>;
  readonly earlier: EarlierNodes | undefined;
}

function placedPool(name: string, { claims, others, isExact, volumes, earlier, knowledge }: Placing): PlacedNodePool {
  const cases = {
    claims: byReplicaCase((which) => claims[which].get(name) ?? []),
    others: others.map((run) => run.get(name) ?? []),
    isExact,
  };

  const nodes = ofSide(nodesFigure(countRange(cases), knowledge));

  return {
    name,
    nodes,
    hourlyUsd: ofSide(costFigure(costRange(cases), knowledge)),
    volumesMonthlyUsd: volumesOfPool(volumes.get(name), nodes, earlier),
    nodeClaims: cases.claims.likely,
  };
}

/** The cost of the volumes of a NodePool, whose nodes from before the change keep theirs. */
function volumesOfPool(volumes: VolumeCost | undefined, nodes: Range, earlier: EarlierNodes | undefined): Range {
  if (earlier === undefined) return volumesRange(volumes, nodes);
  return rangeSum(volumesRange(earlier.volumes, earlier.count), volumesRange(volumes, laterNodes(nodes, earlier)));
}

/** What is left of the likely case after consolidation. */
function steadyState(claims: readonly PlacedNodeClaim[]): Placement['steadyState'] {
  const hourlyUsd = sum(claims, 'hourlyUsd');
  if (hourlyUsd === null) return null;
  return { nodes: claims.length, hourlyUsd: rounded(hourlyUsd) };
}

/** The pods that fit no NodePool, and whether they may run on nodes that are not known. */
function unscheduled({ simulation, rounds }: SettledSide, { hasPools }: KnownSides) {
  const isKnown = hasPools && !hasUnknownRoom(simulation);
  const { stopped } = simulation.cases.likely;
  const all = isKnown ? [...waitingPods(simulation, unschedulable(rounds, stopped)), ...withoutLaunch(rounds)] : [];
  return {
    unschedulable: all,
    ...(all.length > 0 && !areNodesKnown(simulation) && { mayRunElsewhere: true as const }),
  };
}

/** The pods that Karpenter ignores and that no other node can run. */
const withoutLaunch = (rounds: Rounds): Placement['unschedulable'] =>
  ignoredWithoutRoom(rounds).map(({ workload, count, reason }) => ({
    workload,
    count,
    reasons: [{ nodePool: '', reason }],
  }));

/** The pods with the NodePools that they wait for. */
function waitingPods(simulation: Simulation, pods: Placement['unschedulable']): Placement['unschedulable'] {
  const waiting = pods.length === 0 ? [] : [...waitingFor(simulation)];
  return pods.map((entry) => {
    const waitsFor = waiting.flatMap(([nodePool, errors]) =>
      errors.some(({ workload }) => workload === entry.workload) ? [nodePool] : [],
    );

    if (waitsFor.length === 0) return entry;
    return { ...entry, waitsFor };
  });
}

/** For each NodePool: Karpenter's message, the one constraint in plain words, and the change that would help. */
export function unschedulable(rounds: Rounds, stopped?: ReadonlyMap<string, number>): Placement['unschedulable'] {
  const byPool = new Map(
    [...explainedFailures(rounds)].map(([workload, exclusions]) => [
      workload,
      new Map(exclusions.map((exclusion) => [exclusion.nodePool, exclusion])),
    ]),
  );

  return placedPods(rounds.results).podErrors.map(({ workload, count, reasons }) => ({
    workload,
    count,
    ...(stopped?.has(workload) && { oldPods: stopped.get(workload)! }),
    reasons: [...reasons, ...emptyFor(byPool.get(workload), rounds)].map((reason) => {
      const explanation = byPool.get(workload)?.get(reason.nodePool);
      if (explanation === undefined) return reason;

      const { plain, exclusion, change } = explanation;
      const isMeant = isMeantFor(exclusion) && { isMeant: true as const };
      return { ...reason, plain, because: exclusion.kind, ...isMeant, ...(change !== undefined && { change }) };
    }),
  }));
}

/** The NodePools that pods ask for and that have no instance type. Karpenter says so once, and not for each pod. */
const emptyFor = (
  exclusions: ReadonlyMap<string, ExplainedExclusion> = new Map(),
  { results }: Rounds,
): Rounds['results']['emptyNodePools'] =>
  results.emptyNodePools.filter(({ nodePool }) => {
    const exclusion = exclusions.get(nodePool)?.exclusion;
    return exclusion !== undefined && isMeantFor(exclusion);
  });

/** Pods that are placed on existing nodes, whoever launched them, without the pods that ran there before. */
function onExistingNodes({ simulation, states }: SettledSide): Placement['existingNodes'] {
  const before = new Map(simulation.existing.nodes.map(({ name, pods }) => [name, runningCounts(pods)]));
  return states.likely.nodes.flatMap(({ state, pods, isRunning }) => {
    const ran = before.get(state.name);
    if (!isRunning || ran === undefined) return [];

    const counts = new Map<string, number>();
    for (const { workload, count, isDaemon, isVirtual } of pods)
      if (!isDaemon && !isVirtual) counts.set(workload, (counts.get(workload) ?? 0) + count);

    const come = [...counts].flatMap(([workload, count]): [string, number][] => {
      const more = count - (ran.get(workload) ?? 0);
      if (more > 0) return [[workload, more]];
      return [];
    });

    if (come.length === 0) return [];

    return [{ name: state.name, workloads: Object.fromEntries(come.sort(([a], [b]) => compareNames(a, b))) }];
  });
}

function runningCounts(pods: readonly BoundPod[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { workload } of pods as readonly Partial<RunningPod>[])
    if (workload !== undefined) counts.set(workload, (counts.get(workload) ?? 0) + 1);
  return counts;
}

function utilisationOf(claims: readonly PlacedNodeClaim[]): Placement['utilisation'] {
  const share = (field: 'cpuMillis' | 'memoryBytes'): number => {
    const requested = claims.reduce((total, claim) => total + claim[field].requested, 0);
    const allocatable = claims.reduce((total, claim) => total + claim[field].allocatable, 0);
    if (allocatable === 0) return 0;
    return requested / allocatable;
  };

  if (claims.length === 0) return null;
  return { cpu: share('cpuMillis'), memory: share('memoryBytes'), idleHourlyUsd: idleHourlyUsd(claims) };
}

/** The cost of idle capacity: for each node, the smaller of its idle shares of CPU and memory, because the other may be used up. */
function idleHourlyUsd(claims: readonly PlacedNodeClaim[]): number | null {
  let total = 0;
  for (const { hourlyUsd, cpuMillis, memoryBytes } of claims) {
    if (hourlyUsd === null) return null;
    const used = [cpuMillis, memoryBytes].map(({ requested, allocatable }) => {
      if (allocatable > 0) return Math.min(1, requested / allocatable);
      return 0;
    });
    total += hourlyUsd * (1 - Math.max(...used));
  }

  return rounded(total);
}

function replicasOf({ workloads }: Simulation): Placement['replicas'] {
  const counts = workloads.workloads.flatMap(({ key, replicas: { low, likely, high } }) => {
    if (low === null || likely === null || high === null) return [];
    return [[key, { low, likely, high }] as const];
  });
  return Object.fromEntries(counts.sort(([a], [b]) => compareNames(a, b)));
}
