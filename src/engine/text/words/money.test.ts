import { describe, expect, test } from 'vitest';
import { inUsd, moneyIn, rateText } from './money.ts';

describe('in USD', () => {
  test.each([
    [0, '$0.00', '$0.00'],
    [-0, '$0.00', '$0.00'],
    [280.32, '$280.32', '+$280.32'],
    [1234567.891, '$1,234,567.89', '+$1,234,567.89'],
    [-12.5, '−$12.50', '−$12.50'],
    [0.004, '$0.00', '$0.00'],
    [-0.004, '$0.00', '$0.00'],
  ])('%d', (amount, plain, signed) => expect([inUsd.plain(amount), inUsd.signed(amount)]).toEqual([plain, signed]));

  test('a month of an unknown price is unknown', () => {
    expect([inUsd.monthly(null), inUsd.monthly(0.384)]).toEqual(['unknown', '$280.32']);
  });
});

test.each([
  [{ code: 'EUR', perUsd: 0.92 }, '+€257.89', false],
  [{ code: 'CHF', perUsd: 0.8 }, '+CHF\u00a0224.26', false],
  // 1 cent of a cheap currency is less than 1 cent of USD.
  [{ code: 'JPY', perUsd: 150 }, '+JPY\u00a042,048.00', false],
  [{ code: 'KWD', perUsd: 0.3 }, '+KWD\u00a084.10', true],
])('in %o', (currency, signed, isZero) => {
  const money = moneyIn(currency);
  expect([money.signed(280.32), money.isZero(0.012)]).toEqual([signed, isZero]);
});

test('the rate is said with its date and source', () => {
  const rate = { code: 'EUR', perUsd: 0.92 };
  expect(rateText(undefined)).toBeUndefined();
  expect(rateText(rate)).toBe('Costs are in EUR: 1 USD is 0.92 EUR. Findings, limits and assumptions are in USD.');
  expect(rateText({ ...rate, asOf: '2026-11-02', source: 'ECB' })).toContain('0.92 EUR (2026-11-02, ECB).');
});
