import { hoursPerMonth, type Range } from '../../range.ts';

/** Figures as people read them. Unknown is "unknown", never 0; a minus is a real one. */

const minus = '−';

/** `$1,234.50`. */
export function usd(amount: number): string {
  const [whole, cents] = Math.abs(amount).toFixed(2).split('.') as [string, string];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${isZeroUsd(amount) || amount > 0 ? '' : minus}$${grouped}.${cents}`;
}

/** Whether an amount shows as $0.00. */
export const isZeroUsd = (amount: number): boolean => Math.abs(amount).toFixed(2) === '0.00';

/** `+$280.32`, `−$12.00`, `$0.00`. */
export const signedUsd = (amount: number): string =>
  amount > 0 && !isZeroUsd(amount) ? `+${usd(amount)}` : usd(amount);

/** What is paid a month for what costs so much an hour. */
export const aMonth = (hourlyUsd: number): number => hourlyUsd * hoursPerMonth;

/** `$280.32` a month for a price of an hour; `unknown` without one. */
export const monthlyText = (hourlyUsd: number | null): string =>
  hourlyUsd === null ? 'unknown' : usd(aMonth(hourlyUsd));

/** `+1`, `−3`, `0`. */
export const signedCount = (count: number): string =>
  count > 0 ? `+${count}` : count < 0 ? `${minus}${Math.abs(count)}` : '0';

/** `68 %` with a space that does not break. */
export const percentage = (part: number, whole: number): string =>
  whole > 0 ? `${Math.round((100 * part) / whole)}\u00a0%` : 'unknown';

/** A range in its two halves: the figure to remember, and the bounds where there are any. */
export interface RangeText {
  readonly likely: string;
  /** `$410.00 to $560.00`; undefined where low and high are the same figure. */
  readonly bounds: string | undefined;
}

/** Spells a range; what is unknown says so. */
export function rangeText({ low, likely, high }: Range, format: (figure: number) => string): RangeText {
  const [lowText, highText] = [low, high].map((bound) => (bound === null ? undefined : format(bound)));
  const likelyText = likely === null ? 'unknown' : format(likely);
  if (lowText === undefined && highText === undefined) return { likely: likelyText, bounds: undefined };
  if (lowText === highText && (likely === null || likelyText === lowText)) {
    return { likely: lowText!, bounds: undefined };
  }
  return { likely: likelyText, bounds: boundsText(lowText, highText) };
}

const boundsText = (low: string | undefined, high: string | undefined): string =>
  low === undefined ? `at most ${high}` : high === undefined ? `at least ${low}` : `${low} to ${high}`;

/** A range in one line: `$480.00`, `$480.00 ($410.00 to $560.00)`, `unknown`. */
export function rangeLine(range: Range, format: (figure: number) => string): string {
  const { likely, bounds } = rangeText(range, format);
  return bounds === undefined ? likely : `${likely} (${bounds})`;
}
