import { peopleMoney } from '../../text/words/people-money.ts';
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
 * By how much the cost rises: `$560/month (200%)`, or `at least $736/month` if the cost before is only a bound, of which no share is
 * known. `byUsd` is the difference in a month.
 */
export function costRise({ base, head, difference, shownIn }: Estimate, byUsd: number): string {
  const before = base?.monthlyUsd;
  const after = head?.monthlyUsd;
  const money = peopleMoney(shownIn, [byUsd, before?.likely ?? null, after?.likely ?? null]);
  const isAll = before?.likely != null && after?.likely != null && money.isZero(after.likely - before.likely - byUsd);
  // As the amounts of both sides are written, which stand next to it.
  const written = isAll ? money.between(before.likely!, after.likely!) : byUsd;
  const word = words[difference.monthlyUsd.certainty];
  const amount = `${word}${money.plain(written)}/month`;
  const isComparable = before?.certainty === 'exact' || before?.certainty === 'range';
  if (isComparable && before.likely !== null && before.likely > 0)
    return `${amount} (${Math.round((100 * byUsd) / before.likely)}%)`;

  return amount;
}
