import type { RegionFacts, RegionType } from '../src/engine/aws/catalog/region-facts.ts';
import type { CatalogSource, PriceSource } from '../src/engine/karpenter/cloud-provider/catalog.ts';

/** Type → region → on-demand price in USD per hour. */
export type SeedPricesByType = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Prices of some types, and where they are from. */
export interface NewerPrices {
  readonly source: CatalogSource;
  readonly prices: SeedPricesByType;
}

/** Where each file with prices of some types is from, the oldest first. */
export const newerPriceSources: readonly (CatalogSource & { readonly file: string })[] = [
  {
    file: 'aws-gpu/on-demand.json',
    what: 'on-demand prices of accelerated types',
    repository: 'tsaol/aws-gpu',
    commit: '77fcd9fe1',
    date: '2026-01-21',
    licence: 'none, the figures are list prices of AWS',
  },
  {
    // The file has no date. It was stored between files of 2026-08-04 and 2026-09-06.
    file: 'skypilot-sample/sample.json',
    what: 'on-demand prices of some types',
    repository: 'skypilot-org/skypilot-catalog',
    commit: '2c3d7ea7d',
    date: '2026-08-04',
    licence: 'Apache-2.0',
  },
];

/** Smaller differences come from rounding. */
const isSame = (usd: number, recorded: number | undefined): boolean =>
  recorded !== undefined && Math.abs(usd / recorded - 1) < 1e-4;

/**
 * The facts of a region with prices that are newer, or known instead of estimated. Then the estimated prices of the other sizes of such a
 * family follow from one of them, by the ratio of these sizes in us-east-1. What a region offers stays as it is.
 */
export function withNewerPrices(facts: RegionFacts, lists: readonly NewerPrices[], usEast: RegionFacts): RegionFacts {
  const types = new Map(facts.types);
  const sources: CatalogSource[] = [];
  const newest = new Map<string, { readonly name: string; readonly source: PriceSource }>();
  const priceSources = [...facts.priceSources];
  for (const { source, prices } of lists) {
    const { repository, date } = source;
    const exact: PriceSource = { what: 'regional price of the type', repository, date, isExact: true };
    for (const [name, type] of facts.types) {
      const usd = prices[name]?.[facts.region];
      const priceSource = types.get(name)!.priceSource;
      if (usd === undefined || (priceSource?.isExact && priceSource.date >= date)) continue;
      types.set(name, { ...type, ...pricesOf(type, usd), priceSource: exact });
      const family = name.split('.')[0]!;
      if (newest.get(family)?.source !== exact) newest.set(family, { name, source: exact });
      if (!priceSources.includes(exact)) priceSources.push(exact);
      if (!sources.includes(source)) sources.push(source);
    }
  }
  for (const [name, type] of types) {
    const reference = newest.get(name.split('.')[0]!);
    if (type.priceSource?.isExact || reference === undefined) continue;
    const [price, other] = [name, reference.name].map((size) => usEast.types.get(size)?.billedUsd);
    if (price === undefined || other === undefined) continue;
    const usd = Math.round(((types.get(reference.name)!.billedUsd! * price) / other) * 1e6) / 1e6;
    const { repository, date } = reference.source;
    const what = 'price of another size times their ratio in us-east-1';
    const scaled = priceSources.find((source) => source.what === what && source.date === date) ?? {
      what,
      repository,
      date,
      isExact: false,
    };
    if (!priceSources.includes(scaled)) priceSources.push(scaled);
    types.set(name, { ...type, ...pricesOf(type, usd), priceSource: scaled });
  }
  const used = new Set([...types.values()].map(({ priceSource }) => priceSource));
  return {
    ...facts,
    sources: [...facts.sources, ...sources],
    priceSources: priceSources.filter((source) => used.has(source)),
    types,
  };
}

/** What a user pays is set. The price of Karpenter's list stays if it is another one. */
function pricesOf({ onDemandUsd, billedUsd }: RegionType, usd: number): Pick<RegionType, 'onDemandUsd' | 'billedUsd'> {
  const paid = isSame(usd, billedUsd) ? billedUsd : usd;
  return { onDemandUsd: onDemandUsd === billedUsd ? paid : onDemandUsd, billedUsd: paid };
}
