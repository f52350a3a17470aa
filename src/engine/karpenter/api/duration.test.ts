import { expect, test } from 'vitest';
import { equalDurations, parseDuration } from './duration.ts';

test.each([
  ['0', 0n],
  ['30s', 30_000_000_000n],
  ['1h30m', 5_400_000_000_000n],
  ['1.5h', 5_400_000_000_000n],
  ['.5s', 500_000_000n],
  ['-2m', -120_000_000_000n],
  ['1h1h', 7_200_000_000_000n],
  ['', undefined],
  ['1d', undefined],
  ['1', undefined],
  ['h', undefined],
  ['Never', undefined],
  ['9999999999h', undefined],
])('%s', (text, nanos) => expect(parseDuration(text)).toBe(nanos));

test.each([
  ['24h', '1440m', true],
  ['24h', '24h1s', false],
  ['Never', 'Never', false],
])('%s and %s: %s', (one, other, equal) => expect(equalDurations(one, other)).toBe(equal));
