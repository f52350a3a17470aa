import { describe, expect, test } from 'vitest';
import { allowedDisruptions, isTemporary, unlimitedDisruptions } from './budgets.ts';

/** A Monday. */
const at = (time: string): number => Date.parse(`2026-03-02T${time}Z`);
const officeHours = { nodes: '0', schedule: '0 9 * * mon-fri', duration: '8h' };

describe('the allowed disruptions', () => {
  test.each([
    ['without budgets, there is no limit', [], unlimitedDisruptions],
    ['percentages round up', [{ nodes: '10%' }], 2],
    ['the lowest limit applies', [{ nodes: '5' }, { nodes: '3' }], 3],
    ['budgets for other reasons do not apply', [{ nodes: '0', reasons: ['Empty'] }, { nodes: '4' }], 4],
    ['a value that is not valid allows nothing', [{ nodes: '5' }, { nodes: 'five', reasons: ['Empty'] }], 0],
    ['a schedule that is not valid allows nothing', [{ nodes: '5', schedule: '0 0 * * 7', duration: '1h' }], 0],
    ['a duration without a schedule is not valid', [{ nodes: '5', duration: '1h' }], 0],
  ])('%s', (_, budgets, allowed) => {
    expect(allowedDisruptions(budgets, { now: at('12:00:00'), nodes: 11, reason: 'Drifted' })).toBe(allowed);
  });

  test.each([
    ['08:59:59', unlimitedDisruptions],
    ['09:00:00', 0],
    ['16:59:59', 0],
    ['17:00:00', unlimitedDisruptions],
  ])('with a window, at %s: %i', (time, allowed) => {
    expect(allowedDisruptions([officeHours], { now: at(time), nodes: 11, reason: 'Drifted' })).toBe(allowed);
  });
});

test.each([
  ['without a schedule', { nodes: '0' }, false],
  ['office hours', officeHours, true],
  ['all of every day', { nodes: '0', schedule: '@daily', duration: '24h' }, false],
  ['most of every day', { nodes: '0', schedule: '@daily', duration: '23h59m' }, true],
  ['a schedule that never starts', { nodes: '0', schedule: '0 0 30 2 *', duration: '1h' }, false],
])('whether a budget is inactive at times: %s', (_, budget, expected) => {
  expect(isTemporary(budget, at('00:00:00'))).toBe(expected);
});
