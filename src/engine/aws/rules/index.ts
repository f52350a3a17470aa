import type { Rule } from '../../lint/rule.ts';
import { accessEntryType } from './access-entry-type.ts';
import { al2EndOfLife } from './al2-end-of-life.ts';
import { amiAliasRelease } from './ami-alias-release.ts';
import { amiFamilyMismatch } from './ami-family-mismatch.ts';
import { amiForInstanceTypes } from './ami-for-instance-types.ts';
import { amiOlderThanKubernetes } from './ami-older-than-kubernetes.ts';
import { awsAuthGroups } from './aws-auth-groups.ts';
import { bottlerocketRaid } from './bottlerocket-raid.ts';
import { bottlerocketVolumes } from './bottlerocket-volumes.ts';
import { capacityReservations } from './capacity-reservations.ts';
import { clusterName } from './cluster-name.ts';
import { controllerConditions } from './controller-conditions.ts';
import { controllerPermissions } from './controller-permissions.ts';
import { customRegistration } from './custom-registration.ts';
import { discoverySelectors } from './discovery-selectors.ts';
import { discoveryTags } from './discovery-tags.ts';
import { helmSettings } from './helm-settings.ts';
import { idleReservations } from './idle-reservations.ts';
import { interruptionQueue } from './interruption-queue.ts';
import { isolatedVpc } from './isolated-vpc.ts';
import { kopsKarpenter } from './kops-karpenter.ts';
import { kubeletInUserData } from './kubelet-in-user-data.ts';
import { lostDefaults } from './lost-defaults.ts';
import { minValuesExotic } from './min-values-exotic.ts';
import { olderGeneration } from './older-generation.ts';
import { ownedSecurityGroups } from './owned-security-groups.ts';
import { passRole } from './pass-role.ts';
import { pinAmiAlias } from './pin-ami-alias.ts';
import { podsAndAddresses } from './pods-and-addresses.ts';
import { refusedKubeletSettings } from './refused-kubelet-settings.ts';
import { requirementUnits } from './requirement-units.ts';
import { roleName } from './role-name.ts';
import { rootDevice } from './root-device.ts';
import { rootEncryption } from './root-encryption.ts';
import { selectorTermId } from './selector-term-id.ts';
import { terminationHandler } from './termination-handler.ts';
import { unknownInstanceType } from './unknown-instance-type.ts';
import { userDataFormat } from './user-data-format.ts';
import { volumeBindingMode } from './volume-binding-mode.ts';
import { volumeKey } from './volume-key.ts';

/** The rules for AWS, by id. */
export const awsRules: readonly Rule[] = [
  accessEntryType,
  al2EndOfLife,
  amiAliasRelease,
  amiFamilyMismatch,
  amiForInstanceTypes,
  amiOlderThanKubernetes,
  awsAuthGroups,
  bottlerocketRaid,
  bottlerocketVolumes,
  capacityReservations,
  clusterName,
  controllerConditions,
  controllerPermissions,
  customRegistration,
  discoverySelectors,
  discoveryTags,
  helmSettings,
  idleReservations,
  interruptionQueue,
  isolatedVpc,
  kopsKarpenter,
  kubeletInUserData,
  lostDefaults,
  minValuesExotic,
  olderGeneration,
  ownedSecurityGroups,
  passRole,
  pinAmiAlias,
  podsAndAddresses,
  refusedKubeletSettings,
  requirementUnits,
  roleName,
  rootDevice,
  rootEncryption,
  selectorTermId,
  terminationHandler,
  unknownInstanceType,
  userDataFormat,
  volumeBindingMode,
  volumeKey,
];
