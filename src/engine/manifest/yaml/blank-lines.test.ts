import { expect, test } from 'vitest';
import { breakBlankLines } from './blank-lines.ts';

test.each<[string, string, string | undefined]>([
  ['a: |\n  {{ x }}\n  b\n', 'a: |\n         \n  b\n', 'a: |\n  \n  \n  \n\n  b\n'],
  [
    'a: |\n  {{ x }}\n\n  {{ y }}\n  b\n',
    'a: |\n         \n\n         \n  b\n',
    'a: |\n  \n  \n  \n\n\n  \n  \n  \n\n  b\n',
  ],
  ['a: |\n  {{}}\n      \n  b\n', 'a: |\n      \n      \n  b\n', 'a: |\n  \n  \n\n      \n  b\n'],
  ['a: |\n      \n  b\n', 'a: |\n      \n  b\n', undefined],
  ['a: |\n  b\n', 'a: |\n  b\n', undefined],
])('%j', (original, masked, expected) => {
  expect(masked).toHaveLength(original.length);
  const broken = breakBlankLines(masked, original, masked.indexOf('b'));
  expect(broken).toBe(expected);
  if (broken !== undefined) expect(broken).toHaveLength(masked.length);
});
