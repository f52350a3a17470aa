import { autoModeInstanceLabels, label } from '../../karpenter/api/labels.ts';
import type { LabelColumn } from '../../karpenter/cloud-provider/catalog.ts';
import type { LaunchTerms } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { InstanceTypes, Offering } from '../../karpenter/cloud-provider/instance-types.ts';
import type { AmiFamily } from '../catalog/ami-families.ts';
import type { Ec2Catalog } from '../catalog/ec2-catalog.ts';
import type { InstanceTypeInfo } from '../catalog/instance-type-info.ts';
import { constantColumn, typeLabels } from '../catalog/type-labels.ts';
import { type InstanceLicense, imageLicense } from '../costs/licenses.ts';
import { amiFamilyOf } from '../node-class/ami-family.ts';
import type { EC2NodeClass } from '../node-class/ec2-node-class.ts';
import { efa } from '../node-class/read-node-class.ts';
import { absentLabels } from './absent-labels.ts';
import { capacityOf } from './capacity.ts';
import {
  type CapacityReservations,
  capacityReservationLabels,
  capacityReservationsOf,
  reservedOffering,
} from './capacity-reservations.ts';
import { isCompatible } from './compatibility.ts';
import { allocatableOf, overheadOf } from './overhead.ts';
import { attachmentLimits } from './volume-limits.ts';
import { type ZoneOfferings, zoneOfferings } from './zone-offerings.ts';

/**
 * The instance types of a node class: every known type, with offerings in the given zones.
 * Source: provider-aws pkg/providers/instancetype/{instancetype,types}.go, v1.14.1.
 */
export function resolveInstanceTypes(
  catalog: Ec2Catalog,
  nodeClass: EC2NodeClass,
  options: LaunchTerms,
): InstanceTypes {
  const amiFamily = amiFamilyOf(nodeClass);
  const template = { nodeClass, amiFamily, settings: options.settings };
  const capacity = capacityOf(catalog.types, template);
  const overhead = overheadOf(catalog.types, template, capacity);

  const inZones = zoneOfferings(catalog, options.zones, {
    pricing: options.spotPricing,
    discounts: options.discounts ?? [],
    today: options.today,
  });

  const license = imageLicense(nodeClass);
  const reservations = options.usesReservations === false ? noReservations : capacityReservationsOf(nodeClass);

  return {
    names: catalog.names,
    volumeLimits: attachmentLimits,
    onRequest: [efa],
    accelerators,
    labels: new Map([
      ...typeLabels(catalog),
      ...absentLabels(catalog, autoModeInstanceLabels, options.customLabels),
      ...nodeClassLabels(catalog, { nodeClass, amiFamily, inZones, reservations }),
    ]),
    capacity,
    overhead,
    allocatable: allocatableOf(capacity, overhead),
    offerings: catalog.types.map((info, i) => {
      const compatible = isCompatible(info, nodeClass, amiFamily);
      const offered = license === undefined ? inZones.offerings[i]! : licensed(inZones.offerings[i]!, info, license);
      const regular = compatible ? offered : offered.map(unavailable);

      const reserved = reservations.get(info.name)?.map((reservation) =>
        reservedOffering(catalog, reservation, {
          offersFullReservations: false,
          ...options,
          isCompatible: compatible,
        }),
      );

      if (reserved) return inOrder(regular, reserved);
      return regular;
    }),
  };
}

const accelerators = [
  'aws.amazon.com/neuron',
  'aws.amazon.com/neuroncore',
  'amd.com/gpu',
  'nvidia.com/gpu',
  'habana.ai/gaudi',
];

const noReservations: CapacityReservations = new Map();

/** Adds a license to what is billed. Karpenter compares the prices of Linux. Source: provider-aws pkg/providers/pricing/pricing.go. */
function licensed(offerings: readonly Offering[], info: InstanceTypeInfo, license: InstanceLicense): Offering[] {
  const usd = license.hourlyUsd(info) ?? 0;
  return offerings.map((offering) => ({ ...offering, billedPrice: (offering.billedPrice ?? offering.price) + usd }));
}

const unavailable = (offering: Offering): Offering => ({ ...offering, isAvailable: false });

/** Sorted by capacity type: reserved offerings come between on-demand and spot. */
const inOrder = (regular: readonly Offering[], reserved: readonly Offering[]): readonly Offering[] => [
  ...regular.filter(({ capacityType }) => capacityType === 'on-demand'),
  ...reserved,
  ...regular.filter(({ capacityType }) => capacityType === 'spot'),
];

interface NodeClassFacts {
  readonly nodeClass: EC2NodeClass;
  readonly amiFamily: AmiFamily;
  readonly inZones: ZoneOfferings;
  readonly reservations: CapacityReservations;
}

function nodeClassLabels(catalog: Ec2Catalog, facts: NodeClassFacts): [string, LabelColumn][] {
  const { nodeClass, amiFamily, inZones, reservations } = facts;
  const labels: [string, LabelColumn][] = [
    [label.os, osColumn(catalog, amiFamily)],
    [label.windowsBuild, constantColumn(catalog, amiFamily.windowsBuild)],
    [label.zone, inZones.zoneNames],
    [label.zoneId, inZones.zoneIds],
    [label.capacityType, catalog.types.map((info) => capacityTypes(info, reservations.has(info.name)))],
    ...capacityReservationLabels(catalog, reservations),
  ];

  const placementGroup = nodeClass.spec.placementGroupSelector?.id;
  if (placementGroup !== undefined) labels.push([label.placementGroupId, constantColumn(catalog, placementGroup)]);

  return labels;
}

function osColumn(catalog: Ec2Catalog, amiFamily: AmiFamily): LabelColumn {
  if (amiFamily.windowsBuild === undefined) return constantColumn(catalog, 'linux');
  const windows = ['windows'];
  const none: readonly string[] = [];
  return catalog.types.map(({ architecture }) => {
    if (architecture === 'amd64') return windows;
    return none;
  });
}

const onDemand = ['on-demand'];
const onDemandAndReserved = ['on-demand', 'reserved'];
const onDemandAndSpot = ['on-demand', 'spot'];
const all = ['on-demand', 'reserved', 'spot'];

function capacityTypes(info: InstanceTypeInfo, hasReservations: boolean): readonly string[] {
  if (hasReservations) {
    if (info.hasSpot) return all;
    return onDemandAndReserved;
  }
  if (info.hasSpot) return onDemandAndSpot;
  return onDemand;
}
