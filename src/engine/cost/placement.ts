import { steadyLaunches } from '../disruption/steady-state.ts';
import { compareNames } from '../name-order.ts';
import { explainedFailures } from '../provisioning/explained-failures.ts';
import type { Ground } from '../provisioning/ground.ts';
import { ignoredByWorkload } from '../provisioning/ignored-pods.ts';
import { firstLaunch } from '../provisioning/probe.ts';
import { type ReplicaCase, replicaCases } from '../provisioning/replicas.ts';
import { type PodCounts, placedPods } from '../provisioning/results.ts';
import type { SimulatedCase, Simulation } from '../provisioning/simulate.ts';
import { podRequests } from '../scheduling/pod-requests.ts';
import type { Lack, PlacedNodeClaim, PlacedNodePool, Placement, Range } from './estimate.ts';
import { otherCosts, type PoolVolumes, poolVolumes, volumesRange } from './other-costs.ts';
import { billed, placedNodeClaim, staticNodeClaim } from './placed-node-claim.ts';
import { monthly, rangeOf, rounded, unknownRange } from './range.ts';
import { workloadShares } from './shares.ts';
import { spreadOf } from './spread.ts';

/** Whether a side shows any pods; without them nothing can be counted. */
export const hasWorkloads = ({ workloads, live }: Simulation): boolean =>
  workloads.workloads.length > 0 || live.pods.some((pod) => !pod.isDaemon);

/** Whether a side shows any NodePools, usable or not. */
export const hasNodePools = ({ nodePools }: Simulation): boolean =>
  nodePools.known.length + nodePools.refused.length > 0;

/** Whether pods that land nowhere may land on a NodePool that could not be simulated, so that nobody can say that they cannot. */
export const hasUnknownRoom = ({ nodePools }: Simulation): boolean =>
  nodePools.refused.some(({ problem }) => ['placeholder', 'kubelet', 'other-class'].includes(problem.kind));

/** What base and head show together: what neither shows is unknown, what one of them shows is missing in the other. */
export interface KnownSides {
  readonly hasWorkloads: boolean;
  readonly hasPools: boolean;
}

type ClaimsByPool = ReadonlyMap<string, readonly PlacedNodeClaim[]>;

/** Where the pods of a side land and what that costs. Without workloads or NodePools on either side all figures are unknown. */
export function placementOf(simulation: Simulation, ground: Ground, known: KnownSides): Placement {
  const claims = byCase((which) => claimsByPool(simulation, simulation.cases[which]));
  const { results } = simulation.cases.likely;
  const isExact = byCase((which) => known.hasWorkloads && known.hasPools && simulation.cases[which].isExact);
  const all = byCase((which) => [...claims[which].values()].flat());
  const hourlyUsd = costRange(all, isExact);
  const likely = all.likely;
  const volumes = poolVolumes(simulation, ground.catalog.fees);
  const pools = poolNames(claims).map((name) => placedPool(name, { claims, isExact, volumes }));
  const isKnown = known.hasPools && known.hasWorkloads;
  const exactly = byCase((which) => (isExact[which] ? all[which] : null));
  return {
    ...(!known.hasPools && { lacks: 'NodePools' }),
    ...(known.hasPools && !known.hasWorkloads && { lacks: 'workloads' }),
    nodes: countRange(all, isExact),
    hourlyUsd,
    monthlyUsd: monthly(hourlyUsd),
    spread: isKnown ? spreadOf({ simulation, ground, claims: likely, cheapest: cheapestRange(all, isExact) }) : [],
    otherCosts: isKnown ? otherCosts({ simulation, ground, pools, volumes, claims: exactly }) : [],
    existingNodes: onExistingNodes(simulation),
    nodePools: pools,
    steadyState: isExact.likely ? steadyState(simulation, ground) : null,
    unschedulable: known.hasPools && !hasUnknownRoom(simulation) ? unschedulable(simulation.cases.likely) : [],
    ignored: ignoredByWorkload(results),
    requests: requestsOf(simulation.cases.likely.input),
    shares: workloadShares(likely, simulation.cases.likely.input.podClasses, ground.settings.pricing.teamLabel),
    alternatives: [],
    launchable: known.hasWorkloads ? [] : launchable(simulation, ground),
    utilisation: utilisationOf(likely),
    replicas: replicasOf(simulation),
  };
}

