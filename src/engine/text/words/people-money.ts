import { hoursPerMonth } from '../range.ts';
import { type Currency, type Money, moneyIn } from './money.ts';

/** From this amount on, cents are left out. */
const wholeFrom = 100;

/**
 * How the amounts of a report are written: without cents if the largest of `amounts`, in USD, has at least three digits. An amount below 1
 * keeps its cents, because a rounded one could show as nothing. One with three digits never has cents.
 */
export function peopleMoney(currency: Currency | undefined, amounts: readonly (number | null)[]): Money {
  const money = moneyIn(currency);
  const inCurrency = (usd: number): number => Math.abs(usd * money.perUsd);
  const areWhole = amounts.some((usd) => inCurrency(usd ?? 0) >= wholeFrom);

  const isWhole = (usd: number): boolean =>
    inCurrency(usd) >= wholeFrom || (areWhole && (inCurrency(usd) >= 1 || money.isZero(usd)));

  const plain = (usd: number): string => {
    if (isWhole(usd) || money.isZero(usd)) return wholeText(usd, money);
    return money.plain(usd);
  };
  const written = (usd: number): number => {
    if (isWhole(usd)) return wholeOf(usd, money);
    return usd;
  };

  // Of the amounts without cents, unless that would leave no difference: then the cents are the only ones to say it.
  const between = (before: number, after: number): number => {
    const exact = money.between(before, after);
    const whole = money.between(written(before), written(after));
    if (money.isZero(whole)) return exact;
    return whole;
  };

  const signed = (usd: number): string => {
    if (usd > 0 && !money.isZero(usd)) return `+${plain(usd)}`;
    return plain(usd);
  };

  return {
    symbol: money.symbol,
    perUsd: money.perUsd,
    isZero: money.isZero,
    between,
    plain,
    signed,
    unbroken: (usd) => signed(usd).replace('−', '−&#8288;'),
    monthly: (hourlyUsd) => {
      if (hourlyUsd === null) return 'unknown';
      return plain(hourlyUsd * hoursPerMonth);
    },
  };
}

interface MonthlyCost {
  readonly monthlyUsd: { readonly likely: number | null; readonly high: number | null };
}

/** An estimate, of which only the cost of both sides counts. */
interface Estimated {
  readonly base: MonthlyCost | null;
  readonly head: MonthlyCost | null;
  readonly shownIn?: Currency;
}

/** How all amounts of an estimate are written. */
export const moneyOf = (estimate: Estimated | null | undefined): Money => moneyOfAll([estimate ?? null]);

/** How the amounts of several clusters are written, so that all of them have one precision. */
export function moneyOfAll(estimates: readonly (Estimated | null)[]): Money {
  const figures = estimates.filter((estimate) => estimate !== null);
  const sides = figures.flatMap(({ base, head }) => [base?.monthlyUsd, head?.monthlyUsd]);
  const amounts = sides.flatMap((cost) => [cost?.likely ?? null, cost?.high ?? null]);
  return peopleMoney(figures[0]?.shownIn, amounts);
}

const wholeOf = (usd: number, { perUsd }: Money): number => Math.round(usd * perUsd) / perUsd;

const wholeText = (usd: number, money: Money): string => money.plain(wholeOf(usd, money)).replace(/\.00$/, '');
