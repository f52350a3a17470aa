import { budgetMapping, candidatesOf } from '../disruption/cluster/candidates.ts';
import type { Cluster } from '../disruption/cluster/cluster.ts';
import { consolidateAfter } from '../disruption/cluster/simulate-scheduling.ts';
import { affordablePasses, timeUntilAllSettled } from '../disruption/controller/cluster-setup.ts';
import { disrupt } from '../disruption/controller/disrupt.ts';
import { isStaticPool } from '../disruption/methods/disruption-method.ts';
import type { Simulator } from '../provisioning/simulator.ts';
import { isKarpenterNode } from './simulated-cluster.ts';

/** More nodes than this are not consolidated here: a review has to be quick. */
export const maxConsolidated = 100;
const maxCommands = 100;

/**
 * The cluster when Karpenter's consolidation is done; null where that is not known: too many nodes, capacity reservations, whose free
 * instances it does not follow, or a loop without an end. Neither pods nor prices change on the way, and nodes do not expire.
 */
export function consolidatedCluster(cluster: Cluster, simulator: Simulator): Cluster | null {
  const own = [...cluster.nodes.values()].filter(isKarpenterNode);
  const isReserved = own.some(({ launch }) => launch?.capacityType === 'reserved');
  if (!simulator.karpenter.consolidatesBySavings || isReserved || own.length > maxConsolidated) return null;
  if (!canConsolidate(cluster)) return cluster;
  const copy = cluster.clone();
  copy.now += timeUntilAllSettled(copy);
  const bounds = { maxCommands, maxSimulations: affordablePasses(copy) };
  const run = disrupt(copy, { isConcurrent: false, step: timeUntilAllSettled(copy), isToTheEnd: true, ...bounds });
  const isKnown = run.stop === 'settled' && run.provisioned.every(({ error }) => error === undefined);
  return isKnown ? copy : null;
}

/** Whether any NodePool with nodes lets them be consolidated at all. */
const canConsolidate = (cluster: Cluster): boolean =>
  [...cluster.nodes.values()].some(({ state }) => {
    const pool = cluster.nodePool(state.nodePool);
    return pool !== undefined && consolidateAfter(pool.nodePool) !== undefined;
  });

/** Takes away nodes that have lost all their pods, where their NodePool lets empty nodes go. */
export function removeEmptied(cluster: Cluster, hadPods: ReadonlySet<string>): void {
  const budget = budgetMapping(cluster, 'Empty');
  for (const candidate of candidatesOf(cluster, 'graceful')) {
    const { name, pool, reschedulable } = candidate;
    if (reschedulable.length > 0 || !hadPods.has(name) || isStaticPool(candidate)) continue;
    // A budget says how many go at a time; that it allows any is enough for all of them to go in the end.
    const isAllowed = (budget.get(pool.nodePool.metadata.name) ?? 0) > 0;
    if (isAllowed && consolidateAfter(pool.nodePool) !== undefined) cluster.remove(name);
  }
}
