import type { Money } from '../text/money.ts';
import { peopleMoney } from '../text/people-money.ts';
import type { Estimate } from './estimate.ts';
import type { Certainty } from './knowledge.ts';

const words: Readonly<Record<Certainty, string>> = {
  exact: '',
  range: 'about ',
  atLeast: 'at least ',
  atMost: 'at most ',
  unknown: '',
};

/**
 * By how much the cost rises: `200%`, `at least 200%`, or `at least $735.84/month` if the cost before is only a bound, of which no share is
 * known. `byUsd` is the difference in a month.
 */
export function costRise({ base, difference, shownIn }: Estimate, byUsd: number): string {
  const before = base?.monthlyUsd;
  const word = words[difference.monthlyUsd.certainty];
  const isComparable = before?.certainty === 'exact' || before?.certainty === 'range';
  if (isComparable && before.likely !== null && before.likely > 0)
    return `${word}${Math.round((100 * byUsd) / before.likely)}%`;
  const money: Money = peopleMoney(shownIn, [byUsd]);
  return `${word}${money.plain(byUsd)}/month`;
}
