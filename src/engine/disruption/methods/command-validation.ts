import type { DisruptionReason } from '../cluster/budgets.ts';
import { budgetMapping, type Candidate, candidatesOf, spendBudget } from '../cluster/candidates.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { simulateScheduling } from '../cluster/simulate-scheduling.ts';
import type { ConsolidationOption } from './consolidation.ts';
import { replacementOf } from './replacement.ts';

/** Consolidation validates a command again after this time, in milliseconds. */
const commandValidationDelay = 15_000;

interface Proposal {
  readonly candidates: readonly Candidate[];
  readonly reason: DisruptionReason;
  shouldDisrupt(candidate: Candidate): boolean;
}

/** Lets the time pass after which commands are validated again. */
export function waitForValidation(cluster: Cluster): void {
  cluster.now += commandValidationDelay;
}

/** The current state of candidates that can still be disrupted within the budgets, by name. */
export function stillDisruptable(cluster: Cluster, { candidates, reason, shouldDisrupt }: Proposal): Candidate[] {
  const proposed = new Set(candidates.map(({ name }) => name));
  const budget = budgetMapping(cluster, reason);
  return candidatesOf(cluster, 'graceful').filter(
    (candidate) => proposed.has(candidate.name) && shouldDisrupt(candidate) && spendBudget(budget, candidate),
  );
}

/** Whether a consolidation is still valid. Source: core pkg/controllers/disruption/validation.go. */
export function isStillValid(
  cluster: Cluster,
  option: ConsolidationOption,
  shouldDisrupt: (candidate: Candidate) => boolean,
): boolean {
  waitForValidation(cluster);
  const { candidates, replacements } = option;
  const valid = stillDisruptable(cluster, { candidates, reason: 'Underutilized', shouldDisrupt });
  if (valid.length < candidates.length) return false;
  const scheduling = simulateScheduling(cluster, { candidates: valid, isConsolidation: true });
  if (!scheduling.isComplete || scheduling.newNodeClaims.length !== replacements.length) return false;
  const [claim] = scheduling.newNodeClaims;
  if (claim === undefined) return true;
  const possible = new Set(replacementOf(cluster, claim).names);
  return replacements[0]!.names.every((name) => possible.has(name));
}
