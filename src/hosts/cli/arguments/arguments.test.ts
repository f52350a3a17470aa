import { describe, expect, test } from 'vitest';
import { PlumblineError } from '../../../shared/errors.ts';
import type { CommandName } from '../../../shared/options.ts';
import { namedValues, parseArguments } from './arguments.ts';

const refusal = (...argv: string[]): PlumblineError => {
  try {
    parseArguments('check', argv);
  } catch (error) {
    expect(error).toBeInstanceOf(PlumblineError);
    return error as PlumblineError;
  }
  throw new Error('it passed');
};

describe('flags', () => {
  test.each([
    [['--region', 'eu-west-1'], 'eu-west-1'],
    [['--region=eu-west-1'], 'eu-west-1'],
    [['--region', 'us-east-1', '--region', 'eu-west-1'], 'eu-west-1'],
    [['--', '--region', 'eu-west-1'], undefined],
    [['--region=-x'], '-x'],
    [['-q', '--region', 'eu-west-1'], 'eu-west-1'],
    [['--region', '-'], '-'],
    [[], undefined],
  ])('%j', (argv, region) => expect(parseArguments('check', argv).flags.text('region')).toBe(region));

  test.each([
    [['--fix'], true],
    [['--no-fix'], false],
    [['--fix', '--no-fix'], false],
    [[], undefined],
  ])('%j', (argv, isOn) => expect(parseArguments('check', argv).flags.isOn('fix')).toBe(isOn));

  test.each([[['-o', 'x.html']], [['-ox.html']], [['-qo', 'x.html']], [['--output', 'x.html']]])(
    '%j is the same output file',
    (argv) => expect(parseArguments('check', argv).flags.texts('output')).toEqual(['html=x.html']),
  );

  test.each([
    [['-o', 'x'], ['text=x']],
    [['-o', 'out/review.sarif'], ['sarif=out/review.sarif']],
    [['-o', 'x.html', '-f', 'text'], ['text=x.html']],
    [
      ['-o', 'x.json', '-o', 'gitlab=y.json', '-o', 'z.xml'],
      ['json=x.json', 'gitlab=y.json', 'junit=z.xml'],
    ],
    [
      ['-o', 'x.json', '-o', 'markdown=y', '-f', 'sarif'],
      ['sarif=x.json', 'markdown=y'],
    ],
    [['-o', 'text=a=b'], ['text=a=b']],
    [['-o', 'other=b.md'], ['markdown=other=b.md']],
    [['--output', './json'], ['text=./json']],
    [['--format', 'html', '--output', 'json'], ['html=json']],
  ])('%j write these files', (argv, outputs) =>
    expect(parseArguments('review', argv).flags.texts('output')).toEqual(outputs),
  );

  test('the commands that write one file take the last one', () => {
    const { flags } = parseArguments('doctor', ['-o', 'x.json', '-o', 'y.txt']);
    expect([flags.text('output'), flags.text('format')]).toEqual(['y.txt', 'text']);
  });

  test('repeat, and may be anywhere', () => {
    const { flags, positionals } = parseArguments('check', ['a', '--set', 'A=1', 'b', '--set', 'B=x=y', '-']);
    expect(flags.texts('set')).toEqual(['A=1', 'B=x=y']);
    expect(positionals).toEqual(['a', 'b', '-']);
    expect(flags.texts('nothing')).toEqual([]);
  });

  test.each([
    [['--help'], true],
    [['-h'], true],
    [['--fix', '--region', 'x', '-h', '--wrong'], true],
    [['--region', 'help'], undefined],
    [['--', '-h'], undefined],
  ])('%j asks for help: %s', (argv, isOn) => expect(parseArguments('check', argv).flags.isOn('help')).toBe(isOn));

  test('after `--` everything is a path', () =>
    expect(parseArguments('check', ['--', '--fix']).positionals).toEqual(['--fix']));
});

describe('refused arguments', () => {
  test.each([
    [['--regoin', 'x'], '`--regoin`', '`--region`'],
    [['--no-regoin'], '`--no-regoin`', '`--region`'],
    [['-r'], '`-r`', '`plumbline check --help`'],
    [['--base', 'main'], '`--base`', '`plumbline review`'],
    [['--mode', 'review'], '`--mode`', '--'],
    [['--region'], '`--region`', '`--region REGION`'],
    [['--no-region'], '`--region`', '`--region REGION`'],
    [['--region', '--quiet'], '`--region`', '`--region REGION`'],
    [['--region', '-h'], '`--region`', '`--region REGION`'],
    [['--base', '-h'], '`--base`', '`plumbline review`'],
    [['--head', '--help'], '`--head`', '`plumbline review`'],
    [['--region', '--help'], '`--region`', '`--region REGION`'],
    [['--region', '--'], '`--region`', '`--region REGION`'],
    [['--format'], '`--format`', 'text|markdown'],
    [['--format', 'jsn'], '`--format jsn`', '`json`'],
    [['--set', '=x'], '`--set =x`', 'NAME=VALUE'],
    [['--set', 'A=1', '--set', 'B'], '`--set B`', 'NAME=VALUE'],
    [['--fix=yes'], '`--fix`', 'no value'],
    [['-output', 'x.html'], '`-output`', '`--output`'],
    [['--output', 'json'], 'would write a file called `json`', '`--format json`'],
    [['-o', 'sarif'], 'would write a file called `sarif`', '`--output ./sarif`'],
    [['-f', 'jsn'], '`--format jsn`', '`json`'],
    [['-o'], '`--output`', '`--output FILE`'],
  ])('T62: %j', (argv, message, help) => {
    const error = refusal(...argv);
    expect(error.code).toBe('usage');
    expect(error.message).toContain(message);
    expect(`${error.message} ${error.help}`).toContain(help);
  });
});

describe('the name of the output file', () => {
  const formatOf = (command: CommandName, ...argv: string[]) => parseArguments(command, argv).flags.text('format');

  test.each<[CommandName, string[], string | undefined]>([
    ['drift', ['--output', 'x.md'], 'markdown'],
    ['doctor', ['--output', 'x.json'], 'json'],
    // These commands have only one output format.
    ['snapshot', ['--output', 'x.html'], undefined],
    ['plan', ['--output', 'x.xml'], undefined],
  ])('%s %j', (command, argv, format) => expect(formatOf(command, ...argv)).toBe(format));

  test('a format that the command does not have is refused', () => {
    expect(() => formatOf('doctor', '--output', 'x.html')).toThrow('`html`, which is not one of text, json');
    expect(() => formatOf('drift', '--format', 'sarif')).toThrow('`--format sarif` is not one of text, markdown, json');
  });
});

test('pairs: the last one of a name wins', () =>
  expect(namedValues(['A=1', 'B=x=y', 'A=', '__proto__=2'])).toEqual(
    Object.fromEntries([
      ['A', ''],
      ['B', 'x=y'],
      ['__proto__', '2'],
    ]),
  ));
