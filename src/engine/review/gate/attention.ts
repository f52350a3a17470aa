import { costRise } from '../../cluster/cost/cost-rise.ts';
import { perNodeDifference } from '../../cluster/cost/other-costs.ts';
import { gateFor } from '../../karpenter/api/environment.ts';
import { type Attention, defaultGate, type GatePolicy } from '../../karpenter/api/settings.ts';
import { plural } from '../../text/words/plural.ts';
import { textIf } from '../../text/words/text-if.ts';
import type { EnvironmentReview, Review } from '../context/review-data.ts';
import type { Policy } from './policy.ts';

/** Increases that turn a pass into a warning, one short clause each. Environments have their own thresholds if they set any. */
export function attentionReasons(review: Review, { gate = defaultGate, environments = {} }: Policy): string[] {
  if (!review.hasBase) return [];
  if (review.environments.length === 0) return reasonsOf(review, gate);

  const isOne = review.environments.length === 1;
  const place = ({ name }: EnvironmentReview): string => {
    if (isOne) return '';
    return ` in ${name}`;
  };
  const policyOf = ({ name }: EnvironmentReview): Attention => gateFor(gate, environments[name]).attention;
  const rising = review.environments.filter((environment) => isNotable(environment.estimate, policyOf(environment)));
  const most = Math.max(0, ...rising.map(({ estimate }) => increaseOf(estimate) ?? 0));

  // A rise of production that is as large comes before that of another environment, however small its share is.
  const shown = review.environments
    .filter(
      (environment) =>
        rising.includes(environment) ||
        (rising.length > 0 && environment.isMain && (increaseOf(environment.estimate) ?? 0) >= most),
    )
    .toSorted((a, b) => Number(b.isMain) - Number(a.isMain) || increaseOf(b.estimate)! - increaseOf(a.estimate)!);

  return [
    ...shown.flatMap((environment) =>
      costIncrease(environment.estimate).map((reason) => `${reason}${place(environment)}`),
    ),
    ...review.environments.flatMap((environment) =>
      moreNodes(environment.estimate, policyOf(environment)).map((reason) => `${reason}${place(environment)}`),
    ),
  ];
}

const reasonsOf = ({ estimate }: Pick<Review, 'estimate'>, { attention }: GatePolicy): string[] => [
  ...(isNotable(estimate, attention) ? costIncrease(estimate) : []),
  ...moreNodes(estimate, attention),
];

/** What a month costs more, in USD; null if that is unknown, or if there is no cost to compare it with. */
function increaseOf(estimate: Review['estimate']): number | null {
  const before = estimate?.base?.monthlyUsd.likely ?? null;
  const instances = estimate?.difference.monthlyUsd.likely ?? null;
  if (estimate === null || before === null || instances === null || before <= 0) return null;
  return instances + (perNodeDifference(estimate) ?? 0);
}

/** Both thresholds must be exceeded: 50% of a small cluster is little money, and a large cluster may well grow by 500 USD. */
function isNotable(estimate: Review['estimate'], attention: Attention): boolean {
  const increase = increaseOf(estimate);
  if (increase === null || estimate?.isRepacked === true) return false;
  const percent = (100 * increase) / estimate!.base!.monthlyUsd.likely!;
  return increase > attention.monthlyIncreaseUsd && percent > attention.monthlyIncreasePercent;
}

function costIncrease(estimate: Review['estimate']): string[] {
  const increase = increaseOf(estimate);
  if (increase === null) return [];
  return [`the cost rises by ${costRise(estimate!, increase)}`];
}

function moreNodes(estimate: Review['estimate'], { nodesAdded }: Attention): string[] {
  const more = estimate?.difference.nodes.likely ?? null;
  const isLowerBound = estimate?.difference.nodes.certainty === 'atLeast';

  if (more !== null && nodesAdded !== undefined && more > nodesAdded)
    return [
      `${textIf(isLowerBound, 'at least ')}${plural(more, 'node')} are added, and more than ${nodesAdded} need attention`,
    ];

  return [];
}
