import type { Rule } from '../rule.ts';
import { amiFamilyMismatch } from './ami-family-mismatch.ts';
import { budgetGaps } from './budget-gaps.ts';
import { budgetSchedule } from './budget-schedule.ts';
import { consolidateAfterPolicy } from './consolidate-after-policy.ts';
import { discoverySelectors } from './discovery-selectors.ts';
import { noEmptyFields } from './no-empty-fields.ts';
import { nodeClassExists } from './node-class-exists.ts';
import { pinAmiAlias } from './pin-ami-alias.ts';
import { requireLimits } from './require-limits.ts';
import { satisfiableRequirements } from './satisfiable-requirements.ts';
import { spotFlexibility } from './spot-flexibility.ts';
import { unknownCapacityType } from './unknown-capacity-type.ts';
import { unknownInstanceType } from './unknown-instance-type.ts';
import { unknownZone } from './unknown-zone.ts';

/** Every lint rule, sorted by id. `npm run new-rule ID` adds to this list. */
export const rules: readonly Rule[] = [
  amiFamilyMismatch,
  budgetGaps,
  budgetSchedule,
  consolidateAfterPolicy,
  discoverySelectors,
  noEmptyFields,
  nodeClassExists,
  pinAmiAlias,
  requireLimits,
  satisfiableRequirements,
  spotFlexibility,
  unknownCapacityType,
  unknownInstanceType,
  unknownZone,
];
