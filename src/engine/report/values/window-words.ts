import type { ClosedWindow, NodePoolDisruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { groupBy } from '../../text/group-by.ts';
import { plural } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { scheduleInWords } from './schedule-words.ts';

/** `none Mon–Fri 07–18 UTC`, `at most 1 daily 08–10 UTC`: how many nodes may be replaced at the same time, and when. */
const windowInWords = ({ schedule, duration, nodes }: ClosedWindow): string => {
  const limit = nodes === 0 ? 'none' : `at most ${nodes}`;
  return `${limit} ${scheduleInWords(schedule, duration)}`;
};

/**
 * `, but none Mon–Fri 07–18 UTC`, `, but in `web` none Mon–Fri 07–18 UTC`: when budgets delay the waves of some NodePools. Those with a schedule are
 * named if others have none or another one. Empty if none has.
 */
export function closedText(pools: readonly Pick<NodePoolDisruption, 'name' | 'windows'>[]): string {
  const byText = groupBy(pools, ({ windows = [] }) => windows.map(windowInWords).join(', '));
  const [first, ...others] = [...byText].filter(([text]) => text !== '');
  if (first === undefined) return '';

  const [text, closed] = first;
  if (byText.size === 1) return `, but ${text}`;

  const rest = others.reduce((sum, [, all]) => sum + all.length, 0);
  const more = textIf(rest !== 0, ` (${plural(rest, 'more NodePool')} at other times)`);
  return `, but in ${firstNames(
    closed.map(({ name }) => quoted(name)),
    2,
  )} ${text}${more}`;
}
