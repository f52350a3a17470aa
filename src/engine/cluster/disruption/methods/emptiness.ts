import { type Candidate, spendBudget } from '../cluster/candidates.ts';
import { consolidateAfter } from '../cluster/simulate-scheduling.ts';
import { stillDisruptable, waitForValidation } from './command-validation.ts';
import { inOrder } from './consolidation.ts';
import {
  type DisruptionMethod,
  isStaticPool,
  type MethodInput,
  type MethodOutcome,
  noCommands,
} from './disruption-method.ts';

const shouldDisrupt = (candidate: Candidate): boolean =>
  !isStaticPool(candidate) &&
  consolidateAfter(candidate.pool.nodePool) !== undefined &&
  candidate.isEmpty &&
  !candidate.isHeld &&
  candidate.node.isConsolidatable;

/** Removes all empty nodes that the budgets allow, regardless of the policy and without simulating where their pods would go. */
function compute({ cluster, candidates, budget }: MethodInput): MethodOutcome {
  const empty = inOrder(candidates, cluster).filter((candidate) => spendBudget(budget, candidate));
  if (empty.length === 0) return noCommands;

  waitForValidation(cluster);
  const valid = stillDisruptable(cluster, { candidates: empty, reason: 'Empty', shouldDisrupt });
  if (valid.length === 0) return noCommands;

  return {
    commands: [{ method: 'Emptiness', reason: 'Empty', candidates: valid, replacements: [], scheduling: undefined }],
  };
}

/** Source: core pkg/controllers/disruption/emptiness.go. */
export const emptiness: DisruptionMethod = {
  name: 'Emptiness',
  reason: 'Empty',
  class: 'graceful',
  shouldDisrupt,
  compute,
};
