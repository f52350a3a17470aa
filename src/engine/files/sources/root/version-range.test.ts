import { expect, test } from 'vitest';
import { isRange, isVersion, newestIn } from './version-range.ts';

const versions = [
  '0.1.0',
  '0.1.9',
  '0.2.0',
  '0.0.3',
  '1.0.0',
  '1.2.0',
  '1.2.3',
  '1.3.0-rc.1',
  'v1.4.1',
  '2.0.0',
  '2.1.0-alpha',
];

test.each([
  ['*', '2.0.0'],
  ['', '2.0.0'],
  ['^1.2.0', 'v1.4.1'],
  ['^0.1.0', '0.1.9'],
  ['^0.0.3', '0.0.3'],
  ['^0', '0.2.0'],
  ['~1.2.0', '1.2.3'],
  ['~1', 'v1.4.1'],
  ['1.2', '1.2.3'],
  ['1.2.x', '1.2.3'],
  ['1.x', 'v1.4.1'],
  ['1', 'v1.4.1'],
  ['=1.2.0', '1.2.0'],
  ['>=1.0.0 <1.4.0', '1.2.3'],
  ['>=1.0.0, <1.4.0', '1.2.3'],
  ['>= 1.0.0, < 1.4.0', '1.2.3'],
  ['>1', '2.0.0'],
  ['>1.2', '2.0.0'],
  ['<1.2', '1.0.0'],
  ['<=1.2', '1.2.3'],
  ['!=2.0.0', 'v1.4.1'],
  ['1.0.0 - 1.2.0', '1.2.0'],
  ['^3 || ^0.1', '0.1.9'],
  ['>=1.3.0-0 <1.4.0', undefined],
  ['~1.3.0-0', '1.3.0-rc.1'],
  ['>=2.1.0-0', '2.1.0-alpha'],
  ['^9', undefined],
])('the newest of %s is %s', (range, expected) => {
  expect(isRange(range)).toBe(true);
  expect(newestIn(range, versions)).toBe(expected);
});

test.each(['latest', '>', '^a.b', '1.2.3 &&', '{{ .Values.version }}', `^1${' || ^1'.repeat(100)}`])(
  '%s is not a range',
  (text) => expect([isRange(text), newestIn(text, versions)]).toEqual([false, undefined]),
);

test.each([
  ['1.2.3', true],
  ['v1.2.3-rc.1+build', true],
  ['1.2', false],
  ['^1.2.3', false],
])('%s is a single version: %s', (text, expected) => expect(isVersion(text)).toBe(expected));
