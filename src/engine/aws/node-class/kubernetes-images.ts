import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';
import type { KubernetesChange } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { FieldChange } from '../../manifest/change.ts';
import { asList, asMapping, asText, type Manifest } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { ec2CatalogOf } from '../catalog/ec2-catalog.ts';
import { isOlderThanKubernetes, isWithoutAmazonLinux2, missingInBottlerocket } from './eks-images.ts';

/**
 * The effect of another Kubernetes version on the nodes of a class. An alias, even a pinned one, and a family alone select AMIs for the
 * version of the control plane, so all nodes drift after its upgrade. Terms by id, name, tags or SSM parameter select the same AMIs.
 * Source: provider-aws pkg/providers/amifamily/al2023.go resolvePath and its siblings, pkg/cloudprovider/drift.go isAMIDrifted.
 */
export function kubernetesImages(nodeClass: Manifest, { from, to, catalog }: KubernetesChange): FieldChange[] {
  if (!followsKubernetes(nodeClass)) return [];

  const images = { path: ['status', 'amis'], before: `for Kubernetes ${from}`, cause: 'ami' } as const;
  // Without images no node drifts, because the controller fails before it compares.
  const family = usesAmazonLinux2(nodeClass) && isWithoutAmazonLinux2(to) ? 'Amazon Linux 2' : 'the release';
  const none = `${family} has no image for Kubernetes ${to}: after the upgrade of the control plane, Karpenter launches no nodes, and running nodes stay`;
  if (hasNoImages(nodeClass, to, catalog)) return [{ ...images, after: 'none', effect: 'new-nodes', reason: none }];

  const others =
    'the alias selects images for the cluster’s Kubernetes version: after the upgrade of the control plane, all nodes drift and must be replaced';
  return [{ ...images, after: `for Kubernetes ${to}`, effect: 'all-nodes', reason: others }];
}

/** Whether one of the aliases of a class has no image for a Kubernetes version. False if that is unknown. */
export const hasNoImages = (nodeClass: Manifest, kubernetes: string, catalog: Catalog | null): boolean =>
  (usesAmazonLinux2(nodeClass) && isWithoutAmazonLinux2(kubernetes)) ||
  aliasesOf(nodeClass).some((alias) => isWithoutImage(alias, kubernetes, catalog));

/** Whether an alias names a release that has no image for a Kubernetes version. False if that is unknown. */
export const isWithoutImage = (alias: string, kubernetes: string, catalog: Catalog | null): boolean =>
  isOlderThanKubernetes(alias, kubernetes, ec2CatalogOf(catalog)?.fees) || isMissingInBottlerocket(alias, kubernetes);

/** Whether a class selects the images of Amazon Linux 2 by alias, or by its family alone. */
const usesAmazonLinux2 = (nodeClass: Manifest): boolean =>
  aliasesOf(nodeClass).some((alias) => alias.startsWith('al2@')) || usesFamilyAlone(nodeClass, 'AL2');

/** Whether the images follow from the family alone, which is possible in v1beta1. */
export const usesFamilyAlone = (nodeClass: Manifest, family: string): boolean =>
  nodeClass.apiVersion === 'karpenter.k8s.aws/v1beta1' &&
  !nodeClass.isPartial &&
  nodeClass.get(['spec', 'amiFamily']) === family &&
  nodeClass.get(['spec', 'amiSelectorTerms']) === undefined;

/** Whether an alias names a release of Bottlerocket from before its first one for a Kubernetes version. */
function isMissingInBottlerocket(alias: string, kubernetes: string): boolean {
  const release = bottlerocketRelease(alias);
  return release !== undefined && missingInBottlerocket(release, kubernetes) !== undefined;
}

/** The pinned release of Bottlerocket in an alias: `v1.44.0`. */
export const bottlerocketRelease = (alias: string): string | undefined => /^bottlerocket@(v?\d.*)$/.exec(alias)?.[1];

/** Whether a class selects images for the control plane's version. */
export function followsKubernetes(nodeClass: Manifest): boolean {
  const terms = asList(nodeClass.get(['spec', 'amiSelectorTerms']));
  if (terms.some((term) => asMapping(term)?.alias !== undefined)) return true;
  // Before v1 a family without terms had its own images.
  const family = nodeClass.get(['spec', 'amiFamily']);
  const isOld = !nodeClass.apiVersion.endsWith('/v1');
  return isOld && terms.length === 0 && typeof family === 'string' && family !== 'Custom' && !hasPlaceholder(family);
}

const aliasesOf = (nodeClass: Manifest): string[] =>
  asList(nodeClass.get(['spec', 'amiSelectorTerms'])).flatMap((term) => asText(asMapping(term)?.alias) ?? []);
