import { expect, test } from 'vitest';
import { breakTies, tieBreaks } from './tie-breaks.ts';

const [{ file, find, replace }] = tieBreaks as [(typeof tieBreaks)[number]];
const others = tieBreaks.filter((edit) => edit.file === file).slice(1);
const text = (first: string): string => [first, ...others.map((edit) => edit.find)].join('\n// other text\n');

test('edits the matching text', () => expect(breakTies(file, text(find))).toContain(replace));

test.each([
  ['too rarely', text('')],
  ['too often', text(`${find}\n${find}`)],
])('throws if an edit matches %s', (_, source) => expect(() => breakTies(file, source)).toThrow('expected 1 times'));

test('does not change other files', () => expect(breakTies('pkg/other.go', find)).toBe(find));
