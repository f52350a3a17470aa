import { gateFor } from '../api/environment.ts';
import { type Attention, defaultGate, type GatePolicy } from '../api/settings.ts';
import { costRise } from '../cost/cost-rise.ts';
import { perNodeDifference } from '../cost/other-costs.ts';
import { plural } from '../plural.ts';
import type { Review } from '../review/review-data.ts';
import type { Policy } from './policy.ts';

/** Increases that turn a pass into a warning, one short clause each. Environments have their own thresholds if they set any. */
export function attentionReasons(review: Review, { gate = defaultGate, environments = {} }: Policy): string[] {
  if (!review.hasBase) return [];
  if (review.environments.length === 0) return reasonsOf(review, gate);
  const isOne = review.environments.length === 1;
  return review.environments.flatMap((one) =>
    reasonsOf(one, gateFor(gate, environments[one.name])).map((reason) =>
      isOne ? reason : `${reason} in ${one.name}`,
    ),
  );
}

const reasonsOf = ({ estimate }: Pick<Review, 'estimate'>, { attention }: GatePolicy): string[] => [
  ...costIncrease(estimate, attention),
  ...moreNodes(estimate, attention),
];

/** Both thresholds must be exceeded: 50% of a small cluster is little money, and a large cluster may well grow by 500 USD. */
function costIncrease(estimate: Review['estimate'], attention: Attention): string[] {
  const before = estimate?.base?.monthlyUsd.likely ?? null;
  const instances = estimate?.difference.monthlyUsd.likely ?? null;
  if (estimate === null || before === null || instances === null || before <= 0) return [];
  const increase = instances + (perNodeDifference(estimate) ?? 0);
  const percent = (100 * increase) / before;
  if (increase <= attention.monthlyIncreaseUsd || percent <= attention.monthlyIncreasePercent) return [];
  return [`the cost rises by ${costRise(estimate, increase)}`];
}

function moreNodes(estimate: Review['estimate'], { nodesAdded }: Attention): string[] {
  const more = estimate?.difference.nodes.likely ?? null;
  const isLowerBound = estimate?.difference.nodes.certainty === 'atLeast';
  return more !== null && nodesAdded !== undefined && more > nodesAdded
    ? [
        `${isLowerBound ? 'at least ' : ''}${plural(more, 'node')} are added, and more than ${nodesAdded} need attention`,
      ]
    : [];
}
