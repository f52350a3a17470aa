import { podRequests } from '../../karpenter/scheduling/pod-requests.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { podPolicies } from '../../manifest/pod-policies/policies.ts';
import { explainedFailures } from './explanations/explained-failures.ts';
import { placedPods } from './input/results.ts';
import type { Simulation } from './simulation.ts';

/**
 * Whether there are NodePools that are not simulated, not in their region, or not with their NodeOverlays, and might run pods that fit nowhere
 * else.
 */
export const hasUnknownRoom = (simulation: Simulation): boolean =>
  poolsOfOtherRegions(simulation).length > 0 ||
  needsUngatedOverlays(simulation) ||
  mayBeTolerated(simulation) ||
  simulation.nodePools.refused.some(({ problem, isUnused }) => {
    if (isUnused) return false;
    if (problem.kind === 'stopped') return !problem.isCertain;
    return ['placeholder', 'kubelet', 'other-class', 'reservations', 'built-in'].includes(problem.kind);
  });

/** The empty NodePools that may launch nodes in the region that nothing names. */
export function poolsOfOtherRegions({ nodePools, cases, mayLaunchElsewhere }: Simulation): readonly string[] {
  const empty = new Set(cases.likely.results.emptyNodePools.map(({ nodePool }) => nodePool));
  return nodePools.known.filter((pool) => empty.has(pool.name) && mayLaunchElsewhere(pool)).map(({ name }) => name);
}

/** Whether pods that fit nowhere request what a NodeOverlay gives to nodes, if its feature gate is on. */
function needsUngatedOverlays({ ungatedOverlays, cases: { likely } }: Simulation): boolean {
  const resources = new Set(ungatedOverlays.flatMap(({ spec }) => Object.keys(spec.capacity ?? {})));
  if (resources.size === 0) return false;

  const waiting = new Set(placedPods(likely.results).podErrors.map(({ workload }) => workload));
  return likely.wanted.some(
    ({ workload, pod }) =>
      waiting.has(workload) && [...podRequests(pod.spec).keys()].some((name) => resources.has(name)),
  );
}

/**
 * Whether pods that fit nowhere may get tolerations when they are created: a policy that is not read, or whose binding is not in the files, names
 * tolerations, and taints keep the pods off a NodePool.
 */
function mayBeTolerated({ manifests, cases: { likely } }: Simulation): boolean {
  const isTolerating = ({ object }: Manifest): boolean => JSON.stringify(object).includes('tolerations');
  if (!podPolicies(manifests).unknown.some(isTolerating)) return false;

  return [...explainedFailures(likely.rounds).values()].flat().some(({ exclusion }) => exclusion.kind === 'taints');
}
