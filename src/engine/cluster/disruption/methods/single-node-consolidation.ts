import { byNodePool, type Candidate } from '../cluster/candidates.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { BalancedEvaluator } from './balanced-consolidation.ts';
import { isStillValid } from './command-validation.ts';
import { computeConsolidation, inOrder, shouldConsolidate } from './consolidation.ts';
import { type DisruptionMethod, type MethodInput, type MethodOutcome, noCommands } from './disruption-method.ts';
import { candidateText } from './equal-candidates.ts';

/** Finds the first candidate that can be removed or replaced by something cheaper. NodePools take turns, except in early minors. */
function compute({ cluster, candidates, budget }: MethodInput): MethodOutcome {
  const evaluator = new BalancedEvaluator(cluster);
  const kept = new Set<string>();

  for (const candidate of inTurns(inOrder(candidates, cluster), cluster)) {
    if ((budget.get(poolName(candidate)) ?? 0) === 0 || !evaluator.canPass(candidate)) continue;

    const text = candidateText(candidate);
    if (kept.has(text)) continue;

    const option = computeConsolidation(cluster, [candidate]);
    if (option === undefined || !evaluator.approves(option)) {
      kept.add(text);
      continue;
    }

    if (!isStillValid(cluster, option, shouldConsolidate)) return { commands: [], isRejected: true };

    return { commands: [{ method: 'SingleNodeConsolidation', reason: 'Underutilized', ...option }] };
  }

  return noCommands;
}

const poolName = ({ pool }: Candidate): string => pool.nodePool.metadata.name;

/** The best candidate of each NodePool, then the second best of each, with NodePools by name. In early minors only the best count. */
export function inTurns(candidates: readonly Candidate[], { setup }: Cluster): readonly Candidate[] {
  if (!setup.behavior.takesTurns) return candidates;
  const byPool = byNodePool(candidates);
  const longest = Math.max(0, ...byPool.map((ofPool) => ofPool.length));
  return Array.from({ length: longest }, (_, at) => byPool.flatMap((ofPool) => ofPool[at] ?? [])).flat();
}

/** Source: core pkg/controllers/disruption/singlenodeconsolidation.go. */
export const singleNodeConsolidation: DisruptionMethod = {
  name: 'SingleNodeConsolidation',
  reason: 'Underutilized',
  class: 'graceful',
  shouldDisrupt: shouldConsolidate,
  compute,
};
