import { type Bitset, bitset, setBit } from '../../../karpenter/scheduling/bitset.ts';

/** Cached, because columns never change and disruption runs many passes on the same types. */
const knownRows = new WeakMap<Float64Array, ThresholdRows>();

/** The rows of a column. A missing column counts as all zeros. */
export function thresholdRows(column: Float64Array | undefined, size: number): ThresholdRows {
  const rows = (column && knownRows.get(column)) ?? new ThresholdRows(column, size);
  if (column !== undefined) knownRows.set(column, rows);
  return rows;
}

/** Rows of one column for "at least this amount": one row for each distinct amount, built on first use. */
export class ThresholdRows {
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

  /** The index of the first distinct amount that is at least the given one. */
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
