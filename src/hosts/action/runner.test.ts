import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { actionsRunner } from './runner.ts';

describe('the runner of GitHub', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-runner-'));
  const file = join(folder, 'outputs');
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('gets values of several lines, none of which can end another', () => {
    writeFileSync(file, '');
    vi.stubEnv('GITHUB_OUTPUT', file);
    const runner = actionsRunner();
    runner.setOutput('one', 'a\nb<<c\nc');
    runner.setOutput('two', '');
    const written = readFileSync(file, 'utf8');
    const pattern = /^one<<(ghadelimiter_[0-9a-f-]{36})\na\nb<<c\nc\n\1\ntwo<<(ghadelimiter_[0-9a-f-]{36})\n\n\2\n$/;
    expect(written).toMatch(pattern);
    const [, one, two] = pattern.exec(written)!;
    expect(two).not.toBe(one);
  });

  test('warns about an output that cannot be written', () => {
    const written: unknown[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(text) > 0);
    vi.stubEnv('GITHUB_OUTPUT', join(folder, 'nowhere/outputs'));
    actionsRunner().setOutput('one', 'a');
    actionsRunner().notice('50%\n::error::x');
    expect(written).toEqual([
      expect.stringMatching(/^::warning::Could not write the output one: Missing file[^\n]+\n$/),
      '::notice::50%25%0A: :error::x\n',
    ]);
  });

  test('gets no workflow commands and no control characters from texts of others', () => {
    const written: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    const runner = actionsRunner();
    const hostile =
      '\u0085::set-output name=a::b\r\n\u00a0::add-path::x\u001b[2J\u0007\u009b31m ##[set-output name=a]b\u202e';
    for (const method of ['info', 'notice', 'warning', 'command', 'setFailed'] as const) runner[method](hostile);
    process.exitCode = undefined;
    const output = written.join('');
    const lines = output.split(/\r\n|[\r\n\u0085\u2028\u2029]/).map((line) => line.trim());
    expect(lines.filter((line) => /^::(?!notice::|warning::|error::)/.test(line))).toEqual([]);
    expect(output).not.toMatch(/(?!\n)[\p{Cc}\u202e]|##\[/u);
  });
});
