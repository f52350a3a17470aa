import { expect, test } from 'vitest';
import { today } from './today.ts';

const now = new Date('2026-11-23T23:59:59Z');

test.each([
  [undefined, '2026-11-23'],
  ['', '2026-11-23'],
  ['0', '1970-01-01'],
  ['1795564800', '2026-11-25'],
])('with SOURCE_DATE_EPOCH=%s, today is %s', (fixed, expected) => {
  expect(today(now, { SOURCE_DATE_EPOCH: fixed })).toBe(expected);
});

test.each(['2026-11-25', '-1', '1e9', '999999999999'])('SOURCE_DATE_EPOCH=%s is refused', (fixed) => {
  expect(() => today(now, { SOURCE_DATE_EPOCH: fixed })).toThrow('`SOURCE_DATE_EPOCH` is not a number of seconds');
});
