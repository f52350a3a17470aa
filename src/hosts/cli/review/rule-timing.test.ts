import { expect, test } from 'vitest';
import { rules } from '../../../engine/review/codes/rules.ts';
import { run } from '../terminal/terminal.test-support.ts';
import { RuleTiming } from './rule-timing.ts';

test('the slowest rules come first, and those that take more than a millisecond per file are marked', () => {
  const timing = new RuleTiming();
  timing.add('quick', 1);
  timing.add('slow', 15);
  timing.add('slow', 6);
  expect(timing.table(20)).toBe(
    [
      '2 rules on 20 files: 22.0 ms',
      '  slow       21.0 ms     1.050 ms a file  slow: over 1 ms for each file',
      '  quick       1.0 ms     0.050 ms a file',
      '',
    ].join('\n'),
  );
});

test('slow rules are shown even if there are many', () => {
  const timing = new RuleTiming();
  for (let i = 0; i < 30; i++) timing.add(`rule-${i}`, 100 - i);
  expect(timing.table(1).split('\n')).toHaveLength(32);
  expect(timing.table(1000).split('\n')).toHaveLength(17);
});

test('`check --timing` times every rule', async () => {
  const { stderr, stdout } = await run(['check', 'examples/v1beta1', '--timing', '--format', 'json']);
  expect(stderr).toMatch(new RegExp(`^${rules.length} rules on \\d+ files: [\\d.]+ ms$`, 'm'));
  expect(JSON.parse(stdout).schemaVersion).toBe(1);
});