/** A side of which nothing can be said. */
export const unknownPlacement = (lacks: Lack): Placement => ({
  lacks,
  nodes: unknownRange,
  hourlyUsd: unknownRange,
  monthlyUsd: unknownRange,
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

const byCase = <T>(read: (which: ReplicaCase) => T): Record<ReplicaCase, T> => ({
  low: read('low'),
  likely: read('likely'),
  high: read('high'),
});

function claimsByPool(simulation: Simulation, { results, input }: SimulatedCase): ClaimsByPool {
  const pools = new Map(simulation.nodePools.known.map((pool) => [pool.name, pool]));
  const claims = new Map<string, PlacedNodeClaim[]>();
  const add = (name: string, claim: PlacedNodeClaim): void => {
    const own = claims.get(name);
    if (own) own.push(claim);
    else claims.set(name, [claim]);
  };
  for (const claim of results.newNodeClaims) add(claim.nodePool, placedNodeClaim(claim, pools.get(claim.nodePool)));
  const requested = requestsByWorkload(input);
  const placed = new Map(placedPods(results).existingNodes.map(({ name, pods }) => [name, pods]));
  for (const { pool, nodes } of simulation.staticPools) {
    for (const { node, launch } of nodes) {
      const pods = placed.get(node.name) ?? new Map<string, number>();
      add(pool.name, staticNodeClaim(pool, launch, { pods, requests: sumOf(pods, requested) }));
    }
  }
  return claims;
}

function requestsByWorkload(input: SimulatedCase['input']): ReadonlyMap<string, ReadonlyMap<string, number>> {
  return new Map(input.podClasses.map(({ workload, pod }) => [workload, podRequests(pod.spec)]));
}

function requestsOf(input: SimulatedCase['input']): Placement['requests'] {
  const all = [...requestsByWorkload(input)].sort(([a], [b]) => compareNames(a, b));
  const amounts = all.map(([workload, requests]) => [
    workload,
    { cpuMillis: requests.get('cpu') ?? 0, memoryBytes: requests.get('memory') ?? 0 },
  ]);
  return Object.fromEntries(amounts);
}

function sumOf(
  pods: PodCounts,
  requests: ReadonlyMap<string, ReadonlyMap<string, number>>,
): ReadonlyMap<string, number> {
  const sum = new Map<string, number>();
  for (const [workload, count] of pods) {
    for (const [name, amount] of requests.get(workload) ?? []) sum.set(name, (sum.get(name) ?? 0) + amount * count);
  }
  return sum;
}

const poolNames = (claims: Record<ReplicaCase, ClaimsByPool>): readonly string[] =>
  [...new Set(replicaCases.flatMap((which) => [...claims[which].keys()]))].sort();

type ByCase<T> = Readonly<Record<ReplicaCase, T>>;

interface Placing {
  readonly claims: ByCase<ClaimsByPool>;
  readonly isExact: ByCase<boolean>;
  readonly volumes: ReadonlyMap<string, PoolVolumes>;
}

function placedPool(name: string, { claims, isExact, volumes }: Placing): PlacedNodePool {
  const own = byCase((which) => claims[which].get(name) ?? []);
  return {
    name,
    nodes: countRange(own, isExact),
    hourlyUsd: costRange(own, isExact),
    volumesMonthlyUsd: volumesRange(volumes.get(name), countRange(own, isExact)),
    nodeClaims: own.likely,
  };
}

function countRange(claims: ByCase<readonly PlacedNodeClaim[]>, isExact: ByCase<boolean>): Range {
  const figures = byCase((which) => (isExact[which] ? claims[which].length : null));
  return rangeOf(figures.low, figures.likely, figures.high);
}

/** Spot is Amazon's choice among several prices: the cheapest is what is counted with, the dearest bounds it from above. */
function costRange(claims: ByCase<readonly PlacedNodeClaim[]>, isExact: ByCase<boolean>): Range {
  const { low, likely } = cheapestRange(claims, isExact);
  return rangeOf(low, likely, isExact.high ? sum(claims.high, 'highestHourlyUsd') : null);
}

function cheapestRange(claims: ByCase<readonly PlacedNodeClaim[]>, isExact: ByCase<boolean>): Range {
  const figures = byCase((which) => (isExact[which] ? sum(claims[which], 'hourlyUsd') : null));
  return rangeOf(figures.low, figures.likely, figures.high);
}

function sum(claims: readonly PlacedNodeClaim[], price: 'hourlyUsd' | 'highestHourlyUsd'): number | null {
  let total = 0;
  for (const claim of claims) {
    const usd = claim[price];
    if (usd === null) return null;
    total += usd;
  }
  return total;
}

/** What consolidation leaves of the likely case, at the same prices. */
function steadyState(simulation: Simulation, ground: Ground): Placement['steadyState'] {
  const launches = steadyLaunches(simulation, ground);
  if (launches === null) return null;
  let hourlyUsd = 0;
  for (const launch of launches) {
    const usd = billed(launch);
    if (usd === null) return null;
    hourlyUsd += usd;
  }
  return { nodes: launches.length, hourlyUsd };
}

/** Karpenter's reason for each NodePool, beside the one constraint in plain words and the change that was proved to help. */
function unschedulable({ rounds, results }: SimulatedCase): Placement['unschedulable'] {
  const byPool = new Map(
    [...explainedFailures(rounds)].map(([workload, found]) => [
      workload,
      new Map(found.map((exclusion) => [exclusion.nodePool, exclusion])),
    ]),
  );
  return placedPods(results).podErrors.map(({ workload, count, reasons }) => ({
    workload,
    count,
    reasons: reasons.map((own) => {
      const found = byPool.get(workload)?.get(own.nodePool);
      return { ...own, ...(found && { plain: found.plain }), ...(found?.change && { change: found.change }) };
    }),
  }));
}

function onExistingNodes({ cases, staticPools }: Simulation): Placement['existingNodes'] {
  const made = new Set(staticPools.flatMap(({ nodes }) => nodes.map(({ node }) => node.name)));
  return placedPods(cases.likely.results)
    .existingNodes.filter(({ name, pods }) => !made.has(name) && pods.size > 0)
    .map(({ name, pods }) => ({
      name,
      workloads: Object.fromEntries([...pods].sort(([a], [b]) => compareNames(a, b))),
    }));
}

function launchable({ nodePools, daemonSets }: Simulation, ground: Ground): Placement['launchable'] {
  return nodePools.known.flatMap((pool) => {
    const launch = firstLaunch(pool, daemonSets, ground);
    if (launch === undefined) return [];
    return [{ nodePool: pool.name, instanceType: launch.instanceType, hourlyUsd: billed(launch) }];
  });
}

function utilisationOf(claims: readonly PlacedNodeClaim[]): Placement['utilisation'] {
  const share = (field: 'cpuMillis' | 'memoryBytes'): number => {
    const requested = claims.reduce((total, claim) => total + claim[field].requested, 0);
    const allocatable = claims.reduce((total, claim) => total + claim[field].allocatable, 0);
    return allocatable === 0 ? 0 : requested / allocatable;
  };
  return claims.length === 0
    ? null
    : { cpu: share('cpuMillis'), memory: share('memoryBytes'), idleHourlyUsd: idleHourlyUsd(claims) };
}

/** Of each node the part that neither CPU nor memory is asked for: the other one may well be used up. */
function idleHourlyUsd(claims: readonly PlacedNodeClaim[]): number | null {
  let total = 0;
  for (const { hourlyUsd, cpuMillis, memoryBytes } of claims) {
    if (hourlyUsd === null) return null;
    const used = [cpuMillis, memoryBytes].map(({ requested, allocatable }) =>
      allocatable > 0 ? Math.min(1, requested / allocatable) : 0,
    );
    total += hourlyUsd * (1 - Math.max(...used));
  }
  return rounded(total);
}

function replicasOf({ workloads }: Simulation): Placement['replicas'] {
  const known = workloads.workloads.flatMap(({ key, replicas: { low, likely, high } }) =>
    low === null || likely === null || high === null ? [] : [[key, { low, likely, high }] as const],
  );
  return Object.fromEntries(known.sort(([a], [b]) => compareNames(a, b)));
}
