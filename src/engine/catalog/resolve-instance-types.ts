import type { EC2NodeClass } from '../api/ec2-node-class.ts';
import { label } from '../api/labels.ts';
import type { KarpenterSettings } from '../api/settings.ts';
import { type AmiFamily, amiFamilyOf } from './ami-family.ts';
import { capacityOf } from './capacity.ts';
import type { Catalog, Zone } from './catalog.ts';
import { isCompatible } from './compatibility.ts';
import type { InstanceTypeInfo } from './instance-type-info.ts';
import type { InstanceTypes } from './instance-types.ts';
import { type CapacityReservation, type OfferingOptions, offeringsOf } from './offerings.ts';
import { allocatableOf, overheadOf } from './overhead.ts';
import { doesNotExist, type LabelColumn, typeLabels } from './type-labels.ts';

/** What instance types depend on, besides the NodeClass. */
export interface ResolveOptions extends OfferingOptions {
  readonly settings: KarpenterSettings;
}

/**
 * The instance types that a NodeClass resolves to: every known type, with offerings in the given zones.
 * Source: provider-aws pkg/providers/instancetype/{instancetype,types}.go, v1.14.1.
 */
export function resolveInstanceTypes(
  catalog: Catalog,
  nodeClass: EC2NodeClass,
  options: ResolveOptions,
): InstanceTypes {
  const amiFamily = amiFamilyOf(nodeClass);
  const template = { nodeClass, amiFamily, settings: options.settings };
  const capacity = capacityOf(catalog.types, template);
  const overhead = overheadOf(catalog.types, template, capacity);
  const zones = zonesByType(catalog, options.zones);
  const reservations = reservationsByType(nodeClass);
  return {
    names: catalog.names,
    labels: new Map([
      ...typeLabels(catalog),
      ...nodeClassLabels(catalog, { nodeClass, amiFamily, zones, reservations }),
    ]),
    capacity,
    overhead,
    allocatable: allocatableOf(capacity, overhead),
    offerings: catalog.types.map((info, i) =>
      offeringsOf(catalog, info, {
        zones: zones[i]!,
        spotPricing: options.spotPricing,
        reservations: options.reservations,
        isCompatible: isCompatible(info, nodeClass, amiFamily),
        capacityReservations: reservations.get(info.name) ?? noReservations,
      }),
    ),
  };
}

const noReservations: readonly CapacityReservation[] = [];

/** Per type the zones that both it and the NodeClass have, by name; lists are shared. */
function zonesByType(catalog: Catalog, wanted: readonly Zone[]): readonly (readonly Zone[])[] {
  const sorted = wanted.toSorted((a, b) => (a.zone < b.zone ? -1 : 1));
  const byOffered = new Map<readonly string[], readonly Zone[]>();
  return catalog.names.map((name) => {
    const offered = catalog.zonesOf(name);
    const zones = byOffered.get(offered) ?? sorted.filter(({ zone }) => offered.includes(zone));
    byOffered.set(offered, zones);
    return zones;
  });
}

function reservationsByType(nodeClass: EC2NodeClass): ReadonlyMap<string, readonly CapacityReservation[]> {
  const byType = new Map<string, CapacityReservation[]>();
  for (const reservation of nodeClass.status?.capacityReservations ?? []) {
    const own = byType.get(reservation.instanceType) ?? [];
    byType.set(reservation.instanceType, own);
    own.push(reservation);
  }
  return byType;
}

interface NodeClassFacts {
  readonly nodeClass: EC2NodeClass;
  readonly amiFamily: AmiFamily;
  readonly zones: readonly (readonly Zone[])[];
  readonly reservations: ReadonlyMap<string, readonly CapacityReservation[]>;
}

function nodeClassLabels(catalog: Catalog, facts: NodeClassFacts): [string, LabelColumn][] {
  const { nodeClass, amiFamily, zones, reservations } = facts;
  const zoneNames = shared(zones, (list) => list.map(({ zone }) => zone));
  const zoneIds = shared(zones, (list) => list.flatMap(({ zoneId }) => zoneId ?? []));
  const ofReservations = (value: (reservation: CapacityReservation) => string): LabelColumn =>
    catalog.names.map((name) => {
      const own = reservations.get(name);
      return own ? [...new Set(own.map(value))].sort() : doesNotExist;
    });
  const labels: [string, LabelColumn][] = [
    [label.os, osColumn(catalog, amiFamily)],
    [label.windowsBuild, constant(catalog, amiFamily.windowsBuild)],
    [label.zone, zoneNames],
    [label.zoneId, zoneIds],
    [label.capacityType, catalog.types.map((info) => capacityTypes(info, reservations.has(info.name)))],
    [label.capacityReservationId, ofReservations(({ id }) => id)],
    [label.capacityReservationType, ofReservations(({ reservationType = 'default' }) => reservationType)],
    [label.capacityReservationInterruptible, ofReservations(({ interruptible = false }) => String(interruptible))],
  ];
  const placementGroup = nodeClass.spec.placementGroupSelector?.id;
  if (placementGroup !== undefined) labels.push([label.placementGroupId, constant(catalog, placementGroup)]);
  return labels;
}

const constant = (catalog: Catalog, value: string | undefined): LabelColumn => {
  const list = value === undefined ? doesNotExist : [value];
  return catalog.types.map(() => list);
};

const linux = ['linux'];
const windows = ['windows'];

function osColumn(catalog: Catalog, amiFamily: AmiFamily): LabelColumn {
  if (amiFamily.windowsBuild === undefined) return catalog.types.map(() => linux);
  return catalog.types.map(({ architecture }) => (architecture === 'amd64' ? windows : doesNotExist));
}

const onDemand = ['on-demand'];
const onDemandAndReserved = ['on-demand', 'reserved'];
const onDemandAndSpot = ['on-demand', 'spot'];
const all = ['on-demand', 'reserved', 'spot'];

function capacityTypes(info: InstanceTypeInfo, hasReservations: boolean): readonly string[] {
  if (hasReservations) return info.hasSpot ? all : onDemandAndReserved;
  return info.hasSpot ? onDemandAndSpot : onDemand;
}

/** Equal inputs by identity give the same list, so that later stages can compare lists by identity. */
function shared(
  zones: readonly (readonly Zone[])[],
  values: (list: readonly Zone[]) => readonly string[],
): LabelColumn {
  const lists = new Map<readonly Zone[], readonly string[]>();
  return zones.map((list) => {
    const known = lists.get(list) ?? values(list);
    lists.set(list, known);
    return known;
  });
}
