import { doNotDisrupt } from '../../../karpenter/api/disruption-keys.ts';
import { parseDuration } from '../../../karpenter/api/duration.ts';
import { selects } from '../../../karpenter/api/label-selector.ts';
import { readLimits } from '../../provisioning/pods/pod-disruption-budget.ts';
import type { Simulation } from '../../provisioning/simulation.ts';

/** Kubernetes' default for `terminationGracePeriodSeconds`. */
const defaultGraceSeconds = 30;

/**
 * The longest time in seconds that nodes of a NodePool take to drain: the longest grace period of their running and simulated pods,
 * limited by the NodePool's terminationGracePeriod.
 */
export function graceSeconds(nodePool: string, base: Simulation | null): number {
  if (base === null) return defaultGraceSeconds;

  const { input, results } = base.cases.likely;
  const placed = results.newNodeClaims
    .filter((claim) => claim.nodePool === nodePool)
    .flatMap(({ pods }) => [...pods.keys()]);
  const names = new Set(placed);

  const pods = [
    ...input.podClasses.filter(({ workload }) => names.has(workload)),
    ...base.existing.nodes.filter((node) => node.nodePool === nodePool).flatMap((node) => node.pods),
  ];

  const grace = pods.reduce(
    (most, { pod }) => Math.max(most, pod.spec.terminationGracePeriodSeconds ?? defaultGraceSeconds),
    0,
  );

  const bound = drainBound(nodePool, base);
  if (bound === undefined) return grace;

  // Karpenter waits for pods that forbid disruption until terminationGracePeriod ends.
  const budgets = readLimits(base.manifests).filter(({ isFullyBlocking }) => isFullyBlocking);
  const isHeld = pods.some(
    ({ pod: { metadata } }) =>
      metadata.annotations?.[doNotDisrupt] === 'true' ||
      budgets.some(({ namespace, selector }) => namespace === metadata.namespace && selects(selector, metadata.labels)),
  );

  if (isHeld) return bound;
  return Math.min(grace, bound);
}

/** Seconds after which nodes of a NodePool are deleted regardless of their pods; undefined if they wait forever. */
function drainBound(nodePool: string, { nodePools }: Simulation): number | undefined {
  const pool = nodePools.known.find(({ name }) => name === nodePool);
  const nanos = parseDuration(pool?.nodePool.spec.template.spec.terminationGracePeriod ?? '');
  if (nanos === undefined) return undefined;
  return Number(nanos / 1_000_000_000n);
}
