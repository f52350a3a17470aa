import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readWorlds } from './disruption/world.ts';
import { readRecordings } from './scenario.ts';

const recordings = readRecordings();
const page = readFileSync('docs/accuracy.md', 'utf8');
const shown = (row: RegExp): number => Number(row.exec(page)?.[1]?.replace(',', ''));

test.each([
  ['scenarios', /^\| scenarios, generated and written by hand.*\| ([\d,]+) \|/m, recordings.length],
  [
    'scenarios that were run with Karpenter as it is released',
    /^\| of these, run with Karpenter as it is released.*\| ([\d,]+) \|/m,
    recordings.filter(({ expected }) => Object.values(expected.stableAspects).includes(true)).length,
  ],
  [
    'scenarios whose texts are compared',
    /^\| of these, where Karpenter always says the same.*\| ([\d,]+) \|/m,
    recordings.filter(({ expected }) => expected.stableAspects.messages === true).length,
  ],
  ['clusters', /^\| clusters that consolidate.*\| ([\d,]+) \|/m, readWorlds().length],
])('docs/accuracy.md tells the number of %s', (_, row, count) => {
  expect(shown(row)).toBe(count);
});
