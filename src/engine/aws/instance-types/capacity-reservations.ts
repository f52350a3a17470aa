import { label } from '../../api/labels.ts';
import type { LabelColumn, Zone } from '../../cloud-provider/catalog.ts';
import type { Offering } from '../../cloud-provider/instance-types.ts';
import { compareNames } from '../../name-order.ts';
import type { Ec2Catalog } from '../catalog/ec2-catalog.ts';
import type { EC2NodeClass } from '../node-class/ec2-node-class.ts';
import { constantColumn } from './type-labels.ts';

/** A capacity reservation as the status of an EC2NodeClass lists it. */
export type CapacityReservation = NonNullable<NonNullable<EC2NodeClass['status']>['capacityReservations']>[number];

/** Instance type → the reservations of a NodeClass for it, by zone and id. */
export type CapacityReservations = ReadonlyMap<string, readonly CapacityReservation[]>;

/** The reservations that the status of a NodeClass lists, by instance type. */
export function capacityReservationsOf(nodeClass: EC2NodeClass): CapacityReservations {
  const byType = new Map<string, CapacityReservation[]>();
  const listed = nodeClass.status?.capacityReservations ?? [];
  const sorted = listed.toSorted(
    (a, b) => compareNames(a.availabilityZone, b.availabilityZone) || compareNames(a.id, b.id),
  );
  for (const reservation of sorted) {
    const own = byType.get(reservation.instanceType) ?? [];
    byType.set(reservation.instanceType, own);
    own.push(reservation);
  }
  return byType;
}

/** The labels by which a reservation can be chosen, per type. */
export function capacityReservationLabels(
  catalog: Ec2Catalog,
  reservations: CapacityReservations,
): [string, LabelColumn][] {
  const none = constantColumn(catalog, undefined);
  const column = (value: (reservation: CapacityReservation) => string): LabelColumn => {
    if (reservations.size === 0) return none;
    const values = (own: readonly CapacityReservation[]): string[] => [...new Set(own.map(value))].sort();
    return catalog.names.map((name) => values(reservations.get(name) ?? []));
  };
  return [
    [label.capacityReservationId, column(({ id }) => id)],
    [label.capacityReservationType, column(typeOf)],
    [label.capacityReservationInterruptible, column((reservation) => String(isInterruptible(reservation)))],
  ];
}

/** Small enough that a reservation always comes first, yet in the order of on-demand prices. */
const reservedDivisor = 10_000_000;

/** What reserved offerings depend on, besides the reservation. */
export interface ReservedOptions {
  readonly zones: readonly Zone[];
  /** Reservation id → free instances; one that is absent is taken to be full. */
  readonly reservations: ReadonlyMap<string, number>;
  /** A full one is available all the same, though nothing can be launched into it. */
  readonly offersFullReservations: boolean;
  readonly isCompatible: boolean;
}

/** Source: provider-aws pkg/providers/instancetype/offering/reserved_capacity_resolver.go. */
export function reservedOffering(
  catalog: Ec2Catalog,
  reservation: CapacityReservation,
  options: ReservedOptions,
): Offering {
  const { id, instanceType, availabilityZone, state } = reservation;
  const facts = catalog.regional(instanceType);
  const zone = options.zones.find((known) => known.zone === availabilityZone);
  const isOffered = zone !== undefined && catalog.zonesOf(instanceType).includes(availabilityZone);
  const capacity = options.reservations.get(id) ?? 0;
  return {
    zone: availabilityZone,
    zoneId: zone?.zoneId,
    capacityType: 'reserved',
    // Without an on-demand price Karpenter still offers it, for nothing.
    price: (facts?.onDemandUsd ?? 0) / reservedDivisor,
    billedPrice: undefined,
    priceSource: facts?.priceSource?.isExact ? 'table' : 'estimated',
    isAvailable:
      options.isCompatible && isOffered && (capacity > 0 || options.offersFullReservations) && state !== 'expiring',
    reservation: { id, type: typeOf(reservation), isInterruptible: isInterruptible(reservation), capacity },
  };
}

const typeOf = ({ reservationType }: CapacityReservation): string => reservationType ?? 'default';
const isInterruptible = ({ interruptible }: CapacityReservation): boolean => interruptible ?? false;
