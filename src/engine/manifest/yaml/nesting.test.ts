import { expect, test } from 'vitest';
import { isNestedDeeper } from './nesting.ts';

const nested = (open: string, close: string, count: number): string =>
  `a: ${open.repeat(count)}${close.repeat(count)}\n`;

test.each([
  ['brackets', nested('[', ']', 300)],
  ['braces', nested('{a: ', '}', 300)],
  ['brackets with closed ones in texts', `a: ${"[']', ".repeat(300)}`],
  ['items of items', `${'- '.repeat(300)}x\n`],
  ['keys of keys', `${Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:\n`).join('')}`],
])('%s that are nested', (_, text) => expect(isNestedDeeper(text, 200)).toBe(true));

test.each([
  ['brackets one after the other', `a: [${'[],'.repeat(300)}]\n`],
  ['brackets in texts', `a: "${'['.repeat(300)}"\nb: ${'x'.repeat(300)}\n`],
  ['a block of text', `a: |\n${' '.repeat(300)}x\n`],
  ['a line of dashes', `a: x${'-'.repeat(300)}\n`],
])('%s are not nested', (_, text) => expect(isNestedDeeper(text, 200)).toBe(false));
