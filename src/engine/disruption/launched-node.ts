import { doNotDisrupt } from '../api/disruption-keys.ts';
import { isRestrictedLabel, label, wellKnownLabels } from '../api/labels.ts';
import type { Offering } from '../catalog/instance-types.ts';
import type { Launch } from '../provisioning/results.ts';
import type { Requirements } from '../scheduling/requirements.ts';
import type { ClusterNode, ClusterSetup } from './cluster.ts';

type Pool = ClusterSetup['nodePools'][number];

/** What a node is launched from. */
export interface LaunchedFrom {
  readonly name: string;
  readonly pool: Pool;
  readonly requirements: Requirements;
  readonly launch: Launch;
}

/** Price of a node by its type, zone and capacity type; 0 where it is not known. Source: core …/disruption/types.go. */
export function priceOf({ instanceTypes }: Pool, labels: Readonly<Record<string, string>>): number {
  const price = offeringOf({ instanceTypes }, labels)?.price ?? 0;
  return Number.isFinite(price) ? price : 0;
}

function offeringOf(
  { instanceTypes }: Pick<Pool, 'instanceTypes'>,
  labels: Readonly<Record<string, string>>,
): Offering | undefined {
  const type = instanceTypes.names.indexOf(labels[label.instanceType] ?? '');
  return instanceTypes.offerings[type]?.find(
    ({ zone, capacityType }) => zone === labels[label.zone] && capacityType === labels[label.capacityType],
  );
}

/** A NodeClaim that has just been launched and is not registered yet. */
export function launchedNode({ name, pool, requirements, launch }: LaunchedFrom): ClusterNode {
  const { instanceTypes, nodePool } = pool;
  const type = instanceTypes.names.indexOf(launch.instanceType);
  const { spec } = nodePool.spec.template;
  const placed = {
    ...typeLabels(pool, type),
    [label.instanceType]: launch.instanceType,
    [label.zone]: launch.zone,
    [label.capacityType]: launch.capacityType,
  };
  const zoneId = offeringOf(pool, placed)?.zoneId;
  const labels = {
    ...customLabels(requirements),
    ...nodePool.spec.template.metadata?.labels,
    ...placed,
    ...(zoneId !== undefined && { [label.zoneId]: zoneId }),
    [label.nodePool]: nodePool.metadata.name,
    [label.nodeClass]: spec.nodeClassRef.name,
  };
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
  };
}

/** Labels that the type alone decides. */
function typeLabels({ instanceTypes }: Pool, type: number): Record<string, string> {
  const fixed = [...instanceTypes.labels].flatMap(([key, column]): [string, string][] => {
    const values = column[type] ?? [];
    return values.length === 1 ? [[key, values[0]!]] : [];
  });
  return Object.fromEntries(fixed);
}

/** Labels that the NodePool's requirements or the pods ask for; of several values any will do. */
function customLabels(requirements: Requirements): Record<string, string> {
  const own = requirements
    .values()
    .filter(({ key, isComplement, values }) => !isComplement && values.size > 0 && isCustom(key))
    .map(({ key, values }) => [key, [...values].sort()[0]!]);
  return Object.fromEntries(own);
}

const isCustom = (key: string): boolean => !wellKnownLabels.has(key) && !isRestrictedLabel(key);

/** Labels that a node gets when it has joined. */
export const joinedLabels = (name: string): Record<string, string> => ({
  [label.hostname]: name,
  [label.registered]: 'true',
  [label.initialized]: 'true',
});
