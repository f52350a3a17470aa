import type { Estimate } from '../../cluster/cost/estimate.ts';

/** The assumptions of an estimate: those that could change its figures, and the others. */
interface SplitAssumptions {
  readonly key: readonly string[];
  readonly others: readonly string[];
}

/** Splits the assumptions of an estimate, in their order. */
export function splitAssumptions(estimate: Estimate | null): SplitAssumptions {
  if (estimate === null) return { key: [], others: [] };
  const key = new Set(estimate.keyAssumptions);
  return {
    key: estimate.keyAssumptions,
    others: estimate.assumptions.filter((line) => !key.has(line)),
  };
}
