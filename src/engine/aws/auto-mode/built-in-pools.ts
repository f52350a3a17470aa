import type { BuiltInPool } from '../../karpenter/cloud-provider/cloud-provider.ts';
import { asList, asMapping, asText, type Manifest, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { calledModule } from '../fields/terraform-modules.ts';

/** The names of the NodePools that EKS Auto Mode can create. Source: EKS user guide, set-builtin-node-pools. */
export const builtInPoolNames: readonly string[] = ['general-purpose', 'system'];

/** The NodePools that clusters of Terraform, eksctl and CloudFormation's terms turn on. A list that is not known may name each of them. */
export const builtInPools = (manifests: readonly Manifest[]): readonly BuiltInPool[] =>
  manifests.flatMap((manifest) => namesIn(manifest).map((name) => ({ name, manifest })));

function namesIn(manifest: Manifest): readonly string[] {
  if (manifest.kind === 'ClusterConfig') {
    const { enabled, nodePools } = asMapping(manifest.get(['autoModeConfig'])) ?? {};
    // eksctl creates both if none is named.
    return namesOf(enabled, nodePools ?? [...builtInPoolNames]);
  }

  if (manifest.kind !== 'aws_eks_cluster' && calledModule(manifest) !== 'eks') return [];

  return ['compute_config', 'cluster_compute_config'].flatMap((argument) => {
    const config = manifest.get(['spec', argument]);
    // A resource has blocks, and a module has an object.
    const { enabled, node_pools } = asMapping(Array.isArray(config) ? config[0] : config) ?? {};
    return namesOf(enabled, node_pools);
  });
}

function namesOf(enabled: Value | undefined, pools: Value | undefined): readonly string[] {
  const isOff = enabled === false || enabled === 'false' || enabled === undefined;
  if (isOff || pools === undefined || pools === null) return [];
  const names = asList(pools).map((name) => asText(name));
  const isOpen = !Array.isArray(pools) || names.some((name) => name === undefined || hasPlaceholder(name));
  return builtInPoolNames.filter((name) => isOpen || names.includes(name));
}
