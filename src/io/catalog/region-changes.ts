import type { RegionFacts, RegionType } from '../../engine/aws/catalog/region-facts.ts';
import { compareNames } from '../../engine/text/name-order.ts';

/** An on-demand price in USD per hour, before and after. */
export interface PriceMove {
  readonly name: string;
  readonly before: number;
  readonly after: number;
}

/** What a refresh changes in a region, and what it leaves because the new data is implausible. */
export interface RegionChanges {
  /** On-demand prices, the largest relative change first. */
  readonly higher: readonly PriceMove[];
  readonly lower: readonly PriceMove[];
  /** Types that the region did not offer before, and that it no longer offers. */
  readonly offered: readonly string[];
  readonly withdrawn: readonly string[];
  /** Offered types whose price was estimated or unknown before. */
  readonly priced: readonly string[];
  /** The number of spot prices of a zone that moved. */
  readonly spot: { readonly higher: number; readonly lower: number };
  /** On-demand prices that moved too far. The price before stays. */
  readonly kept: readonly PriceMove[];
  /** Why nothing of the region was taken. */
  readonly refused: string | undefined;
}

/** The facts of a region after a refresh. */
interface RefreshedFacts {
  readonly facts: RegionFacts;
  readonly changes: RegionChanges;
}

/**
 * AWS lowers prices of new families by up to 45%, so a price that moves further is more likely a mistake in the data. A few types disappear
 * each year. Many at once, or most zones, mean that the account or the answer is not what it was.
 */
const limits = { rise: 1.6, fall: 0.4, lostTypes: 10, lostShare: 0.1, leftZones: 0.5 };

/** Takes what is plausible of a region's new facts. With `isForced`, all of it. */
export function plausibleRegion(saved: RegionFacts | undefined, fresh: RegionFacts, isForced: boolean): RefreshedFacts {
  if (saved === undefined) return { facts: fresh, changes: changesBetween(fresh, fresh) };

  const refused = isForced ? undefined : refusal(saved, fresh);
  if (refused !== undefined) return { facts: saved, changes: { ...changesBetween(saved, saved), refused } };

  const kept = isForced ? [] : priceMoves(saved, fresh).filter(isImplausible);
  const types = new Map(fresh.types);
  for (const { name } of kept) {
    const { onDemandUsd, billedUsd, priceSource } = saved.types.get(name)!;
    types.set(name, { ...types.get(name)!, onDemandUsd, billedUsd, priceSource });
  }

  const used = new Set([...types.values()].map(({ priceSource }) => priceSource));
  const sources = [...new Set([...fresh.priceSources, ...saved.priceSources])];
  const facts = { ...fresh, types, priceSources: sources.filter((source, i) => i === 0 || used.has(source)) };

  return { facts, changes: { ...changesBetween(saved, facts), kept } };
}

function refusal(saved: RegionFacts, fresh: RegionFacts): string | undefined {
  const before = offeredIn(saved);
  const lost = before.filter((name) => !fresh.types.get(name)?.zoneMask).length;
  const isKnown = !saved.areOfferingsAssumed;
  if (isKnown && lost >= limits.lostTypes && lost > before.length * limits.lostShare)
    return `${lost} of ${before.length} instance types would no longer be offered`;

  const zones = saved.zones.filter((zone) => fresh.zones.includes(zone)).length;
  if (zones < saved.zones.length * limits.leftZones)
    return `${saved.zones.length - zones} of ${saved.zones.length} zones would be missing`;

  return undefined;
}

const isImplausible = ({ before, after }: PriceMove): boolean =>
  after > before * limits.rise || after < before * limits.fall;

function changesBetween(before: RegionFacts, after: RegionFacts): RegionChanges {
  const moves = priceMoves(before, after);
  const [old, now] = [new Set(offeredIn(before)), offeredIn(after)];

  return {
    higher: moves.filter((move) => move.after > move.before),
    lower: moves.filter((move) => move.after < move.before),
    offered: now.filter((name) => !old.has(name)),
    withdrawn: [...old].filter((name) => !after.types.get(name)?.zoneMask),
    priced: now.filter((name) => old.has(name) && !isExact(before.types.get(name)) && isExact(after.types.get(name))),
    spot: spotMoves(before, after),
    kept: [],
    refused: undefined,
  };
}

const isExact = (type: RegionType | undefined): boolean => type?.priceSource?.isExact === true;

const offeredIn = ({ types }: RegionFacts): string[] =>
  [...types]
    .flatMap(([name, { zoneMask }]) => {
      if (zoneMask === 0) return [];
      return [name];
    })
    .sort(compareNames);

/** Prices that differ. An estimated price that becomes exact has not moved. */
function priceMoves(before: RegionFacts, after: RegionFacts): PriceMove[] {
  const moves = [...after.types].flatMap(([name, type]) => {
    const old = before.types.get(name);
    const [from, to] = [old?.billedUsd, type.billedUsd];
    if (from === undefined || to === undefined || from === to || !isExact(old)) return [];
    return [{ name, before: from, after: to }];
  });

  return moves.sort((a, b) => relative(b) - relative(a) || compareNames(a.name, b.name));
}

const relative = ({ before, after }: PriceMove): number => Math.abs(after / before - 1);

function spotMoves(before: RegionFacts, after: RegionFacts): RegionChanges['spot'] {
  const directions = [...after.types].flatMap(([name, { spotUsd = [] }]) =>
    spotUsd.map((usd, i) => {
      const old = before.types.get(name)?.spotUsd?.[before.zones.indexOf(after.zones[i]!)];
      if (old === undefined || usd === undefined) return 0;
      return Math.sign(usd - old);
    }),
  );

  return {
    higher: directions.filter((direction) => direction > 0).length,
    lower: directions.filter((direction) => direction < 0).length,
  };
}
