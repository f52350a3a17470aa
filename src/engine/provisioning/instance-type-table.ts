import { label } from '../api/labels.ts';
import type { InstanceTypes, Offering } from '../catalog/instance-types.ts';
import { type Bitset, bitset, fullBitset, orInto, setBit } from '../scheduling/bitset.ts';
import type { Interner } from '../scheduling/intern.ts';
import { Requirement } from '../scheduling/requirement.ts';
import type { RequirementTable, RequirementVector } from '../scheduling/requirement-table.ts';
import { meets } from '../scheduling/requirements.ts';

/** Offerings of all types that are alike but for the price. */
interface OfferingKind {
  /** By place in `offeringKeys`: what it demands, or undefined. */
  readonly requirements: readonly (Requirement | undefined)[];
  /** Types with such an offering that is available. */
  readonly types: Bitset;
}

/** An available offering of reserved capacity. */
export interface ReservedOffering {
  readonly type: number;
  readonly kind: number;
  readonly reservation: NonNullable<Offering['reservation']>;
}

const offeringKeys = [
  label.capacityType,
  label.zone,
  label.zoneId,
  label.capacityReservationId,
  label.capacityReservationType,
  label.capacityReservationInterruptible,
] as const;

/**
 * Answers which of a NodeClass' instance types meet a requirement, hold an amount or have an offering, as rows of bits
 * computed once. Hot.
 */
export class InstanceTypeTable {
  readonly instanceTypes: InstanceTypes;
  readonly size: number;
  readonly #table: RequirementTable;
  readonly #requirementRows: (Bitset | undefined)[] = [];
  readonly #resources: Interner;
  /** By resource id. */
  readonly #fitRows: (ThresholdRows | undefined)[] = [];
  readonly #capacityRows = new Map<string, ThresholdRows>();
  readonly #offeringRows = new Map<string, Bitset>();
  readonly #market: Market;
  readonly #offeringLists = new Map<string, readonly (readonly Offering[])[]>();
  readonly #offeringKeyIds: readonly number[];
  readonly #all: Bitset;
  /** Rows computed, for tests that guard the work done. */
  rows = 0;

  constructor(instanceTypes: InstanceTypes, { table, resources }: { table: RequirementTable; resources: Interner }) {
    this.instanceTypes = instanceTypes;
    this.size = instanceTypes.names.length;
    this.#table = table;
    this.#resources = resources;
    this.#all = fullBitset(this.size);
    this.#offeringKeyIds = offeringKeys.map((key) => table.key(key));
    for (const key of instanceTypes.labels.keys()) table.key(key);
    this.#market = marketOf(instanceTypes);
  }

  /** All types. */
  get all(): Bitset {
    return this.#all;
  }

  /** Reserved capacity that is available. */
  get reservedOfferings(): readonly ReservedOffering[] {
    return this.#market.reservedOfferings;
  }

  /** Reservations of all offerings, available or not. */
  get reservations(): Market['reservations'] {
    return this.#market.reservations;
  }

  /** Types that can meet a requirement (id above 0): all where no type carries its label. */
  requirementRow(id: number): Bitset {
    const known = this.#requirementRows[id];
    if (known !== undefined) return known;
    const row = this.#buildRow(this.#table.get(id));
    this.#requirementRows[id] = row;
    return row;
  }

