import { expect, test } from 'vitest';
import { flagsOf } from '../arguments/arguments.ts';
import { commandNames } from '../arguments/command-help.ts';
import { run } from '../terminal/terminal.test-support.ts';

// test/real/shells.test.ts runs the scripts in the shells.
test.each(['bash', 'zsh', 'fish'])('%s completes every command and option', async (shell) => {
  const { code, stdout, stderr } = await run(['completions', shell]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const names = commandNames.flatMap((command) => [command, ...flagsOf(command).map(({ name }) => name)]);
  expect(names.filter((name) => !stdout.includes(name))).toEqual([]);
});

test.each([
  [['completions'], 'needs the name of one shell', 'completions zsh'],
  [['completions', 'bsh'], 'no completion script for `bsh`', '`bash`'],
  [['completions', 'powershell'], 'no completion script', 'bash, zsh, fish'],
])('%j is refused', async (argv, message, help) => {
  const { code, stderr } = await run(argv, { env: { SHELL: '/usr/bin/zsh' } });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).toContain(help);
});
