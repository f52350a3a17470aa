import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  andInto,
  bitsetOf,
  countBits,
  fullBitset,
  hasBit,
  isEmptyBitset,
  membersOf,
  orInto,
  overlaps,
} from './bitset.ts';

const size = 100;
const members = fc.uniqueArray(fc.integer({ min: 0, max: size - 1 })).map((list) => list.sort((a, b) => a - b));

test('bitsets behave like sets', () => {
  fc.assert(
    fc.property(members, members, (a, b) => {
      const [left, right] = [bitsetOf(size, a), bitsetOf(size, b)];
      const [both, either] = [left.slice(), left.slice()];
      andInto(both, right);
      orInto(either, right);
      const common = a.filter((member) => b.includes(member));
      expect(membersOf(left)).toEqual(a);
      expect(membersOf(both)).toEqual(common);
      expect(membersOf(either)).toEqual([...new Set([...a, ...b])].sort((x, y) => x - y));
      expect([countBits(left), isEmptyBitset(both), overlaps(left, right)]).toEqual([
        a.length,
        common.length === 0,
        common.length > 0,
      ]);
      expect(a.every((member) => hasBit(left, member))).toBe(true);
    }),
  );
});

test.each([1, 31, 32, 33, 1371])('a full set of %i', (count) => {
  expect(countBits(fullBitset(count))).toBe(count);
});
