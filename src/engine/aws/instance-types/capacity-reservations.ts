import { label } from '../../karpenter/api/labels.ts';
import type { LabelColumn, Zone } from '../../karpenter/cloud-provider/catalog.ts';
import type { Offering } from '../../karpenter/cloud-provider/instance-types.ts';
import { compareNames } from '../../text/name-order.ts';
import type { Ec2Catalog } from '../catalog/ec2-catalog.ts';
import { constantColumn } from '../catalog/type-labels.ts';
import type { EC2NodeClass } from '../node-class/ec2-node-class.ts';

/** A capacity reservation in the status of an EC2NodeClass. */
type CapacityReservation = NonNullable<NonNullable<EC2NodeClass['status']>['capacityReservations']>[number];

/** The reservations of a node class by instance type, sorted by zone and id. */
export type CapacityReservations = ReadonlyMap<string, readonly CapacityReservation[]>;

/** The reservations in the status of a node class, by instance type. */
export function capacityReservationsOf(nodeClass: EC2NodeClass): CapacityReservations {
  const byType = new Map<string, CapacityReservation[]>();
  const listed = nodeClass.status?.capacityReservations ?? [];
  const sorted = listed.toSorted(
    (a, b) => compareNames(a.availabilityZone, b.availabilityZone) || compareNames(a.id, b.id),
  );

  for (const reservation of sorted) {
    const group = byType.get(reservation.instanceType) ?? [];
    byType.set(reservation.instanceType, group);
    group.push(reservation);
  }

  return byType;
}

/** The labels that can select a reservation, per instance type. */
export function capacityReservationLabels(
  catalog: Ec2Catalog,
  reservations: CapacityReservations,
): [string, LabelColumn][] {
  const none = constantColumn(catalog, undefined);

  const column = (value: (reservation: CapacityReservation) => string): LabelColumn => {
    if (reservations.size === 0) return none;
    const values = (group: readonly CapacityReservation[]): string[] => [...new Set(group.map(value))].sort();
    return catalog.names.map((name) => values(reservations.get(name) ?? []));
  };

  return [
    [label.capacityReservationId, column(({ id }) => id)],
    [label.capacityReservationType, column(typeOf)],
    [label.capacityReservationInterruptible, column((reservation) => String(isInterruptible(reservation)))],
  ];
}

/** Makes reserved prices so low that reservations always come first, in the order of on-demand prices. */
const reservedDivisor = 10_000_000;

/** What a reserved offering depends on, in addition to the reservation. */
interface ReservedOptions {
  readonly zones: readonly Zone[];
  /** Free instances by reservation id. A missing reservation counts as full. */
  readonly reservations: ReadonlyMap<string, number>;
  /** A full reservation is still an available offering, although Karpenter can launch nothing into it. */
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
  const zone = options.zones.find((candidate) => candidate.zone === availabilityZone);
  const isOffered = zone !== undefined && catalog.zonesOf(instanceType).includes(availabilityZone);
  const capacity = options.reservations.get(id) ?? 0;

  return {
    zone: availabilityZone,
    zoneId: zone?.zoneId,
    capacityType: 'reserved',
    // Without an on-demand price Karpenter still offers it, at a price of 0.
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
