/** Sets of small integers, stored as 32-bit words. Hot path: plain loops over words, and no allocation unless stated. */
export type Bitset = Uint32Array;

/** An empty set for members 0 to `size` - 1. */
export const bitset = (size: number): Bitset => new Uint32Array((size + 31) >>> 5);

/** A set of all members 0 to `size` - 1. */
export function fullBitset(size: number): Bitset {
  const set = bitset(size).fill(0xffffffff);
  if (size & 31) set[set.length - 1] = (1 << (size & 31)) - 1;
  return set;
}

/** Adds a member to a set in place. */
export function setBit(set: Bitset, member: number): void {
  set[member >>> 5]! |= 1 << (member & 31);
}

/** A set with these members. */
export function bitsetOf(size: number, members: readonly number[]): Bitset {
  const set = bitset(size);
  for (const member of members) setBit(set, member);
  return set;
}

export const hasBit = (set: Bitset, member: number): boolean => ((set[member >>> 5]! >>> (member & 31)) & 1) === 1;

/** Keeps only the members of `target` that are also in `other`. */
export function andInto(target: Bitset, other: Bitset): void {
  for (let word = 0; word < target.length; word++) target[word]! &= other[word]!;
}

/** Adds the members of another set of the same size to a set in place. */
export function orInto(target: Bitset, other: Bitset): void {
  for (let word = 0; word < target.length; word++) target[word]! |= other[word]!;
}

/** Whether a set has no member. */
export function isEmptyBitset(set: Bitset): boolean {
  for (let word = 0; word < set.length; word++) if (set[word] !== 0) return false;
  return true;
}

/** Whether any member is in both sets. */
export function overlaps(a: Bitset, b: Bitset): boolean {
  for (let word = 0; word < a.length; word++) if ((a[word]! & b[word]!) !== 0) return true;
  return false;
}

/** The number of members. */
export function countBits(set: Bitset): number {
  let count = 0;
  for (let word = 0; word < set.length; word++) {
    let bits = set[word]!;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    count += (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  }

  return count;
}

/** The members in ascending order. */
export function membersOf(set: Bitset): number[] {
  const members: number[] = [];
  for (let word = 0; word < set.length; word++) {
    for (let bits = set[word]!; bits !== 0; bits &= bits - 1) members.push((word << 5) + 31 - Math.clz32(bits & -bits));
  }
  return members;
}
