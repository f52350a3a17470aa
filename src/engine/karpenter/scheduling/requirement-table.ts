import { label, normalizeLabel, schedulingLabels } from '../api/labels.ts';
import { Interner } from './intern.ts';
import { Requirement, type RequirementSource } from './requirement.ts';
import { meets, type Requirements } from './requirements.ts';

/** Requirements by label ID: a requirement ID, or 0 if nothing is required. */
export type RequirementVector = Int32Array;

/** Some requirements, as parallel lists of label IDs and requirement IDs. */
export interface RequirementList {
  readonly keys: Int32Array;
  readonly ids: Int32Array;
}

const pairs = 2 ** 24;

/**
 * Represents requirements as small integers, so that narrowing is a table lookup. ID 0 means "no requirement". Labels have
 * IDs too: after the first vector is created, no new label may appear.
 */
export class RequirementTable {
  readonly keys = new Interner();
  readonly #ids = new Map<string, number>();
  /** The IDs of requirements for exactly one value, such as those of a node's labels, by label and value. */
  readonly #singleIds = new Map<string, Map<string, number>>();
  readonly #requirements: (Requirement | undefined)[] = [undefined];
  readonly #meets = new Map<number, number>();
  /** By label ID: whether the label is well-known, so that pods may require it although the NodePool does not define it. */
  readonly isWellKnown: boolean[] = [];
  /** By requirement ID: whether a node without the label meets it. */
  readonly acceptsAbsence: boolean[] = [true];
  readonly hostnameKey: number;
  readonly #hostnames = new Map<string, number>();
  #isSealed = false;

  constructor() {
    this.hostnameKey = this.key(label.hostname);
  }

  /** Ends the registration of labels, so that vectors have room for all of them. */
  seal(): void {
    this.#isSealed = true;
  }

  /** The ID of a label. */
  key(name: string): number {
    if (this.#isSealed && this.keys.find(name) < 0) throw new Error(`label ${name} was not registered`);
    const id = this.keys.intern(name);
    if (id === this.isWellKnown.length) this.isWellKnown.push(schedulingLabels.has(name));
    return id;
  }

  /** The ID of a requirement. Equal requirements have the same ID. */
  id(requirement: Requirement): number {
    const only = onlyValue(requirement);
    const ids = only === undefined ? this.#ids : this.#singleIdsOf(requirement.key);
    const spelling = only ?? spell(requirement);
    const cached = ids.get(spelling);
    if (cached !== undefined) return cached;

    const id = this.#requirements.push(requirement) - 1;
    ids.set(spelling, id);
    this.acceptsAbsence.push(requirement.acceptsAbsence);

    return id;
  }

  #singleIdsOf(key: string): Map<string, number> {
    const ids = this.#singleIds.get(key) ?? new Map();
    this.#singleIds.set(key, ids);
    return ids;
  }

  /** The ID of the requirement that a node has this hostname. */
  hostnameId(hostname: string): number {
    const id = this.#hostnames.get(hostname) ?? this.id(Requirement.in(label.hostname, [hostname]));
    this.#hostnames.set(hostname, id);
    return id;
  }

  /** The requirement with an ID above 0. */
  get(id: number): Requirement {
    return this.#requirements[id]!;
  }

  /**
   * The ID of what both requirements allow, or 0 if they contradict each other. Both IDs are above 0 and for the same label.
   */
  meet(a: number, b: number): number {
    if (a === b) return a;

    const pair = a < b ? a * pairs + b : b * pairs + a;
    const answer = this.#meets.get(pair);
    if (answer !== undefined) return answer;

    const id = meets(this.get(a), this.get(b)) ? this.intersection(a, b) : 0;
    this.#meets.set(pair, id);

    return id;
  }

  /** The ID of what both requirements allow, which may be nothing. Both IDs are above 0 and for the same label. */
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

  /** The requirements as a vector over all labels known so far. */
  vector(requirements: Iterable<Requirement>): RequirementVector {
    const vector = new Int32Array(this.keys.size);
    for (const requirement of requirements) vector[this.key(requirement.key)] = this.id(requirement);
    return vector;
  }

  /** The requirements in a vector, by label ID. */
  requirements(vector: RequirementVector): Requirement[] {
    return [...vector].filter((id) => id !== 0).map((id) => this.get(id));
  }

  /** Registers the labels of requirements that may occur later. */
  register(sources: readonly RequirementSource[] | undefined): void {
    for (const { key } of sources ?? []) this.key(normalizeLabel(key));
  }

  /**
   * Whether a node with these requirements meets the incoming ones, when every label must be defined. Source:
   * Requirements.Compatible.
   */
  isCompatible(existing: RequirementVector, incoming: RequirementList): boolean {
    for (let at = 0; at < incoming.keys.length; at++) {
      const current = existing[incoming.keys[at]!]!;
      const id = incoming.ids[at]!;
      if (current === 0 ? !this.acceptsAbsence[id] : this.meet(current, id) === 0) return false;
    }
    return true;
  }
}

/** The value of a requirement that allows exactly one and asks for nothing else. */
function onlyValue({ isComplement, values, gte, lte, minValues }: Requirement): string | undefined {
  const isSingle = !isComplement && values.size === 1;
  if (!isSingle || gte !== undefined || lte !== undefined || minValues !== undefined) return undefined;
  const [value] = values;
  return value;
}

/** Many passes use the requirements of the same node. */
const spellings = new WeakMap<Requirement, string>();

function spell(requirement: Requirement): string {
  const cached = spellings.get(requirement);
  if (cached !== undefined) return cached;

  const { key, isComplement, values, gte, lte, minValues } = requirement;
  const sorted = values.size < 2 ? [...values] : [...values].sort();
  const spelling = JSON.stringify([key, isComplement, sorted, gte, lte, minValues]);

  spellings.set(requirement, spelling);

  return spelling;
}