  #buildRow(requirement: Requirement): Bitset {
    const column = this.instanceTypes.labels.get(requirement.key);
    if (column === undefined) return this.#all;
    this.rows++;
    const row = bitset(this.size);
    const seen = new Map<readonly string[], boolean>();
    for (let type = 0; type < this.size; type++) {
      const values = column[type]!;
      let isMet = seen.get(values);
      if (isMet === undefined) {
        isMet = values.length === 0 ? requirement.acceptsAbsence : values.some((value) => requirement.has(value));
        seen.set(values, isMet);
      }
      if (isMet) setBit(row, type);
    }
    return row;
  }

  /** Types whose allocatable amount of a resource (by id) is at least this. */
  fitRow(resource: number, amount: number): Bitset {
    let rows = this.#fitRows[resource];
    if (rows === undefined) {
      rows = thresholdRows(this.instanceTypes.allocatable.get(this.#resources.name(resource)), this.size);
      this.#fitRows[resource] = rows;
    }
    return rows.atLeast(amount);
  }

  /** Types that hold anything at all: no allocatable amount is negative. */
  get sound(): Bitset {
    return this.#market.sound;
  }

  /** Removes the types whose capacity exceeds a limit. */
  keepWithinLimit(types: Bitset, resource: string, limit: number): void {
    let rows = this.#capacityRows.get(resource);
    if (rows === undefined) {
      rows = thresholdRows(this.instanceTypes.capacity.get(resource), this.size);
      this.#capacityRows.set(resource, rows);
    }
    const above = rows.above(limit);
    for (let word = 0; word < types.length; word++) types[word]! &= ~above[word]!;
  }

  /** Largest capacity of a resource among some types. */
  largestCapacity(types: readonly number[], resource: string): number {
    const column = this.instanceTypes.capacity.get(resource);
    let largest = Number.NEGATIVE_INFINITY;
    for (const type of types) largest = Math.max(largest, column?.[type] || 0);
    return Number.isFinite(largest) ? largest : 0;
  }

  /** Whether two vectors ask the same of offerings. */
  asksSameOfOfferings(a: RequirementVector, b: RequirementVector): boolean {
    for (const key of this.#offeringKeyIds) if (a[key] !== b[key]) return false;
    return true;
  }

  /** Types with an available offering that meets the requirements. */
  offeringRow(vector: RequirementVector): Bitset {
    const spelling = this.#spellOfferingKeys(vector);
    let row = this.#offeringRows.get(spelling);
    if (row === undefined) {
      this.rows++;
      row = bitset(this.size);
      for (const [at, kind] of this.#market.kinds.entries())
        if (this.isKindAllowed(at, vector)) orInto(row, kind.types);
      this.#offeringRows.set(spelling, row);
    }
    return row;
  }

  /** By type: its available offerings that meet the requirements; lists are shared by questions that ask the same. */
  availableOfferings(vector: RequirementVector): readonly (readonly Offering[])[] {
    const spelling = this.#spellOfferingKeys(vector);
    let lists = this.#offeringLists.get(spelling);
    if (lists === undefined) {
      const allowed = this.#market.kinds.map((_, kind) => this.isKindAllowed(kind, vector));
      lists = this.instanceTypes.offerings.map((offerings, type) => {
        const kinds = this.#market.kindsOf[type]!;
        return offerings.filter(({ isAvailable }, at) => isAvailable && allowed[kinds[at]!]);
      });
      this.#offeringLists.set(spelling, lists);
    }
    return lists;
  }

  #spellOfferingKeys(vector: RequirementVector): string {
    let spelling = '';
    for (const key of this.#offeringKeyIds) spelling += `${vector[key]},`;
    return spelling;
  }

  /** Whether requirements allow a kind of offering. */
  isKindAllowed(kind: number, vector: RequirementVector): boolean {
    return this.#market.kinds[kind]!.requirements.every((requirement, at) => {
      const id = vector[this.#offeringKeyIds[at]!]!;
      return requirement === undefined || id === 0 || meets(this.#table.get(id), requirement);
    });
  }

  /** Distinct values of a label among some types. */
  distinctValues(types: readonly number[], key: string): Set<string> {
    const values = new Set<string>();
    const seen = new Set<readonly string[]>();
    const column = this.instanceTypes.labels.get(key);
    for (const type of column === undefined ? [] : types) {
      const list = column![type]!;
      if (seen.has(list)) continue;
      seen.add(list);
      for (const value of list) values.add(value);
    }
    return values;
  }
}

/** What instance types are for every pass alike. */
interface Market {
  readonly kinds: readonly OfferingKind[];
  /** By type and offering: its kind. */
  readonly kindsOf: readonly (readonly number[])[];
  readonly reservedOfferings: readonly ReservedOffering[];
  /** Of all offerings, available or not. */
  readonly reservations: readonly ReservedOffering['reservation'][];
  /** Types with an allocatable amount below zero hold nothing at all. */
  readonly sound: Bitset;
}

/** Instance types stay as they are, and many passes look at the same ones. */
const knownMarkets = new WeakMap<InstanceTypes, Market>();

function marketOf(instanceTypes: InstanceTypes): Market {
  let market = knownMarkets.get(instanceTypes);
  if (market === undefined) {
    market = { ...readOfferings(instanceTypes), sound: readSound(instanceTypes) };
    knownMarkets.set(instanceTypes, market);
  }
  return market;
}

function readOfferings({ names, offerings }: InstanceTypes): Omit<Market, 'sound'> {
  const places = new Map<string, number>();
  const kinds: OfferingKind[] = [];
  const reservedOfferings: ReservedOffering[] = [];
  const kindsOf = offerings.map((own, type) => {
    const spellings = spellingsOf(own);
    return own.map((offering, at) => {
      const { isAvailable, reservation } = offering;
      let kind = places.get(spellings[at]!);
      if (kind === undefined) {
        kind = kinds.push({ requirements: offeringRequirements(offering), types: bitset(names.length) }) - 1;
        places.set(spellings[at]!, kind);
      }
      if (isAvailable) setBit(kinds[kind]!.types, type);
      if (isAvailable && reservation !== undefined) reservedOfferings.push({ type, kind, reservation });
      return kind;
    });
  });
  const reservations = offerings.flatMap((own) => own.flatMap(({ reservation }) => reservation ?? []));
  return { kinds, kindsOf, reservedOfferings, reservations };
}

function readSound({ names, allocatable }: InstanceTypes): Bitset {
  const sound = fullBitset(names.length);
  for (const column of allocatable.values()) {
    for (let type = 0; type < names.length; type++) if (column[type]! < 0) sound[type >>> 5]! &= ~(1 << (type & 31));
  }
  return sound;
}

/** Most NodeClasses share the lists of offerings, so each list is spelt once. */
const knownSpellings = new WeakMap<readonly Offering[], readonly string[]>();

/** By offering: text that only those have in common that are alike but for the price. */
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

/** What an offering demands, in the order of `offeringKeys`. Source: provider-aws pkg/providers/instancetype/offering. */
export function offeringRequirements({
  zone,
  zoneId,
  capacityType,
  reservation,
}: Offering): (Requirement | undefined)[] {
  const reserved = (key: string, value: string | undefined): Requirement =>
    value === undefined ? Requirement.none(key) : Requirement.in(key, [value]);
  return [
    Requirement.in(label.capacityType, [capacityType]),
    Requirement.in(label.zone, [zone]),
    zoneId === undefined ? undefined : Requirement.in(label.zoneId, [zoneId]),
    reserved(label.capacityReservationId, reservation?.id),
    reserved(label.capacityReservationType, reservation?.type),
    reserved(label.capacityReservationInterruptible, reservation && String(reservation.isInterruptible)),
  ];
}

/** Columns stay as they are, so disruption, which runs pass after pass on the same types, sorts each of them once. */
const knownRows = new WeakMap<Float64Array, ThresholdRows>();

function thresholdRows(column: Float64Array | undefined, size: number): ThresholdRows {
  const rows = (column && knownRows.get(column)) ?? new ThresholdRows(column, size);
  if (column !== undefined) knownRows.set(column, rows);
  return rows;
}

/** Rows of one column for "at least this much", one for each distinct amount, built when asked for. */
class ThresholdRows {
  readonly #amounts: Float64Array;
  readonly #distinct: Float64Array;
  readonly #rows: (Bitset | undefined)[] = [];

  constructor(column: Float64Array | undefined, size: number) {
    this.#amounts = new Float64Array(size).map((_, type) => column?.[type] || 0);
    this.#distinct = Float64Array.from(new Set(this.#amounts)).sort();
  }

  atLeast(amount: number): Bitset {
    return this.#row(this.#firstAtLeast(amount));
  }

  above(amount: number): Bitset {
    const at = this.#firstAtLeast(amount);
    return this.#row(this.#distinct[at] === amount ? at + 1 : at);
  }

  #row(at: number): Bitset {
    let row = this.#rows[at];
    if (row !== undefined) return row;
    row = bitset(this.#amounts.length);
    const least = this.#distinct[at] ?? Number.POSITIVE_INFINITY;
    for (let type = 0; type < this.#amounts.length; type++) if (this.#amounts[type]! >= least) setBit(row, type);
    this.#rows[at] = row;
    return row;
  }

  /** Place of the first distinct amount that is at least this. */
  #firstAtLeast(amount: number): number {
    let low = 0;
    let high = this.#distinct.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#distinct[middle]! < amount) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
