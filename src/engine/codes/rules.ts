import { accessEntryType } from '../aws/rules/access-entry-type.ts';
import { al2EndOfLife } from '../aws/rules/al2-end-of-life.ts';
import { amiAliasRelease } from '../aws/rules/ami-alias-release.ts';
import { amiFamilyMismatch } from '../aws/rules/ami-family-mismatch.ts';
import { amiForInstanceTypes } from '../aws/rules/ami-for-instance-types.ts';
import { amiOlderThanKubernetes } from '../aws/rules/ami-older-than-kubernetes.ts';
import { awsAuthGroups } from '../aws/rules/aws-auth-groups.ts';
import { bottlerocketRaid } from '../aws/rules/bottlerocket-raid.ts';
import { bottlerocketVolumes } from '../aws/rules/bottlerocket-volumes.ts';
import { capacityReservations } from '../aws/rules/capacity-reservations.ts';
import { clusterName } from '../aws/rules/cluster-name.ts';
import { controllerConditions } from '../aws/rules/controller-conditions.ts';
import { controllerPermissions } from '../aws/rules/controller-permissions.ts';
import { customRegistration } from '../aws/rules/custom-registration.ts';
import { discoverySelectors } from '../aws/rules/discovery-selectors.ts';
import { discoveryTags } from '../aws/rules/discovery-tags.ts';
import { helmSettings } from '../aws/rules/helm-settings.ts';
import { idleReservations } from '../aws/rules/idle-reservations.ts';
import { interruptionQueue } from '../aws/rules/interruption-queue.ts';
import { isolatedVpc } from '../aws/rules/isolated-vpc.ts';
import { kopsKarpenter } from '../aws/rules/kops-karpenter.ts';
import { kubeletInUserData } from '../aws/rules/kubelet-in-user-data.ts';
import { lostDefaults } from '../aws/rules/lost-defaults.ts';
import { minValuesExotic } from '../aws/rules/min-values-exotic.ts';
import { olderGeneration } from '../aws/rules/older-generation.ts';
import { ownedSecurityGroups } from '../aws/rules/owned-security-groups.ts';
import { passRole } from '../aws/rules/pass-role.ts';
import { pinAmiAlias } from '../aws/rules/pin-ami-alias.ts';
import { podsAndAddresses } from '../aws/rules/pods-and-addresses.ts';
import { refusedKubeletSettings } from '../aws/rules/refused-kubelet-settings.ts';
import { requirementUnits } from '../aws/rules/requirement-units.ts';
import { roleName } from '../aws/rules/role-name.ts';
import { rootDevice } from '../aws/rules/root-device.ts';
import { rootEncryption } from '../aws/rules/root-encryption.ts';
import { selectorTermId } from '../aws/rules/selector-term-id.ts';
import { terminationHandler } from '../aws/rules/termination-handler.ts';
import { unknownInstanceType } from '../aws/rules/unknown-instance-type.ts';
import { userDataFormat } from '../aws/rules/user-data-format.ts';
import { volumeBindingMode } from '../aws/rules/volume-binding-mode.ts';
import { volumeKey } from '../aws/rules/volume-key.ts';
import type { Rule } from '../lint/rule.ts';
import { blockingPdb } from '../lint/rules/blocking-pdb.ts';
import { boundComment } from '../lint/rules/bound-comment.ts';
import { budgetGaps } from '../lint/rules/budget-gaps.ts';
import { budgetRounding } from '../lint/rules/budget-rounding.ts';
import { budgetSchedule } from '../lint/rules/budget-schedule.ts';
import { chartCrds } from '../lint/rules/chart-crds.ts';
import { consolidateAfterLoad } from '../lint/rules/consolidate-after-load.ts';
import { consolidateAfterPolicy } from '../lint/rules/consolidate-after-policy.ts';
import { controllerPlacement } from '../lint/rules/controller-placement.ts';
import { expiryBlocked } from '../lint/rules/expiry-blocked.ts';
import { frozenNodes } from '../lint/rules/frozen-nodes.ts';
import { fullReservations } from '../lint/rules/full-reservations.ts';
import { gpuTaint } from '../lint/rules/gpu-taint.ts';
import { limitFit } from '../lint/rules/limit-fit.ts';
import { limitsBelowOneNode } from '../lint/rules/limits-below-one-node.ts';
import { minValues } from '../lint/rules/min-values.ts';
import { noEmptyFields } from '../lint/rules/no-empty-fields.ts';
import { nodeClassExists } from '../lint/rules/node-class-exists.ts';
import { overlappingPools } from '../lint/rules/overlapping-pools.ts';
import { podGracePeriod } from '../lint/rules/pod-grace-period.ts';
import { podRequests } from '../lint/rules/pod-requests.ts';
import { priceGap } from '../lint/rules/price-gap.ts';
import { removedPodKeys } from '../lint/rules/removed-pod-keys.ts';
import { requireLimits } from '../lint/rules/require-limits.ts';
import { satisfiableRequirements } from '../lint/rules/satisfiable-requirements.ts';
import { spotFlexibility } from '../lint/rules/spot-flexibility.ts';
import { startupTaints } from '../lint/rules/startup-taints.ts';
import { taintPairs } from '../lint/rules/taint-pairs.ts';
import { taintTolerations } from '../lint/rules/taint-tolerations.ts';
import { unknownCapacityType } from '../lint/rules/unknown-capacity-type.ts';
import { unknownLabel } from '../lint/rules/unknown-label.ts';
import { unknownZone } from '../lint/rules/unknown-zone.ts';
import { unreachablePool } from '../lint/rules/unreachable-pool.ts';

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
