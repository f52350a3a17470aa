import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodePool } from '../../../engine/changes/plan/plan.test-support.ts';
import { run } from '../terminal/terminal.test-support.ts';

let folder: string;
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

function commit(files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  git('add', '--all');
  git('commit', '--quiet', '--message=A change');
  return git('rev-parse', 'HEAD');
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-plan-'));
  for (const name of ['production', 'staging']) mkdirSync(join(folder, name));
  git('init', '--quiet');
});
afterEach(() => rmSync(folder, { recursive: true }));

const config = 'environments:\n  production: {paths: [production]}\n  staging: {paths: [staging]}\n';
const plan = (...argv: string[]) => run(['plan', ...argv], { cwd: folder });

describe('plumbline plan', () => {
  test('writes a plan that apply can read, without the content of the objects', async () => {
    const base = commit({ 'plumbline.yaml': config, 'production/a.yaml': nodePool() });
    const head = commit({ 'production/a.yaml': nodePool('web', 'weight: 3') });
    const said = await plan('--environment', 'production', '--base', base, '--output', 'plan.json');
    expect(said).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^production: digest [0-9a-f]{64}\n {2}update NodePool web\n$/),
    });
    const file = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'));
    expect(file).toMatchObject({
      format: 1,
      environment: 'production',
      base,
      head,
      objects: [{ action: 'update', name: 'web' }],
    });
    expect(said.stdout).toContain(file.digest);
    expect(JSON.stringify(file)).not.toContain('on-demand');
  });

  test('says that there is nothing to do in another environment', async () => {
    const base = commit({
      'plumbline.yaml': config,
      'production/a.yaml': nodePool(),
      'staging/a.yaml': nodePool(),
    });
    commit({ 'production/a.yaml': nodePool('web', 'weight: 3') });
    expect((await plan('--environment', 'staging', '--base', base)).stdout).toMatch(
      /^staging: nothing to do \(digest /,
    );
  });

  test('gives the reason and exit code 1 if no plan is possible', async () => {
    const base = commit({ 'plumbline.yaml': config });
    commit({ 'production/a.yaml': nodePool('web', 'weight: ${W}') });
    const said = await plan('--environment', 'production', '--base', base, '--output', 'plan.json');
    expect(said).toMatchObject({ code: 1, stdout: expect.stringContaining('placeholder') });
  });

  test.each([
    [['--environment', 'production'], /needs a base to compare with/],
    [['--base', 'HEAD'], /has 2 environments/],
    [['--base', 'HEAD', '--environment', 'prod'], /no environment `prod`/],
    [['--base', 'nowhere', '--environment', 'production'], /neither a folder nor a commit/],
  ])('%j: exit code 2', async (argv, message) => {
    commit({ 'plumbline.yaml': config });
    expect(await plan(...argv)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  });
});
