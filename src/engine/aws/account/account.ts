import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import { asMapping, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { type Collection, collection } from '../../text/evidence.ts';
import { listIf } from '../../text/list-if.ts';
import { inputIs, moduleMajor, otherIamCreators } from '../fields/created-roles.ts';
import { calledModule } from '../fields/terraform-modules.ts';
import { type AccountPlace, isEksctl, itemPaths, type PodIdentity } from './account-place.ts';
import { readPodIdentities } from './pod-identities.ts';

/** A Fargate profile. Its path leads to its selectors: a list, or one of them. */
export type FargateProfile = AccountPlace;

/** An EKS add-on. */
export interface Addon extends AccountPlace {
  readonly name: string;
}

/** What the files say about the part of an AWS account that one cluster uses. */
interface ClusterAccount {
  readonly podIdentities: Collection<PodIdentity>;
  readonly fargateProfiles: Collection<FargateProfile>;
  readonly addons: Collection<Addon>;
}

const accounts = new WeakMap<ObjectCluster, ClusterAccount>();

/** The account of a cluster. Kept, because several rules ask for it. */
export function clusterAccount(cluster: ObjectCluster): ClusterAccount {
  const before = accounts.get(cluster);
  if (before) return before;

  const elsewhere = elsewhereOf(cluster);
  const addons = cluster.manifests.map(addonsIn);

  const account: ClusterAccount = {
    podIdentities: collection(cluster.manifests.flatMap(readPodIdentities), elsewhere),
    fargateProfiles: collection(cluster.manifests.flatMap(fargateProfilesIn), elsewhere),
    addons: collection(
      addons.flatMap((list) => list ?? []),
      [...elsewhere, ...listIf(addons.includes(undefined), 'a list of add-ons is unknown')],
    ),
  };

  accounts.set(cluster, account);

  return account;
}

/** Why something of the account may be elsewhere. A cluster that the files do not create is configured elsewhere. */
const elsewhereOf = (cluster: ObjectCluster): readonly string[] => [
  ...listIf(!cluster.createsCluster, 'the cluster is created elsewhere'),
  ...otherIamCreators(cluster),
];

function fargateProfilesIn(manifest: Manifest): readonly FargateProfile[] {
  if (manifest.kind === 'aws_eks_fargate_profile') return [{ manifest, path: ['spec', 'selector'] }];

  // ACK and Crossplane.
  if (manifest.kind === 'FargateProfile') {
    const paths: readonly Path[] = [
      ['spec', 'selectors'],
      ['spec', 'forProvider', 'selector'],
    ];

    return paths.filter((path) => manifest.get(path) !== undefined).map((path) => ({ manifest, path }));
  }

  if (isEksctl(manifest))
    return itemPaths(manifest, ['fargateProfiles']).map((path) => ({ manifest, path: [...path, 'selectors'] }));
  if (calledModule(manifest) !== 'eks') return [];

  const profiles = ['spec', 'fargate_profiles'];

  return Object.entries(asMapping(manifest.get(profiles)) ?? {})
    .filter(([, profile]) => asMapping(profile)?.create !== false)
    .map(([name]) => ({ manifest, path: [...profiles, name, 'selectors'] }));
}

/** The inputs of the EKS module that map the names of add-ons to their settings, up to v20 and since. */
const addonInputs = ['cluster_addons', 'addons'];

/** The add-ons that an object declares; undefined if they are unknown. */
function addonsIn(manifest: Manifest): readonly Addon[] | undefined {
  if (manifest.kind === 'aws_eks_addon') return addonAt(manifest, ['spec', 'addon_name']);
  if (isEksctl(manifest))
    return itemPaths(manifest, ['addons']).flatMap((path) => addonAt(manifest, [...path, 'name']) ?? []);
  if (calledModule(manifest) !== 'eks') return [];

  const byInput = addonInputs.map((input) => namedAddons(manifest, ['spec', input]));

  if (byInput.includes(undefined)) return undefined;
  return byInput.flatMap((addons) => addons ?? []);
}

function addonAt(manifest: Manifest, path: Path): readonly Addon[] | undefined {
  const name = knownTextAt(manifest, path);
  if (name === undefined) return undefined;
  return [{ manifest, path, name }];
}

function namedAddons(manifest: Manifest, path: Path): readonly Addon[] | undefined {
  const value: Value | undefined = manifest.get(path);
  if (value === undefined || value === null) return [];

  const names = Object.keys(asMapping(value) ?? {});
  if (!asMapping(value) || names.some(hasPlaceholder)) return undefined;
  return names.map((name) => ({ manifest, path: [...path, name], name }));
}

/** The path of the version that an add-on is pinned to. */
export function addonVersionPath({ manifest, path }: Addon): Path {
  if (manifest.kind === 'aws_eks_addon') return ['spec', 'addon_version'];
  if (isEksctl(manifest)) return [...path.slice(0, -1), 'version'];
  return [...path, 'addon_version'];
}

/**
 * Whether the pods of an add-on stay when Terraform deletes it; undefined if that is unknown. Terraform uses the value from before the change.
 * By default a resource deletes them, and version 20 of the EKS module began to keep them.
 * Source: terraform-aws-eks docs/UPGRADE-20.0.md, and https://docs.aws.amazon.com/eks/latest/APIReference/API_DeleteAddon.html.
 */
export function preservesAddon({ manifest, path }: Addon): boolean | undefined {
  if (manifest.kind === 'aws_eks_addon') return inputIs(manifest, 'preserve', false);

  const written = asMapping(manifest.get(path))?.preserve;
  if (typeof written === 'boolean') return written;
  const major = moduleMajor(manifest);
  if (written !== undefined || major === undefined || manifest.isPartial) return undefined;
  return major >= 20;
}
