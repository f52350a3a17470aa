/** A list that can be sorted in place by position, like Go's sort.Interface. */
export interface Sortable {
  less(i: number, j: number): boolean;
  swap(i: number, j: number): void;
}

/**
 * Sorts positions 0 to `length` - 1 in exactly the order of Go's sort.Slice, which is not stable but deterministic. Karpenter
 * uses it to sort its open NodeClaims by number of pods, so with more than 12 claims, equal ones end up in the same order as
 * in Karpenter. This is our own implementation of the algorithm: pattern-defeating quicksort with a seeded shuffle, and
 * insertion sort for fewer than 13 elements.
 */
export function patternDefeatingSort(data: Sortable, length: number): void {
  quicksort(data, 0, length, bitLength(length));
}

const insertionSortLimit = 12;
const bitLength = (n: number): number => 32 - Math.clz32(n);

const direction = { unknown: 0, increasing: 1, decreasing: 2 } as const;
type Hint = (typeof direction)[keyof typeof direction];

function insertionSort(data: Sortable, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) for (let j = i; j > from && data.less(j, j - 1); j--) data.swap(j, j - 1);
}

function siftDown(data: Sortable, low: number, high: number, first: number): void {
  let root = low;
  for (;;) {
    let child = 2 * root + 1;
    if (child >= high) return;

    if (child + 1 < high && data.less(first + child, first + child + 1)) child++;
    if (!data.less(first + root, first + child)) return;

    data.swap(first + root, first + child);
    root = child;
  }
}

function heapSort(data: Sortable, from: number, to: number): void {
  const length = to - from;
  for (let i = (length - 1) >> 1; i >= 0; i--) siftDown(data, i, length, from);
  for (let i = length - 1; i >= 0; i--) {
    data.swap(from, from + i);
    siftDown(data, 0, i, from);
  }
}

/**
 * The main loop. It sorts the smaller side recursively and continues with the larger one. After too many bad pivots it uses
 * heapsort.
 */
function quicksort(data: Sortable, start: number, end: number, badPivots: number): void {
  let [from, to, limit] = [start, end, badPivots];
  let [wasBalanced, wasPartitioned] = [true, true];

  for (;;) {
    const length = to - from;
    if (length <= insertionSortLimit || limit === 0) {
      if (length <= insertionSortLimit) insertionSort(data, from, to);
      else heapSort(data, from, to);
      return;
    }

    if (!wasBalanced) {
      breakPatterns(data, from, to);
      limit--;
    }

    let { pivot, hint } = choosePivot(data, from, to);

    if (hint === direction.decreasing) {
      reverse(data, from, to);
      pivot = to - 1 - (pivot - from);
      hint = direction.increasing;
    }

    if (wasBalanced && wasPartitioned && hint === direction.increasing && partialInsertionSort(data, from, to)) return;

    // The pivot equals the element before the range, which is not larger than any in the range. So split off all elements
    // that equal the pivot.
    if (from > 0 && !data.less(from - 1, pivot)) {
      from = partitionEqual(data, from, to, pivot);
      continue;
    }

    const { middle, isPartitioned } = partition(data, from, to, pivot);
    wasPartitioned = isPartitioned;
    const [before, after] = [middle - from, to - middle];
    const balance = Math.trunc(length / 8);

    if (before < after) {
      wasBalanced = before >= balance;
      quicksort(data, from, middle, limit);
      from = middle + 1;
    } else {
      wasBalanced = after >= balance;
      quicksort(data, middle + 1, to, limit);
      to = middle;
    }
  }
}

/** Moves elements smaller than the pivot before it and the rest after it. Reports whether the range was already partitioned. */
function partition(data: Sortable, from: number, to: number, pivot: number) {
  data.swap(from, pivot);
  let [i, j] = [from + 1, to - 1];
  while (i <= j && data.less(i, from)) i++;
  while (i <= j && !data.less(j, from)) j--;

  if (i > j) {
    data.swap(j, from);
    return { middle: j, isPartitioned: true };
  }

  data.swap(i++, j--);

  for (;;) {
    while (i <= j && data.less(i, from)) i++;
    while (i <= j && !data.less(j, from)) j--;
    if (i > j) break;

    data.swap(i++, j--);
  }

  data.swap(j, from);

  return { middle: j, isPartitioned: false };
}

/** Moves the elements equal to the pivot to the front, and returns the position of the first larger one. */
function partitionEqual(data: Sortable, from: number, to: number, pivot: number): number {
  data.swap(from, pivot);
  let [i, j] = [from + 1, to - 1];

  for (;;) {
    while (i <= j && !data.less(from, i)) i++;
    while (i <= j && data.less(from, j)) j--;
    if (i > j) return i;
    data.swap(i++, j--);
  }
}

/** Fixes up to five misplaced elements; true if the range is then sorted. Short ranges are not worth the effort. */
function partialInsertionSort(data: Sortable, from: number, to: number): boolean {
  let i = from + 1;

  for (let step = 0; step < 5; step++) {
    while (i < to && !data.less(i, i - 1)) i++;
    if (i === to) return true;
    if (to - from < 50) return false;

    data.swap(i, i - 1);
    if (i - from >= 2) for (let j = i - 1; j >= 1 && data.less(j, j - 1); j--) data.swap(j, j - 1);
    if (to - i >= 2) for (let j = i + 1; j < to && data.less(j, j - 1); j++) data.swap(j, j - 1);
  }

  return false;
}

/**
 * Moves three elements to positions from an xorshift generator seeded with the length, so that patterns in the input do not
 * lead to bad pivots.
 */
function breakPatterns(data: Sortable, from: number, to: number): void {
  const length = to - from;
  if (length < 8) return;

  let random = BigInt(length);
  const modulus = 2 ** bitLength(length);
  const first = from + Math.trunc(length / 4) * 2 - 1;

  for (let i = 0; i < 3; i++) {
    random = BigInt.asUintN(64, random ^ (random << 13n));
    random ^= random >> 7n;
    random = BigInt.asUintN(64, random ^ (random << 17n));
    let other = Number(random & BigInt(modulus - 1));
    if (other >= length) other -= length;
    data.swap(first + i, from + other);
  }
}

/** Chooses a pivot, and reports whether the sampled elements were in ascending or descending order. */
function choosePivot(data: Sortable, from: number, to: number): { pivot: number; hint: Hint } {
  const length = to - from;
  const probe = { swaps: 0 };
  const quarter = Math.trunc(length / 4);
  let [i, j, k] = [from + quarter, from + quarter * 2, from + quarter * 3];

  if (length >= 8) {
    if (length >= 50) {
      i = median(data, probe, i - 1, i, i + 1);
      j = median(data, probe, j - 1, j, j + 1);
      k = median(data, probe, k - 1, k, k + 1);
    }

    j = median(data, probe, i, j, k);
  }

  if (probe.swaps === 0) return { pivot: j, hint: direction.increasing };
  if (probe.swaps === 12) return { pivot: j, hint: direction.decreasing };
  return { pivot: j, hint: direction.unknown };
}

function median(data: Sortable, probe: { swaps: number }, first: number, second: number, third: number): number {
  let [a, b, c] = [first, second, third];

  if (data.less(b, a)) {
    probe.swaps++;
    [a, b] = [b, a];
  }

  if (data.less(c, b)) {
    probe.swaps++;
    [b, c] = [c, b];
  }

  if (data.less(b, a)) {
    probe.swaps++;
    [a, b] = [b, a];
  }

  return b;
}

function reverse(data: Sortable, from: number, to: number): void {
  for (let i = from, j = to - 1; i < j; i++, j--) data.swap(i, j);
}
