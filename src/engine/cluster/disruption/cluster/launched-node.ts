import { doNotDisrupt } from '../../../karpenter/api/disruption-keys.ts';
import type { NodeLaunch } from '../../provisioning/nodes/joined-node.ts';
import { launchedLabels, offeringOf } from '../../provisioning/nodes/launched-labels.ts';
import type { ClusterNode, ClusterSetup } from './cluster.ts';

type Pool = ClusterSetup['nodePools'][number];

/** Price of a node by its type, zone and capacity type; 0 if unknown. Source: core …/disruption/types.go. */
export function priceOf({ instanceTypes }: Pool, labels: Readonly<Record<string, string>>): number {
  const price = offeringOf(instanceTypes, labels)?.price ?? 0;
  if (Number.isFinite(price)) return price;
  return 0;
}

/** A NodeClaim that has just been launched and is not registered yet. */
export function launchedNode({ name, pool, requirements, launch }: Omit<NodeLaunch, 'attached'>): ClusterNode {
  const { instanceTypes, nodePool } = pool;
  const type = instanceTypes.names.indexOf(launch.instanceType);
  const { spec } = nodePool.spec.template;
  const labels = launchedLabels(pool, { requirements, launch });

  const amounts = (columns: ReadonlyMap<string, Float64Array>): Map<string, number> =>
    new Map([...columns].map(([key, column]) => [key, column[type]!] as const).filter(([, amount]) => amount > 0));

  return {
    state: {
      name,
      labels,
      taints: spec.taints ?? [],
      startupTaints: spec.startupTaints ?? [],
      capacity: amounts(instanceTypes.capacity),
      allocatable: amounts(instanceTypes.allocatable),
      nodePool: nodePool.metadata.name,
      isInFlight: true,
      volumeLimits: undefined,
    },
    price: priceOf(pool, labels),
    isReady: true,
    isDoNotDisrupt: nodePool.spec.template.metadata?.annotations?.[doNotDisrupt] === 'true',
    hasTerminationGracePeriod: spec.terminationGracePeriod !== undefined,
    drifted: undefined,
    pods: [],
    isInitialized: false,
    isMarkedForDeletion: false,
    isConsolidatable: false,
    lastPodEvent: 0,
    nominatedUntil: 0,
    launch,
    instanceTypeOptions: launch.types.length,
  };
}
