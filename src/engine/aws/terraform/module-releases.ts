import type { ArgumentDecision, ModuleCall } from '../../manifest/terraform/resources/resource-makers.ts';
import { joined } from '../../text/words/quoted-names.ts';
import { type PublicModule, publicModule } from '../fields/terraform-modules.ts';

type Version = readonly [major: number, minor: number, patch: number];

/** What a release of a module changes for nodes, for Karpenter or for the cluster, as a clause. */
type Release = readonly [version: Version, effect: string];

/**
 * The first release whose changes are listed below, and the last one.
 * Source: the differences between the tags of terraform-aws-modules/terraform-aws-eks.
 */
const [firstListed, lastListed]: readonly [Version, Version] = [
  [20, 24, 1],
  [21, 19, 0],
];

/** Of modules/karpenter: main.tf, policy.tf and variables.tf. */
const ofKarpenter: readonly Release[] = [
  [[20, 26, 1], 'passes roles to EC2 by the name that it has in the partition'],
  [[20, 34, 0], 'lets the controller use capacity reservations'],
  [[20, 37, 2], 'lets the controller pass roles to EC2 in China by both of its names'],
  [
    [21, 0, 0],
    'gives the controller its role by EKS Pod Identity only, with the policy for Karpenter 1, and no longer has inputs for IRSA',
  ],
  [[21, 2, 0], 'lets the controller list instance profiles and use capacity reservations'],
  [[21, 3, 1], 'lets the controller describe capacity reservations'],
  [[21, 18, 0], 'lets the controller use placement groups, and sends it interruptions of capacity reservations'],
  [[21, 19, 0], 'lets the controller read the status of instances and zonal shifts'],
];

/** Of the module itself and of its managed node groups. What only adds an input is not listed. */
const ofCluster: readonly Release[] = [
  [[20, 24, 2], 'moves the inline policy of the control plane’s role to a policy of its own'],
  [[20, 30, 0], 'installs add-ons in another order'],
  [[20, 31, 0], 'gives the control plane’s role the permissions of Auto Mode'],
  [[20, 31, 1], 'creates the role of Auto Mode’s nodes whenever Auto Mode is on'],
  [[20, 31, 4], 'gives the permissions for tags of Auto Mode to the control plane’s role'],
  [
    [21, 0, 0],
    'has other names for inputs, and other defaults for node groups: images, monitoring and the hop limit, so EKS replaces their nodes',
  ],
  [[21, 0, 3], 'corrects the defaults of images and versions of node groups'],
  [[21, 0, 4], 'creates the policy of Auto Mode only if Auto Mode is on'],
  [[21, 0, 5], 'finds the newest versions of add-ons'],
  [[21, 1, 1], 'sets the metadata options of node groups also if they are null'],
  [[21, 3, 0], 'can turn Auto Mode on without built-in NodePools'],
  [[21, 3, 2], 'leaves Auto Mode alone where it is not configured'],
  [[21, 7, 0], 'lets the control plane reach port 10251 of nodes, for metrics-server'],
  [[21, 12, 0], 'no longer has the tag `terraform-aws-modules` on the cluster'],
  [[21, 16, 0], 'lets nodes of Auto Mode read the public registry'],
  [[21, 16, 1], 'no longer lets nodes of Auto Mode read the public registry'],
];

const releases: Readonly<Partial<Record<PublicModule, readonly Release[]>>> = {
  karpenter: ofKarpenter,
  eks: ofCluster,
};

/**
 * What another version of a module decides, from one call to the next, or why nobody notices it. Undefined if a version is not written out, if it is
 * older or newer than what is listed, or if it goes down.
 */
export function decisionOfVersion(before: ModuleCall, after: ModuleCall): ArgumentDecision | undefined {
  const called = publicModule(after.source ?? '');
  const rows = called === undefined ? undefined : releases[called];
  const [from, to] = [before, after].map(versionOf);
  if (rows === undefined || from === undefined || to === undefined || publicModule(before.source ?? '') !== called)
    return undefined;
  if (compare(from, firstListed) < 0 || compare(to, lastListed) > 0 || compare(from, to) >= 0) return undefined;

  const between = rows.filter(([version]) => compare(version, from) > 0 && compare(version, to) <= 0);
  if (between.length === 0) return { harmless: 'no release in between changes what it creates for nodes or Karpenter' };

  const deciding = between.filter(([, effect]) => !effect.startsWith('lets '));
  if (deciding.length === 0) return { harmless: `it only allows more: ${textOf(between)}` };

  // A major version says most.
  const isMajor = ([[, minor, patch]]: Release): boolean => minor + patch === 0;
  const majors = deciding.filter(isMajor);
  const named = majors.length > 0 ? majors : deciding;
  return { decides: `what changes with ${textOf(named)}` };
}

/** `21.2.0, which lets the controller list instance profiles`, of the last two. */
const textOf = (shown: readonly Release[]): string =>
  joined(shown.slice(-2).map(([version, effect]) => `${version.join('.')}, which ${effect}`));

/** The only version that a call may get; undefined if it may get several. */
function versionOf({ source, version }: ModuleCall): Version | undefined {
  const text = version ?? /[?&]ref=v?([\d.]+)(?:&|$)/.exec(source ?? '')?.[1] ?? '';
  const [, major, minor, patch] = /^=?\s*v?(\d{1,4})\.(\d{1,4})\.(\d{1,4})$/.exec(text.trim()) ?? [];
  if (major === undefined) return undefined;
  return [Number(major), Number(minor), Number(patch)];
}

const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
