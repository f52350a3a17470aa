import { label, wellKnownLabels } from '../api/labels.ts';
import { Interner } from './intern.ts';
import { Requirement, type RequirementSource } from './requirement.ts';
import { meets, type Requirements } from './requirements.ts';

/** Requirements by label id: a requirement id, or 0 where nothing is required. */
export type RequirementVector = Int32Array;

/** A few requirements as parallel lists of label ids and requirement ids. */
export interface RequirementList {
  readonly keys: Int32Array;
  readonly ids: Int32Array;
}

const pairs = 2 ** 24;

/**
 * Requirements as small integers, so that narrowing is a table lookup. Id 0 stands for "no requirement". Labels are
 * interned as well: once the first vector is made, no further label may appear.
 */
export class RequirementTable {
  readonly keys = new Interner();
  readonly #ids = new Map<string, number>();
  readonly #requirements: (Requirement | undefined)[] = [undefined];
  readonly #meets = new Map<number, number>();
  /** By label id: pods may ask for it though the NodePool does not define it. */
  readonly isWellKnown: boolean[] = [];
  /** By requirement id: it is met by a node without the label. */
  readonly acceptsAbsence: boolean[] = [true];
  readonly hostnameKey: number;
  #isSealed = false;

  constructor() {
    this.hostnameKey = this.key(label.hostname);
  }

  /** From now on every label is known, so vectors have room for all of them. */
  seal(): void {
    this.#isSealed = true;
  }

  /** The id of a label. */
  key(name: string): number {
    if (this.#isSealed && this.keys.find(name) < 0) throw new Error(`label ${name} was not announced`);
    const id = this.keys.intern(name);
    if (id === this.isWellKnown.length) this.isWellKnown.push(wellKnownLabels.has(name));
    return id;
  }

  /** The id of a requirement; equal ones get the same. */
  id(requirement: Requirement): number {
    const spelling = spell(requirement);
    const known = this.#ids.get(spelling);
    if (known !== undefined) return known;
    const id = this.#requirements.push(requirement) - 1;
    this.#ids.set(spelling, id);
    this.acceptsAbsence.push(requirement.acceptsAbsence);
    return id;
  }

  /** The requirement behind an id above 0. */
  get(id: number): Requirement {
    return this.#requirements[id]!;
  }

  /** Id of what both (ids above 0, of one label) allow, or 0 when they contradict each other. */
  meet(a: number, b: number): number {
    if (a === b) return a;
    const pair = a < b ? a * pairs + b : b * pairs + a;
    const known = this.#meets.get(pair);
    if (known !== undefined) return known;
    const id = meets(this.get(a), this.get(b)) ? this.intersection(a, b) : 0;
    this.#meets.set(pair, id);
    return id;
  }

  /** Id of what both (ids above 0, of one label) allow, be it nothing. */
  intersection(a: number, b: number): number {
    return this.id(this.get(a).intersection(this.get(b)));
  }

  list(requirements: Requirements): RequirementList {
    const values = requirements.values();
    return {
      keys: Int32Array.from(values, (requirement) => this.key(requirement.key)),
      ids: Int32Array.from(values, (requirement) => this.id(requirement)),
    };
  }

  /** The requirements as a vector over all labels known by now. */
  vector(requirements: Requirements): RequirementVector {
    const vector = new Int32Array(this.keys.size);
    for (const requirement of requirements) vector[this.key(requirement.key)] = this.id(requirement);
    return vector;
  }

  /** The requirements behind a vector, by label id. */
  requirements(vector: RequirementVector): Requirement[] {
    return [...vector].filter((id) => id !== 0).map((id) => this.get(id));
  }

  /** Notes the labels of requirements that may come up later. */
  announce(sources: readonly RequirementSource[] | undefined): void {
    for (const source of sources ?? []) this.key(Requirement.from(source).key);
  }

  /** Whether a node with these requirements meets the incoming ones, where every label must be defined. Source: Requirements.Compatible. */
  isCompatible(existing: RequirementVector, incoming: RequirementList): boolean {
    for (let at = 0; at < incoming.keys.length; at++) {
      const known = existing[incoming.keys[at]!]!;
      const id = incoming.ids[at]!;
      if (known === 0 ? !this.acceptsAbsence[id] : this.meet(known, id) === 0) return false;
    }
    return true;
  }
}

function spell({ key, isComplement, values, gte, lte, minValues }: Requirement): string {
  return JSON.stringify([key, isComplement, values.size < 2 ? [...values] : [...values].sort(), gte, lte, minValues]);
}
