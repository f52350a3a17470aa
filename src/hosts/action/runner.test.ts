import { expect, test } from 'vitest';
import { inert } from './runner.ts';

test.each([
  ['plain: text', 'plain: text'],
  ['::set-env name=A::b', ':\u200b:set-env name=A::b'],
  ['  ::add-path::x', '  :\u200b:add-path::x'],
  ['a ##[add-path]x', 'a ##\u200b[add-path]x'],
  ['one\n::error::two', 'one ::error::two'],
  ['one\r::error::two', 'one ::error::two'],
])('%j is no command of the runner', (text, expected) => expect(inert(text)).toBe(expected));
