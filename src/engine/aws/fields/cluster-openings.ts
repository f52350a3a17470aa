import type { ClusterObjects } from '../../karpenter/cloud-provider/cluster-addresses.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { unreadModuleKind } from '../../manifest/terraform/resources/resource-makers.ts';

/**
 * Why a cluster may have other resources than those of its objects: modules from elsewhere that may create some, and files that could not be
 * read.
 */
export const openingsOf = (cluster: ClusterObjects, mayCreate: (module: Manifest) => boolean): string[] => [
  ...cluster
    .ofKind(unreadModuleKind)
    .filter(mayCreate)
    .map(({ name }) => `\`module.${name}\` is not in this repository`),
  ...cluster.unreadFiles.map((file) => `\`${file}\` could not be read`),
];
