import type { Rule } from '../rule.ts';
import { al2EndOfLife } from './al2-end-of-life.ts';
import { amiFamilyMismatch } from './ami-family-mismatch.ts';
import { amiOwner } from './ami-owner.ts';
import { bottlerocketVolumes } from './bottlerocket-volumes.ts';
import { budgetGaps } from './budget-gaps.ts';
import { budgetSchedule } from './budget-schedule.ts';
import { consolidateAfterPolicy } from './consolidate-after-policy.ts';
import { customRegistration } from './custom-registration.ts';
import { discoverySelectors } from './discovery-selectors.ts';
import { kubeletInUserData } from './kubelet-in-user-data.ts';
import { noEmptyFields } from './no-empty-fields.ts';
import { nodeClassExists } from './node-class-exists.ts';
import { pinAmiAlias } from './pin-ami-alias.ts';
import { requireLimits } from './require-limits.ts';
import { roleName } from './role-name.ts';
import { rootDevice } from './root-device.ts';
import { satisfiableRequirements } from './satisfiable-requirements.ts';
import { selectorTermId } from './selector-term-id.ts';
import { spotFlexibility } from './spot-flexibility.ts';
import { unknownCapacityType } from './unknown-capacity-type.ts';
import { unknownInstanceType } from './unknown-instance-type.ts';
import { unknownZone } from './unknown-zone.ts';
import { userDataFormat } from './user-data-format.ts';

/** Every lint rule, sorted by id. `npm run new-rule ID` adds to this list. */
export const rules: readonly Rule[] = [
  al2EndOfLife,
  amiFamilyMismatch,
  amiOwner,
  bottlerocketVolumes,
  budgetGaps,
  budgetSchedule,
  consolidateAfterPolicy,
  customRegistration,
  discoverySelectors,
  kubeletInUserData,
  noEmptyFields,
  nodeClassExists,
  pinAmiAlias,
  requireLimits,
  roleName,
  rootDevice,
  satisfiableRequirements,
  selectorTermId,
  spotFlexibility,
  unknownCapacityType,
  unknownInstanceType,
  unknownZone,
  userDataFormat,
];
