import { describe, expect, test } from 'vitest';
import { canonicalQuantity, equalQuantities, formatResource, parseQuantity, parseResource } from './quantity.ts';

// text, as Kubernetes prints it, value rounded up, thousandths rounded up: recorded from apimachinery v0.35.
test.each([
  ['0', '0', 0, 0],
  ['-0', '0', 0, 0],
  ['0e100', '0', 0, 0],
  ['1', '1', 1, 1000],
  ['1.', '1', 1, 1000],
  ['.5', '500m', 1, 500],
  ['0.5', '500m', 1, 500],
  ['1.10', '1100m', 2, 1100],
  ['010', '10', 10, 10_000],
  ['100m', '100m', 1, 100],
  ['1000000m', '1k', 1000, 1_000_000],
  ['1000000', '1M', 1_000_000, 1_000_000_000],
  ['1500k', '1500k', 1_500_000, 1_500_000_000],
  ['0.0005', '500u', 1, 1],
  ['1.0001m', '1000100n', 1, 2],
  ['0.1n', '1n', 1, 1],
  ['1e-100', '1e-9', 1, 1],
  ['1e3', '1e3', 1000, 1_000_000],
  ['1E2', '100', 100, 100_000],
  ['5e-1', '500e-3', 1, 500],
  ['1Ki', '1Ki', 1024, 1_024_000],
  ['0.5Ki', '512', 512, 512_000],
  ['0.1Ki', '102400m', 103, 102_400],
  ['1.5Gi', '1536Mi', 1_610_612_736, 1_610_612_736_000],
  ['2048Mi', '2Gi', 2_147_483_648, 2_147_483_648_000],
  ['1000Ki', '1000Ki', 1_024_000, 1_024_000_000],
  ['1500000Mi', '1500000Mi', 1_572_864_000_000, 1_572_864_000_000_000],
])('%s is %s', (text, canonical, value, milli) => {
  expect(canonicalQuantity(text)).toBe(canonical);
  expect(parseResource('memory', text)).toBe(milli / 1000);
  expect(Math.ceil(milli / 1000)).toBe(value);
  expect(parseResource('cpu', text)).toBe(milli);
});

test.each([
  ['8Ei', '9223372036854775807'],
  ['10000000E', '10000000E'],
  ['-1.5Gi', '-1536Mi'],
  ['1e100', '10e99'],
])('%s, at the edge, is %s', (text, canonical) => expect(canonicalQuantity(text)).toBe(canonical));

test.each([
  '',
  '.',
  '+',
  'e',
  '1K',
  '1e',
  '1e1.5',
  '1_000',
  '0x10',
  ' 1',
  '1 ',
  '1,5',
  'NaN',
  '1mi',
  '1 Gi',
  '9'.repeat(200),
])('%j is not a quantity', (text) => {
  expect(parseQuantity(text)).toBeUndefined();
  expect(parseResource('cpu', text)).toBeUndefined();
  expect(canonicalQuantity(text)).toBeUndefined();
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])('%s is not a quantity', (value) =>
  expect(parseQuantity(value)).toBeUndefined(),
);

test.each([
  ['500m', 0.5],
  ['1Ki', 1024],
  ['-2', -2],
  [0.25, 0.25],
  [4, 4],
  [1e21, 1e21],
])('%s in base units is %s', (value, amount) => expect(parseQuantity(value)).toBe(amount));

test('a huge exponent takes no time and stays a number', () => {
  expect(parseQuantity('1e999999999')).toBe(1e300);
  expect(parseQuantity('1e-999999999')).toBe(1e-9);
});

describe('equalQuantities', () => {
  test.each([
    ['1', '1000m'],
    ['1Gi', '1024Mi'],
    ['1k', 1000],
    ['0.1', '100m'],
    ['1e3', '1k'],
  ])('%s equals %s', (one, other) => expect(equalQuantities(one, other)).toBe(true));
  test.each([
    ['1', '1001m'],
    ['1G', '1Gi'],
    ['one', 'one'],
    ['9007199254740993', '9007199254740992'],
  ])('%s does not equal %s', (one, other) => expect(equalQuantities(one, other)).toBe(false));
});

test.each([
  ['cpu', 600, '600m'],
  ['cpu', 2000, '2'],
  ['cpu', 0, '0'],
  ['memory', 6 * 1024 ** 3, '6Gi'],
  ['memory', 1000, '1k'],
  ['memory', 644_245_094.4, '644245094400m'],
  ['ephemeral-storage', 20 * 1024 ** 3, '20Gi'],
  ['hugepages-2Mi', 1024 ** 3, '1Gi'],
  ['pods', 110, '110'],
  ['nvidia.com/gpu', 8, '8'],
  ['memory', Number.NaN, 'unknown'],
])('%s of %s reads %s', (name, amount, text) => expect(formatResource(name, amount)).toBe(text));
