import type { Estimate } from '../../cost/estimate.ts';
import type { Range } from '../../range.ts';
import { isZeroUsd, rangeLine, signedUsd, usd } from './figures.ts';

/** What a month costs beside the instances, with what the change adds to it: `EBS volumes $16.00 (+$4.80)`; no names from manifests. */
export const otherCostTexts = (estimate: Estimate): string[] => costsOf(estimate).map(({ text }) => text);

interface ComparedCost {
  readonly kind: string;
  readonly text: string;
  /** What the change adds; null where that is not known, or there is nothing to compare with. */
  readonly difference: number | null;
}

function costsOf({ base, head }: Estimate): ComparedCost[] {
  return ((head ?? base)?.otherCosts ?? []).map(({ kind, name, monthlyUsd }) => {
    const before = head && base?.otherCosts.find((cost) => cost.kind === kind);
    const difference = before ? differenceOf(before.monthlyUsd, monthlyUsd) : null;
    return { kind, text: `${name} ${rangeLine(monthlyUsd, usd)}${more(difference)}`, difference };
  });
}

const differenceOf = (before: Range, after: Range): number | null =>
  before.likely === null || after.likely === null ? null : after.likely - before.likely;

function more(difference: number | null): string {
  if (difference === null) return '';
  return isZeroUsd(difference) ? ', as before' : `, ${signedUsd(difference)}`;
}

/**
 * A line of it and an empty one, to stand below the cost of instances; none where nothing arises. A control plane that the change
 * does not move stands with what the figures rest on.
 */
export function otherCostLines(estimate: Estimate | null): string[] {
  const costs = (estimate ? costsOf(estimate) : []).filter(
    ({ kind, difference }) => kind !== 'control-plane' || (difference !== null && !isZeroUsd(difference)),
  );
  return costs.length === 0 ? [] : [`Beside the instances, a month: ${costs.map(({ text }) => text).join('; ')}`, ''];
}
