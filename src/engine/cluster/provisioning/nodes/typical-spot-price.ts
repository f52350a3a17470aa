/** An offering of a spot launch. */
interface SpotOffer {
  readonly instanceType: string;
  /** What AWS bills, in USD per hour. */
  readonly usd: number;
  /** Whether it costs more than the cheapest on-demand offering for the same pods. */
  readonly isExpensive?: boolean;
}

/** Karpenter leaves a spot node alone that is among the 15 cheapest types. Source: core …/disruption/consolidation.go. */
export const typicalTypes = 15;

/**
 * What a spot node usually costs: the lower median of the offerings of the 15 cheapest instance types; undefined if no price is known. EC2's strategy
 * `price-capacity-optimized` looks for capacity first and takes the cheapest of what is left. Nobody can know where capacity is, so
 * neither the cheapest offering nor the most expensive one is likely. Types that cost more than the same pods on demand do not count, unless
 * all do: with few families, most of the 15 are larger sizes of the same types. Karpenter itself leaves them out where a NodePool also allows
 * on-demand (provider-aws pkg/providers/instance/filter/filter.go SpotOfferingFilter).
 */
export function typicalSpotPrice(offers: readonly SpotOffer[]): number | undefined {
  const priced = offers.filter(({ usd }) => Number.isFinite(usd)).sort((a, b) => a.usd - b.usd);
  const types = new Set<string>();
  for (const { instanceType } of priced) if (types.size < typicalTypes) types.add(instanceType);

  const prices = priced.filter(({ instanceType, isExpensive }) => types.has(instanceType) && !isExpensive);
  // If spot costs more than on demand everywhere, the cheapest offering is nearest to what the pods cost elsewhere.
  if (prices.length === 0) return priced[0]?.usd;
  return prices[Math.ceil(prices.length / 2) - 1]?.usd;
}
