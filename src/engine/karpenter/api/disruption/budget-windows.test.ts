import { expect, test } from 'vitest';
import { type Cron, parseCron } from '../cron.ts';
import { gapsBetween, openWindows, type ScheduledBudget } from './budget-windows.ts';

const hour = 3_600_000;
// A Monday.
const start = Date.UTC(2027, 0, 4);
const budget = (schedule: string, hours: number): ScheduledBudget => ({
  cron: parseCron(schedule) as Cron,
  durationMs: hours * hour,
});
const inHours = (windows: readonly { start: number; end: number }[] | undefined) =>
  windows?.map((window) => [(window.start - start) / hour, (window.end - start) / hour]);

test.each<[string, ScheduledBudget[], number[][], number[][]]>([
  [
    'a day',
    [budget('0 9 * * *', 8)],
    [[9, 17]],
    [
      [0, 9],
      [17, 24],
    ],
  ],
  [
    'over midnight',
    [budget('0 22 * * *', 4)],
    [
      [-2, 2],
      [22, 26],
    ],
    [[2, 22]],
  ],
  ['that meet', [budget('0 0 * * *', 12), budget('0 12 * * *', 12)], [[0, 24]], []],
  [
    'that overlap',
    [budget('0 8 * * *', 4), budget('0 10 * * *', 4)],
    [[8, 14]],
    [
      [0, 8],
      [14, 24],
    ],
  ],
  ['on another day', [budget('0 8 * * sun', 4)], [], [[0, 24]]],
])('windows %s', (_, budgets, windows, gaps) => {
  const day = { start, end: start + 24 * hour };
  const open = openWindows(budgets, day);
  expect(inHours(open)).toEqual(windows);
  expect(inHours(gapsBetween(open!, day))).toEqual(gaps);
});

test('schedules with too many starts are not evaluated', () => {
  const year = { start, end: start + 366 * 24 * hour };
  expect(openWindows([budget('* * * * *', 1)], year)).toBeUndefined();
});
