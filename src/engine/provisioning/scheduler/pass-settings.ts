import type { SchedulerInput } from '../scheduler-input.ts';
import type { Simulator } from '../simulator.ts';

/** Settings of a pass that follow from Karpenter's version and configuration. */
export const passSettings = (
  simulator: Simulator,
): Pick<
  SchedulerInput,
  'preferencePolicy' | 'minValuesPolicy' | 'maxInstanceTypes' | 'reservations' | 'minValuesCountsAllowed'
> => ({
  preferencePolicy: simulator.karpenterSettings.preferencePolicy,
  minValuesPolicy: simulator.karpenterSettings.minValuesPolicy,
  maxInstanceTypes: simulator.karpenter.maxInstanceTypes,
  minValuesCountsAllowed: simulator.karpenter.minValuesCountsAllowed,
  reservations: simulator.reservations,
});
