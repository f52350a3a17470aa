import { isRegional } from '../../../karpenter/api/labels.ts';
import { poolRequirementsOf } from '../../../karpenter/api/pool-fields.ts';
import { compatibleInstanceTypes } from '../../../karpenter/cloud-provider/compatible-instance-types.ts';
import { shortMinValues } from '../../../karpenter/cloud-provider/short-min-values.ts';
import type { Simulator } from '../simulator/simulator.ts';
import type { KnownNodePool } from './node-pools.ts';

/** Whether a NodePool that launches nothing in the assumed region may launch nodes in another one. */
export const mayLaunchElsewhere = (pool: KnownNodePool, simulator: Simulator): boolean =>
  simulator.isRegionAssumed === true && isBoundToRegion(pool) && !isEmptyEverywhere(pool, simulator);

/** Whether a NodePool names zones or instance types, which another region may have. */
const isBoundToRegion = ({ nodePool }: KnownNodePool): boolean =>
  (nodePool.spec.template.spec.requirements ?? []).some(({ key }) => isRegional(key));

/** Whether no region has instance types for a NodePool, or as many different ones as its `minValues` require. */
function isEmptyEverywhere({ manifest, provider }: KnownNodePool, { catalog, karpenterSettings }: Simulator): boolean {
  if (manifest.isPartial || provider.name !== catalog.provider) return false;

  const names = compatibleInstanceTypes(catalog, poolRequirementsOf(manifest)).anywhere();
  if (names === undefined || names.length === 0) return names !== undefined;

  return karpenterSettings.minValuesPolicy !== 'BestEffort' && shortMinValues(manifest, catalog, names).length > 0;
}
