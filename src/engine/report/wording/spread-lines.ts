import type { Placement } from '../../cost/estimate.ts';
import { isZeroUsd } from '../../text/usd.ts';
import { signedUsd } from './figures.ts';

/** Why the cost of a side is a range, with the amount of each reason. Reasons without an amount are assumptions. */
export const spreadLines = (side: Placement | null): string[] =>
  (side?.spread ?? []).flatMap(({ kind, monthlyUsd, reason }) => {
    if (monthlyUsd === null) return [];
    // Chance can change the number of nodes at the same cost.
    if (isZeroUsd(monthlyUsd.low) && isZeroUsd(monthlyUsd.high)) return kind === 'chance' ? [reason] : [];
    const bounds = [monthlyUsd.low, monthlyUsd.high].filter((usd) => !isZeroUsd(usd)).map(signedUsd);
    return [`${reason}: ${bounds.join(' to ')} per month`];
  });
