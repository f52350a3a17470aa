import { describe, expect, test } from 'vitest';
import { patternDefeatingSort } from './pattern-defeating-sort.ts';

/**
 * Permutations that Go 1.26's sort.Slice makes of keys below `modulus`: FNV-1a over the original positions, in sorted order.
 * `bump`: sorted except for two increased keys, as with open NodeClaims; `saw`: repeatedly descending.
 */
const recorded: readonly (readonly [length: number, modulus: number, kind: string, hash: number])[] = [
  [5, 2, 'random', 1001123233],
  [5, 2, 'bump', 1951302529],
  [5, 2, 'saw', 1810451041],
  [5, 5, 'random', 3716027327],
  [5, 5, 'bump', 1951302529],
  [5, 5, 'saw', 3309409239],
  [5, 50, 'random', 3386607283],
  [5, 50, 'bump', 3122569199],
  [5, 50, 'saw', 2864633039],
  [12, 2, 'random', 1008538527],
  [12, 2, 'bump', 3491847447],
  [12, 2, 'saw', 4015804963],
  [12, 5, 'random', 4098164339],
  [12, 5, 'bump', 3390863951],
  [12, 5, 'saw', 1760945509],
  [12, 50, 'random', 696612445],
  [12, 50, 'bump', 1246796121],
  [12, 50, 'saw', 3142626969],
  [13, 2, 'random', 2379660309],
  [13, 2, 'bump', 3514701315],
  [13, 2, 'saw', 3138030041],
  [13, 5, 'random', 2251347525],
  [13, 5, 'bump', 1059974353],
  [13, 5, 'saw', 987287283],
  [13, 50, 'random', 1947073583],
  [13, 50, 'bump', 1358026993],
  [13, 50, 'saw', 1938077823],
  [20, 2, 'random', 3821468919],
  [20, 2, 'bump', 686145281],
  [20, 2, 'saw', 3869451055],
  [20, 5, 'random', 1929929817],
  [20, 5, 'bump', 1184981877],
  [20, 5, 'saw', 2083517553],
  [20, 50, 'random', 3805075815],
  [20, 50, 'bump', 3726569667],
  [20, 50, 'saw', 3231257305],
  [49, 2, 'random', 3773754665],
  [49, 2, 'bump', 3076132167],
  [49, 2, 'saw', 455160063],
  [49, 5, 'random', 3998056943],
  [49, 5, 'bump', 537178323],
  [49, 5, 'saw', 1493310625],
  [49, 50, 'random', 3053074659],
  [49, 50, 'bump', 2287352745],
  [49, 50, 'saw', 266409023],
  [50, 2, 'random', 3112676342],
  [50, 2, 'bump', 3532049996],
  [50, 2, 'saw', 3122422374],
  [50, 5, 'random', 2770191860],
  [50, 5, 'bump', 2579042162],
  [50, 5, 'saw', 1276961762],
  [50, 50, 'random', 3192239602],
  [50, 50, 'bump', 3587046314],
  [50, 50, 'saw', 3797920730],
  [64, 2, 'random', 312912779],
  [64, 2, 'bump', 2923930077],
  [64, 2, 'saw', 445090949],
  [64, 5, 'random', 1916040445],
  [64, 5, 'bump', 2666896601],
  [64, 5, 'saw', 2661570173],
  [64, 50, 'random', 3483988837],
  [64, 50, 'bump', 2376350307],
  [64, 50, 'saw', 3575257299],
  [100, 2, 'random', 3580961157],
  [100, 2, 'bump', 887662877],
  [100, 2, 'saw', 227319771],
  [100, 5, 'random', 885202107],
  [100, 5, 'bump', 2693342507],
  [100, 5, 'saw', 3517463499],
  [100, 50, 'random', 4031348159],
  [100, 50, 'bump', 1792716715],
  [100, 50, 'saw', 635884315],
  [333, 2, 'random', 2557750035],
  [333, 2, 'bump', 3413291469],
  [333, 2, 'saw', 1013995989],
  [333, 5, 'random', 1760699521],
  [333, 5, 'bump', 2532415487],
  [333, 5, 'saw', 2588226209],
  [333, 50, 'random', 2619693201],
  [333, 50, 'bump', 350897361],
  [333, 50, 'saw', 2356100481],
  [1000, 2, 'random', 1883530767],
  [1000, 2, 'bump', 976465563],
  [1000, 2, 'saw', 1333479769],
  [1000, 5, 'random', 3992751503],
  [1000, 5, 'bump', 97374649],
  [1000, 5, 'saw', 2468981207],
  [1000, 50, 'random', 585959205],
  [1000, 50, 'bump', 15708769],
  [1000, 50, 'saw', 3063478421],
];

/** The keys the recorder sorted (32-bit linear congruential generator). */
function keysOf(length: number, modulus: number, kind: string): number[] {
  let state = (Math.imul(length, 2_654_435_761) + modulus) >>> 0;
  const keys = Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % modulus;
  });
  if (kind === 'saw') return keys.map((_, i) => (length - i) % modulus);
  if (kind === 'random') return keys;
  keys.sort((a, b) => a - b);
  keys[0]! += 3;
  keys[length >> 1]! += 1;
  return keys;
}

function sorted(keys: readonly number[]): { key: number; id: number }[] {
  const items = keys.map((key, id) => ({ key, id }));
  patternDefeatingSort(
    {
      less: (i, j) => items[i]!.key < items[j]!.key,
      swap(i, j) {
        [items[i], items[j]] = [items[j]!, items[i]!];
      },
    },
    items.length,
  );
  return items;
}

describe('patternDefeatingSort', () => {
  test.each(recorded)('%i keys below %i, %s: as Go has them', (length, modulus, kind, hash) => {
    const ids = sorted(keysOf(length, modulus, kind)).map(({ id }) => id);
    expect(ids.reduce((state, id) => Math.imul(state ^ id, 16_777_619) >>> 0, 2_166_136_261)).toBe(hash);
  });

  test.each([0, 1, 2, 12, 13, 777])('%i keys end up sorted', (length) => {
    const keys = keysOf(length, 50, 'random');
    expect(sorted(keys).map(({ key }) => key)).toEqual([...keys].sort((a, b) => a - b));
  });
});
