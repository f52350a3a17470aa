import { label } from '../../../karpenter/api/labels.ts';
import { type Candidate, costOfAllPods, savingsRatio } from '../cluster/candidates.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { consolidateAfter, type SimulatedScheduling, simulateScheduling } from '../cluster/simulate-scheduling.ts';
import { sourceCost } from './command.ts';
import { isStaticPool } from './disruption-method.ts';
import { hasNoCheaperPlace } from './no-cheaper-place.ts';
import {
  cheaperThan,
  neededTypes,
  type Replacement,
  replacementOf,
  withCapacityType,
  withCheapestTypes,
  withOfferings,
} from './replacement.ts';

/** The number of cheaper instance types that Karpenter needs to replace a spot node by another one, and then requests. */
const minTypesForSpotToSpot = 15;

/** A way to use fewer or cheaper nodes. */
export interface ConsolidationOption {
  readonly candidates: readonly Candidate[];
  readonly replacements: readonly Replacement[];
  readonly scheduling: SimulatedScheduling;
}

const policyOf = ({ pool }: Candidate): string =>
  pool.nodePool.spec.disruption?.consolidationPolicy ?? 'WhenEmptyOrUnderutilized';

/** Whether consolidation considers a node that is not empty. Source: core pkg/controllers/disruption/consolidation.go. */
export function shouldConsolidate(candidate: Candidate): boolean {
  const { labels } = candidate.node.state;
  const isPriced =
    candidate.instanceType >= 0 && labels[label.capacityType] !== undefined && labels[label.zone] !== undefined;
  if (isStaticPool(candidate) || !isPriced || consolidateAfter(candidate.pool.nodePool) === undefined) return false;
  return !candidate.isEmpty && policyOf(candidate) !== 'WhenEmpty' && candidate.node.isConsolidatable;
}

/**
 * Candidates in the order of consolidation: the highest savings for their disruption cost first, or the lowest cost
 * before Karpenter 1.14. Then by name, or at random.
 */
export function inOrder(candidates: readonly Candidate[], { setup }: Cluster): readonly Candidate[] {
  const all = setup.bindings?.chance?.shuffled(candidates) ?? candidates;
  if (setup.behavior.isBySavings) return all.toSorted((a, b) => savingsRatio(b) - savingsRatio(a));
  return all.toSorted((a, b) => costOfAllPods(a) - costOfAllPods(b));
}

/** What could replace all the candidates together: nothing, or one cheaper node. Most candidates are refused without a pass. */
export function computeConsolidation(
  cluster: Cluster,
  candidates: readonly Candidate[],
): ConsolidationOption | undefined {
  if (!hasNoCheaperPlace(cluster, candidates)) return consolidationByPass(cluster, candidates);
  cluster.countSimulation();
  return undefined;
}

/** The same, decided by a scheduling pass. Source: core pkg/controllers/disruption/consolidation.go computeConsolidation. */
export function consolidationByPass(
  cluster: Cluster,
  candidates: readonly Candidate[],
): ConsolidationOption | undefined {
  const scheduling = simulateScheduling(cluster, { candidates, isConsolidation: true });
  const [claim, ...more] = scheduling.newNodeClaims;
  if (!scheduling.isComplete || more.length > 0) return undefined;
  if (claim === undefined) return { candidates, replacements: [], scheduling };

  const replacement = cheaperReplacement(cluster, candidates, replacementOf(cluster, claim));
  if (replacement === undefined) return undefined;
  return { candidates, replacements: [replacement], scheduling };
}

const allows = ({ requirements }: Replacement, capacityType: string): boolean =>
  requirements.get(label.capacityType).has(capacityType);

function cheaperReplacement(
  cluster: Cluster,
  candidates: readonly Candidate[],
  replacement: Replacement,
): Replacement | undefined {
  const isAllSpot = candidates.every(({ node }) => node.state.labels[label.capacityType] === 'spot');
  if (isAllSpot && allows(replacement, 'spot')) return cheaperSpot(cluster, candidates, replacement);

  const cheaper = cheaperThan(replacement, sourceCost(candidates));
  if (cheaper === undefined || cheaper.options.length === 0) return undefined;

  // Prices were compared for spot. An on-demand node instead could cost more than the existing nodes.
  const isEither = allows(cheaper, 'spot') && allows(cheaper, 'on-demand');
  if (isEither) return withCapacityType(cheaper, 'spot');
  return cheaper;
}

/** Replaces spot by spot. For a single node, this needs many cheaper types, so that the next check finds nothing better. */
function cheaperSpot(
  { setup }: Cluster,
  candidates: readonly Candidate[],
  replacement: Replacement,
): Replacement | undefined {
  if (!setup.hasSpotToSpotConsolidation) return undefined;

  const spot = withOfferings(withCapacityType(replacement, 'spot'));
  const cheaper = cheaperThan(spot, sourceCost(candidates));
  if (cheaper === undefined || cheaper.options.length === 0) return undefined;
  if (candidates.length > 1) return cheaper;
  if (cheaper.options.length < minTypesForSpotToSpot) return undefined;

  return withCheapestTypes(cheaper, Math.max(minTypesForSpotToSpot, neededTypes(cheaper) ?? 0));
}
