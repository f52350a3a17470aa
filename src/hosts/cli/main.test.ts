import { describe, expect, test, vi } from 'vitest';
import { version } from '../../io/version.ts';
import { type Program, runCommandLine } from './main.ts';
import { run } from './terminal/terminal.test-support.ts';

const clean = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\nspec:\n  replicas: 0\n';
const bad = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: web\nspec:\n  limit: {}\n';

test.each([
  ['--verson', 'Did you mean `plumbline --version`?'],
  ['-v', 'Did you mean `plumbline --version`?'],
  ['--hlep', 'Did you mean `plumbline --help`?'],
  ['--chekc', 'Did you mean `plumbline check`?'],
  ['--explain', 'Write it after a command: `plumbline estimate --explain`.'],
  ['--fix=yes', 'Write it after a command: `plumbline check --fix`.'],
  ['--no-quiet', 'Write it after a command: `plumbline review --quiet`.'],
  ['--formt', 'Did you mean `plumbline review --format`?'],
  ['--frobnicate', 'Run `plumbline help all` to list the commands.'],
])('`%s` stands before a command', async (name, help) => {
  expect(await run([name])).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: \`${name}\` is not an option of \`plumbline\` itself\n  help: ${help}\n`,
  });
});

describe('exit codes', () => {
  test.each([
    [0, [], ''],
    [0, ['--version'], ''],
    [0, ['-V'], ''],
    [0, ['help'], ''],
    [0, ['rules'], ''],
    [0, ['check', '-'], clean],
    [1, ['check', '-'], bad],
    [0, ['check', '-', '--fail-on', 'never'], bad],
    [2, ['check'], ''],
    [2, ['frobnicate'], ''],
    [2, ['--regoin'], ''],
  ])('%i: %j', async (expected, argv, stdin) => {
    const { code, stdout, stderr } = await run(argv, { stdin });
    expect(code).toBe(expected);
    expect(stderr === '').toBe(expected !== 2);
    expect(stdout === '').toBe(expected === 2);
  });

  const failing = async (error: unknown): Promise<{ code: number; stderr: string }> => {
    const stderr = { write: vi.fn() };
    const stdout = {
      write() {
        throw error;
      },
    };
    const terminal = { argv: ['--version'], env: {}, cwd: '/', stdout, stderr, stdin: process.stdin };
    const code = await runCommandLine(terminal as unknown as Program);
    return { code, stderr: stderr.write.mock.calls.join('') };
  };

  test('3: an unexpected error is a bug, shown with version and stack', async () => {
    const { code, stderr } = await failing(new TypeError('x is not a function'));
    expect(code).toBe(3);
    expect(stderr).toContain(`This is a bug in plumbline ${version}.`);
    expect(stderr).toContain('TypeError: x is not a function\n    at ');
    expect((await failing('a text')).stderr).toContain('a text');
  });

  test('0: the reader of a pipe closed it', async () =>
    expect(await failing(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))).toEqual({ code: 0, stderr: '' }));
});

test('the version', async () => expect((await run(['--version'])).stdout).toBe(`${version}\n`));

test.each([
  ['chekc', '`plumbline check`'],
  ['constructor', '`plumbline help all`'],
  ['clusters/prod', '`plumbline check clusters/prod`'],
  ['-', '`plumbline check -`'],
])('`%s` is no command', async (name, help) => {
  const { stderr } = await run([name]);
  expect(stderr).toContain(`\`${name}\` is not a command`);
  expect(stderr).toContain(help);
});
