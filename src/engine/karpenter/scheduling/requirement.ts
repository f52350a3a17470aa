import { normalizeLabel } from '../api/labels.ts';

/** The operator of a normalized requirement. Bounds count as Exists. */
export type Operator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';

/** A requirement as written in a manifest, in a node selector or a NodePool. */
export interface RequirementSource {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
  readonly minValues?: number;
}

const noValues: ReadonlySet<string> = new Set();
const maxInt = 2n ** 63n - 1n;

/** The integer that Go's strconv.Atoi reads; undefined if it returns an error. */
function integer(text: string): number | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) || (BigInt(text) <= maxInt && BigInt(text) >= -maxInt - 1n)) return value;
  return undefined;
}

const isWithin = (value: string, gte: number | undefined, lte: number | undefined): boolean => {
  if (gte === undefined && lte === undefined) return true;
  const number = integer(value);
  return number !== undefined && (gte === undefined || number >= gte) && (lte === undefined || number <= lte);
};

const larger = (a: number | undefined, b: number | undefined): number | undefined => {
  if (a === undefined) return b;
  if (b === undefined) return a;
  return Math.max(a, b);
};

const smaller = (a: number | undefined, b: number | undefined): number | undefined => {
  if (a === undefined) return b;
  if (b === undefined) return a;
  return Math.min(a, b);
};

/**
 * The values that a label may have: a set of values, or all values except a set (`isComplement`), within bounds. Immutable.
 * Source: core pkg/scheduling/requirement.go.
 */
export class Requirement {
  readonly key: string;
  readonly isComplement: boolean;
  /** The allowed values; for a complement, the forbidden ones. */
  readonly values: ReadonlySet<string>;
  /** Inclusive bounds. Only integers can be within bounds. */
  readonly gte: number | undefined;
  readonly lte: number | undefined;
  /** How many distinct values the remaining instance types must have. */
  readonly minValues: number | undefined;

  constructor(
    key: string,
    set: { isComplement: boolean; values: ReadonlySet<string>; gte?: number | undefined; lte?: number | undefined },
    minValues?: number,
  ) {
    this.key = key;
    this.isComplement = set.isComplement;
    this.values = set.values;
    this.gte = set.gte;
    this.lte = set.lte;
    this.minValues = minValues;
  }

  /** Reads a requirement. A legacy key is replaced by its current label, and an unknown operator counts as Exists. */
  static from({ key: written, operator, values = [], minValues }: RequirementSource): Requirement {
    const key = normalizeLabel(written);
    const bound = integer(values[0] ?? '') ?? 0;

    switch (operator) {
      case 'In':
        return new Requirement(key, { isComplement: false, values: new Set(values) }, minValues);
      case 'NotIn':
        return new Requirement(key, { isComplement: true, values: new Set(values) }, minValues);
      case 'DoesNotExist':
        return Requirement.none(key, minValues);
      case 'Gt':
        // No value is greater than the largest integer. Upstream then also loses minValues.
        if (BigInt(bound) >= maxInt) return Requirement.none(key);
        return new Requirement(key, { isComplement: true, values: noValues, gte: bound + 1 }, minValues);
      case 'Lt':
        return new Requirement(key, { isComplement: true, values: noValues, lte: bound - 1 }, minValues);
      case 'Gte':
        return new Requirement(key, { isComplement: true, values: noValues, gte: bound }, minValues);
      case 'Lte':
        return new Requirement(key, { isComplement: true, values: noValues, lte: bound }, minValues);
      default:
        return Requirement.any(key, minValues);
    }
  }

  /** One of these values. */
  static in(key: string, values: Iterable<string>, minValues?: number): Requirement {
    return new Requirement(normalizeLabel(key), { isComplement: false, values: new Set(values) }, minValues);
  }

  /** Any value (Exists). */
  static any(key: string, minValues?: number): Requirement {
    return new Requirement(key, { isComplement: true, values: noValues }, minValues);
  }

  /** No value (DoesNotExist). */
  static none(key: string, minValues?: number): Requirement {
    return new Requirement(key, { isComplement: false, values: noValues }, minValues);
  }

  /** The same values with another minValues. */
  withMinValues(minValues: number | undefined): Requirement {
    return new Requirement(this.key, this, minValues);
  }

  get operator(): Operator {
    if (this.isComplement) {
      if (this.values.size > 0) return 'NotIn';
      return 'Exists';
    }
    if (this.values.size > 0) return 'In';
    return 'DoesNotExist';
  }

  /** Whether a node without the label meets the requirement, as for NotIn and DoesNotExist. */
  get acceptsAbsence(): boolean {
    return this.isComplement === this.values.size > 0;
  }

  /** Whether the label may have this value. */
  has(value: string): boolean {
    return this.values.has(value) !== this.isComplement && isWithin(value, this.gte, this.lte);
  }

  /** The values that both allow. */
  intersection(other: Requirement): Requirement {
    const minValues = larger(this.minValues, other.minValues);
    const gte = larger(this.gte, other.gte);
    const lte = smaller(this.lte, other.lte);
    if (gte !== undefined && lte !== undefined && gte > lte) return Requirement.none(this.key, minValues);

    const isComplement = this.isComplement && other.isComplement;
    const candidates = isComplement ? [...this.values, ...other.values] : this.#concrete(other);
    const values = new Set(candidates.filter((value) => isWithin(value, gte, lte)));
    return new Requirement(
      this.key,
      isComplement ? { isComplement, values, gte, lte } : { isComplement, values },
      minValues,
    );
  }

  /** The values of the concrete side that the other side does not forbid. */
  #concrete(other: Requirement): string[] {
    const [concrete, counterpart] = this.isComplement ? [other, this] : [this, other];
    return [...concrete.values].filter((value) => counterpart.values.has(value) !== counterpart.isComplement);
  }

  /** Whether any value is allowed by both. Two complements always intersect, unless their bounds do not. */
  hasIntersection(other: Requirement): boolean {
    const gte = larger(this.gte, other.gte);
    const lte = smaller(this.lte, other.lte);
    if (gte !== undefined && lte !== undefined && gte > lte) return false;
    if (this.isComplement && other.isComplement) return true;
    return this.#concrete(other).some((value) => isWithin(value, gte, lte));
  }

  /** As Karpenter prints it: `key In [a b] >=3 minValues 2`, with at most five values. */
  toString(): string {
    const values = [...this.values].sort();
    const shown = values.length > 5 ? [...values.slice(0, 5), `and ${values.length - 5} others`] : values;
    let text = `${this.key} ${this.operator}`;
    if (values.length > 0) text += ` [${shown.join(' ')}]`;
    if (this.gte !== undefined) text += ` >=${this.gte}`;
    if (this.lte !== undefined) text += ` <=${this.lte}`;
    if (this.minValues !== undefined) text += ` minValues ${this.minValues}`;

    return text;
  }
}
