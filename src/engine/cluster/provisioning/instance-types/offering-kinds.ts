import { label } from '../../../karpenter/api/labels.ts';
import type { InstanceTypes, Offering } from '../../../karpenter/cloud-provider/instance-types.ts';
import { type Bitset, bitset, setBit } from '../../../karpenter/scheduling/bitset.ts';
import { Requirement } from '../../../karpenter/scheduling/requirement.ts';

/** Offerings of any type that differ only in price. */
interface OfferingKind {
  /** Its requirement for each label in `offeringKeys`, or undefined. */
  readonly requirements: readonly (Requirement | undefined)[];
  /** Types that have such an offering and for which it is available. */
  readonly types: Bitset;
  readonly isReserved: boolean;
}

/** An available offering of reserved capacity. */
export interface ReservedOffering {
  readonly type: number;
  readonly kind: number;
  readonly reservation: NonNullable<Offering['reservation']>;
}

/** The labels in which offerings differ. */
export const offeringKeys = [
  label.capacityType,
  label.zone,
  label.zoneId,
  label.capacityReservationId,
  label.capacityReservationType,
  label.capacityReservationInterruptible,
] as const;

/** The available offerings of instance types, grouped by their requirements. */
export interface OfferingKinds {
  readonly kinds: readonly OfferingKind[];
  /** By type and offering: the index of its kind. */
  readonly kindsOf: readonly (readonly number[])[];
  readonly reservedOfferings: readonly ReservedOffering[];
  /** The reservations of all offerings, available or not. */
  readonly reservations: readonly ReservedOffering['reservation'][];
}

/** Cached, because instance types never change and many passes use the same ones. */
const knownKinds = new WeakMap<InstanceTypes, OfferingKinds>();

/** The kinds of offerings that instance types have. */
export function offeringKindsOf(instanceTypes: InstanceTypes): OfferingKinds {
  let kinds = knownKinds.get(instanceTypes);
  if (kinds === undefined) {
    kinds = readOfferings(instanceTypes);
    knownKinds.set(instanceTypes, kinds);
  }
  return kinds;
}

/** Gives equal offerings one kind, in the order in which they come, and lists what is reserved. */
function readOfferings({ names, offerings }: InstanceTypes): OfferingKinds {
  const kindBySpelling = new Map<string, number>();
  const kinds: OfferingKind[] = [];
  const reservedOfferings: ReservedOffering[] = [];

  const kindsOf = offerings.map((list, type) => {
    const spellings = spellingsOf(list);
    return list.map((offering, at) => {
      const { isAvailable, reservation } = offering;
      let kind = kindBySpelling.get(spellings[at]!);
      if (kind === undefined) {
        kind = kinds.length;
        kindBySpelling.set(spellings[at]!, kind);
        kinds.push({
          requirements: offeringRequirements(offering),
          types: bitset(names.length),
          isReserved: reservation !== undefined,
        });
      }

      if (isAvailable) setBit(kinds[kind]!.types, type);
      if (isAvailable && reservation !== undefined) reservedOfferings.push({ type, kind, reservation });

      return kind;
    });
  });

  const reservations = offerings.flatMap((list) => list.flatMap(({ reservation }) => reservation ?? []));

  return { kinds, kindsOf, reservedOfferings, reservations };
}

/** Cached, because most NodeClasses share the same lists of offerings. */
const knownSpellings = new WeakMap<readonly Offering[], readonly string[]>();

/** By offering: a text that is equal for offerings that differ only in price. */
export function spellingsOf(offerings: readonly Offering[]): readonly string[] {
  let spellings = knownSpellings.get(offerings);
  if (spellings === undefined) {
    spellings = offerings.map(
      ({ zone, zoneId, capacityType, reservation }) => `${capacityType} ${zone} ${zoneId} ${reservation?.id}`,
    );
    knownSpellings.set(offerings, spellings);
  }

  return spellings;
}

const knownRequirements = new WeakMap<Offering, readonly (Requirement | undefined)[]>();

/**
 * The requirements of an offering, in the order of `offeringKeys`. Source: provider-aws pkg/providers/instancetype/offering. Each NodePool asks for
 * them again.
 */
export function offeringRequirements(offering: Offering): readonly (Requirement | undefined)[] {
  let requirements = knownRequirements.get(offering);
  if (requirements === undefined) {
    requirements = requirementsOf(offering);
    knownRequirements.set(offering, requirements);
  }

  return requirements;
}

function requirementsOf({ zone, zoneId, capacityType, reservation }: Offering): (Requirement | undefined)[] {
  const reserved = (key: string, value: string | undefined): Requirement => {
    if (value === undefined) return Requirement.none(key);
    return Requirement.in(key, [value]);
  };
  return [
    Requirement.in(label.capacityType, [capacityType]),
    Requirement.in(label.zone, [zone]),
    zoneId === undefined ? undefined : Requirement.in(label.zoneId, [zoneId]),
    reserved(label.capacityReservationId, reservation?.id),
    reserved(label.capacityReservationType, reservation?.type),
    reserved(label.capacityReservationInterruptible, reservation && String(reservation.isInterruptible)),
  ];
}
