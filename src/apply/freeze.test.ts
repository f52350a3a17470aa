import { expect, test } from 'vitest';
import { frozenBecause } from './freeze.ts';

const freeze = [{ from: '2026-12-20', to: '2027-01-02', reason: 'holidays' }];

test.each([
  ['2026-12-19T23:59:59Z', undefined],
  ['2026-12-20T00:00:00Z', 'holidays'],
  ['2027-01-02T23:59:59Z', 'holidays'],
  ['2027-01-03T00:00:00Z', undefined],
])('at %s: %s', (now, reason) => {
  const found = frozenBecause(freeze, now);
  if (reason === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(reason);
});
