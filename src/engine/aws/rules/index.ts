import type { Rule } from '../../rules/lint/rule.ts';
import { accessEntryTypeRule } from './access-entry-type.ts';
import { al2EndOfLifeRule } from './al2-end-of-life.ts';
import { amiAliasReleaseRule } from './ami-alias-release.ts';
import { amiFamilyMismatchRule } from './ami-family-mismatch.ts';
import { amiForInstanceTypesRule } from './ami-for-instance-types.ts';
import { amiNameKubernetesRule } from './ami-name-kubernetes.ts';
import { amiNameVariantsRule } from './ami-name-variants.ts';
import { amiOlderThanKubernetesRule } from './ami-older-than-kubernetes.ts';
import { arnPartitionRule } from './arn-partition.ts';
import { autoModeBuiltInRule } from './auto-mode-built-in.ts';
import { autoModeExpiryRule } from './auto-mode-expiry.ts';
import { autoModeInstanceTypesRule } from './auto-mode-instance-types.ts';
import { autoModeLabelsRule } from './auto-mode-labels.ts';
import { autoModeMigrationRule } from './auto-mode-migration.ts';
import { autoModeNodeAccessRule } from './auto-mode-node-access.ts';
import { autoModeNodePoolsRule } from './auto-mode-node-pools.ts';
import { autoModeOffRule } from './auto-mode-off.ts';
import { autoModeStorageRule } from './auto-mode-storage.ts';
import { autoModeTagsRule } from './auto-mode-tags.ts';
import { autoModeVolumesRule } from './auto-mode-volumes.ts';
import { autoModeWithoutKarpenterRule } from './auto-mode-without-karpenter.ts';
import { awsAuthGroupsRule } from './aws-auth-groups.ts';
import { badReleaseRule } from './bad-release.ts';
import { bottlerocketRaidRule } from './bottlerocket-raid.ts';
import { bottlerocketVolumesRule } from './bottlerocket-volumes.ts';
import { capacityReservationsRule } from './capacity-reservations.ts';
import { chartValuesRule } from './chart-values.ts';
import { chartVersionRule } from './chart-version.ts';
import { clusterDnsRule } from './cluster-dns.ts';
import { clusterNameRule } from './cluster-name.ts';
import { controllerConditionsRule } from './controller-conditions.ts';
import { controllerCredentialsRule } from './controller-credentials.ts';
import { controllerHopLimitRule } from './controller-hop-limit.ts';
import { controllerNodesRule } from './controller-nodes.ts';
import { controllerPermissionsRule } from './controller-permissions.ts';
import { controllerScopeRule } from './controller-scope.ts';
import { customRegistrationRule } from './custom-registration.ts';
import { deniedLaunchesRule } from './denied-launches.ts';
import { discoverySelectorsRule } from './discovery-selectors.ts';
import { discoveryTagsRule } from './discovery-tags.ts';
import { fargatePodIdentityRule } from './fargate-pod-identity.ts';
import { helmSettingsRule } from './helm-settings.ts';
import { idleReservationsRule } from './idle-reservations.ts';
import { interruptionEventsRule } from './interruption-events.ts';
import { interruptionQueueRule } from './interruption-queue.ts';
import { isolatedVpcRule } from './isolated-vpc.ts';
import { keptVolumesRule } from './kept-volumes.ts';
import { kopsKarpenterRule } from './kops-karpenter.ts';
import { kubeletInUserDataRule } from './kubelet-in-user-data.ts';
import { literalReferenceRule } from './literal-reference.ts';
import { lostDefaultsRule } from './lost-defaults.ts';
import { lowerHopLimitRule } from './lower-hop-limit.ts';
import { metadataOptionsRule } from './metadata-options.ts';
import { minValuesExoticRule } from './min-values-exotic.ts';
import { moduleInputsRule } from './module-inputs.ts';
import { nodeAccessRule } from './node-access.ts';
import { nodeEgressRule } from './node-egress.ts';
import { nodeGroupImageRule } from './node-group-image.ts';
import { nodeGroupSizeRule } from './node-group-size.ts';
import { nodePoliciesRule } from './node-policies.ts';
import { nodeRoleExistsRule } from './node-role-exists.ts';
import { nodeRoleTrustRule } from './node-role-trust.ts';
import { olderGenerationRule } from './older-generation.ts';
import { openGenerationRule } from './open-generation.ts';
import { ownedSecurityGroupsRule } from './owned-security-groups.ts';
import { passRoleRule } from './pass-role.ts';
import { pinAmiAliasRule } from './pin-ami-alias.ts';
import { podsAndAddressesRule } from './pods-and-addresses.ts';
import { publicAddressRule } from './public-address.ts';
import { refusedKubeletSettingsRule } from './refused-kubelet-settings.ts';
import { requirementUnitsRule } from './requirement-units.ts';
import { reservationEndRule } from './reservation-end.ts';
import { roleNameRule } from './role-name.ts';
import { rootDeviceRule } from './root-device.ts';
import { rootEncryptionRule } from './root-encryption.ts';
import { scpDeniesTypesRule } from './scp-denies-types.ts';
import { selectorTermIdRule } from './selector-term-id.ts';
import { sharedVolumeRule } from './shared-volume.ts';
import { subnetZoneRule } from './subnet-zone.ts';
import { terminationHandlerRule } from './termination-handler.ts';
import { twoAutoscalersRule } from './two-autoscalers.ts';
import { unknownInstanceTypeRule } from './unknown-instance-type.ts';
import { userDataFormatRule } from './user-data-format.ts';
import { userDataSecretsRule } from './user-data-secrets.ts';
import { userDataSettingsRule } from './user-data-settings.ts';
import { volumeBindingModeRule } from './volume-binding-mode.ts';
import { volumeCountRule } from './volume-count.ts';
import { volumeEncryptionRule } from './volume-encryption.ts';
import { volumeKeyRule } from './volume-key.ts';
import { volumeParametersRule } from './volume-parameters.ts';
import { volumeSizeRule } from './volume-size.ts';
import { windowsTaintRule } from './windows-taint.ts';
import { zonesWithoutSubnetsRule } from './zones-without-subnets.ts';

