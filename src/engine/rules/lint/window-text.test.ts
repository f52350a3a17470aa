import { expect, test } from 'vitest';
import { stretchText } from './window-text.ts';

const at = (day: number, hour: number): number => Date.UTC(2027, 0, day, hour);

test.each([
  [{ start: at(4, 9), end: at(4, 17) }, undefined, 'Mon 4 Jan 09:00 to 17:00 UTC'],
  [{ start: at(4, 9), end: at(4, 17) }, 'UTC', 'Mon 4 Jan 09:00 to 17:00 UTC'],
  [
    { start: at(4, 22), end: at(5, 6) },
    'Europe/Berlin',
    'Mon 4 Jan 22:00 to Tue 5 Jan 06:00 UTC (Mon 4 Jan 23:00 to Tue 5 Jan 07:00 Europe/Berlin)',
  ],
  [
    { start: at(4, 0), end: at(4, 2) },
    'America/New_York',
    'Mon 4 Jan 00:00 to 02:00 UTC (Sun 3 Jan 19:00 to 21:00 America/New_York)',
  ],
])('%o in %s', (stretch, zone, text) => expect(stretchText(stretch, zone)).toBe(text));
