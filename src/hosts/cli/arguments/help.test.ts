import { describe, expect, test } from 'vitest';
import { explain } from '../../../engine/review/codes/explanations.ts';
import { run } from '../terminal/terminal.test-support.ts';
import { flagsOf, parseArguments } from './arguments.ts';
import { commandHelp, commandNames } from './command-help.ts';
import { help, overview } from './help.ts';
import { pullNumber } from './pull-number.ts';

test('the overview names the commands that most people run, and how to list all', async () => {
  for (const argv of [['--help'], ['-h'], ['help'], []])
    expect(await run(argv)).toMatchObject({ code: 0, stdout: overview() });
  expect(overview().match(/^ {2}[a-z-]+ {2,}[A-Z]/gm)).toHaveLength(10);
  expect(overview()).toContain('  help all ');
  await expect(overview()).toMatchFileSnapshot('__goldens__/help.txt');
});

test('`help all` names every command', async () => {
  const { code, stdout } = await run(['help', 'all']);
  expect(code).toBe(0);
  for (const command of commandNames) expect(stdout).toContain(`  ${command} `);
  await expect(stdout).toMatchFileSnapshot('__goldens__/help-all.txt');
});

describe.each(commandNames)('%s', (command) => {
  test('names every option, and has examples that parse', () => {
    const text = help(command);
    for (const { name } of flagsOf(command)) expect(text).toContain(`--${name}`);
    const { usage, examples } = commandHelp[command];
    expect(usage.split(' ')[0]).toBe(command);
    for (const example of examples) {
      const argv = example.replace(/^.*\bplumbline /, '').split(' ');
      expect(argv[0]).toBe(command);
      expect(() => parseArguments(command, argv.slice(1))).not.toThrow();
      if (command === 'explain') expect(explain(argv[1]!) ?? pullNumber(argv[1]!)).toBeDefined();
    }
  });

  test('is the same for every way to request it', async () => {
    await expect(help(command)).toMatchFileSnapshot(`__goldens__/help-${command}.txt`);
    for (const argv of [
      [command, '--help'],
      [command, '-h'],
      ['help', command],
    ])
      expect(await run(argv)).toEqual({ code: 0, stdout: help(command), stderr: '' });
  });
});

test('no line is wider than a terminal', () => {
  const wide = [overview(), ...commandNames.map(help)]
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.length > 80);
  expect(wide).toEqual([]);
});
