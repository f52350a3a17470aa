import { gateFor } from '../api/environment.ts';
import type { GatePolicy } from '../api/settings.ts';
import type { Review } from '../review/review-data.ts';
import type { Policy } from './policy.ts';

/** What limits look at: the review, or one of its environments. */
type Figures = Pick<Review, 'estimate' | 'disruption'>;

/**
 * Why a review exceeds the limits of the policy, one short sentence each. What is unknown satisfies no limit. Environments are
 * judged one by one, each by its own limits where it has some.
 */
export function limitReasons(review: Review, { gate, environments = {} }: Policy): string[] {
  if (!review.hasBase) return [];
  if (review.environments.length === 0) return gate === undefined ? [] : reasonsOf(review, gate);
  const isOne = review.environments.length === 1;
  return review.environments.flatMap((one) =>
    reasonsOf(one, gateFor(gate, environments[one.name])).map((reason) =>
      isOne ? reason : `in ${one.name}: ${reason}`,
    ),
  );
}

const reasonsOf = (figures: Figures, policy: GatePolicy): string[] => [
  ...costReasons(figures, policy),
  ...replacementReasons(figures, policy),
  ...podReasons(figures, policy),
];

function costReasons({ estimate }: Figures, { monthlyIncreaseUsd: limit }: GatePolicy): string[] {
  if (limit === undefined || estimate === null) return [];
  const { likely } = estimate.difference.monthlyUsd;
  if (likely === null) return [`the change in cost is unknown, and the gate allows $${limit} more a month`];
  return likely > limit ? [`$${likely.toFixed(2)} more a month, and the gate allows $${limit}`] : [];
}

function replacementReasons({ disruption }: Figures, { nodesReplaced: limit }: GatePolicy): string[] {
  if (limit === undefined) return [];
  const counts = disruption.nodePools.map(({ nodesReplaced }) => nodesReplaced);
  const known = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  if (known > limit) return [`${known} nodes are replaced, and the gate allows ${limit}`];
  return counts.includes(null) ? [`how many nodes are replaced is unknown, and the gate allows ${limit}`] : [];
}

function podReasons({ estimate }: Figures, { unschedulablePods: limit }: GatePolicy): string[] {
  const head = estimate?.head;
  if (limit === undefined || !head) return [];
  const count = head.unschedulable.reduce((sum, entry) => sum + entry.count, 0);
  return count > limit ? [`${count} pods find no node, and the gate allows ${limit}`] : [];
}
