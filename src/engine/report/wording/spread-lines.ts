import type { Placement } from '../../cost/estimate.ts';
import { isZeroUsd, signedUsd } from './figures.ts';

/** What makes the cost of a side a range, each with its part of it; what has no figure stands among the assumptions. */
export const spreadLines = (side: Placement | null): string[] =>
  (side?.spread ?? []).flatMap(({ monthlyUsd, reason }) => {
    if (monthlyUsd === null || (isZeroUsd(monthlyUsd.low) && isZeroUsd(monthlyUsd.high))) return [];
    const bounds = [monthlyUsd.low, monthlyUsd.high].filter((usd) => !isZeroUsd(usd)).map(signedUsd);
    return [`${reason}: ${bounds.join(' to ')} a month`];
  });
