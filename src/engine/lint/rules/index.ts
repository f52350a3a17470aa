import type { Rule } from '../rule.ts';
import { accessEntryType } from './access-entry-type.ts';
import { al2EndOfLife } from './al2-end-of-life.ts';
import { amiAliasRelease } from './ami-alias-release.ts';
import { amiFamilyMismatch } from './ami-family-mismatch.ts';
import { amiForInstanceTypes } from './ami-for-instance-types.ts';
import { amiOlderThanKubernetes } from './ami-older-than-kubernetes.ts';
import { awsAuthGroups } from './aws-auth-groups.ts';
import { blockingPdb } from './blocking-pdb.ts';
import { bottlerocketRaid } from './bottlerocket-raid.ts';
import { bottlerocketVolumes } from './bottlerocket-volumes.ts';
import { boundComment } from './bound-comment.ts';
import { budgetGaps } from './budget-gaps.ts';
import { budgetRounding } from './budget-rounding.ts';
import { budgetSchedule } from './budget-schedule.ts';
import { capacityReservations } from './capacity-reservations.ts';
import { chartCrds } from './chart-crds.ts';
import { clusterName } from './cluster-name.ts';
import { consolidateAfterLoad } from './consolidate-after-load.ts';
import { consolidateAfterPolicy } from './consolidate-after-policy.ts';
import { controllerConditions } from './controller-conditions.ts';
import { controllerPermissions } from './controller-permissions.ts';
import { controllerPlacement } from './controller-placement.ts';
import { customRegistration } from './custom-registration.ts';
import { discoverySelectors } from './discovery-selectors.ts';
import { discoveryTags } from './discovery-tags.ts';
import { expiryBlocked } from './expiry-blocked.ts';
import { frozenNodes } from './frozen-nodes.ts';
import { fullReservations } from './full-reservations.ts';
import { gpuTaint } from './gpu-taint.ts';
import { helmSettings } from './helm-settings.ts';
import { idleReservations } from './idle-reservations.ts';
import { interruptionQueue } from './interruption-queue.ts';
import { isolatedVpc } from './isolated-vpc.ts';
import { kopsKarpenter } from './kops-karpenter.ts';
import { kubeletInUserData } from './kubelet-in-user-data.ts';
import { limitFit } from './limit-fit.ts';
import { limitsBelowOneNode } from './limits-below-one-node.ts';
import { lostDefaults } from './lost-defaults.ts';
import { minValues } from './min-values.ts';
import { minValuesExotic } from './min-values-exotic.ts';
import { noEmptyFields } from './no-empty-fields.ts';
import { nodeClassExists } from './node-class-exists.ts';
import { olderGeneration } from './older-generation.ts';
import { overlappingPools } from './overlapping-pools.ts';
import { ownedSecurityGroups } from './owned-security-groups.ts';
import { passRole } from './pass-role.ts';
import { pinAmiAlias } from './pin-ami-alias.ts';
import { podGracePeriod } from './pod-grace-period.ts';
import { podRequests } from './pod-requests.ts';
import { podsAndAddresses } from './pods-and-addresses.ts';
import { priceGap } from './price-gap.ts';
import { refusedKubeletSettings } from './refused-kubelet-settings.ts';
import { removedPodKeys } from './removed-pod-keys.ts';
import { requireLimits } from './require-limits.ts';
import { requirementUnits } from './requirement-units.ts';
import { roleName } from './role-name.ts';
import { rootDevice } from './root-device.ts';
import { rootEncryption } from './root-encryption.ts';
import { satisfiableRequirements } from './satisfiable-requirements.ts';
import { selectorTermId } from './selector-term-id.ts';
import { spotFlexibility } from './spot-flexibility.ts';
import { startupTaints } from './startup-taints.ts';
import { taintPairs } from './taint-pairs.ts';
import { taintTolerations } from './taint-tolerations.ts';
import { terminationHandler } from './termination-handler.ts';
import { unknownCapacityType } from './unknown-capacity-type.ts';
import { unknownInstanceType } from './unknown-instance-type.ts';
import { unknownLabel } from './unknown-label.ts';
import { unknownZone } from './unknown-zone.ts';
import { unreachablePool } from './unreachable-pool.ts';
import { userDataFormat } from './user-data-format.ts';
import { volumeBindingMode } from './volume-binding-mode.ts';
import { volumeKey } from './volume-key.ts';

/** Every lint rule, sorted by id. `npm run new-rule ID` adds to this list. */
export const rules: readonly Rule[] = [
  accessEntryType,
  al2EndOfLife,
  amiAliasRelease,
  amiFamilyMismatch,
  amiForInstanceTypes,
  amiOlderThanKubernetes,
  awsAuthGroups,
  blockingPdb,
  bottlerocketRaid,
  bottlerocketVolumes,
  boundComment,
  budgetGaps,
  budgetRounding,
  budgetSchedule,
  capacityReservations,
  chartCrds,
  clusterName,
  consolidateAfterLoad,
  consolidateAfterPolicy,
  controllerConditions,
  controllerPermissions,
  controllerPlacement,
  customRegistration,
  discoverySelectors,
  discoveryTags,
  expiryBlocked,
  frozenNodes,
  fullReservations,
  gpuTaint,
  helmSettings,
  idleReservations,
  interruptionQueue,
  isolatedVpc,
  kopsKarpenter,
  kubeletInUserData,
  limitFit,
  limitsBelowOneNode,
  lostDefaults,
  minValues,
  minValuesExotic,
  noEmptyFields,
  nodeClassExists,
  olderGeneration,
  overlappingPools,
  ownedSecurityGroups,
  passRole,
  pinAmiAlias,
  podGracePeriod,
  podRequests,
  podsAndAddresses,
  priceGap,
  refusedKubeletSettings,
  removedPodKeys,
  requireLimits,
  requirementUnits,
  roleName,
  rootDevice,
  rootEncryption,
  satisfiableRequirements,
  selectorTermId,
  spotFlexibility,
  startupTaints,
  taintPairs,
  taintTolerations,
  terminationHandler,
  unknownCapacityType,
  unknownInstanceType,
  unknownLabel,
  unknownZone,
  unreachablePool,
  userDataFormat,
  volumeBindingMode,
  volumeKey,
];
