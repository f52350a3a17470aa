import { rounded } from '../../text/range.ts';
import type { CapacityBuffer } from '../provisioning/pods/capacity-buffers.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import { settleSide } from '../transition/settle-side.ts';
import { isKarpenterNode, isReal } from '../transition/simulated-cluster.ts';
import { transition } from '../transition/transition.ts';
import type { ClusterState, SimulatedSide, TransitionCauses } from '../transition/transition-data.ts';
import { sum } from './case-ranges.ts';
import type { CapacityBuffers } from './estimate.ts';
import { placedNode } from './placed-node-claim.ts';

/** For how many pods each CapacityBuffer keeps room, in the likely case; undefined if there are none. */
export function buffersOf({ buffers }: Simulation, state: ClusterState): CapacityBuffers | undefined {
  const named = buffers.filter(({ pod }) => pod !== undefined);
  if (named.length === 0) return undefined;

  const planned = new Map<string, number>();
  for (const { workload, count } of state.nodes.flatMap(({ pods }) => pods).filter((group) => !isReal(group)))
    planned.set(workload, (planned.get(workload) ?? 0) + count);

  const of = ({ key, target, replicas }: CapacityBuffer): CapacityBuffers['buffers'][number] => {
    return { buffer: key, target: target ?? '', pods: replicas.likely, withRoom: planned.get(key) ?? 0 };
  };
  return { buffers: named.map(of), kept: null };
}

/**
 * What the cluster of head would not need without its CapacityBuffers; null if that is unknown. `without` is head simulated as if Karpenter
 * ignored them.
 */
export function keptByBuffers(
  after: ClusterState,
  { base, without }: { readonly base: SimulatedSide | null; readonly without: SimulatedSide },
  causes: TransitionCauses,
): CapacityBuffers['kept'] {
  const isFollowed = base?.simulation.cases.likely.isExact === true;

  const other = () => {
    if (isFollowed) return transition(base, without, { which: 'likely', ...causes }).after;
    return settleSide(without, 'likely').after;
  };

  const [nodes, less] = [after, other()].map(({ nodes }) => nodes.filter(isKarpenterNode).map(placedNode));
  const [usd, lessUsd] = [sum(nodes!, 'hourlyUsd'), sum(less!, 'hourlyUsd')];

  return {
    nodes: nodes!.length - less!.length,
    hourlyUsd: usd === null || lessUsd === null ? null : rounded(usd - lessUsd),
  };
}
