import { label } from '../../karpenter/api/labels.ts';
import { podRequests } from '../../karpenter/scheduling/pod-requests.ts';
import { compareNames } from '../../text/name-order.ts';
import type { ClusterNode } from '../disruption/cluster/cluster.ts';
import type { Launch, NewNodeClaim, PodCounts } from '../provisioning/input/results.ts';
import type { KnownNodePool } from '../provisioning/node-pools/node-pools.ts';
import { billedPrice, cheapestPrice } from '../provisioning/nodes/billed-price.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import type { PlacedNodeClaim, UnusualType } from './estimate.ts';

const counts = (pods: PodCounts): Record<string, number> =>
  Object.fromEntries([...pods].filter(([, count]) => count > 0).sort(([a], [b]) => compareNames(a, b)));

const total = (pods: PodCounts): number => [...pods.values()].reduce((sum, count) => sum + count, 0);

function allocatableAt(pool: KnownNodePool | undefined, instanceType: string, resource: string): number {
  const type = pool?.instanceTypes.names.indexOf(instanceType) ?? -1;
  const amount = pool?.instanceTypes.allocatable.get(resource)?.[type] || 0;
  if (Number.isNaN(amount)) return 0;
  return amount;
}

function usage(pool: KnownNodePool | undefined, instanceType: string, requests: ReadonlyMap<string, number>) {
  const share = (resource: string): { requested: number; allocatable: number } => ({
    requested: requests.get(resource) ?? 0,
    allocatable: allocatableAt(pool, instanceType, resource),
  });
  return { cpuMillis: share('cpu'), memoryBytes: share('memory') };
}

/** A node of a cluster with its price, which is unknown if its instance type, zone or capacity type is. */
export function placedNode({ state, pods, launch, instanceTypeOptions = 0, isRunning }: ClusterNode): PlacedNodeClaim {
  const workloads = new Map<string, number>();
  const requests = new Map<string, number>();
  let bufferPods = 0;
  for (const { workload, pod, count, isDaemon, isVirtual } of pods) {
    if (isVirtual) bufferPods += count;
    if (!isDaemon) workloads.set(workload, (workloads.get(workload) ?? 0) + count);
    for (const [name, amount] of podRequests(pod.spec)) requests.set(name, (requests.get(name) ?? 0) + amount * count);
  }

  const share = (resource: string): { requested: number; allocatable: number } => ({
    requested: requests.get(resource) ?? 0,
    allocatable: state.allocatable.get(resource) ?? 0,
  });

  return {
    ...(isRunning && { node: state.name }),
    pods: total(workloads) - bufferPods,
    ...(bufferPods > 0 && { bufferPods }),
    workloads: counts(workloads),
    instanceTypeOptions,
    cpuMillis: share('cpu'),
    memoryBytes: share('memory'),
    ...(launch === undefined ? unpriced(state.labels) : priced(launch)),
  };
}

type Priced = Pick<
  PlacedNodeClaim,
  | 'instanceType'
  | 'capacityType'
  | 'zone'
  | 'hourlyUsd'
  | 'lowestHourlyUsd'
  | 'highestHourlyUsd'
  | 'priceSource'
  | 'ties'
>;

const unpriced = (labels: Readonly<Record<string, string>>): Priced => ({
  instanceType: labels[label.instanceType] ?? '',
  capacityType: labels[label.capacityType] ?? '',
  zone: labels[label.zone] ?? '',
  hourlyUsd: null,
  lowestHourlyUsd: null,
  highestHourlyUsd: null,
  priceSource: 'estimated',
  ties: [],
});

/** A NodeClaim for which nothing can be launched, so it has no price. */
export function failedNodeClaim(claim: NewNodeClaim, pool: KnownNodePool | undefined): PlacedNodeClaim {
  const instanceType = claim.instanceTypes[0] ?? '';
  return {
    pods: total(claim.pods),
    workloads: counts(claim.pods),
    instanceTypeOptions: claim.instanceTypes.length,
    ...usage(pool, instanceType, claim.requests),
    ...unpriced({ [label.instanceType]: instanceType }),
  };
}

const priced = (launch: Launch): Priced => {
  const highestHourlyUsd = () => {
    if (launch.capacityType === 'spot') return billedPrice(launch, launch.highestHourlyUsd);
    return billedPrice(launch);
  };

  return {
    instanceType: launch.instanceType,
    capacityType: launch.capacityType,
    zone: launch.zone,
    hourlyUsd: billedPrice(launch),
    lowestHourlyUsd: cheapestPrice(launch),
    highestHourlyUsd: highestHourlyUsd(),
    priceSource: launch.priceSource,
    ties: launch.ties,
  };
};

/** Whether the cloud does not choose between offerings of different prices. */
export const hasOnePrice = ({ lowestHourlyUsd, highestHourlyUsd }: PlacedNodeClaim): boolean =>
  lowestHourlyUsd === highestHourlyUsd;

/** The instance types of Karpenter's nodes that few people want for ordinary pods, by name. */
export function unusualTypes(nodes: readonly ClusterNode[], { provider, catalog }: Simulator): readonly UnusualType[] {
  const types = new Map<string, UnusualType>();
  for (const { state, pods } of nodes) {
    const instanceType = state.labels[label.instanceType];
    if (state.nodePool === undefined || instanceType === undefined || types.has(instanceType)) continue;

    const requested = new Set(pods.flatMap(({ pod }) => [...podRequests(pod.spec).keys()]));
    const why = provider.launching?.unusualType?.(instanceType, catalog, requested);
    if (why !== undefined) types.set(instanceType, { instanceType, why });
  }

  return [...types.values()].sort((a, b) => compareNames(a.instanceType, b.instanceType));
}
