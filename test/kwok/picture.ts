import type { Placement } from '../../src/engine/cluster/cost/estimate.ts';
import { compareNames } from '../../src/engine/text/name-order.ts';

/** One node of a cluster, predicted or observed. */
export interface NodePicture {
  readonly nodePool: string;
  readonly instanceType: string;
  readonly capacityType: string;
  readonly zone: string;
  readonly hourlyUsd: number;
  /** What Karpenter reserved on it for pods and daemons, in millicores and bytes. */
  readonly cpuMillis: number;
  readonly memoryBytes: number;
}

/** The result of a setup. */
export interface ClusterPicture {
  /** By NodePool, instance type, capacity type and zone. */
  readonly nodes: readonly NodePicture[];
  /** Workload → its unschedulable pods. */
  readonly pending: Readonly<Record<string, number>>;
}

/** A prediction in the same form. `ties` contains, per node, the `type zone` pairs that cost the same. */
export function pictureOfForecast(
  placement: Placement,
): ClusterPicture & { readonly ties: readonly (readonly string[])[] } {
  const nodes = placement.nodePools.flatMap(({ name, nodeClaims }) =>
    nodeClaims
      .filter(({ capacityType }) => capacityType !== '')
      .map((claim) => ({
        node: {
          nodePool: name,
          instanceType: claim.instanceType,
          capacityType: claim.capacityType,
          zone: claim.zone,
          // The provider of these clusters launches the cheapest offering.
          hourlyUsd: claim.lowestHourlyUsd!,
          cpuMillis: claim.cpuMillis.requested,
          memoryBytes: claim.memoryBytes.requested,
        },
        ties: claim.ties,
      })),
  );
  nodes.sort((a, b) => compareNodes(a.node, b.node));
  const pending = placement.unschedulable.map(({ workload, count }) => [workload, count] as const);
  return {
    nodes: nodes.map(({ node }) => node),
    ties: nodes.map(({ ties }) => ties),
    pending: Object.fromEntries(pending.sort(([a], [b]) => compareNames(a, b))),
  };
}

const keyOf = (node: NodePicture): string =>
  [node.nodePool, node.instanceType, node.capacityType, node.zone, node.cpuMillis, node.memoryBytes].join(' ');

/** The order of nodes in a result. */
export const compareNodes = (a: NodePicture, b: NodePicture): number => (keyOf(a) < keyOf(b) ? -1 : 1);
