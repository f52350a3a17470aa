import type { GatePolicy } from '../api/settings.ts';
import type { Review } from '../review.ts';

/** Why a review exceeds the limits of the policy, one short sentence each. What is unknown satisfies no limit. */
export function limitReasons(review: Review, policy: GatePolicy | undefined): string[] {
  if (policy === undefined || !review.hasBase) return [];
  return [...costReasons(review, policy), ...replacementReasons(review, policy), ...podReasons(review, policy)];
}

function costReasons({ estimate }: Review, { monthlyIncreaseUsd: limit }: GatePolicy): string[] {
  if (limit === undefined || estimate === null) return [];
  const { likely } = estimate.difference.monthlyUsd;
  if (likely === null) return [`the change in cost is unknown, and the gate allows $${limit} more a month`];
  return likely > limit ? [`$${likely.toFixed(2)} more a month, and the gate allows $${limit}`] : [];
}

function replacementReasons({ disruption }: Review, { nodesReplaced: limit }: GatePolicy): string[] {
  if (limit === undefined) return [];
  const counts = disruption.nodePools.map(({ nodesReplaced }) => nodesReplaced);
  const known = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  if (known > limit) return [`${known} nodes are replaced, and the gate allows ${limit}`];
  return counts.includes(null) ? [`how many nodes are replaced is unknown, and the gate allows ${limit}`] : [];
}

function podReasons({ estimate }: Review, { unschedulablePods: limit }: GatePolicy): string[] {
  const head = estimate?.head;
  if (limit === undefined || !head) return [];
  const count = head.unschedulable.reduce((sum, entry) => sum + entry.count, 0);
  return count > limit ? [`${count} pods find no node, and the gate allows ${limit}`] : [];
}
