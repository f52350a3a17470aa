import { type Candidate, spendBudget } from '../cluster/candidates.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { BalancedEvaluator } from './balanced-consolidation.ts';
import { isStillValid } from './command-validation.ts';
import { type ConsolidationOption, computeConsolidation, inOrder, shouldConsolidate } from './consolidation.ts';
import { type DisruptionMethod, type MethodInput, type MethodOutcome, noCommands } from './disruption-method.ts';
import { cheaperThan, type Replacement } from './replacement.ts';

const maxParallel = 100;

/** Finds the largest number of best candidates that one node, or none, can replace. */
function compute({ cluster, candidates, budget }: MethodInput): MethodOutcome {
  const disruptable = inOrder(candidates, cluster).filter((candidate) => spendBudget(budget, candidate));
  const option = firstNConsolidationOption(cluster, disruptable);
  if (option === undefined || !isStillValid(cluster, option, shouldConsolidate)) return noCommands;
  return { commands: [{ method: 'MultiNodeConsolidation', reason: 'Underutilized', ...option }] };
}

/** A binary search for the longest list of best candidates that can be removed together, at least two. */
function firstNConsolidationOption(
  cluster: Cluster,
  candidates: readonly Candidate[],
): ConsolidationOption | undefined {
  if (candidates.length < 2) return undefined;

  const evaluator = new BalancedEvaluator(cluster);
  let best: ConsolidationOption | undefined;
  let [least, most] = [1, Math.min(candidates.length - 1, maxParallel)];

  while (least <= most) {
    const middle = Math.floor((least + most) / 2);
    const computed = computeConsolidation(cluster, candidates.slice(0, middle + 1));
    const option = computed && withoutSameTypes(computed);
    if (option !== undefined && evaluator.approves(option)) {
      best = option;
      least = middle + 1;
    } else most = middle - 1;
  }

  return best;
}

/**
 * If a replacement could have the instance type of a candidate, keeping that candidate would be as good. Then only types that cost less
 * than the cheapest such candidate count.
 */
function withoutSameTypes(option: ConsolidationOption): ConsolidationOption | undefined {
  const [replacement] = option.replacements;
  if (replacement === undefined) return option;
  const cheaper = cheaperThan(replacement, sameTypePrice(option.candidates, replacement));
  if (cheaper === undefined || cheaper.options.length === 0) return undefined;
  return { ...option, replacements: [cheaper] };
}

function sameTypePrice(candidates: readonly Candidate[], { names }: Replacement): number {
  const types = new Set(names);
  const same = candidates.filter(({ pool, instanceType }) => types.has(pool.instanceTypes.names[instanceType] ?? ''));
  return same.reduce((price, candidate) => Math.min(price, candidate.price), Number.MAX_VALUE);
}

/** Source: core pkg/controllers/disruption/multinodeconsolidation.go. */
export const multiNodeConsolidation: DisruptionMethod = {
  name: 'MultiNodeConsolidation',
  reason: 'Underutilized',
  class: 'graceful',
  shouldDisrupt: shouldConsolidate,
  compute,
};
