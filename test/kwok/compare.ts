import type { ClusterPicture, NodePicture } from './picture.ts';

/** The compared aspects of a setup, from coarse to fine. */
export const loopAspects = ['nodes', 'requests', 'types', 'zones', 'cost', 'pending'] as const;
export type LoopAspect = (typeof loopAspects)[number];

/** A prediction with, per node, the `type zone` pairs that cost the same. */
export type ForecastPicture = ClusterPicture & { readonly ties: readonly (readonly string[])[] };

/**
 * The aspects in which a cluster differs from its prediction. Among offerings with the same price, any is correct. Later, a node runs other
 * pods than Karpenter planned for it, so what it reserved for them only counts at first.
 */
export function differences(
  forecast: ForecastPicture,
  seen: ClusterPicture,
  { isAtFirst }: { readonly isAtFirst: boolean },
): readonly LoopAspect[] {
  const isFound = (isSame: (i: number, node: NodePicture) => boolean): boolean =>
    forecast.nodes.length === seen.nodes.length && canPair(seen.nodes, isSame);
  const { nodes, ties } = forecast;
  const sameRequests = (i: number, node: NodePicture): boolean =>
    nodes[i]!.nodePool === node.nodePool &&
    nodes[i]!.capacityType === node.capacityType &&
    (!isAtFirst || (nodes[i]!.cpuMillis === node.cpuMillis && nodes[i]!.memoryBytes === node.memoryBytes));
  const offers = nodes.map((node, i) => new Set([`${node.instanceType} ${node.zone}`, ...ties[i]!]));
  const types = offers.map((pairs) => new Set([...pairs].map((pair) => pair.split(' ')[0])));
  const agreement: Record<LoopAspect, boolean> = {
    nodes: nodes.length === seen.nodes.length,
    requests: isFound(sameRequests),
    types: isFound((i, node) => sameRequests(i, node) && types[i]!.has(node.instanceType)),
    zones: isFound((i, node) => sameRequests(i, node) && offers[i]!.has(`${node.instanceType} ${node.zone}`)),
    // The cluster reports prices with six digits.
    cost: Math.abs(total(nodes) - total(seen.nodes)) <= 1e-6 * Math.max(1, nodes.length),
    pending: JSON.stringify(forecast.pending) === JSON.stringify(seen.pending),
  };
  return loopAspects.filter((aspect) => !agreement[aspect]);
}

const total = (nodes: readonly NodePicture[]): number => nodes.reduce((sum, { hourlyUsd }) => sum + hourlyUsd, 0);

/** Whether every node can be matched to a different place that suits it (augmenting paths). */
function canPair(nodes: readonly NodePicture[], suits: (place: number, node: NodePicture) => boolean): boolean {
  const holder = new Map<number, number>();
  const seat = (n: number, visited: Set<number>): boolean => {
    for (let place = 0; place < nodes.length; place++) {
      if (visited.has(place) || !suits(place, nodes[n]!)) continue;
      visited.add(place);
      const other = holder.get(place);
      if (other === undefined || seat(other, visited)) {
        holder.set(place, n);
        return true;
      }
    }
    return false;
  };
  return nodes.every((_, n) => seat(n, new Set()));
}
