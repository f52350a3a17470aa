/** The executable for machines without Node, which a release publishes. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { homebrewFormula, nodePackages, type Platform, packExecutable } from '../../scripts/pack-executables.ts';

describe.runIf(process.platform === 'linux')('the executable', () => {
  const work = mkdtempSync(join(tmpdir(), 'plumbline-executable-'));
  let file: string;
  beforeAll(() => {
    file = packExecutable(process.arch === 'arm64' ? 'linux-arm64' : 'linux-x64', work);
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  /** Only the programs of the system, without Node. */
  const env = (home: string) => ({ HOME: join(work, home), PATH: '/usr/bin:/bin' });

  test('runs without Node, and unpacks itself once', () => {
    const run = (...args: string[]) => spawnSync(file, args, { cwd: work, env: env('first'), encoding: 'utf8' });
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(run('--version')).toMatchObject({ stdout: `${version}\n`, stderr: '', status: 0 });
    const [base, head] = ['base', 'head'].map((side) => resolve('examples/label-change', side));
    const { stdout, status } = run('review', '--quiet', '--base', base!, '--head', head!);
    expect(stdout).toContain('`limit` is not a field of `spec`');
    expect(status).toBe(1);
    expect(readdirSync(join(work, 'first/.cache/plumbline'))).toHaveLength(1);
  });

  test('two first runs at the same time both work', async () => {
    const runs = [1, 2].map(() => spawn(file, ['--version'], { cwd: work, env: env('second'), stdio: 'ignore' }));
    const codes = await Promise.all(runs.map(async (one) => (await once(one, 'exit'))[0]));
    expect(codes).toEqual([0, 0]);
  });

  test('says when its download was cut off, and leaves nothing behind', () => {
    const cut = join(work, 'cut');
    writeFileSync(cut, readFileSync(file).subarray(0, 1_000_000));
    chmodSync(cut, 0o755);
    const { stderr, status } = spawnSync(cut, ['--version'], { env: env('third'), encoding: 'utf8' });
    expect(stderr).toContain('plumbline: this file is not complete. Download it again.');
    expect(status).toBe(3);
    expect(readdirSync(join(work, 'third/.cache/plumbline'))).toEqual([]);
  });

  test('the formula for Homebrew names each platform once, with its checksum', () => {
    const platforms = Object.keys(nodePackages) as Platform[];
    const checksums = Object.fromEntries(platforms.map((platform, i) => [platform, String(i).repeat(64)]));
    const formula = homebrewFormula(checksums as Record<Platform, string>);
    const found = [...formula.matchAll(/url ".*\/plumbline-([a-z0-9-]+)"\n\s+sha256 "([0-9a-f]{64})"/g)];
    expect(Object.fromEntries(found.map(([, platform, digest]) => [platform, digest]))).toEqual(checksums);
  });
});
