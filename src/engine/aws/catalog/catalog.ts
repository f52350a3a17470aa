import { familyOf } from '../../karpenter/api/pricing.ts';
import type { SpotPricing } from '../../karpenter/api/settings.ts';
import type { Price } from '../../karpenter/cloud-provider/catalog.ts';
import type { Ec2Catalog } from './ec2-catalog.ts';
import { decodeInstanceTypes, type InstanceTypeTable } from './instance-type-info.ts';
import { decodeRegion, type RegionFacts } from './region-facts.ts';
import { spotPrice } from './spot-price.ts';
import { typeLabels } from './type-labels.ts';

/**
 * AWS gives the zones of these regions other letters in some accounts, or shows some zones only to older accounts. Source: the EC2 user guide,
 * "Availability Zones".
 */
const otherZones: Readonly<Record<string, readonly string[]>> = {
  'ap-northeast-1': ['ap-northeast-1b'],
  'us-west-1': ['us-west-1c'],
};

/** Reads the JSON of data/instance-types.json and of data/regions/<region>.json; throws on anything else. */
export function decodeCatalog(instanceTypes: unknown, region: unknown): Ec2Catalog {
  return joinCatalog(decodeInstanceTypes(instanceTypes), decodeRegion(region));
}

/** A catalog from a decoded table of types, which several regions can share. */
export function joinCatalog(table: InstanceTypeTable, facts: RegionFacts): Ec2Catalog {
  const byName = new Map(table.types.map((info) => [info.name, info]));
  const zones = facts.zones.map((zone, i) => ({ zone, zoneId: facts.zoneIds[i] }));
  const zonesByMask = new Map<number, readonly string[]>();
  let medians: ReadonlyMap<string, number> | undefined;

  const catalog: Ec2Catalog = {
    provider: 'aws',
    region: facts.region,
    zones,
    otherZones: otherZones[facts.region] ?? [],
    ...(facts.areOfferingsAssumed && { areOfferingsAssumed: true }),
    sources: [...table.sources, ...facts.sources],
    priceSources: facts.priceSources,
    fees: facts.fees,
    types: table.types,
    names: table.types.map((info) => info.name),
    get labels() {
      return typeLabels(catalog);
    },
    type: (name) => byName.get(name),
    regional: (name) => facts.types.get(name),
    zonesOf(name) {
      const mask = facts.types.get(name)?.zoneMask ?? 0;
      const zones = zonesByMask.get(mask) ?? facts.zones.filter((_, i) => mask & (1 << i));
      zonesByMask.set(mask, zones);
      return zones;
    },
    spotSavingsPercent(name) {
      medians ??= medianSavings(facts);
      const percent = facts.types.get(name)?.spotSavingsPercent;
      return percent ?? medians.get(familyOf(name)) ?? medians.get(categoryOf(name)) ?? medians.get('');
    },
    interruptionBandOf: (name) => facts.types.get(name)?.interruptionBand,
    priceSourceOf: (name) => facts.types.get(name)?.priceSource,
    price: (name, capacityType, zone, pricing = 'advisor') => priceOf(catalog, { name, capacityType, zone, pricing }),
  };

  return catalog;
}

interface PriceQuery {
  readonly name: string;
  readonly capacityType: 'on-demand' | 'spot';
  readonly zone: string;
  readonly pricing: SpotPricing;
}

function priceOf(catalog: Ec2Catalog, { name, capacityType, zone, pricing }: PriceQuery): Price | undefined {
  const info = catalog.type(name);
  const facts = catalog.regional(name);
  if (!info || facts?.billedUsd === undefined || !catalog.zonesOf(name).includes(zone)) return undefined;

  const source = facts.priceSource;

  if (capacityType === 'on-demand') {
    return { hourlyUsd: facts.billedUsd, priceSource: source?.isExact ? 'table' : 'estimated', source };
  }

  const hourlyUsd = info.hasSpot ? spotPrice(catalog, info, { zone, pricing }) : Number.NaN;
  const priceSource = pricing === 'advisor' && facts.spotUsd ? 'table' : 'estimated';

  if (Number.isNaN(hourlyUsd)) return undefined;
  return { hourlyUsd, priceSource, source };
}

const categoryOf = (name: string): string => /^[a-z]+/.exec(name)?.[0] ?? '';

/** The median savings by family (`c7g`) and category (`c`). The empty key has the median of the region. */
function medianSavings(facts: RegionFacts): ReadonlyMap<string, number> {
  const savings = new Map<string, number[]>();

  const add = (key: string, percent: number): void => {
    const percents = savings.get(key);
    if (percents) percents.push(percent);
    else savings.set(key, [percent]);
  };

  for (const [name, { spotSavingsPercent }] of facts.types) {
    if (spotSavingsPercent === undefined) continue;
    for (const key of [familyOf(name), categoryOf(name), '']) add(key, spotSavingsPercent);
  }

  return new Map([...savings].map(([key, percents]) => [key, median(percents)]));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle]!;
  return (sorted[middle - 1]! + sorted[middle]!) / 2;
}
