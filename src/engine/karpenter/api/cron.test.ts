import { describe, expect, test } from 'vitest';
import { isCronError, nextStart, parseCron } from './cron.ts';

describe('parseCron', () => {
  test.each([
    ['0 0 * * *', { minutes: [0], hours: [0], isAnyDayOfMonth: true, isAnyDayOfWeek: true }],
    [
      '*/20 9-11 1,15 jan-mar mon',
      { minutes: [0, 20, 40], hours: [9, 10, 11], daysOfMonth: [1, 15], months: [1, 2, 3] },
    ],
    ['5/20 0 ? * SUN,Fri', { minutes: [5, 25, 45], daysOfWeek: [0, 5], isAnyDayOfMonth: true, isAnyDayOfWeek: false }],
    ['0 0 */2 * */1', { isAnyDayOfMonth: false, isAnyDayOfWeek: true }],
    ['  0\t0  1 1 *  ', { daysOfMonth: [1], months: [1] }],
    ['0 0 ,1,,2, * *', { daysOfMonth: [1, 2] }],
    ['@hourly', { minutes: [0], hours: Array.from({ length: 24 }, (_, i) => i) }],
    ['@weekly', { minutes: [0], hours: [0], daysOfWeek: [0] }],
    ['@annually', { daysOfMonth: [1], months: [1] }],
  ])('reads %s', (text, expected) => expect(parseCron(text)).toMatchObject(expected));

  test.each([
    ['0 0 * * sat-sun', 'sat-sun', 'day of week'],
    ['0 0 * * 7', '7', 'day of week'],
    ['0 0 * * 1-7', '1-7', 'day of week'],
    ['0 24 * * *', '24', 'hour'],
    ['60 0 * * *', '60', 'minute'],
    ['0 0 0 * *', '0', 'day of month'],
    ['0 0 * 13 *', '13', 'month'],
    ['0 0 * * monday', 'monday', 'day of week'],
    ['0 0 * * 1-2-3', '1-2-3', 'day of week'],
    ['1/2/3 0 * * *', '1/2/3', 'minute'],
    ['*/0 0 * * *', '*/0', 'minute'],
    ['-1 0 * * *', '-1', 'minute'],
    ['0 0 * * 1,9', '9', 'day of week'],
  ])('refuses %s at %s', (text, part, field) => {
    const error = parseCron(text);
    expect(error).toMatchObject({ part, field });
    if (isCronError(error)) expect(text.slice(error.start, error.start + part.length)).toBe(part);
  });

  test.each(['', '0 0 * *', '0 0 * * * *', '@dayly', '@daily now', 'CRON_TZ=Europe/Berlin 0 0 * * *', 'TZ=UTC @daily'])(
    'refuses %s as a whole',
    (text) => expect(parseCron(text)).toMatchObject({ field: undefined }),
  );
});

describe('the next start', () => {
  const next = (schedule: string, after: string): string | undefined => {
    const cron = parseCron(schedule);
    if (isCronError(cron)) throw new Error(schedule);
    const start = nextStart(cron, Date.parse(after));
    return start === undefined ? undefined : new Date(start).toISOString();
  };

  test.each([
    ['* * * * *', '2026-03-02T10:00:00Z', '2026-03-02T10:01:00.000Z'],
    ['*/15 * * * *', '2026-03-02T10:59:59Z', '2026-03-02T11:00:00.000Z'],
    ['0 9 * * mon-fri', '2026-03-06T09:00:00Z', '2026-03-09T09:00:00.000Z'],
    ['@monthly', '2026-12-15T00:00:00Z', '2027-01-01T00:00:00.000Z'],
    ['0 0 29 2 *', '2026-03-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    // Both day fields restricted: either one is enough.
    ['0 0 13 * fri', '2026-03-02T00:00:00Z', '2026-03-06T00:00:00.000Z'],
    ['0 0 13 * fri', '2026-03-07T00:00:00Z', '2026-03-13T00:00:00.000Z'],
    ['0 0 31 2 *', '2026-03-02T00:00:00Z', undefined],
  ])('of %s after %s is %s', (schedule, after, expected) => {
    expect(next(schedule, after)).toBe(expected);
  });
});

test('an invalid time has no next start', () => {
  const cron = parseCron('@daily');
  expect(isCronError(cron) ? 0 : nextStart(cron, Number.NaN)).toBeUndefined();
});
