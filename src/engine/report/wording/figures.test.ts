import { describe, expect, test } from 'vitest';
import { byteLength } from '../../text/words/utf8.ts';
import { percentage, rangeLine, signedCount } from './figures.ts';

test.each([
  [3, '+3'],
  [-3, '−3'],
  [0, '0'],
])('a count of %i', (count, expected) => expect(signedCount(count)).toBe(expected));

describe('ranges', () => {
  test.each([
    [{ low: 1, likely: 1, high: 1 }, '1'],
    [{ low: 1, likely: 2, high: 4 }, '2 (1–4)'],
    [{ low: 1, likely: 1, high: 4 }, '1 (1–4)'],
    [{ low: null, likely: null, high: null }, 'unknown'],
    [{ low: null, likely: 2, high: null }, '2'],
    [{ low: 1, likely: null, high: null }, 'unknown (at least 1)'],
    [{ low: null, likely: 2, high: 3 }, '2 (at most 3)'],
    [{ low: 2, likely: null, high: 2 }, '2'],
  ])('%o is %s', (range, expected) => expect(rangeLine(range, String)).toBe(expected));
});

test('a share of nothing is unknown', () => expect(percentage(1, 0)).toBe('unknown'));

test.each(['', 'abc', 'é', '節点', '🦆🦆', '\ud800', 'a\ud800b', '\udc00\ud800'])('bytes of %j', (text) => {
  expect(byteLength(text)).toBe(new TextEncoder().encode(text).length);
});
