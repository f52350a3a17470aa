import type { Cluster, ClusterNode } from '../disruption/cluster/cluster.ts';
import { timeUntilAllSettled } from '../disruption/controller/cluster-setup.ts';
import { isNeeded, whyKept } from '../disruption/methods/why-kept.ts';
import { billedPrice } from '../provisioning/nodes/billed-price.ts';
import { isKarpenterNode } from './simulated-cluster.ts';
import type { NewClusterCosts, StayingNodes } from './transition-data.ts';

/** A smaller share of the cost is not worth a sentence. */
const margin = 0.02;
/** For how many nodes the reason is looked for. */
const maxAsked = 30;

/**
 * What a change leaves running that a new cluster with the same files would not have, and why Karpenter keeps it: the reason of most nodes.
 * This is also why taking a change back does not return to the cost before it. Null if a new cluster costs as much, or if one of them is not
 * completely known.
 */
export function stayingNodes(cluster: Cluster, fresh: Cluster): StayingNodes | null {
  const [is, could] = [hourlyPrice(cluster), hourlyPrice(fresh)];
  if (is === null || could === null || is <= could * (1 + margin)) return null;

  const later = cluster.clone();
  later.now += timeUntilAllSettled(later);
  const reasons = new Map<string, number>();
  for (const { state } of ownNodes(later).slice(0, maxAsked)) {
    const reason = whyKept(later, state.name);
    if (reason !== undefined && reason !== isNeeded) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }

  const [first] = [...reasons].sort(([, a], [, b]) => b - a);
  if (first === undefined) return null;

  const [reason, nodes] = first;
  return { hourlyUsd: is - could, nodes, reason };
}

/** Whether two new clusters have as many nodes at the same cost, so that a change from one to the other is worth nothing by itself. */
export function areAlike(cluster: Cluster, other: Cluster): boolean {
  const [price, otherPrice] = [hourlyPrice(cluster), hourlyPrice(other)];
  if (price === null || otherPrice === null || ownNodes(cluster).length !== ownNodes(other).length) return false;
  return Math.abs(price - otherPrice) < 1e-6;
}

/** What two new clusters cost; null if that of one is unknown. */
export function newClusterCosts(base: Cluster, head: Cluster): NewClusterCosts | null {
  const [before, after] = [hourlyPrice(base), hourlyPrice(head)];
  if (before === null || after === null) return null;
  return { before, after };
}

const ownNodes = (cluster: Cluster): readonly ClusterNode[] => cluster.sorted().filter(isKarpenterNode);

/** The hourly cost of Karpenter's nodes; null if a price is unknown, or if pods wait for nodes that they do not get. */
function hourlyPrice(cluster: Cluster): number | null {
  const prices = ownNodes(cluster).map(({ launch }) => launch && billedPrice(launch));
  if (cluster.pending.length > 0 || !prices.every((price) => price)) return null;
  return prices.reduce<number>((sum, price) => sum + price!, 0);
}
