import { expect, test } from 'vitest';
import { knocks } from '../hard-knocks/knocks.ts';
import { complaints, runKnock } from '../hard-knocks/run-knock.ts';

/** Half of the short ones. `npm run stress -- hard-knocks` runs all. */
const quick = knocks
  .filter(({ isLong }) => isLong !== true)
  .filter((_, index) => index % 2 === 0)
  .map((knock) => ({ ...knock, command: knock.argv.join(' ') }));

test.each(quick)('$name: $command', (knock) => {
  expect(complaints(knock, runKnock(knock, 'dist/cli.js'))).toEqual([]);
});
