import type { Diagnostic } from '../../text/diagnostic.ts';
import type { AccountSides } from './account-sides.ts';
import { addonSettings } from './addon-settings.ts';
import { refusedAccessEntries, refusedModes } from './authentication-modes.ts';
import { discoveryTagChanges } from './discovery-tag-changes.ts';
import { iamQuotas } from './iam-quotas.ts';
import { lostAccess } from './lost-access.ts';
import { lostAddonRoles } from './lost-addon-roles.ts';
import { lostAddons } from './lost-addons.ts';
import { lostEndpoints } from './lost-endpoints.ts';
import { lostGroupRules } from './lost-group-rules.ts';
import { lostPermissions } from './lost-permissions.ts';
import { lostReservations } from './lost-reservations.ts';
import { networkChanges } from './network-changes.ts';
import { olderImages } from './older-images.ts';
import { policyChanges } from './policy-changes.ts';
import { proxyVersions } from './proxy-versions.ts';
import { removedRoles } from './removed-roles.ts';
import { renamedGroups } from './renamed-groups.ts';
import { newClusters, replacedClusters } from './replaced-clusters.ts';
import { vpcChanges } from './vpc-changes.ts';

/** What a change does to the account that a cluster and its Karpenter need, and that no object of Kubernetes shows. */
export const accountChanges = (sides: AccountSides): Diagnostic[] => [
  ...replacedClusters(sides),
  ...newClusters(sides),
  ...refusedModes(sides),
  ...refusedAccessEntries(sides),
  ...lostAccess(sides),
  ...removedRoles(sides),
  ...lostAddons(sides),
  ...lostAddonRoles(sides),
  ...addonSettings(sides),
  ...proxyVersions(sides),
  ...olderImages(sides),
  ...lostPermissions(sides),
  ...policyChanges(sides),
  ...networkChanges(sides),
  ...vpcChanges(sides),
  ...discoveryTagChanges(sides),
  ...lostEndpoints(sides),
  ...lostReservations(sides),
  ...renamedGroups(sides),
  ...lostGroupRules(sides),
  ...iamQuotas(sides),
];
