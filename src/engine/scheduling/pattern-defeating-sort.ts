/** Something to sort in place by position, as Go's sort.Interface has it. */
export interface Sortable {
  less(i: number, j: number): boolean;
  swap(i: number, j: number): void;
}

/**
 * Sorts positions 0 to `length` - 1 exactly as Go's sort.Slice does: not stable, but the same every time. Karpenter orders its
 * open NodeClaims by number of pods with it, so ties above twelve claims fall as they do there. Our own writing of the
 * algorithm: pattern-defeating quicksort with a seeded shuffle, insertion sort below 13 elements.
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

/** The main loop: the smaller side recursively, the larger one by going on; heapsort once the pivots were bad too often. */
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
    // Equal to the element before the range, which is no larger than any in it: split off all that equal the pivot.
    if (from > 0 && !data.less(from - 1, pivot)) {
      from = partitionEqual(data, from, to, pivot);
      continue;
    }
    const { middle, isPartitioned } = partition(data, from, to, pivot);
    wasPartitioned = isPartitioned;
    const [left, right] = [middle - from, to - middle];
    const balance = Math.trunc(length / 8);
    if (left < right) {
      wasBalanced = left >= balance;
      quicksort(data, from, middle, limit);
      from = middle + 1;
    } else {
      wasBalanced = right >= balance;
      quicksort(data, middle + 1, to, limit);
      to = middle;
    }
  }
}

/** Moves what is less than the pivot before it, the rest behind it; tells whether everything stood right already. */
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

/** Moves what equals the pivot to the front and returns where the larger ones begin. */
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

/** Repairs up to five misplaced elements; true when the range is sorted then. Short ranges are not worth shifting. */
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

/** Scatters three elements by an xorshift generator seeded with the length, so that patterns do not defeat the pivot choice. */
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

/** A pivot, and whether the probes along the way looked sorted upwards or downwards. */
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
  const hint = probe.swaps === 0 ? direction.increasing : probe.swaps === 12 ? direction.decreasing : direction.unknown;
  return { pivot: j, hint };
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
