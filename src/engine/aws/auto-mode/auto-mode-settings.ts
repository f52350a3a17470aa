import { helmReleasesIn, mayInstallChart } from '../../karpenter/installation/helm-releases.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asList, asMapping, asText, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { isEksctl } from '../account/account-place.ts';
import { calledModule } from '../fields/terraform-modules.ts';

/** What the object of a cluster says about EKS Auto Mode. */
export interface AutoModeSetting {
  readonly manifest: Manifest;
  /** The path of the block or mapping. */
  readonly path: Path;
  /** Undefined if the value is unknown. */
  readonly isOn: boolean | undefined;
  /** The path and the value of the list of built-in NodePools. */
  readonly pools: { readonly path: Path; readonly value: Value | undefined };
}

/** Whether an object creates an EKS cluster: eksctl's, Terraform's, or that of the public module. */
export const isEksCluster = (manifest: Manifest): boolean =>
  isEksctl(manifest) || manifest.kind === 'aws_eks_cluster' || calledModule(manifest) === 'eks';

/** What the object of a cluster says about EKS Auto Mode; undefined if it says nothing. */
export function autoModeIn(manifest: Manifest): AutoModeSetting | undefined {
  if (!isEksCluster(manifest)) return undefined;
  if (isEksctl(manifest)) return settingAt(manifest, ['autoModeConfig'], 'nodePools');

  return ['compute_config', 'cluster_compute_config']
    .flatMap((argument) => settingAt(manifest, ['spec', argument], 'node_pools') ?? [])
    .at(0);
}

function settingAt(manifest: Manifest, at: Path, pools: string): AutoModeSetting | undefined {
  const config = manifest.get(at);
  if (config === undefined || config === null) return undefined;
  // The module ignores an empty object, and a resource can have no block.
  if (Array.isArray(config) ? config.length === 0 : asMapping(config) && Object.keys(asMapping(config)!).length === 0)
    return undefined;

  // A resource has blocks, and a module has an object.
  const path = Array.isArray(config) ? [...at, 0] : at;
  const enabled = manifest.get([...path, 'enabled']);
  const value = manifest.get([...path, pools]);

  return { manifest, path, isOn: isOn(config, enabled), pools: { path: [...path, pools], value } };
}

function isOn(config: Value, enabled: Value | undefined): boolean | undefined {
  if (typeof config === 'string') return undefined;
  const text = asText(enabled);
  // eksctl and the provider leave Auto Mode off unless it is turned on.
  if (text === undefined) {
    if (enabled === undefined || enabled === null) return false;
    return undefined;
  }
  if (text === 'true') return true;
  if (text === 'false') return false;
  return undefined;
}

/** What each cluster among manifests says about Auto Mode. */
export const autoModeSettings = (manifests: readonly Manifest[]): readonly AutoModeSetting[] =>
  manifests.flatMap((manifest) => autoModeIn(manifest) ?? []);

/** The object of the same cluster before the change: of the same kind, name and file. */
export const clusterBefore = (cluster: Manifest, base: ManifestSet | null): Manifest | undefined =>
  base?.manifests.find(
    ({ kind, name, source }) => kind === cluster.kind && name === cluster.name && source.file === cluster.source.file,
  );

/** A name in a list of built-in NodePools, with its path. */
export interface ListedPool {
  readonly name: string;
  readonly path: Path;
}

/** The names in the list of a setting; undefined if the list may have others. */
export function listedPools({ pools: { path, value } }: AutoModeSetting): readonly ListedPool[] | undefined {
  if (value === undefined || value === null) return [];
  const names = asList(value).map((name) => asText(name));
  if (!Array.isArray(value) || names.some((name) => name === undefined || hasPlaceholder(name))) return undefined;
  return names.map((name, i) => ({ name: name!, path: [...path, i] }));
}

/** What a cluster with these objects says about EKS Auto Mode, taken together. */
export function autoModeOf(manifests: readonly Manifest[]): 'on' | 'off' | 'unknown' | undefined {
  const settings = autoModeSettings(manifests);
  if (settings.length === 0) return undefined;
  if (settings.every(({ isOn }) => isOn === true)) return 'on';
  if (settings.every(({ isOn }) => isOn === false)) return 'off';
  return 'unknown';
}

/**
 * Whether EKS Auto Mode launches no nodes in a cluster, although it does on the other side of the change, whose objects are `others`. If it is off on
 * both sides, the setting may be that of another cluster, so only the rule for it says so. What Terraform does with a block that disappears depends
 * on the version of the AWS provider, so it is unknown then.
 * Source: https://github.com/hashicorp/terraform-provider-aws/pull/44334, and the README of terraform-aws-eks.
 */
export function isAutoModeStopped(manifests: readonly Manifest[], others: readonly Manifest[]): boolean | undefined {
  const mode = autoModeOf(manifests);
  if (mode === 'on' || autoModeOf(others) !== 'on') return false;
  if (mode === 'off') return true;
  if (manifests.some(isEksCluster)) return undefined;
  return false;
}

/** Whether objects show a Karpenter that is not the one of Auto Mode: a release of its chart, its Deployment, or a CRD of it. */
export const showsKarpenter = (manifests: readonly Manifest[]): boolean =>
  mayInstallChart({ manifests }, 'karpenter') ||
  manifests.some(
    ({ kind, name }) =>
      (kind === 'Deployment' && name === 'karpenter') ||
      (kind === 'CustomResourceDefinition' && name.endsWith('.karpenter.k8s.aws')),
  ) ||
  manifests.some((manifest) => helmReleasesIn(manifest).length > 0 || calledModule(manifest) === 'karpenter');

/** Whether an object is of the kind that EKS Auto Mode does not read. */
const isEc2NodeClass = ({ kind }: Manifest): boolean => kind === 'EC2NodeClass';

/**
 * Whether nothing shows a Karpenter that reads the EC2NodeClasses of a cluster: it has EKS Auto Mode, or may have it, no file installs Karpenter, and
 * the other side of the change, whose objects are `others`, has no EC2NodeClass. Another repository may install it, so it is never certain.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html
 */
export function isFirstWithoutKarpenter(
  manifests: readonly Manifest[],
  others: readonly Manifest[],
): false | 'on' | 'unknown' {
  const mode = autoModeOf(manifests);
  if (mode !== 'on' && mode !== 'unknown') return false;
  if (others.length === 0 || others.some(isEc2NodeClass) || showsKarpenter(manifests)) return false;
  return mode;
}
