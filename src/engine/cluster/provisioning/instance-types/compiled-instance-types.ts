import { type InstanceTypes, isLaunchable, type Offering } from '../../../karpenter/cloud-provider/instance-types.ts';
import { type Bitset, bitset, fullBitset, orInto, setBit } from '../../../karpenter/scheduling/bitset.ts';
import type { Interner } from '../../../karpenter/scheduling/intern.ts';
import type { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import type { RequirementTable, RequirementVector } from '../../../karpenter/scheduling/requirement-table.ts';
import { meets } from '../../../karpenter/scheduling/requirements.ts';
import { type OfferingKinds, offeringKeys, offeringKindsOf, type ReservedOffering } from './offering-kinds.ts';
import { type ThresholdRows, thresholdRows } from './threshold-rows.ts';

/**
 * Answers which instance types of a NodeClass meet a requirement, have an amount of a resource or have an offering. The
 * answers are rows of bits that are computed once. Hot path.
 */
export class CompiledInstanceTypes {
  readonly instanceTypes: InstanceTypes;
  readonly size: number;
  readonly #table: RequirementTable;
  readonly #requirementRows: (Bitset | undefined)[] = [];
  readonly #resources: Interner;
  /** By resource id. */
  readonly #fitRows: (ThresholdRows | undefined)[] = [];
  readonly #capacityRows = new Map<string, ThresholdRows>();
  readonly #offeringRows = new Map<string, Bitset>();
  readonly #offerings: OfferingKinds;
  readonly #sound: Bitset;
  readonly #offeringsOf = new Map<string, (type: number) => readonly Offering[]>();
  readonly #offeringKeyIds: readonly number[];
  readonly #all: Bitset;
  /** Number of rows computed, for tests that limit the work done. */
  rows = 0;

  constructor(instanceTypes: InstanceTypes, { table, resources }: { table: RequirementTable; resources: Interner }) {
    this.instanceTypes = instanceTypes;
    this.size = instanceTypes.names.length;
    this.#table = table;
    this.#resources = resources;
    this.#all = fullBitset(this.size);
    this.#offeringKeyIds = offeringKeys.map((key) => table.key(key));
    for (const key of instanceTypes.labels.keys()) table.key(key);
    this.#offerings = offeringKindsOf(instanceTypes);
    this.#sound = soundOf(instanceTypes);
  }

  /** All types. */
  get all(): Bitset {
    return this.#all;
  }

  /** Available offerings of reserved capacity. */
  get reservedOfferings(): readonly ReservedOffering[] {
    return this.#offerings.reservedOfferings;
  }

  /** The reservations of all offerings, available or not. */
  get reservations(): OfferingKinds['reservations'] {
    return this.#offerings.reservations;
  }

  /** Types with an available offering that is not reserved and meets the requirements. */
  unreservedRow(vector: RequirementVector): Bitset {
    const row = bitset(this.size);
    for (const [at, kind] of this.#offerings.kinds.entries())
      if (!kind.isReserved && this.isKindAllowed(at, vector)) orInto(row, kind.types);
    return row;
  }

  /** Types that can meet a requirement (id above 0). If no type has its label, all types can. */
  requirementRow(id: number): Bitset {
    const cached = this.#requirementRows[id];
    if (cached !== undefined) return cached;
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

  /** Types whose allocatable amount of a resource (by id) is at least the given amount. */
  fitRow(resource: number, amount: number): Bitset {
    let rows = this.#fitRows[resource];
    if (rows === undefined) {
      rows = thresholdRows(this.instanceTypes.allocatable.get(this.#resources.name(resource)), this.size);
      this.#fitRows[resource] = rows;
    }
    return rows.atLeast(amount);
  }

  /** Types that can run pods at all: no allocatable amount is negative. */
  get sound(): Bitset {
    return this.#sound;
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

  /** The largest capacity of a resource among some types. */
  largestCapacity(types: readonly number[], resource: string): number {
    const column = this.instanceTypes.capacity.get(resource);
    let largest = Number.NEGATIVE_INFINITY;
    for (const type of types) largest = Math.max(largest, column?.[type] || 0);
    if (Number.isFinite(largest)) return largest;
    return 0;
  }

  /** Whether two vectors have the same requirements on offerings. */
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
      for (const [at, kind] of this.#offerings.kinds.entries())
        if (this.isKindAllowed(at, vector)) orInto(row, kind.types);
      this.#offeringRows.set(spelling, row);
    }

    return row;
  }

  /**
   * By type: its launchable offerings that meet the requirements. Vectors with the same requirements on offerings share one
   * list.
   */
  launchableOfferings(vector: RequirementVector): (type: number) => readonly Offering[] {
    const spelling = this.#spellOfferingKeys(vector);
    let offeringsOf = this.#offeringsOf.get(spelling);
    if (offeringsOf === undefined) {
      offeringsOf = this.#offeringsOn(vector);
      this.#offeringsOf.set(spelling, offeringsOf);
    }

    return offeringsOf;
  }

  /** A NodePool allows few of the instance types of its node class, so offerings are looked at type by type. */
  #offeringsOn(vector: RequirementVector): (type: number) => readonly Offering[] {
    const allowed = this.#offerings.kinds.map((_, kind) => this.isKindAllowed(kind, vector));
    const lists: (readonly Offering[] | undefined)[] = [];

    return (type) => {
      const kinds = this.#offerings.kindsOf[type]!;
      lists[type] ??= this.instanceTypes.offerings[type]!.filter(
        (offering, at) => isLaunchable(offering) && allowed[kinds[at]!],
      );
      return lists[type];
    };
  }

  #spellOfferingKeys(vector: RequirementVector): string {
    let spelling = '';
    for (const key of this.#offeringKeyIds) spelling += `${vector[key]},`;
    return spelling;
  }

  /** Whether the requirements allow a kind of offering. */
  isKindAllowed(kind: number, vector: RequirementVector): boolean {
    return this.#offerings.kinds[kind]!.requirements.every((requirement, at) => {
      const id = vector[this.#offeringKeyIds[at]!]!;
      return requirement === undefined || id === 0 || meets(this.#table.get(id), requirement);
    });
  }

  /** The distinct values of a label among some types. */
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

/** Cached, because instance types never change and many passes use the same ones. */
const knownSound = new WeakMap<InstanceTypes, Bitset>();

/** Types without a negative allocatable amount. */
function soundOf(instanceTypes: InstanceTypes): Bitset {
  let sound = knownSound.get(instanceTypes);
  if (sound === undefined) {
    sound = readSound(instanceTypes);
    knownSound.set(instanceTypes, sound);
  }
  return sound;
}

function readSound({ names, allocatable }: InstanceTypes): Bitset {
  const sound = fullBitset(names.length);
  for (const column of allocatable.values()) {
    for (let type = 0; type < names.length; type++) if (column[type]! < 0) sound[type >>> 5]! &= ~(1 << (type & 31));
  }
  return sound;
}
