import { type Discount, familyOf, isMeant } from '../../karpenter/api/pricing.ts';
import type { SpotPricing } from '../../karpenter/api/settings.ts';
import { isOldDate, type LabelColumn, spotSourceOf, type Zone } from '../../karpenter/cloud-provider/catalog.ts';
import type { Offering } from '../../karpenter/cloud-provider/instance-types.ts';
import { compareNames } from '../../text/name-order.ts';
import type { Ec2Catalog } from '../catalog/ec2-catalog.ts';
import type { InstanceTypeInfo } from '../catalog/instance-type-info.ts';
import { spotPrice } from '../catalog/spot-price.ts';

/** The offerings in some zones of a region, before the restrictions of a node class. */
export interface ZoneOfferings {
  /** The names of the zones that offer each type. Types share lists. */
  readonly zoneNames: LabelColumn;
  readonly zoneIds: LabelColumn;
  /** The on-demand and then the spot offerings of each type, by zone. Offerings without a known price are unavailable. */
  readonly offerings: readonly (readonly Offering[])[];
}

const cache = new WeakMap<Ec2Catalog, Map<string, ZoneOfferings>>();

/** How prices are determined. */
interface PricingTerms {
  readonly pricing: SpotPricing;
  readonly discounts: readonly Discount[];
  /** ISO date. Older prices count as estimates. */
  readonly today: string | undefined;
}

/** The offerings in some zones. They are kept per catalog, because base, head and most node classes share them. */
export function zoneOfferings(catalog: Ec2Catalog, zones: readonly Zone[], terms: PricingTerms): ZoneOfferings {
  const sorted = zones.toSorted((a, b) => compareNames(a.zone, b.zone));
  const key = JSON.stringify([terms, sorted.map(({ zone, zoneId }) => [zone, zoneId])]);
  const byKey = cache.get(catalog) ?? new Map<string, ZoneOfferings>();

  cache.set(catalog, byKey);
  const offerings = byKey.get(key) ?? offeringsIn(catalog, sorted, terms);
  byKey.set(key, offerings);

  return offerings;
}

interface OfferedZones {
  readonly zones: readonly Zone[];
  readonly names: readonly string[];
  readonly ids: readonly string[];
}

function offeringsIn(catalog: Ec2Catalog, zones: readonly Zone[], terms: PricingTerms): ZoneOfferings {
  // Many types have the same zones, and the catalog shares their lists.
  const shared = new Map<readonly string[], OfferedZones>();
  const byType = catalog.names.map((name) => {
    const offered = catalog.zonesOf(name);
    const entry = shared.get(offered) ?? offeredZones(zones.filter(({ zone }) => offered.includes(zone)));
    shared.set(offered, entry);
    return entry;
  });

  return {
    zoneNames: byType.map(({ names }) => names),
    zoneIds: byType.map(({ ids }) => ids),
    offerings: catalog.types.map((info, i) => offeringsOf(catalog, info, { zones: byType[i]!.zones, ...terms })),
  };
}

const offeredZones = (zones: readonly Zone[]): OfferedZones => ({
  zones,
  names: zones.map(({ zone }) => zone),
  ids: zones.flatMap(({ zoneId }) => zoneId ?? []),
});

interface ZonePricing extends PricingTerms {
  readonly zones: readonly Zone[];
}

/** Source: provider-aws pkg/providers/instancetype/offering/base_resolver.go. */
function offeringsOf(
  catalog: Ec2Catalog,
  info: InstanceTypeInfo,
  { zones, pricing, discounts, today }: ZonePricing,
): Offering[] {
  const offerings: Offering[] = [];
  const matches = discounts.filter((discount) => isMeant(discount, catalog.region, familyOf(info.name)));
  const onDemand = discounted(onDemandTerms(catalog, info, today), 'on-demand', matches);

  for (const zone of zones) offerings.push(offering(zone, 'on-demand', onDemand));
  if (!info.hasSpot) return offerings;

  let spot: Terms | undefined;
  const isKnown = pricing === 'advisor' && catalog.regional(info.name)?.spotUsd !== undefined;
  // Karpenter sees the price of today. Any price below on-demand leads to the same choices here, and what is billed stays unknown.
  const areSavingsKnown = isKnown || pricing !== 'advisor' || catalog.spotSavingsPercent(info.name) !== undefined;
  const isOldSpot = isOldDate(spotSourceOf(catalog)?.date, today);

  for (const zone of zones) {
    // Only `zoned` prices and prices that come from EC2 differ between zones.
    if (!spot || pricing === 'zoned' || isKnown)
      spot = discounted(
        areSavingsKnown
          ? spotTerms(spotPrice(catalog, info, { zone: zone.zone, pricing }), isKnown && !isOldSpot)
          : {
              ...spotTerms(spotPrice(catalog, info, { zone: zone.zone, pricing: 'flat' }), false),
              billedPrice: Number.NaN,
            },
        'spot',
        matches,
      );

    offerings.push(offering(zone, 'spot', spot));
  }

  return offerings;
}

type Terms = Pick<Offering, 'price' | 'billedPrice' | 'priceSource'>;

function onDemandTerms(catalog: Ec2Catalog, { name }: InstanceTypeInfo, today: string | undefined): Terms {
  const facts = catalog.regional(name);

  const priceSource = () => {
    if (facts?.priceSource?.isExact && !isOldDate(facts.priceSource.date, today)) return 'table';
    return 'estimated';
  };

  return {
    price: facts?.onDemandUsd ?? Number.NaN,
    billedPrice: facts?.billedUsd === facts?.onDemandUsd ? undefined : facts?.billedUsd,
    priceSource: priceSource(),
  };
}

const spotTerms = (price: number, isKnown: boolean): Terms => ({
  price,
  billedPrice: undefined,
  priceSource: isKnown ? 'table' : 'estimated',
});

/** Applies discounts to the billed price only, because Karpenter compares public prices. */
function discounted(terms: Terms, capacityType: 'on-demand' | 'spot', discounts: readonly Discount[]): Terms {
  const factor = discounts
    .filter(({ capacityTypes }) => capacityTypes.length === 0 || capacityTypes.includes(capacityType))
    .reduce((product, { percent }) => product * (1 - percent / 100), 1);
  if (factor === 1) return terms;
  return { ...terms, billedPrice: (terms.billedPrice ?? terms.price) * factor };
}

function offering({ zone, zoneId }: Zone, capacityType: 'on-demand' | 'spot', terms: Terms): Offering {
  const { price, billedPrice, priceSource } = terms;
  const isAvailable = !Number.isNaN(price);
  return { zone, zoneId, capacityType, price, billedPrice, priceSource, isAvailable, reservation: undefined };
}
