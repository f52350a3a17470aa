import type { Pod } from '../../karpenter/api/pod.ts';
import { podRequests } from '../../karpenter/scheduling/pod-requests.ts';
import { compareNames } from '../../text/name-order.ts';
import { mapFigure, rounded } from '../../text/range.ts';
import type { GroupShare, PlacedNodeClaim, WorkloadShare } from './estimate.ts';

/** One pod of a workload, as an example of all its pods. */
export interface PodOfWorkload {
  readonly workload: string;
  readonly pod: Pod;
}

/** The requests that determine a pod's share of a node. */
interface Part {
  readonly podClass: PodOfWorkload;
  readonly cpuMillis: number;
  readonly memoryBytes: number;
}

/**
 * How the cost of new nodes is split between workloads. The price of each node is divided among its pods by the larger of their
 * shares of the node's CPU and memory. The cost of DaemonSets and idle capacity is divided in the same way, so the shares add up to
 * the price. The most expensive workload comes first. Null is unknown: one of its nodes has no price.
 */
export function workloadShares(
  claims: readonly PlacedNodeClaim[],
  podClasses: readonly PodOfWorkload[],
  teamLabel: string,
): readonly WorkloadShare[] {
  const parts = new Map(podClasses.map((podClass) => [podClass.workload, partOf(podClass)]));
  const shares = new Map<string, { pods: number; hourlyUsd: number | null }>();

  for (const claim of claims) {
    const weights = Object.entries(claim.workloads).map(([workload, count]) => ({
      workload,
      count,
      weight: count * weightOf(parts.get(workload), claim),
    }));

    const total = weights.reduce((sum, { weight }) => sum + weight, 0);

    for (const { workload, count, weight } of weights) {
      const part = total > 0 ? weight / total : 1 / weights.length;
      const share = shares.get(workload) ?? { pods: 0, hourlyUsd: 0 };
      share.pods += count;
      share.hourlyUsd =
        claim.hourlyUsd === null || share.hourlyUsd === null ? null : share.hourlyUsd + claim.hourlyUsd * part;
      shares.set(workload, share);
    }
  }

  return [...shares]
    .map(([workload, { pods, hourlyUsd }]) => {
      const { metadata } = parts.get(workload)?.podClass.pod ?? {};

      const team = () => {
        if (metadata && Object.hasOwn(metadata.labels, teamLabel)) return metadata.labels[teamLabel]!;
        return null;
      };

      return {
        workload,
        namespace: metadata?.namespace ?? null,
        team: team(),
        pods,
        hourlyUsd: mapFigure(hourlyUsd, rounded),
      };
    })
    .sort((a, b) => byPrice(a, b) || compareNames(a.workload, b.workload));
}

/** The most expensive first, and unknown costs before all others. */
function byPrice(a: { readonly hourlyUsd: number | null }, b: { readonly hourlyUsd: number | null }): number {
  if (a.hourlyUsd === b.hourlyUsd) return 0;
  return (b.hourlyUsd ?? Infinity) - (a.hourlyUsd ?? Infinity);
}

/** Shares added up by namespace or team, the most expensive first. The name is null for workloads without one. */
export function sharesBy(shares: readonly WorkloadShare[], key: 'namespace' | 'team'): readonly GroupShare[] {
  const sums = new Map<string | null, { pods: number; hourlyUsd: number | null }>();
  for (const { [key]: name, pods, hourlyUsd } of shares) {
    const sum = sums.get(name) ?? { pods: 0, hourlyUsd: 0 };

    const usd = () => {
      if (sum.hourlyUsd === null || hourlyUsd === null) return null;
      return rounded(sum.hourlyUsd + hourlyUsd);
    };

    sums.set(name, { pods: sum.pods + pods, hourlyUsd: usd() });
  }

  return [...sums]
    .map(([name, sum]) => ({ name, ...sum }))
    .sort((a, b) => byPrice(a, b) || compareNames(a.name ?? '', b.name ?? ''));
}

function partOf(podClass: PodOfWorkload): Part {
  const requests = podRequests(podClass.pod.spec);
  return { podClass, cpuMillis: requests.get('cpu') ?? 0, memoryBytes: requests.get('memory') ?? 0 };
}

function weightOf(part: Part | undefined, { cpuMillis, memoryBytes }: PlacedNodeClaim): number {
  const share = (amount: number, of: number): number => {
    if (of > 0) return amount / of;
    return 0;
  };
  if (part === undefined) return 0;
  return Math.max(share(part.cpuMillis, cpuMillis.allocatable), share(part.memoryBytes, memoryBytes.allocatable));
}
