import { label } from '../../karpenter/api/labels.ts';
import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';
import type { OfferingOfType } from '../../karpenter/cloud-provider/instance-types.ts';
import { byReplicaCase, fixedReplicas, maxReplicas, type ReplicaRange } from '../provisioning/pods/replicas.ts';
import type { Workload } from '../provisioning/pods/workloads.ts';

/** What could happen to a cluster without a change to its files. Everything named happens at the same time. */
export interface Scenario {
  /** Names of nodes that fail. */
  readonly nodes: readonly string[];
  /** There is no spot capacity. */
  readonly isWithoutSpot: boolean;
  /** Zones that fail. */
  readonly zones: readonly string[];
  /** Instance families that have no capacity, such as `m5`. */
  readonly families: readonly string[];
  /** Key of a workload → its replicas. */
  readonly replicas: ReadonlyMap<string, number>;
  /** What the replicas of all other workloads are multiplied by; 1 changes nothing. */
  readonly growth: number;
}

/** The properties of a node that decide whether a scenario takes it. */
interface ScenarioNode {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Node groups have a capacity type, too, as a label of their own. */
const isSpot = (labels: ScenarioNode['labels']): boolean =>
  Object.entries(labels).some(([key, value]) => /\/capacity-?type$/i.test(key) && value.toLowerCase() === 'spot');

const isInFamily = (families: readonly string[], instanceType: string | undefined, { type }: Families): boolean =>
  families.length > 0 && instanceType !== undefined && families.includes(type(instanceType)?.family ?? '');

/** What knows the families of instance types. */
type Families = Pick<Catalog, 'type'>;

/** Whether a scenario takes a running node. */
export function isLost(
  { nodes, isWithoutSpot, zones, families }: Scenario,
  { name, labels }: ScenarioNode,
  catalog: Families,
): boolean {
  if (nodes.includes(name) || zones.includes(labels[label.zone] ?? '')) return true;
  return (isWithoutSpot && isSpot(labels)) || isInFamily(families, labels[label.instanceType], catalog);
}

/** Whether a scenario leaves an offering without capacity. */
export const isWithoutCapacity = (
  { isWithoutSpot, zones, families }: Scenario,
  { instanceType, zone, capacityType }: OfferingOfType,
  catalog: Families,
): boolean =>
  (isWithoutSpot && capacityType === 'spot') || zones.includes(zone) || isInFamily(families, instanceType, catalog);

/** Whether a scenario changes what can be launched. */
export const limitsCapacity = ({ isWithoutSpot, zones, families }: Scenario): boolean =>
  isWithoutSpot || zones.length > 0 || families.length > 0;

/**
 * The replicas of a workload in a scenario. `running` pods count if there are more of them than the files say, because an autoscaler
 * added them. An autoscaler does not exceed its maximum.
 */
export function replicasIn({ replicas, growth }: Scenario, workload: Workload, running: number): ReplicaRange {
  const fixed = replicas.get(workload.key);
  if (fixed !== undefined) return fixedReplicas(fixed);
  if (growth === 1) return workload.replicas;

  const { high } = workload.replicas;
  const most = workload.scaledBy === undefined || high === null ? maxReplicas : high;

  return byReplicaCase((which) => {
    const count = workload.replicas[which];
    if (count === null) return null;
    return Math.max(count, Math.min(most, Math.ceil(Math.max(count, running) * growth)));
  });
}
