import { compareNames } from '../name-order.ts';
import type { KnownNodePool } from '../provisioning/node-pools.ts';
import type { Launch, NewNodeClaim, PodCounts } from '../provisioning/results.ts';
import type { PlacedNodeClaim } from './estimate.ts';

const counts = (pods: PodCounts): Record<string, number> =>
  Object.fromEntries([...pods].filter(([, count]) => count > 0).sort(([a], [b]) => compareNames(a, b)));

const total = (pods: PodCounts): number => [...pods.values()].reduce((sum, count) => sum + count, 0);

/** What AWS bills for a launch, which is not always what Karpenter orders by; reserved capacity is paid for whether a node uses it or not. */
export const billed = (
  launch: Launch,
  hourlyUsd: number = launch.billedHourlyUsd ?? launch.hourlyUsd,
): number | null => {
  if (launch.capacityType === 'reserved') return 0;
  return Number.isFinite(hourlyUsd) ? hourlyUsd : null;
};

function allocatableAt(pool: KnownNodePool | undefined, instanceType: string, resource: string): number {
  const type = pool?.instanceTypes.names.indexOf(instanceType) ?? -1;
  const amount = pool?.instanceTypes.allocatable.get(resource)?.[type] ?? 0;
  return Number.isNaN(amount) ? 0 : amount;
}

function usage(pool: KnownNodePool | undefined, instanceType: string, requests: ReadonlyMap<string, number>) {
  const share = (resource: string): { requested: number; allocatable: number } => ({
    requested: requests.get(resource) ?? 0,
    allocatable: allocatableAt(pool, instanceType, resource),
  });
  return { cpuMillis: share('cpu'), memoryBytes: share('memory') };
}

/** A NodeClaim of the simulation with its price; one that nothing could be launched for has none. */
export function placedNodeClaim(claim: NewNodeClaim, pool: KnownNodePool | undefined): PlacedNodeClaim {
  const { launch } = claim;
  const shared = {
    pods: total(claim.pods),
    workloads: counts(claim.pods),
    instanceTypeOptions: claim.instanceTypes.length,
  };
  if ('error' in launch) {
    const instanceType = claim.instanceTypes[0] ?? '';
    return {
      ...shared,
      ...usage(pool, instanceType, claim.requests),
      ...{ instanceType, capacityType: '', zone: '' },
      ...{ hourlyUsd: null, highestHourlyUsd: null, priceSource: 'estimated', ties: [] },
    };
  }
  return { ...shared, ...usage(pool, launch.instanceType, claim.requests), ...priced(launch) };
}

const priced = (
  launch: Launch,
): Pick<
  PlacedNodeClaim,
  'instanceType' | 'capacityType' | 'zone' | 'hourlyUsd' | 'highestHourlyUsd' | 'priceSource' | 'ties'
> => ({
  instanceType: launch.instanceType,
  capacityType: launch.capacityType,
  zone: launch.zone,
  hourlyUsd: billed(launch),
  highestHourlyUsd: launch.capacityType === 'spot' ? billed(launch, launch.highestHourlyUsd) : billed(launch),
  priceSource: launch.priceSource,
  ties: launch.ties,
});

/** A node of a static NodePool, with the pods that found a place on it. */
export function staticNodeClaim(
  pool: KnownNodePool,
  launch: Launch,
  { pods, requests }: { readonly pods: PodCounts; readonly requests: ReadonlyMap<string, number> },
): PlacedNodeClaim {
  return {
    pods: total(pods),
    workloads: counts(pods),
    instanceTypeOptions: launch.types.length,
    ...usage(pool, launch.instanceType, requests),
    ...priced(launch),
  };
}
