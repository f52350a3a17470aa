import type { Estimate, MissingInput, PlacedNodeClaim, Placement } from '../../cluster/cost/estimate.ts';
import { hasOnePrice } from '../../cluster/cost/placed-node-claim.ts';
import { hoursPerMonth } from '../../text/range.ts';
import type { Money } from '../../text/words/money.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { firstNames } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';

/** Equal nodes: the same NodePool, instance type, capacity type and zone. */
export interface NodeGroup {
  readonly nodePool: string;
  readonly instanceType: string;
  readonly capacityType: string;
  /** The cloud may launch other instance types instead, and the price is that of all of them. */
  readonly isOneOfMany: boolean;
  readonly zone: string;
  readonly count: number;
  readonly pods: number;
  /** For how many pods of CapacityBuffers there is room. */
  readonly bufferPods: number;
  readonly usage: Usage;
  /** Null if one of them has no price. */
  readonly hourlyUsd: number | null;
}

/** Requested by pods and daemons, and allocatable: millicores and bytes. */
export interface Usage {
  readonly cpuMillis: Share;
  readonly memoryBytes: Share;
}

export interface Share {
  readonly requested: number;
  readonly allocatable: number;
}

const nothing: Usage = {
  cpuMillis: { requested: 0, allocatable: 0 },
  memoryBytes: { requested: 0, allocatable: 0 },
};

const addShare = (a: Share, b: Share): Share => ({
  requested: a.requested + b.requested,
  allocatable: a.allocatable + b.allocatable,
});

const addUsage = (a: Usage, b: Usage): Usage => ({
  cpuMillis: addShare(a.cpuMillis, b.cpuMillis),
  memoryBytes: addShare(a.memoryBytes, b.memoryBytes),
});

/** What is requested on all new nodes together in the likely case. */
export const usageOf = (nodeClaims: readonly PlacedNodeClaim[]): Usage => nodeClaims.reduce(addUsage, nothing);

/** All nodes of a side, in the order of the estimate. */
export const nodeClaimsOf = (placement: Placement): readonly PlacedNodeClaim[] =>
  placement.nodePools.flatMap((nodePool) => nodePool.nodeClaims);

/** Equal nodes counted, in order of first appearance. */
export function nodeGroups(placement: Placement): NodeGroup[] {
  const groups = new Map<string, NodeGroup>();
  for (const nodePool of placement.nodePools) {
    for (const claim of nodePool.nodeClaims) {
      const key = JSON.stringify([nodePool.name, claim.instanceType, claim.capacityType, claim.zone]);
      groups.set(key, join(groups.get(key), nodePool.name, claim));
    }
  }

  return [...groups.values()];
}

function join(group: NodeGroup | undefined, nodePool: string, claim: PlacedNodeClaim): NodeGroup {
  const { instanceType, capacityType, zone, hourlyUsd } = claim;
  const before = group ?? { count: 0, pods: 0, bufferPods: 0, usage: nothing, hourlyUsd: 0, isOneOfMany: false };

  return {
    nodePool,
    instanceType,
    capacityType,
    isOneOfMany: before.isOneOfMany || !hasOnePrice(claim),
    zone,
    count: before.count + 1,
    pods: before.pods + claim.pods,
    bufferPods: before.bufferPods + (claim.bufferPods ?? 0),
    usage: addUsage(before.usage, claim),
    hourlyUsd: before.hourlyUsd === null || hourlyUsd === null ? null : before.hourlyUsd + hourlyUsd,
  };
}

/** Equal nodes of a NodePool. */
export type TypeCount = Pick<NodeGroup, 'instanceType' | 'capacityType' | 'isOneOfMany' | 'count'>;

