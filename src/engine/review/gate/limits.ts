import type { WorkloadShare } from '../../cluster/cost/estimate.ts';
import { gateFor } from '../../karpenter/api/environment.ts';
import type { GatePolicy } from '../../karpenter/api/settings.ts';
import { hoursPerMonth, sumKnown } from '../../text/range.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import type { Review } from '../context/review-data.ts';
import type { Policy } from './policy.ts';

/** The figures that limits apply to: of the review, or of one of its environments. */
type Figures = Pick<Review, 'estimate' | 'disruption'>;

/**
 * Why a review exceeds the limits of the policy, one short sentence each. An unknown figure exceeds every limit. Environments are
 * checked one by one, with their own limits if they have any.
 */
export function limitReasons(review: Review, { gate, environments = {} }: Policy): string[] {
  if (!review.hasBase) return [];
  if (review.environments.length === 0) {
    if (gate === undefined) return [];
    return reasonsOf(review, gate);
  }
  const isOne = review.environments.length === 1;

  return review.environments.flatMap((environment) =>
    reasonsOf(environment, gateFor(gate, environments[environment.name])).map((reason) => {
      if (isOne) return reason;
      return `in ${environment.name}: ${reason}`;
    }),
  );
}

const reasonsOf = (figures: Figures, policy: GatePolicy): string[] => [
  ...costReasons(figures, policy),
  ...replacementReasons(figures, policy),
  ...podReasons(figures, policy),
  ...teamReasons(figures, policy),
];

function costReasons({ estimate }: Figures, { monthlyIncreaseUsd: limit }: GatePolicy): string[] {
  if (limit === undefined || estimate === null) return [];
  const { likely } = estimate.difference.monthlyUsd;
  if (likely === null) return [`the cost increase is unknown, and the gate allows $${limit}/month`];
  if (likely > limit) return [`the cost rises by $${likely.toFixed(2)}/month, and the gate allows $${limit}/month`];

  return [];
}

function replacementReasons({ disruption }: Figures, { nodesReplaced: limit }: GatePolicy): string[] {
  if (limit === undefined) return [];
  const counts = disruption.nodePools.map(({ nodesReplaced }) => nodesReplaced);
  const total = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  if (total > limit) return [`${plural(total, 'node')} would be replaced, and the gate allows ${limit}`];
  if (counts.includes(null)) return [`the number of replaced nodes is unknown, and the gate allows ${limit}`];
  return [];
}

/** A team's share of the cost, by the label that says who pays. */
function teamReasons({ estimate }: Figures, { teams }: GatePolicy): string[] {
  return Object.entries(teams).flatMap(([team, { monthlyIncreaseUsd: limit }]) => {
    if (estimate === null) return [];

    const allows = `and the gate allows $${limit}/month`;
    const before = shareOf(team, estimate.base?.shares ?? []);
    const after = shareOf(team, estimate.head?.shares ?? []);
    if (before === null || after === null) return [`the cost increase of team ${team} is unknown, ${allows}`];

    const increase = (after - before) * hoursPerMonth;
    if (increase > limit) return [`the cost of team ${team} rises by $${increase.toFixed(2)}/month, ${allows}`];
    return [];
  });
}

/** USD per hour; null if it is unknown. */
const shareOf = (team: string, shares: readonly WorkloadShare[]): number | null =>
  sumKnown(shares.filter((share) => share.team === team).map(({ hourlyUsd }) => hourlyUsd));

function podReasons({ estimate }: Figures, { unschedulablePods: limit }: GatePolicy): string[] {
  const head = estimate?.head;
  if (limit === undefined || !head) return [];
  const count = head.unschedulable.reduce((sum, entry) => sum + entry.count, 0);
  if (count > limit)
    return [`${plural(count, 'pod')} ${byCount(count, 'is', 'are')} unschedulable, and the gate allows ${limit}`];

  return [];
}
