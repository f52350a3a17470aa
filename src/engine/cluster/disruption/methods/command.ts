import type { DisruptionReason } from '../../../karpenter/api/disruption/disruption-budget.ts';
import type { Candidate } from '../cluster/candidates.ts';
import type { SimulatedScheduling } from '../cluster/simulate-scheduling.ts';
import { expectedPrice, type Replacement } from './replacement.ts';

/** Karpenter's methods, in the order in which they are tried. */
export type MethodName = 'Emptiness' | 'StaticDrift' | 'Drift' | 'MultiNodeConsolidation' | 'SingleNodeConsolidation';

/** Nodes to remove, and their replacements. */
export interface DisruptionCommand {
  readonly method: MethodName;
  readonly reason: DisruptionReason;
  readonly candidates: readonly Candidate[];
  readonly replacements: readonly Replacement[];
  /** Where the pods go; undefined for empty nodes, for which Karpenter does not simulate scheduling. */
  readonly scheduling: SimulatedScheduling | undefined;
}

/** The hourly cost of the candidates. */
export const sourceCost = (candidates: readonly Candidate[]): number =>
  candidates.reduce((sum, { price }) => sum + price, 0);

/** The hourly savings that Karpenter expects. */
export const estimatedSavings = ({
  candidates,
  replacements,
}: Pick<DisruptionCommand, 'candidates' | 'replacements'>): number =>
  sourceCost(candidates) - replacements.reduce((sum, replacement) => sum + expectedPrice(replacement), 0);
