import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

// What `npm pack` takes, unpacked elsewhere, is all there is: the command line must run from it.
test('the package runs by itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-package-'));
  try {
    const said = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      encoding: 'utf8',
    });
    const [{ filename }] = JSON.parse(said) as [{ filename: string }];
    execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
    const { bin, version } = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8')) as {
      bin: { plumbline: string };
      version: string;
    };
    const cli = join(folder, 'package', bin.plumbline);
    const run = (...args: string[]): string => execFileSync('node', [cli, ...args], { encoding: 'utf8', cwd: folder });
    expect(run('--version')).toBe(`${version}\n`);
    expect(readFileSync(cli, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(run('estimate', resolve('examples/label-change/head'), '--quiet')).toContain('m6i.2xlarge');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
