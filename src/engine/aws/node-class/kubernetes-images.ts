import type { FieldChange } from '../../change.ts';
import type { KubernetesChange } from '../../cloud-provider/cloud-provider.ts';
import { asList, asMapping, asText, type Manifest } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { ec2CatalogOf } from '../catalog/ec2-catalog.ts';
import { isOlderThanKubernetes } from './eks-images.ts';

/**
 * What another Kubernetes does to the nodes of a class: AMIs by alias, a pinned one too, and by family alone are those for the version
 * of the control plane, so that all nodes drift once it is another one. Terms by id, name, tags or SSM parameter stay what they are.
 * Source: provider-aws pkg/providers/amifamily/al2023.go resolvePath and its siblings, pkg/cloudprovider/drift.go isAMIDrifted.
 */
export function kubernetesImages(nodeClass: Manifest, { from, to, catalog }: KubernetesChange): FieldChange[] {
  if (!followsKubernetes(nodeClass)) return [];
  const images = { path: ['status', 'amis'], before: `for Kubernetes ${from}`, cause: 'ami' } as const;
  // Without images nothing drifts: the controller gives up before it compares.
  const none = `there is no image of the release for Kubernetes ${to}: once the control plane is upgraded, nothing is launched, and running nodes stay`;
  const fees = ec2CatalogOf(catalog)?.fees;
  if (aliasesOf(nodeClass).some((alias) => isOlderThanKubernetes(alias, to, fees)))
    return [{ ...images, after: 'none', effect: 'new-nodes', reason: none }];
  const others =
    'the alias stands for images of the cluster’s Kubernetes: once the control plane is upgraded, all nodes drift and are replaced';
  return [{ ...images, after: `for Kubernetes ${to}`, effect: 'all-nodes', reason: others }];
}

/** Whether the images of a class are those for the control plane's version. */
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
