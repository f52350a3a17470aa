import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeRegion } from '../src/engine/aws/catalog/encode-region.ts';
import type { InstanceTypeTable } from '../src/engine/aws/catalog/instance-type-info.ts';
import type { RegionFacts, RegionType } from '../src/engine/aws/catalog/region-facts.ts';
import type { CatalogSource, PriceSource } from '../src/engine/karpenter/cloud-provider/catalog.ts';
import { refreshSummary } from '../src/hosts/cli/reference/refresh-summary.ts';
import { readKnown } from '../src/io/catalog/catalog-folder.ts';
import { plausibleRegion } from '../src/io/catalog/region-changes.ts';
import {
  type PriceList,
  type PublicOrigins,
  readPriceList,
  readPriceLists,
  readSpotAdvice,
  type SpotAdvice,
} from './public-prices.ts';

/** What is refreshed, and from where. */
export interface PriceRefresh {
  /** The folder of a catalog, whose regions are refreshed. */
  readonly folder: string;
  readonly origins: PublicOrigins;
  /** ISO date. */
  readonly today: string;
  /** Takes implausible data as well. */
  readonly isForced: boolean;
}

/**
 * Refreshes the prices of all regions of a catalog from public lists. A region whose data is missing, cut off or implausible keeps its old
 * facts, and the summary (Markdown) says so.
 */
export async function refreshPrices({ folder, origins, today, isForced }: PriceRefresh): Promise<string> {
  const lists = await readPriceLists(origins);
  const advice = await readSpotAdvice(origins);
  const summaries: string[] = [];
  for (const region of regionsOf(folder)) {
    const { table, facts } = readKnown([folder], region);
    const committed = facts!;
    try {
      const url = lists.get(region);
      if (url === undefined) throw new Error('AWS no longer lists the region');
      const list = await readPriceList(url, region);
      const lost = lostPrices(committed, list);
      if (lost !== undefined && !isForced) throw new Error(lost);
      const { savings, remark } = plausibleSavings(committed, advice.get(region), isForced);
      const refreshed = plausibleRegion(committed, publicRegion(committed, { table, list, savings, today }), isForced);
      write(folder, refreshed.facts);
      summaries.push(refreshSummary({ ...refreshed, known: committed }) + remark + unknownTypes(committed, list));
    } catch (error) {
      const why = error instanceof Error ? error.message : 'of an unknown error';
      summaries.push(`### ${region}\n\n**Nothing of this region was taken:** ${why}. The data of before stays.\n`);
    }
  }
  return summaries.join('\n');
}

const regionsOf = (folder: string): string[] =>
  readdirSync(join(folder, 'regions'))
    .flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? [])
    .sort();

/** Writes a file as a whole, so that a killed job leaves the old one or the new one. */
function write(folder: string, facts: RegionFacts): void {
  const path = join(folder, 'regions', `${facts.region}.json`);
  writeFileSync(`${path}.new`, encodeRegion(facts));
  renameSync(`${path}.new`, path);
}

/** Few types lose their price. Many at once mean that the list is cut off or has another form. */
function lostPrices({ types }: RegionFacts, { listed }: PriceList): string | undefined {
  const before = [...types].filter(([, { zoneMask, priceSource }]) => zoneMask !== 0 && priceSource?.isExact);
  const lost = before.filter(([name]) => !listed.has(name)).length;
  return lost > Math.max(10, before.length / 10)
    ? `${lost} of ${before.length} instance types would no longer have a price`
    : undefined;
}

/** The savings of a region, unless they are missing, or the typical spot price would move by more than 60%. */
function plausibleSavings(
  { types }: RegionFacts,
  fresh: SpotAdvice | undefined,
  isForced: boolean,
): { readonly savings: SpotAdvice; readonly remark: string } {
  const isAnyKnown = [...types.values()].some(({ spotSavingsPercent }) => spotSavingsPercent !== undefined);
  const kept = (why: string) => ({
    savings: new Map(),
    remark: !isAnyKnown ? '' : `\n**Savings of spot are those of before**, because ${why}.\n`,
  });
  if (fresh === undefined || fresh.size === 0) return kept('Spot Advisor has none for this region');
  const moves = [...types]
    .flatMap(([name, { spotSavingsPercent: before }]) => {
      const after = fresh.get(name)?.savings;
      return before === undefined || after === undefined ? [] : [(100 - after) / (100 - before)];
    })
    .sort((a, b) => a - b);
  const typical = moves[Math.floor(moves.length / 2)] ?? 1;
  const percent = Math.round((typical - 1) * 100);
  return Math.abs(percent) > 60 && !isForced
    ? kept(`the typical spot price would move by ${percent}%`)
    : { savings: fresh, remark: '' };
}

const unpriced = {
  onDemandUsd: undefined,
  billedUsd: undefined,
  priceSource: undefined,
  spotSavingsPercent: undefined,
  interruptionBand: undefined,
};

/**
 * The facts of a region with public prices. What the lists do not have stays as it is, with its source. If only a price list says what a
 * region offers, types that are new in it are added.
 */
function publicRegion(
  committed: RegionFacts,
  {
    table,
    list,
    savings,
    today,
  }: {
    readonly table: InstanceTypeTable;
    readonly list: PriceList;
    readonly savings: SpotAdvice;
    readonly today: string;
  },
): RegionFacts {
  const exact: PriceSource = {
    what: 'public price list',
    repository: 'AWS Price List',
    date: list.date,
    isExact: true,
  };

  const unlisted = committed.areOfferingsAssumed
    ? table.types.filter(({ name }) => list.listed.has(name) && !committed.types.has(name))
    : [];

  const everywhere: RegionType = { zoneMask: 2 ** committed.zones.length - 1, ...unpriced };
  const offered = [...committed.types, ...unlisted.map(({ name }) => [name, everywhere] as const)];

  const priced = ([name, type]: readonly [string, RegionType]): [string, RegionType] => {
    const listed = list.listed.get(name);
    const advised = savings.get(name);

    return [
      name,
      {
        ...type,
        ...(listed !== undefined && {
          onDemandUsd: listed,
          billedUsd: list.billed.get(name) ?? listed,
          priceSource: exact,
        }),
        ...(advised && { spotSavingsPercent: advised.savings, interruptionBand: advised.band }),
      },
    ];
  };

  const types = new Map(offered.map(priced));

  const source = (what: string, repository: string, date: string): CatalogSource => ({
    what,
    repository,
    date,
    licence: 'AWS Customer Agreement',
  });

  const used = new Set([...types.values()].map(({ priceSource }) => priceSource));
  const replaced = ['on-demand prices', ...(savings.size > 0 ? ['spot savings'] : [])];

  return {
    ...committed,
    sources: [
      ...committed.sources.filter(({ what }) => !replaced.some((prefix) => what.startsWith(prefix))),
      source('on-demand prices (public price list)', 'AWS Price List', list.date),
      ...(savings.size > 0 ? [source('spot savings and interruption', 'AWS Spot Advisor', today)] : []),
    ],
    priceSources: [exact, ...committed.priceSources.filter((price) => used.has(price))],
    types,
  };
}

/** Types that somebody has to describe in data/instance-types.json. */
function unknownTypes({ types }: RegionFacts, { listed }: PriceList): string {
  const names = [...listed.keys()].filter((name) => !types.has(name)).sort();
  const shown = names.slice(0, 8).map((name) => `\`${name}\``);
  const more = names.length > shown.length ? `, and ${names.length - shown.length} more` : '';
  return names.length === 0 ? '' : `\nNot in the catalog: ${shown.join(', ')}${more}.\n`;
}
