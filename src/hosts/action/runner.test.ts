import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { actionsRunner, inert } from './runner.ts';

test.each([
  ['plain: text', 'plain: text'],
  ['::set-env name=A::b', ':\u200b:set-env name=A::b'],
  ['  ::add-path::x', '  :\u200b:add-path::x'],
  ['a ##[add-path]x', 'a ##\u200b[add-path]x'],
  ['one\n::error::two', 'one ::error::two'],
  ['one\r::error::two', 'one ::error::two'],
])('%j is no command of the runner', (text, expected) => expect(inert(text)).toBe(expected));

describe('the runner of GitHub', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-runner-'));
  const file = join(folder, 'outputs');
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is handed values of several lines, none of which ends another', () => {
    writeFileSync(file, '');
    vi.stubEnv('GITHUB_OUTPUT', file);
    const runner = actionsRunner();
    runner.setOutput('one', 'a\nb<<c\nc');
    runner.setOutput('two', '');
    const [, one, two] =
      /^one<<(ghadelimiter_[0-9a-f-]{36})\na\nb<<c\nc\n\1\ntwo<<(ghadelimiter_[0-9a-f-]{36})\n\n\2\n$/.exec(
        readFileSync(file, 'utf8'),
      ) ?? [];
    expect(one).toBeDefined();
    expect(two).not.toBe(one);
  });

  test('hears of what it does not take', () => {
    const said: unknown[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(text) > 0);
    vi.stubEnv('GITHUB_OUTPUT', join(folder, 'nowhere/outputs'));
    actionsRunner().setOutput('one', 'a');
    actionsRunner().notice('50 %\n::error::x');
    expect(said).toEqual([
      expect.stringMatching(/^::warning::The runner does not take the output one: Missing file[^\n]+\n$/),
      '::notice::50 %25%0A::error::x\n',
    ]);
  });
});
