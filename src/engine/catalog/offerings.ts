import type { EC2NodeClass } from '../api/ec2-node-class.ts';
import type { SpotPricing } from '../api/settings.ts';
import type { Catalog, Zone } from './catalog.ts';
import type { InstanceTypeInfo } from './instance-type-info.ts';
import type { Offering } from './instance-types.ts';
import { spotPrice } from './spot-price.ts';

/** A capacity reservation as the status of an EC2NodeClass lists it. */
export type CapacityReservation = NonNullable<NonNullable<EC2NodeClass['status']>['capacityReservations']>[number];

/** What offerings depend on, besides the type. */
export interface OfferingOptions {
  readonly zones: readonly Zone[];
  readonly spotPricing: SpotPricing;
  /** Reservation id → free instances; one that is absent is taken to be full. */
  readonly reservations: ReadonlyMap<string, number>;
}

/**
 * Offerings of a type in the given zones, those without a known price unavailable.
 * Source: provider-aws pkg/providers/instancetype/offering/{base,reserved_capacity}_resolver.go.
 */
export function offeringsOf(catalog: Catalog, info: InstanceTypeInfo, options: OfferingOptions & Demand): Offering[] {
  const { zones, isCompatible } = options;
  if (zones.length === 0) return reservedOfferings(catalog, info, options);
  const facts = catalog.regional(info.name);
  const price = facts?.onDemandUsd ?? Number.NaN;
  const priceSource = facts?.priceSource?.isExact ? 'table' : 'estimated';
  const billedPrice = facts?.billedUsd === price ? undefined : facts?.billedUsd;
  const offered: Offering[] = [];
  for (const { zone, zoneId } of zones) {
    const isAvailable = isCompatible && !Number.isNaN(price);
    offered.push({
      zone,
      zoneId,
      capacityType: 'on-demand',
      price,
      billedPrice,
      priceSource,
      isAvailable,
      reservation: undefined,
    });
  }
  offered.push(...reservedOfferings(catalog, info, options));
  if (!info.hasSpot) return offered;
  for (const { zone, zoneId } of zones) {
    const price = spotPrice(catalog, info, { zone, pricing: options.spotPricing }) ?? Number.NaN;
    const isAvailable = isCompatible && !Number.isNaN(price);
    offered.push({
      zone,
      zoneId,
      capacityType: 'spot',
      price,
      billedPrice: undefined,
      priceSource: 'estimated',
      isAvailable,
      reservation: undefined,
    });
  }
  return offered;
}

/** What a NodeClass makes of one type. */
export interface Demand {
  readonly isCompatible: boolean;
  /** Those of the NodeClass that are for this type. */
  readonly capacityReservations: readonly CapacityReservation[];
}

/** Small enough that a reservation always comes first, and in the order of on-demand prices. */
const reservedDivisor = 10_000_000;

function reservedOfferings(catalog: Catalog, info: InstanceTypeInfo, options: OfferingOptions & Demand): Offering[] {
  const facts = catalog.regional(info.name);
  const offerings = options.capacityReservations.map((reservation): Offering => {
    const zone = options.zones.find((known) => known.zone === reservation.availabilityZone);
    const capacity = options.reservations.get(reservation.id) ?? 0;
    return {
      zone: reservation.availabilityZone,
      zoneId: zone?.zoneId,
      capacityType: 'reserved',
      // Without an on-demand price Karpenter still offers it, for nothing.
      price: (facts?.onDemandUsd ?? 0) / reservedDivisor,
      billedPrice: undefined,
      priceSource: facts?.priceSource?.isExact ? 'table' : 'estimated',
      isAvailable: options.isCompatible && capacity > 0 && zone !== undefined && reservation.state !== 'expiring',
      reservation: {
        id: reservation.id,
        type: reservation.reservationType ?? 'default',
        isInterruptible: reservation.interruptible ?? false,
        capacity,
      },
    };
  });
  return offerings.toSorted((a, b) => compare(a.zone, b.zone) || compare(a.reservation!.id, b.reservation!.id));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
