import type { ClosedWindow, NodePoolDisruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { scheduleInWords } from './schedule-words.ts';

/** `none Mon–Fri 07–18 UTC`, `at most 1 daily 08–10 UTC`: how many nodes may be replaced at the same time, and when. */
export const windowInWords = ({ schedule, duration, nodes }: ClosedWindow): string =>
  `${nodes === 0 ? 'none' : `at most ${nodes}`} ${scheduleInWords(schedule, duration)}`;

/** `, but none Mon–Fri 07–18 UTC`: when budgets delay the waves of some NodePools. Empty if none does. */
export function closedText(pools: readonly NodePoolDisruption[]): string {
  const texts = pools.map(({ windows = [] }) => windows.map(windowInWords).join(', '));
  if (texts.every((text) => text === '')) return '';
  if (new Set(texts).size === 1) return `, but ${texts[0]}`;
  return ', but fewer at times, because budgets have schedules';
}
