import { encodeRegion } from '../src/engine/aws/catalog/encode-region.ts';
import type { InstanceTypeInfo, InstanceTypeTable } from '../src/engine/aws/catalog/instance-type-info.ts';
import type { RegionType } from '../src/engine/aws/catalog/region-facts.ts';
import type { PriceSource } from '../src/engine/karpenter/cloud-provider/catalog.ts';

/** On-demand prices of regions without other facts, in USD per hour. */
export interface SeedPriceList {
  readonly source: string;
  readonly commit: string;
  /** When the list was written, as an ISO time. */
  readonly generatedAt: string;
  readonly licence: string;
  readonly prices: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Zones are the same in every list that was found; the IDs of GovCloud follow the letters. */
const zoneSource = {
  what: 'zones',
  repository: 'getmoto/moto',
  commit: '0b7e6a629',
  date: '2024-04-17',
  licence: 'Apache-2.0',
};
const zones: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'us-gov-east-1': { 'us-gov-east-1a': 'usge1-az1', 'us-gov-east-1b': 'usge1-az2', 'us-gov-east-1c': 'usge1-az3' },
  'us-gov-west-1': { 'us-gov-west-1a': 'usgw1-az1', 'us-gov-west-1b': 'usgw1-az2', 'us-gov-west-1c': 'usgw1-az3' },
};

/**
 * The text of data/regions/<region>.json, if only a price list says what the region offers: each known type with a price, in all zones. In
 * us-east-1, the list has a price for all types that EC2 offers there.
 */
export function priceListRegion(region: string, list: SeedPriceList, table: InstanceTypeTable): string {
  const prices = new Map(Object.entries(list.prices[region]!));
  const [repository = ''] = list.source.split(' ');
  const date = list.generatedAt.slice(0, 10);
  const exact: PriceSource = { what: 'regional price table', repository, date, isExact: true };
  const asVirtual: PriceSource = { ...exact, what: 'price of the same size without bare metal', isExact: false };
  const types = new Map<string, RegionType>();
  for (const info of table.types) {
    const onDemandUsd = prices.get(info.name);
    if (onDemandUsd === undefined) continue;
    const shared = sharedPrice(info, onDemandUsd, { prices, table });
    types.set(info.name, {
      zoneMask: 2 ** Object.keys(zones[region]!).length - 1,
      onDemandUsd,
      billedUsd: shared ?? onDemandUsd,
      priceSource: shared === undefined ? exact : asVirtual,
      spotSavingsPercent: undefined,
      interruptionBand: undefined,
    });
  }
  return encodeRegion({
    region,
    zones: Object.keys(zones[region]!),
    zoneIds: Object.values(zones[region]!),
    areOfferingsAssumed: true,
    sources: [
      zoneSource,
      {
        what: 'on-demand prices, and what the region offers',
        repository,
        commit: list.commit.slice(0, 9),
        date,
        licence: list.licence,
      },
    ],
    priceSources: [exact, asVirtual],
    types,
  });
}

/**
 * What bare metal costs with shared tenancy, if the list has its price with dedicated tenancy, which is 6% to 10% higher. In us-east-1, it
 * is the price of the same size without bare metal for every such type.
 */
function sharedPrice(
  { name, family, vcpus, isBareMetal }: InstanceTypeInfo,
  listed: number,
  { prices, table }: { readonly prices: ReadonlyMap<string, number>; readonly table: InstanceTypeTable },
): number | undefined {
  if (!isBareMetal) return undefined;
  const same = table.types.find((type) => type.family === family && type.vcpus === vcpus && type.name !== name);
  const usd = same && prices.get(same.name);
  return usd !== undefined && listed > usd * 1.01 ? usd : undefined;
}
