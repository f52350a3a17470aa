import { type Discount, familyOf, isMeant } from '../../api/pricing.ts';
import type { SpotPricing } from '../../api/settings.ts';
import type { LabelColumn, Zone } from '../../cloud-provider/catalog.ts';
import type { Offering } from '../../cloud-provider/instance-types.ts';
import { compareNames } from '../../name-order.ts';
import type { Ec2Catalog } from '../catalog/ec2-catalog.ts';
import type { InstanceTypeInfo } from '../catalog/instance-type-info.ts';
import { spotPrice } from '../catalog/spot-price.ts';

/** What some zones of a region sell, whatever the NodeClass. */
export interface Market {
  /** Per type the zones that offer it, by name; lists are shared. */
  readonly zoneNames: LabelColumn;
  readonly zoneIds: LabelColumn;
  /** Per type on-demand and then spot offerings by zone; those without a known price are unavailable. */
  readonly offerings: readonly (readonly Offering[])[];
}

const cache = new WeakMap<Ec2Catalog, Map<string, Market>>();

/** How prices are made. */
export interface MarketTerms {
  readonly pricing: SpotPricing;
  readonly discounts: readonly Discount[];
}

/** The market of these zones, worked out once per catalog: base and head, and most NodeClasses, share it. */
export function marketOf(catalog: Ec2Catalog, zones: readonly Zone[], terms: MarketTerms): Market {
  const sorted = zones.toSorted((a, b) => compareNames(a.zone, b.zone));
  const key = JSON.stringify([terms, sorted.map(({ zone, zoneId }) => [zone, zoneId])]);
  const markets = cache.get(catalog) ?? new Map<string, Market>();
  cache.set(catalog, markets);
  const market = markets.get(key) ?? open(catalog, sorted, terms);
  markets.set(key, market);
  return market;
}

interface Stall {
  readonly zones: readonly Zone[];
  readonly names: readonly string[];
  readonly ids: readonly string[];
}

function open(catalog: Ec2Catalog, zones: readonly Zone[], { pricing, discounts }: MarketTerms): Market {
  // Few sets of zones serve all types, and the catalog shares their lists.
  const stalls = new Map<readonly string[], Stall>();
  const byType = catalog.names.map((name) => {
    const offered = catalog.zonesOf(name);
    const stall = stalls.get(offered) ?? stallOf(zones.filter(({ zone }) => offered.includes(zone)));
    stalls.set(offered, stall);
    return stall;
  });
  return {
    zoneNames: byType.map(({ names }) => names),
    zoneIds: byType.map(({ ids }) => ids),
    offerings: catalog.types.map((info, i) =>
      offeringsOf(catalog, info, { zones: byType[i]!.zones, pricing, discounts }),
    ),
  };
}

const stallOf = (zones: readonly Zone[]): Stall => ({
  zones,
  names: zones.map(({ zone }) => zone),
  ids: zones.flatMap(({ zoneId }) => zoneId ?? []),
});

interface Where extends MarketTerms {
  readonly zones: readonly Zone[];
}

/** Source: provider-aws pkg/providers/instancetype/offering/base_resolver.go. */
function offeringsOf(catalog: Ec2Catalog, info: InstanceTypeInfo, { zones, pricing, discounts }: Where): Offering[] {
  const offerings: Offering[] = [];
  const own = discounts.filter((discount) => isMeant(discount, catalog.region, familyOf(info.name)));
  const onDemand = discounted(onDemandTerms(catalog, info), 'on-demand', own);
  for (const zone of zones) offerings.push(offering(zone, 'on-demand', onDemand));
  if (!info.hasSpot) return offerings;
  let spot: Terms | undefined;
  const isKnown = pricing === 'advisor' && catalog.regional(info.name)?.spotUsd !== undefined;
  for (const zone of zones) {
    // Only zoned prices and those that EC2 was asked for differ from zone to zone.
    if (!spot || pricing === 'zoned' || isKnown)
      spot = discounted(spotTerms(spotPrice(catalog, info, { zone: zone.zone, pricing }), isKnown), 'spot', own);
    offerings.push(offering(zone, 'spot', spot));
  }
  return offerings;
}

type Terms = Pick<Offering, 'price' | 'billedPrice' | 'priceSource'>;

function onDemandTerms(catalog: Ec2Catalog, { name }: InstanceTypeInfo): Terms {
  const facts = catalog.regional(name);
  return {
    price: facts?.onDemandUsd ?? Number.NaN,
    billedPrice: facts?.billedUsd === facts?.onDemandUsd ? undefined : facts?.billedUsd,
    priceSource: facts?.priceSource?.isExact ? 'table' : 'estimated',
  };
}

const spotTerms = (price: number, isKnown: boolean): Terms => ({
  price,
  billedPrice: undefined,
  priceSource: isKnown ? 'table' : 'estimated',
});

/** Karpenter goes by public prices, whatever somebody pays. */
function discounted(terms: Terms, capacityType: 'on-demand' | 'spot', discounts: readonly Discount[]): Terms {
  const factor = discounts
    .filter(({ capacityTypes }) => capacityTypes.length === 0 || capacityTypes.includes(capacityType))
    .reduce((left, { percent }) => left * (1 - percent / 100), 1);
  return factor === 1 ? terms : { ...terms, billedPrice: (terms.billedPrice ?? terms.price) * factor };
}

function offering({ zone, zoneId }: Zone, capacityType: 'on-demand' | 'spot', terms: Terms): Offering {
  const { price, billedPrice, priceSource } = terms;
  const isAvailable = !Number.isNaN(price);
  return { zone, zoneId, capacityType, price, billedPrice, priceSource, isAvailable, reservation: undefined };
}
