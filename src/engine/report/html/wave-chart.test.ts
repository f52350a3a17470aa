import { expect, test } from 'vitest';
import { clock } from './wave-chart.ts';

test.each([
  [0, '0:00'],
  [65, '1:05'],
  [24 * 60, '1 d 0:00'],
  [2 * 24 * 60 + 3 * 60 + 9, '2 d 3:09'],
])('%d minutes are %s', (minutes, text) => expect(clock(minutes)).toBe(text));
