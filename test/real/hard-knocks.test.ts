import { expect, test } from 'vitest';
import { knocks } from '../hard-knocks/knocks.ts';
import { complaints, runKnock } from '../hard-knocks/run-knock.ts';

const quick = knocks
  .filter(({ isLong }) => isLong !== true)
  .map((knock) => ({ ...knock, command: knock.argv.join(' ') }));

test.each(quick)('$name: $command', (knock) => {
  expect(complaints(knock, runKnock(knock, 'dist/cli.js'))).toEqual([]);
});