/** The rules for AWS, by id. */
export const awsRules: readonly Rule[] = [
  accessEntryTypeRule,
  al2EndOfLifeRule,
  amiAliasReleaseRule,
  amiFamilyMismatchRule,
  amiForInstanceTypesRule,
  amiNameKubernetesRule,
  amiNameVariantsRule,
  amiOlderThanKubernetesRule,
  arnPartitionRule,
  autoModeBuiltInRule,
  autoModeExpiryRule,
  autoModeInstanceTypesRule,
  autoModeLabelsRule,
  autoModeMigrationRule,
  autoModeNodeAccessRule,
  autoModeNodePoolsRule,
  autoModeOffRule,
  autoModeStorageRule,
  autoModeTagsRule,
  autoModeVolumesRule,
  autoModeWithoutKarpenterRule,
  awsAuthGroupsRule,
  badReleaseRule,
  bottlerocketRaidRule,
  bottlerocketVolumesRule,
  capacityReservationsRule,
  chartValuesRule,
  chartVersionRule,
  clusterDnsRule,
  clusterNameRule,
  controllerConditionsRule,
  controllerCredentialsRule,
  controllerHopLimitRule,
  controllerNodesRule,
  controllerPermissionsRule,
  controllerScopeRule,
  customRegistrationRule,
  deniedLaunchesRule,
  discoverySelectorsRule,
  discoveryTagsRule,
  fargatePodIdentityRule,
  helmSettingsRule,
  idleReservationsRule,
  interruptionEventsRule,
  interruptionQueueRule,
  isolatedVpcRule,
  keptVolumesRule,
  kopsKarpenterRule,
  kubeletInUserDataRule,
  literalReferenceRule,
  lostDefaultsRule,
  lowerHopLimitRule,
  metadataOptionsRule,
  minValuesExoticRule,
  moduleInputsRule,
  nodeAccessRule,
  nodeEgressRule,
  nodeGroupImageRule,
  nodeGroupSizeRule,
  nodePoliciesRule,
  nodeRoleExistsRule,
  nodeRoleTrustRule,
  olderGenerationRule,
  openGenerationRule,
  ownedSecurityGroupsRule,
  passRoleRule,
  pinAmiAliasRule,
  podsAndAddressesRule,
  publicAddressRule,
  refusedKubeletSettingsRule,
  requirementUnitsRule,
  reservationEndRule,
  roleNameRule,
  rootDeviceRule,
  rootEncryptionRule,
  scpDeniesTypesRule,
  selectorTermIdRule,
  sharedVolumeRule,
  subnetZoneRule,
  terminationHandlerRule,
  twoAutoscalersRule,
  unknownInstanceTypeRule,
  userDataFormatRule,
  userDataSecretsRule,
  userDataSettingsRule,
  volumeBindingModeRule,
  volumeCountRule,
  volumeEncryptionRule,
  volumeKeyRule,
  volumeParametersRule,
  volumeSizeRule,
  windowsTaintRule,
  zonesWithoutSubnetsRule,
];
