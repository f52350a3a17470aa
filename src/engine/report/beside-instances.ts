import type { Estimate, OtherCost, Range } from '../cost/estimate.ts';
import { isZeroUsd, rangeLine, signedUsd, usd } from './figures.ts';

const nameOf: Readonly<Record<OtherCost['kind'], string>> = {
  volumes: 'EBS volumes',
  'public-ipv4': 'public IPv4 addresses',
  'savings-plans': 'Savings Plans',
  'auto-mode': 'EKS Auto Mode',
  'control-plane': 'EKS control plane',
};

/** What a month costs beside the instances, with what the change adds to it: `EBS volumes $16.00 (+$4.80)`; no names from manifests. */
export function besideInstances({ base, head }: Estimate): string[] {
  const side = head ?? base;
  return (side?.otherCosts ?? []).map(({ kind, monthlyUsd }) => {
    const before = head && base?.otherCosts.find((cost) => cost.kind === kind);
    return `${nameOf[kind]} ${rangeLine(monthlyUsd, usd)}${before ? more(before.monthlyUsd, monthlyUsd) : ''}`;
  });
}

function more(before: Range, after: Range): string {
  if (before.likely === null || after.likely === null) return '';
  const difference = after.likely - before.likely;
  return isZeroUsd(difference) ? ', as before' : `, ${signedUsd(difference)}`;
}

/**
 * A line of it and an empty one, to stand below the cost of instances; none where nothing arises. What no change moves, the
 * control plane, stands with what the figures rest on.
 */
export function besideInstancesLines(estimate: Estimate | null): string[] {
  const side = estimate?.head ?? estimate?.base;
  const pieces = estimate
    ? besideInstances(estimate).filter((_, i) => side?.otherCosts[i]?.kind !== 'control-plane')
    : [];
  return pieces.length === 0 ? [] : [`Beside the instances, a month: ${pieces.join('; ')}`, ''];
}
