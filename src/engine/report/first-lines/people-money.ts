import type { Currency } from '../../text/money.ts';
import { type Money, moneyIn } from '../../text/money.ts';

/** From this amount on, cents are left out. */
const wholeFrom = 100;

/**
 * How the amounts of one line are written: without cents if the largest of them has at least three digits. A smaller difference keeps its
 * cents, because a rounded one could show as nothing.
 */
export function peopleMoney(currency: Currency | undefined, amounts: readonly (number | null)[]): Money {
  const money = moneyIn(currency);
  const largest = Math.max(0, ...amounts.map((usd) => Math.abs(usd ?? 0) * money.perUsd));
  if (largest < wholeFrom) return money;

  const plain = (usd: number): string => (isSmall(usd, money) ? money.plain(usd) : wholeText(usd, money));
  const signed = (usd: number): string => (usd > 0 && !money.isZero(usd) ? `+${plain(usd)}` : plain(usd));
  return { ...money, plain, signed, monthly: (hourlyUsd) => (hourlyUsd === null ? 'unknown' : plain(hourlyUsd * 730)) };
}

/** Whether rounding an amount would hide it or much of it. */
const isSmall = (usd: number, { perUsd, isZero }: Money): boolean => !isZero(usd) && Math.abs(usd * perUsd) < 1;

function wholeText(usd: number, money: Money): string {
  const whole = Math.round(usd * money.perUsd) / money.perUsd;
  return money.plain(whole).replace(/\.00$/, '');
}
