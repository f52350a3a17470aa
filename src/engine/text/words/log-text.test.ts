import { describe, expect, test } from 'vitest';
import { commandText, jsonText, logLine, logText } from './log-text.ts';
import { palette } from './terminal.ts';

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));

/** By class, characters that have an effect instead of being visible. */
const classes: Readonly<Record<string, readonly string[]>> = {
  'C0, but for tab and line feed': range(0, 0x1f).filter((char) => char !== '\t' && char !== '\n'),
  DEL: ['\u007f'],
  C1: range(0x80, 0x9f),
  'line and paragraph separators': ['\u2028', '\u2029'],
  'direction marks': ['\u061c', '\u200e', '\u200f', ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)],
  'what is invisible': ['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u180e', '\u3164'],
  tags: range(0xe0001, 0xe007f),
  'halves of pairs': ['\ud800', '\udfff'],
};

/** What the runner removes from the start of a line: white space in .NET. */
const whiteSpace = [...'\t\v\f \u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000', ...range(0x2000, 0x200a)];

/** Lines as a terminal or the runner might read them. */
const lines = (text: string): string[] => text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);

const isCommand = (line: string): boolean =>
  /^[\s\u0085]*::/.test(line.replace(/\u001b\[\d+m/g, '')) || /##\w*\[/.test(line);

describe.each(Object.entries(classes))('T59: %s', (_, chars) => {
  test('are shown as visible characters, and lines stay separate', () => {
    for (const char of chars) {
      const shown = logText(`a${char}b\nc${char}`);
      expect(shown).not.toContain(char);
      expect(lines(shown)).toHaveLength(2);
    }
  });

  test('start no command', () => {
    for (const char of chars)
      for (const text of [`${char}::error::x`, `a${char}::error::x`, `${char}##[error]x`, `:${char}:error::x`])
        expect(lines(logText(text)).filter(isCommand)).toEqual([]);
  });

  test('are escaped in JSON, which means the same', () => {
    for (const char of chars) {
      const value = { [`a${char}`]: [`${char}##[x]`, `##vso[${char}]`] };
      expect(jsonText(value, 2)).not.toContain(char);
      expect(jsonText(value, 2)).not.toMatch(/##\w*\[/);
      expect(JSON.parse(jsonText(value, 2))).toEqual(value);
    }
  });
});

test.each([
  '::set-output name=a::b',
  '::::',
  'one\n::add-path::x',
  'one\r::add-path::x',
  'one\r\n  ::add-path::x',
  '##[set-output name=a]b',
  'in the middle ##[group]x',
  '##vso[task.setvariable variable=a]b',
  "##teamcity[setParameter name='a' value='b']",
  '\u001b[31m::error::x\u001b[39m',
  '\u001b[31m:\u001b[39m:error::x',
  ...whiteSpace.map((space) => `${space}::error::x`),
])('%j is not a runner command', (text) => {
  expect(lines(logText(text)).filter(isCommand)).toEqual([]);
  expect(lines(commandText(text)).filter(isCommand)).toEqual([]);
  expect(lines(logLine(text))).toHaveLength(1);
});

test('plumbline’s own colors stay, and no other sequence does', () => {
  const { error, warning, note, good, bold, dim } = palette(true);
  const ours = [error, warning, note, good, bold, dim].map((style) => style('x')).join(' ');
  expect(logText(ours)).toBe(ours);
  for (const other of ['\u001b[8mx', '\u001b[30mx', '\u001b[2J', '\u001b[31;8mx', '\u001b]0;x\u0007', '\u001b[1A'])
    expect(logText(other)).not.toContain('\u001b');
});

test('normal text stays unchanged', () => {
  const text = 'a: b\n\tc::d ## e [f]\n  ╭─ ünï 日本語 ✔︎\n# [x] # [y]\n';
  expect(logText(text)).toBe(text);
  expect(logText(logText('::x ##[y]'))).toBe(logText('::x ##[y]'));
});

test('a command that shows a finding works, and nothing inside it does', () => {
  const command = '::error file=a.yaml,line=1::bad';
  expect(commandText(`${command}\n::add-path::x\n`)).toBe(`${command}\n: :add-path::x\n`);
  expect(commandText(`${command}\u001b[2J\u0085`)).toBe(`${command}␛[2J⟨U+0085⟩`);
});
