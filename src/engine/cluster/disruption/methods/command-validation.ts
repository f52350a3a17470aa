import type { DisruptionReason } from '../../../karpenter/api/disruption/disruption-budget.ts';
import { budgetMapping, type Candidate, candidatesOf, spendBudget } from '../cluster/candidates.ts';
import type { Cluster } from '../cluster/cluster.ts';
import {
  isUnderConsolidateAfter,
  type SimulatedScheduling,
  simulateScheduling,
} from '../cluster/simulate-scheduling.ts';
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
  const proposedAt = cluster.now;
  waitForValidation(cluster);

  const { candidates, replacements } = option;
  const valid = stillDisruptable(cluster, { candidates, reason: 'Underutilized', shouldDisrupt });
  if (valid.length < candidates.length) return false;

  const schedulingNow = () => {
    if (isSameQuestion(cluster, proposedAt)) return repeated(cluster, option.scheduling);
    return simulateScheduling(cluster, { candidates: valid, isConsolidation: true });
  };

  const scheduling = schedulingNow();
  if (!scheduling.isComplete || scheduling.newNodeClaims.length !== replacements.length) return false;

  const [claim] = scheduling.newNodeClaims;
  if (claim === undefined) return true;

  const possible = new Set(replacementOf(cluster, claim).names);
  return replacements[0]!.names.every((name) => possible.has(name));
}

/** The answer of the same question, which counts as one more. */
function repeated(cluster: Cluster, scheduling: SimulatedScheduling): SimulatedScheduling {
  cluster.countSimulation();
  return scheduling;
}

/**
 * Whether a pass now would get the same input as at a time before, if nothing but time has passed. Time moves only
 * which nodes got pods recently, and which pods still have a temporary `do-not-disrupt`.
 */
function isSameQuestion(cluster: Cluster, before: number): boolean {
  const { limits } = cluster.setup;
  return [...cluster.nodes.values()].every(
    (node) =>
      isUnderConsolidateAfter(cluster, node) === isUnderConsolidateAfter(cluster, node, before) &&
      node.pods.every(
        (group) =>
          limits.isCurrentlyReschedulable(group, cluster.now) === limits.isCurrentlyReschedulable(group, before),
      ),
  );
}
