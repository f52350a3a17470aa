import type { Placement } from '../../cluster/cost/estimate.ts';
import type { Money } from '../../text/words/money.ts';

/** Why the cost of a side is a range, with the amount of each reason. Reasons without an amount are assumptions. */
export const spreadLines = (side: Placement | null, money: Money): string[] =>
  (side?.spread ?? []).flatMap(({ kind, monthlyUsd, reason }) => {
    if (monthlyUsd === null) return [];
    // Chance can change the number of nodes at the same cost.
    if (money.isZero(monthlyUsd.low) && money.isZero(monthlyUsd.high)) {
      if (kind === 'chance') return [reason];
      return [];
    }
    const bounds = [monthlyUsd.low, monthlyUsd.high].filter((usd) => !money.isZero(usd)).map(money.signed);
    return [`${reason}: ${bounds.join(' to ')} per month`];
  });
