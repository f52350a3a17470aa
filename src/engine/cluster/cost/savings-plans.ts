import { familyOf, isMeant, type SavingsPlan } from '../../karpenter/api/pricing.ts';
import type { PlacedNodeClaim } from './estimate.ts';

/** How Savings Plans change the bill of some nodes, in USD per hour. */
export interface Commitment {
  /** Added to the bill of the nodes: the commitments, minus the on-demand prices that they cover. */
  readonly addedUsd: number;
  /** The part of the commitments that covers none of the nodes. */
  readonly unusedUsd: number;
}

type Nodes = readonly Pick<PlacedNodeClaim, 'instanceType' | 'capacityType' | 'hourlyUsd'>[];

/**
 * How commitments change a bill. As in AWS, plans for certain families apply first, then those with a higher discount. Null if one
 * of the on-demand nodes has no price.
 */
export function commitmentOf(nodes: Nodes, plans: readonly SavingsPlan[], region: string): Commitment | null {
  const uncommitted = new Map<string, number>();
  for (const { instanceType, capacityType, hourlyUsd } of nodes) {
    if (capacityType !== 'on-demand') continue;
    if (hourlyUsd === null) return null;

    const family = familyOf(instanceType);
    uncommitted.set(family, (uncommitted.get(family) ?? 0) + hourlyUsd);
  }

  let [addedUsd, unusedUsd] = [0, 0];

  for (const plan of plans.toSorted(byPrecedence)) {
    const families = [...uncommitted.keys()].sort().filter((family) => isMeant(plan, region, family));
    const price = 1 - plan.percent / 100;
    let commitment = plan.hourlyUsd;

    for (const family of families) {
      const paid = Math.min(uncommitted.get(family)!, commitment / price);
      uncommitted.set(family, uncommitted.get(family)! - paid);
      commitment -= paid * price;
      addedUsd -= paid;
    }

    addedUsd += plan.hourlyUsd;
    unusedUsd += Math.max(0, commitment);
  }

  return { addedUsd, unusedUsd };
}

const byPrecedence = (a: SavingsPlan, b: SavingsPlan): number =>
  Number(a.families.length === 0) - Number(b.families.length === 0) || b.percent - a.percent;
