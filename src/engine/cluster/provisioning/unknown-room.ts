import { isRegional } from '../../karpenter/api/labels.ts';
import type { KnownNodePool } from './node-pools/node-pools.ts';
import type { Simulation } from './simulation.ts';

/** Whether there are NodePools that are not simulated, or not in their region, and might run pods that fit nowhere else. */
export const hasUnknownRoom = (simulation: Simulation): boolean =>
  poolsOfOtherRegions(simulation).length > 0 ||
  simulation.nodePools.refused.some(({ problem, isUnused }) => {
    if (isUnused) return false;
    if (problem.kind === 'stopped') return !problem.isCertain;
    return ['placeholder', 'kubelet', 'other-class', 'reservations', 'built-in'].includes(problem.kind);
  });

/** The empty NodePools that may launch nodes in the region that nothing names: they require zones or instance types. */
export function poolsOfOtherRegions({ nodePools, cases, isRegionAssumed }: Simulation): readonly string[] {
  if (!isRegionAssumed) return [];
  const empty = new Set(cases.likely.results.emptyNodePools.map(({ nodePool }) => nodePool));
  return nodePools.known.filter((pool) => empty.has(pool.name) && isBoundToRegion(pool)).map(({ name }) => name);
}

/** Whether a NodePool names zones or instance types, which another region may have. */
export const isBoundToRegion = ({ nodePool }: KnownNodePool): boolean =>
  (nodePool.spec.template.spec.requirements ?? []).some(({ key }) => isRegional(key));
