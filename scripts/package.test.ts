import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { pack } from './pack.ts';

// The package is unpacked in another folder. The command line must run with only its files.
test('the package runs by itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-package-'));
  try {
    execFileSync('tar', ['-xzf', pack(folder), '-C', folder]);
    const own = join(folder, 'package');
    const { bin, version, dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as {
      bin: { plumbline: string };
      version: string;
      dependencies?: unknown;
    };
    expect(readdirSync(own).sort()).toEqual(['LICENSE', 'README.md', 'action.yml', 'dist', 'docs', 'package.json']);
    expect(dependencies).toBeUndefined();
    expect(readdirSync(join(own, 'docs'))).toEqual(['plumbline.1']);
    const cli = join(own, bin.plumbline);
    const run = (...args: string[]): string => execFileSync('node', [cli, ...args], { encoding: 'utf8', cwd: folder });
    expect(run('--version')).toBe(`${version}\n`);
    expect(readFileSync(cli, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(run('estimate', resolve('examples/label-change/head'), '--quiet')).toContain('m6i.2xlarge');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