/** Nodes by instance type and capacity type, most first: `2 × m6i.2xlarge, on-demand`. */
export function typeCounts(claims: readonly PlacedNodeClaim[]): TypeCount[] {
  const counts = new Map<string, TypeCount>();

  for (const claim of claims) {
    const { instanceType, capacityType } = claim;
    const key = JSON.stringify([instanceType, capacityType]);
    const { count, isOneOfMany } = counts.get(key) ?? { count: 0, isOneOfMany: false };

    counts.set(key, {
      instanceType,
      capacityType,
      count: count + 1,
      isOneOfMany: isOneOfMany || !hasOnePrice(claim),
    });
  }

  return [...counts.values()].sort((a, b) => b.count - a.count);
}

/** Follows the name of an instance type if the price is not only its own. */
export const orSimilar = ({ isOneOfMany }: Pick<NodeGroup, 'isOneOfMany'>): string => {
  if (isOneOfMany) return ' or similar';
  return '';
};

/** Pods on nodes that Karpenter does not manage, and the number of these nodes. The figures do not include them. */
export function onExisting(placement: Placement): { readonly pods: number; readonly nodes: number } {
  const counted = new Set(nodeClaimsOf(placement).map(({ node }) => node));
  const existingNodes = placement.existingNodes.filter(({ name }) => !counted.has(name));

  const pods = existingNodes.reduce(
    (sum, { workloads }) => sum + Object.values(workloads).reduce((a, b) => a + b, 0),
    0,
  );

  return { pods, nodes: existingNodes.length };
}

/** Number of unschedulable pods. */
export const unschedulableCount = (placement: Placement): number =>
  placement.unschedulable.reduce((sum, entry) => sum + entry.count, 0);

/** Whether more pods are unschedulable than before the change. A saving because of that is no good news. */
export const isOutage = ({ base, head }: Estimate): boolean =>
  base !== null && head !== null && unschedulableCount(head) > unschedulableCount(base);

const lackTexts: Readonly<Record<MissingInput, string>> = {
  region: 'plumbline has no instance types and prices for this region.',
  objects: 'Objects that existed before the change can no longer be read or planned.',
  NodePools: 'Add the NodePools to the paths to get nodes and cost.',
  charts:
    'Add rendered charts to the paths, or pass `--cluster FILE` with the nodes and pods of your cluster, to get nodes and cost.',
  nodes: 'Pass `--cluster FILE` with the nodes and pods of your cluster to get nodes and cost.',
  'counted-workloads':
    'Add the workloads of this cluster to the paths, or pass `--cluster FILE` with its pods, to get nodes and cost.',
  workloads:
    'Add the workloads to the paths, or pass `--cluster FILE` with the pods of your cluster, to get nodes and cost.',
};

/** Why a cost is unknown, or what makes it known; undefined if it is known. */
export function unknownCost(estimate: Estimate): string | undefined {
  const side = estimate.head ?? estimate.base;
  if (side === null || side.monthlyUsd.likely !== null) return undefined;
  if (side.lacks !== undefined) return lackTexts[side.lacks];

  const unpriced = [
    ...new Set(
      nodeClaimsOf(side)
        .filter((claim) => claim.hourlyUsd === null)
        .map((claim) => `\`${claim.instanceType}\`${textIf(claim.capacityType === 'spot', ' as spot')}`),
    ),
  ];

  if (unpriced.length === 0) return 'The assumptions below say why the cost is unknown.';

  return `There is no price for ${firstNames(unpriced.sort())}, so the cost is unknown.`;
}

/** Why taking a change back would not return to the cost before it; empty if it would. */
export function stayingLines({ staying }: Pick<Estimate, 'staying'>, money: Money): readonly string[] {
  if (staying === undefined) return [];
  const { monthlyUsd, nodes, reason } = staying;
  const kept = `Karpenter keeps ${plural(nodes, 'node')}${byCount(nodes, '', ', each')} for this reason: ${reason}`;
  return [`A new cluster with these files would cost ${money.monthly(monthlyUsd / hoursPerMonth)}/month less. ${kept}`];
}
