import { budgetMapping, candidatesOf } from '../disruption/cluster/candidates.ts';
import type { Cluster } from '../disruption/cluster/cluster.ts';
import { consolidateAfter } from '../disruption/cluster/simulate-scheduling.ts';
import { affordablePasses, timeUntilAllSettled } from '../disruption/controller/cluster-setup.ts';
import { disrupt } from '../disruption/controller/disrupt.ts';
import { isStaticPool } from '../disruption/methods/disruption-method.ts';
import { candidateText } from '../disruption/methods/equal-candidates.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import { isKarpenterNode, podsIn } from './simulated-cluster.ts';

/** Larger clusters are not consolidated here, because a review has to be quick. */
export const maxConsolidated = 300;
const maxPods = 5_000;
/** In clusters with more nodes, it is counted first how many of them differ. */
export const maxUncounted = 100;
/** Scheduling passes that one command takes: a search among the best hundred nodes, and the check before it starts. */
const passesOfCommand = 10;
const maxCommands = 100;

/** The result of consolidation. */
interface Consolidated {
  /** Null if unknown. */
  readonly cluster: Cluster | null;
  /** If consolidation never ends: how many commands it takes to come back to the same state. */
  readonly circle: number | undefined;
}

export const unknownConsolidation: Consolidated = { cluster: null, circle: undefined };

/**
 * The cluster after Karpenter's consolidation. Unknown if there are too many nodes or too many different ones, there
 * are capacity reservations, whose free instances are not tracked, or consolidation never ends. Pods and prices do not
 * change in the meantime, and nodes do not expire.
 */
export function consolidatedCluster(cluster: Cluster, simulator: Simulator): Consolidated {
  const karpenterNodes = [...cluster.nodes.values()].filter(isKarpenterNode);
  const isReserved = karpenterNodes.some(({ launch }) => launch?.capacityType === 'reserved');
  if (!simulator.karpenter.isConsolidationKnown || isReserved || karpenterNodes.length > maxConsolidated)
    return unknownConsolidation;
  if (!canConsolidate(cluster)) return { cluster, circle: undefined };

  const copy = cluster.clone();
  copy.now += timeUntilAllSettled(copy);
  const bounds = { maxCommands, maxSimulations: affordablePasses(copy) };
  if (karpenterNodes.length > maxUncounted && !canAfford(copy, bounds.maxSimulations)) return unknownConsolidation;

  const run = disrupt(copy, { isConcurrent: false, step: timeUntilAllSettled(copy), isToTheEnd: true, ...bounds });
  const isKnown = run.stop === 'settled' && run.provisioned.every(({ error }) => error === undefined);
  if (isKnown) return { cluster: copy, circle: undefined };

  const { cycleFrom, commands } = run;
  const circle = cycleFrom === undefined ? undefined : commands.filter(({ wave }) => wave > cycleFrom).length;

  return { cluster: null, circle };
}

/** Whether there are enough passes to look at every node. Equal nodes are looked at once. */
function canAfford(cluster: Cluster, passes: number): boolean {
  if (podsIn(cluster.pending, [...cluster.nodes.values()]) > maxPods) return false;
  const different = new Set(candidatesOf(cluster, 'graceful').map(candidateText));
  return different.size + passesOfCommand <= passes;
}

/** Whether any NodePool with nodes allows consolidation. */
const canConsolidate = (cluster: Cluster): boolean =>
  [...cluster.nodes.values()].some(({ state }) => {
    const pool = cluster.nodePool(state.nodePool);
    return pool !== undefined && consolidateAfter(pool.nodePool) !== undefined;
  });

/** Removes nodes that have lost all their pods, if their NodePool allows it. */
export function removeEmptied(cluster: Cluster, hadPods: ReadonlySet<string>): void {
  const budget = budgetMapping(cluster, 'Empty');
  for (const candidate of candidatesOf(cluster, 'graceful')) {
    const { name, pool, reschedulable, isHeld } = candidate;
    if (reschedulable.length > 0 || isHeld || !hadPods.has(name) || isStaticPool(candidate)) continue;
    // A budget only limits how many nodes go at a time. If it allows any, all of them go eventually.
    const isAllowed = (budget.get(pool.nodePool.metadata.name) ?? 0) > 0;
    if (isAllowed && consolidateAfter(pool.nodePool) !== undefined) cluster.remove(name);
  }
}
