import { expect, test } from 'vitest';
import { KnownTexts } from './known-texts.ts';

test('keeps values up to a total length, and forgets the oldest first', () => {
  const known = new KnownTexts<string>(6);
  const computed: string[] = [];
  const read = (text: string): string =>
    known.read(
      text,
      () => {
        computed.push(text);
        return text.toUpperCase();
      },
      (value) => value !== 'NO',
    );
  expect(['abc', 'abc', 'def', 'abc', 'g', 'def', 'abc', 'no', 'no', 'longerer', 'longerer'].map(read)).toEqual([
    ...['ABC', 'ABC', 'DEF', 'ABC', 'G', 'DEF', 'ABC', 'NO', 'NO', 'LONGERER', 'LONGERER'],
  ]);
  expect(computed).toEqual(['abc', 'def', 'g', 'abc', 'no', 'no', 'longerer', 'longerer']);
});
