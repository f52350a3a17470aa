import type { BuiltInPool } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { autoModeIn, listedPools } from './auto-mode-settings.ts';

/** The names of the NodePools that EKS Auto Mode can create. Source: EKS user guide, set-builtin-node-pools. */
export const builtInPoolNames: readonly string[] = ['general-purpose', 'system'];

/** The NodePools that clusters of Terraform, eksctl and CloudFormation's terms turn on. A list that is not known may name each of them. */
export const builtInPools = (manifests: readonly Manifest[]): readonly BuiltInPool[] =>
  manifests.flatMap((manifest) => namesIn(manifest).map((name) => ({ name, manifest })));

function namesIn(manifest: Manifest): readonly string[] {
  const setting = autoModeIn(manifest);
  if (setting === undefined || setting.isOn === false) return [];
  // eksctl creates both if none is named.
  if (manifest.kind === 'ClusterConfig' && (setting.pools.value ?? null) === null) return builtInPoolNames;

  const names = listedPools(setting)?.map(({ name }) => name);
  return builtInPoolNames.filter((name) => names === undefined || names.includes(name));
}
