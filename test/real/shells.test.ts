import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../src/hosts/cli/terminal/terminal.test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-shells-'));
const script = (shell: string): string => join(folder, `completion.${shell}`);
const execute = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish']) writeFileSync(script(shell), (await run(['completions', shell])).stdout);
  mkdirSync(join(folder, 'karpenter'));
  execute('git', 'init', '--quiet', '--initial-branch', 'trunk', '.');
  execute(
    'git',
    '-c',
    'user.name=x',
    '-c',
    'user.email=x@example.com',
    'commit',
    '--quiet',
    '--allow-empty',
    '-m',
    'x',
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What is typed, and the words that every shell offers for it. */
const offers: readonly (readonly [typed: string, words: readonly string[]])[] = [
  ['rev', ['review']],
  ['review --verb', ['--verbose']],
  ['review --format j', ['json', 'junit']],
  ['review -f js', ['json']],
  ['review --base tr', ['trunk']],
  ['doctor --format j', ['json']],
  ['explain lint/require-l', ['lint/require-limits']],
  ['completions fi', ['fish']],
  ['help snap', ['snapshot']],
];

describe('completions', () => {
  test.each(offers)('bash: %s', (typed, words) => {
    const argv = ['plumbline', ...typed.split(' ')].map((word) => `'${word}'`).join(' ');
    const text = `source ${script('bash')}; COMP_WORDS=(${argv}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _plumbline; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(execute('bash', '--norc', '-c', text).trim().split('\n')).toEqual(words);
  });

  test('bash: a value behind an equals sign, which bash splits', () => {
    const text = `source ${script('bash')}; COMP_WORDS=(plumbline review --format = js); COMP_CWORD=4; _plumbline; echo "\${COMPREPLY[@]}"`;
    expect(execute('bash', '--norc', '-c', text)).toBe('json\n');
  });

  test.each(offers)('fish: %s', (typed, words) => {
    const text = `source ${script('fish')}; complete -C ${JSON.stringify(`plumbline ${typed}`)}`;
    const offered = execute('fish', '--no-config', '-c', text).trim().split('\n');
    expect(offered.map((line) => line.split('\t')[0])).toEqual(words);
  });

  test('fish: files of a command that takes paths', () =>
    expect(
      execute('fish', '--no-config', '-c', `source ${script('fish')}; complete -C "plumbline review kar"`),
    ).toContain('karpenter/'));

  // zsh completes only in an interactive shell. A single offer becomes part of the line, which `plumbline` then prints.
  const single = [
    ...offers.filter(([, words]) => words.length === 1),
    ['review --format=js', ['--format=json']] as const,
    ['review --catalog kar', ['karpenter']] as const,
  ];
  test('zsh', () => {
    const [driver, setup] = [join(folder, 'driver.zsh'), join(folder, 'setup.zsh')];
    writeFileSync(
      setup,
      `PS1=; PS2=
autoload -U compinit; compinit -u -D
source ${script('zsh')}
plumbline() { print -rn -- $'\\x01'"$*"$'\\x02' }
plumbline ready
`,
    );
    writeFileSync(
      driver,
      `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'source ${setup}'
zpty -r -m z out $'*\\x01*\\x02*'
for line in "$@"; do
  zpty -w -n z "plumbline $line"$'\\t'; sleep 0.5; zpty -w -n z $'\\n'
  zpty -r -m z out $'*\\x01*\\x02*'
  print -r -- "\${\${out##*$'\\x01'}%%$'\\x02'*}"
done
zpty -d z
`,
    );
    const completed = execute('zsh', '-f', driver, ...single.map(([typed]) => typed))
      .trim()
      .split('\n');
    expect(completed).toEqual(single.map(([typed, [word]]) => typed.replace(/\S+$/, word!)));
  });
});

describe('the manual page', () => {
  const page = resolve('docs/plumbline.1');

  test('groff reads it without a warning', () => {
    const text = `man --warnings=w -E UTF-8 -l -Tutf8 ${page} 2>&1 >/dev/null`;
    expect(execute('sh', '-c', `MANWIDTH=80 ${text}`)).toBe('');
  });

  test('mandoc has no complaint but the missing date', () => {
    const complaints = execute('sh', '-c', `mandoc -T lint -W warning ${page} || true`).trim().split('\n');
    expect(complaints.filter((line) => line !== '' && !line.includes('missing date'))).toEqual([]);
  });

  test('shows commands, options and exit codes', () => {
    const text = execute('sh', '-c', `MANWIDTH=100 man -E UTF-8 -l ${page} | col -b`);
    for (const part of ['plumbline review [--base X]', '-f, --format FORMAT', 'EXIT STATUS', 'NO_COLOR'])
      expect(text).toContain(part);
  });
});
