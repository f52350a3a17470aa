import { compareNames } from '../../text/name-order.ts';
import { label } from '../api/labels.ts';
import { Requirement, type RequirementSource } from './requirement.ts';

const noLabels: ReadonlySet<string> = new Set();

/**
 * The requirements on a node, one for each label. Adding a requirement for a label that already has one keeps the values that
 * both allow.
 * Source: core pkg/scheduling/requirements.go.
 */
export class Requirements {
  readonly #byKey = new Map<string, Requirement>();

  constructor(requirements: Iterable<Requirement> = []) {
    this.add(requirements);
  }

  /** From the requirements of node selector terms or of a NodePool. */
  static from(sources: readonly RequirementSource[]): Requirements {
    return new Requirements(sources.map((source) => Requirement.from(source)));
  }

  /** From labels, with exactly these values. */
  static fromLabels(labels: Readonly<Record<string, string>>): Requirements {
    return new Requirements(Object.entries(labels).map(([key, value]) => Requirement.in(key, [value])));
  }

  /** Narrows in place, and returns this object. */
  add(requirements: Iterable<Requirement>): this {
    for (const requirement of requirements) {
      const current = this.#byKey.get(requirement.key);
      this.#byKey.set(requirement.key, current === undefined ? requirement : requirement.intersection(current));
    }
    return this;
  }

  /** Replaces or removes the requirement for a label. */
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

  /** The requirement for a label; any value if there is none. */
  get(key: string): Requirement {
    return this.#byKey.get(key) ?? Requirement.any(key);
  }

  /** The labels, sorted. */
  keys(): string[] {
    return [...this.#byKey.keys()].sort(compareNames);
  }

  /** The requirements, ordered by label. */
  values(): Requirement[] {
    return this.keys().map((key) => this.#byKey.get(key)!);
  }

  [Symbol.iterator](): Iterator<Requirement> {
    return this.values()[Symbol.iterator]();
  }

  get hasMinValues(): boolean {
    return this.values().some((requirement) => requirement.minValues !== undefined);
  }

  /** Why a node with these requirements cannot also meet the incoming ones, in Karpenter's words; undefined if it can. */
  incompatibility(incoming: Requirements, allowUndefined: ReadonlySet<string> = noLabels): string | undefined {
    for (const requirement of incoming) {
      const { key } = requirement;
      if (allowUndefined.has(key) || this.has(key) || requirement.acceptsAbsence) continue;
      return `label "${key}" does not have known values${this.#hint(key, allowUndefined)}`;
    }

    const errors = this.conflicts(incoming);
    if (errors.length === 0) return undefined;
    return errors.join('; ');
  }

  /** Whether a node with these requirements can also meet the incoming ones. Labels it lacks must be in `allowUndefined`. */
  isCompatible(incoming: Requirements, allowUndefined: ReadonlySet<string> = noLabels): boolean {
    return this.incompatibility(incoming, allowUndefined) === undefined;
  }

  /** Whether no label in both has contradictory requirements. Labels in only one of them do not matter. */
  intersects(incoming: Requirements): boolean {
    return this.conflicts(incoming).length === 0;
  }

  /** One sentence for each label with contradictory requirements, in Karpenter's words. */
  conflicts(incoming: Requirements): string[] {
    return incoming
      .values()
      .filter(({ key }) => this.has(key))
      .filter((requirement) => !meets(this.get(requirement.key), requirement))
      .map((requirement) => `key ${requirement.key}, ${requirement} not in ${this.get(requirement.key)}`);
  }

  /** The label that was probably meant: one that contains the key or has the same ending. */
  #hint(key: string, allowUndefined: ReadonlySet<string>): string {
    const slash = key.indexOf('/');
    const suffix = slash < 0 ? key : key.slice(slash + 1);
    const isMeant = (candidate: string): boolean => candidate.includes(key) || candidate.endsWith(suffix);
    const meant = [...allowUndefined].sort(compareNames).find(isMeant) ?? this.keys().find(isMeant);
    if (meant === undefined) return '';
    return ` (typo of "${meant}"?)`;
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

/** Whether one node can meet both: some value meets both, or both accept a node without the label. */
export function meets(existing: Requirement, incoming: Requirement): boolean {
  return existing.hasIntersection(incoming) || (existing.acceptsAbsence && incoming.acceptsAbsence);
}
