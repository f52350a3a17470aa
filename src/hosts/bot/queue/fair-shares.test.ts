import { expect, test } from 'vitest';
import { Shares } from './fair-shares.ts';

test.each([
  [1, 1],
  [2, 1],
  [4, 3],
])('with %d threads, one repository uses at most %d', (threads, most) => {
  const shares = new Shares(threads);
  let entered = 0;
  while (shares.isFree('1/acme/infra')) {
    shares.enter('1/acme/infra');
    entered++;
  }
  expect(entered).toBe(most);
  expect(shares.isFree('1/acme/web')).toBe(true);
  shares.leave('1/acme/infra');
  expect(shares.isFree('1/acme/infra')).toBe(true);
});
