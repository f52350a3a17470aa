import { expect, test } from 'vitest';
import { TextOutput } from '../../../io/text-output.ts';
import { parseArguments } from '../arguments/arguments.ts';
import { isColored } from './color.ts';

test.each<[string[], Record<string, string>, boolean, boolean]>([
  [[], {}, true, true],
  [[], {}, false, false],
  [[], { NO_COLOR: '1' }, true, false],
  [[], { TERM: 'dumb' }, true, false],
  [[], { FORCE_COLOR: '1' }, false, true],
  [[], { FORCE_COLOR: '0' }, true, false],
  [[], { FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
  [['--output', 'x.txt'], { FORCE_COLOR: '1' }, true, false],
  [['--color'], { NO_COLOR: '1' }, false, true],
  [['--no-color'], { FORCE_COLOR: '1' }, true, false],
])('%j with %j, on a terminal: %s', (argv, env, isTTY, expected) => {
  const stdout = new TextOutput({ isTTY, write: () => true }, { isJob: false });
  expect(isColored(parseArguments('check', argv).flags, { stdout, env })).toBe(expected);
});
