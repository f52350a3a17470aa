import { label } from '../api/labels.ts';
import { compareNames } from '../name-order.ts';
import { Requirement, type RequirementSource } from './requirement.ts';

const noLabels: ReadonlySet<string> = new Set();

/**
 * What a node must satisfy, one requirement for each label: adding one for a label that is there already keeps what both allow.
 * Source: core pkg/scheduling/requirements.go.
 */
export class Requirements {
  readonly #byKey = new Map<string, Requirement>();

  constructor(requirements: Iterable<Requirement> = []) {
    this.add(requirements);
  }

  /** Requirements of node selector terms or of a NodePool. */
  static from(sources: readonly RequirementSource[]): Requirements {
    return new Requirements(sources.map((source) => Requirement.from(source)));
  }

  /** Exactly these labels. */
  static fromLabels(labels: Readonly<Record<string, string>>): Requirements {
    return new Requirements(Object.entries(labels).map(([key, value]) => Requirement.in(key, [value])));
  }

  /** Narrows in place and returns itself. */
  add(requirements: Iterable<Requirement>): this {
    for (const requirement of requirements) {
      const known = this.#byKey.get(requirement.key);
      this.#byKey.set(requirement.key, known === undefined ? requirement : requirement.intersection(known));
    }
    return this;
  }

  /** Puts a requirement in the place of what stood for its label, or takes it away. */
  replace(key: string, requirement: Requirement | undefined): this {
    if (requirement === undefined) this.#byKey.delete(key);
    else this.#byKey.set(key, requirement);
    return this;
  }

  get size(): number {
    return this.#byKey.size;
  }

  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  /** The requirement for a label; any value where none stands. */
  get(key: string): Requirement {
    return this.#byKey.get(key) ?? Requirement.any(key);
  }

  /** Labels, sorted. */
  keys(): string[] {
    return [...this.#byKey.keys()].sort(compareNames);
  }

  /** Requirements, ordered by label. */
  values(): Requirement[] {
    return this.keys().map((key) => this.#byKey.get(key)!);
  }

  [Symbol.iterator](): Iterator<Requirement> {
    return this.values()[Symbol.iterator]();
  }

  get hasMinValues(): boolean {
    return this.values().some((requirement) => requirement.minValues !== undefined);
  }

  /** Why a node with these requirements cannot also meet the incoming ones, in Karpenter's words; undefined when it can. */
  incompatibility(incoming: Requirements, allowUndefined: ReadonlySet<string> = noLabels): string | undefined {
    for (const requirement of incoming) {
      const { key } = requirement;
      if (allowUndefined.has(key) || this.has(key) || requirement.acceptsAbsence) continue;
      return `label "${key}" does not have known values${this.#hint(key, allowUndefined)}`;
    }
    const errors = this.conflicts(incoming);
    return errors.length === 0 ? undefined : errors.join('; ');
  }

  /** Whether a node with these requirements can also meet the incoming ones; labels it lacks must be in `allowUndefined`. */
  isCompatible(incoming: Requirements, allowUndefined: ReadonlySet<string> = noLabels): boolean {
    return this.incompatibility(incoming, allowUndefined) === undefined;
  }

  /** Whether no label that both name is contradictory; labels that only one names are fine. */
  intersects(incoming: Requirements): boolean {
    return this.conflicts(incoming).length === 0;
  }

  /** One sentence for each label on which both contradict each other, in Karpenter's words. */
  conflicts(incoming: Requirements): string[] {
    return incoming
      .values()
      .filter(({ key }) => this.has(key))
      .filter((requirement) => !meets(this.get(requirement.key), requirement))
      .map((requirement) => `key ${requirement.key}, ${requirement} not in ${this.get(requirement.key)}`);
  }

  /** The label that was probably meant: one that contains the key, or ends like it. */
  #hint(key: string, allowUndefined: ReadonlySet<string>): string {
    const slash = key.indexOf('/');
    const suffix = slash < 0 ? key : key.slice(slash + 1);
    const isMeant = (known: string): boolean => known.includes(key) || known.endsWith(suffix);
    const meant = [...allowUndefined].sort(compareNames).find(isMeant) ?? this.keys().find(isMeant);
    return meant === undefined ? '' : ` (typo of "${meant}"?)`;
  }

  /** As Karpenter prints them: sorted, without the hostname. */
  toString(): string {
    return this.values()
      .filter(({ key }) => key !== label.hostname)
      .map(String)
      .sort(compareNames)
      .join(', ');
  }
}

/** Whether both can hold for one node: some value suits both, or both do without one. */
export function meets(existing: Requirement, incoming: Requirement): boolean {
  return existing.hasIntersection(incoming) || (existing.acceptsAbsence && incoming.acceptsAbsence);
}
