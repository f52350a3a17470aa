import type { Rule } from '../rule.ts';
import { blockingPdb } from './blocking-pdb.ts';
import { boundComment } from './bound-comment.ts';
import { budgetGaps } from './budget-gaps.ts';
import { budgetRounding } from './budget-rounding.ts';
import { budgetSchedule } from './budget-schedule.ts';
import { chartCrds } from './chart-crds.ts';
import { consolidateAfterLoad } from './consolidate-after-load.ts';
import { consolidateAfterPolicy } from './consolidate-after-policy.ts';
import { controllerPlacement } from './controller-placement.ts';
import { expiryBlocked } from './expiry-blocked.ts';
import { frozenNodes } from './frozen-nodes.ts';
import { fullReservations } from './full-reservations.ts';
import { gpuTaint } from './gpu-taint.ts';
import { limitFit } from './limit-fit.ts';
import { limitsBelowOneNode } from './limits-below-one-node.ts';
import { minValues } from './min-values.ts';
import { noEmptyFields } from './no-empty-fields.ts';
import { nodeClassExists } from './node-class-exists.ts';
import { overlappingPools } from './overlapping-pools.ts';
import { podGracePeriod } from './pod-grace-period.ts';
import { podRequests } from './pod-requests.ts';
import { priceGap } from './price-gap.ts';
import { removedPodKeys } from './removed-pod-keys.ts';
import { requireLimits } from './require-limits.ts';
import { satisfiableRequirements } from './satisfiable-requirements.ts';
import { spotFlexibility } from './spot-flexibility.ts';
import { startupTaints } from './startup-taints.ts';
import { taintPairs } from './taint-pairs.ts';
import { taintTolerations } from './taint-tolerations.ts';
import { unknownCapacityType } from './unknown-capacity-type.ts';
import { unknownLabel } from './unknown-label.ts';
import { unknownZone } from './unknown-zone.ts';
import { unreachablePool } from './unreachable-pool.ts';

/** The rules for every provider, by id. */
export const neutralRules: readonly Rule[] = [
  blockingPdb,
  boundComment,
  budgetGaps,
  budgetRounding,
  budgetSchedule,
  chartCrds,
  consolidateAfterLoad,
  consolidateAfterPolicy,
  controllerPlacement,
  expiryBlocked,
  frozenNodes,
  fullReservations,
  gpuTaint,
  limitFit,
  limitsBelowOneNode,
  minValues,
  noEmptyFields,
  nodeClassExists,
  overlappingPools,
  podGracePeriod,
  podRequests,
  priceGap,
  removedPodKeys,
  requireLimits,
  satisfiableRequirements,
  spotFlexibility,
  startupTaints,
  taintPairs,
  taintTolerations,
  unknownCapacityType,
  unknownLabel,
  unknownZone,
  unreachablePool,
];
