import type { RegionFacts, RegionType } from '../../engine/aws/catalog/region-facts.ts';
import type { CatalogSource, PriceSource } from '../../engine/karpenter/cloud-provider/catalog.ts';
import { listIf } from '../../engine/text/list-if.ts';
import type { Ec2Facts } from '../aws/aws-ec2.ts';
import type { OnDemandPrices } from '../aws/aws-pricing.ts';

/** The data that AWS gave for a region, and when. */
interface FetchedRegion {
  readonly region: string;
  /** ISO date. */
  readonly date: string;
  /** Names of the instance types in the catalog. */
  readonly names: readonly string[];
  readonly ec2: Ec2Facts;
  readonly prices: OnDemandPrices;
}

const licence = 'AWS Customer Agreement';

/**
 * The facts of a region with AWS's current data. If the price list has no price for a type, the known price stays, with its
 * source. Interruption bands and advised savings also stay, because no API gives them.
 */
export function refreshedRegion(committed: RegionFacts | undefined, asked: FetchedRegion): RegionFacts {
  const { region, date, names, ec2 } = asked;
  const source = (what: string, repository: string): CatalogSource => ({ what, repository, date, licence });
  const exact: PriceSource = { what: 'price list (GetProducts)', repository: 'AWS Price List', date, isExact: true };
  const types = new Map<string, RegionType>();
  for (const name of names) {
    const type = typeOf(name, committed?.types.get(name), { ...asked, exact });
    if (type.zoneMask !== 0 || type.onDemandUsd !== undefined) types.set(name, type);
  }

  const used = new Set([...types.values()].map(({ priceSource }) => priceSource));

  return {
    region,
    zones: ec2.zones.map(({ zone }) => zone),
    zoneIds: ec2.zones.map(({ zoneId }) => zoneId),
    sources: [
      source('zones of each type (DescribeInstanceTypeOfferings)', 'Amazon EC2'),
      ...(asked.prices.listed.size > 0
        ? [source('on-demand prices (GetProducts)', 'AWS Price List')]
        : (committed?.sources.filter(({ what }) => what.startsWith('on-demand prices')) ?? [])),
      ...listIf(ec2.spot.size > 0, source('spot prices (DescribeSpotPriceHistory)', 'Amazon EC2')),
      ...(committed?.sources.filter(({ what }) => what.startsWith('spot savings')) ?? []),
    ],
    fees: committed?.fees,
    priceSources: [exact, ...(committed?.priceSources ?? [])].filter((price) => used.has(price)),
    types,
  };
}

function typeOf(
  name: string,
  committed: RegionType | undefined,
  { ec2, prices, exact }: FetchedRegion & { readonly exact: PriceSource },
): RegionType {
  const offered = ec2.offerings.get(name);
  const listed = prices.listed.get(name);
  const spot = ec2.spot.get(name);

  const price = () => {
    if (listed === undefined)
      return {
        onDemandUsd: committed?.onDemandUsd,
        billedUsd: committed?.billedUsd,
        priceSource: committed?.priceSource,
      };
    return { onDemandUsd: listed, billedUsd: prices.billed.get(name) ?? listed, priceSource: exact };
  };

  return {
    // Bit i is zone i.
    zoneMask: ec2.zones.reduce((mask, { zone }, i) => {
      if (offered?.has(zone)) return mask | (1 << i);
      return mask;
    }, 0),
    ...price(),
    spotSavingsPercent: committed?.spotSavingsPercent,
    interruptionBand: committed?.interruptionBand,
    ...(spot && { spotUsd: ec2.zones.map(({ zone }) => spot.get(zone)) }),
  };
}
