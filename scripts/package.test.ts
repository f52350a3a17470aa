import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { pack } from './pack.ts';

// The package is unpacked in another folder. The command line must run with only its files.
test('the package runs by itself, and programs can use it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-package-'));
  try {
    execFileSync('tar', ['-xzf', pack(folder), '-C', folder]);
    const own = join(folder, 'package');
    const { bin, version, dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as {
      bin: { plumbline: string };
      version: string;
      dependencies?: unknown;
    };
    const files = ['LICENSE', 'README.md', 'action.yml', 'dist', 'docs', 'package.json', 'types'];
    expect(readdirSync(own).sort()).toEqual(files);
    expect(dependencies).toBeUndefined();
    expect(readdirSync(join(own, 'docs'))).toEqual(['plumbline.1']);
    const cli = join(own, bin.plumbline);
    const run = (...args: string[]): string => execFileSync('node', [cli, ...args], { encoding: 'utf8', cwd: folder });
    expect(run('--version')).toBe(`${version}\n`);
    expect(readFileSync(cli, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(run('estimate', resolve('examples/label-change/head'), '--quiet')).toContain('m6i.2xlarge');
    // The program of docs/library.md, in a project that has nothing but the package.
    mkdirSync(join(folder, 'node_modules'));
    renameSync(own, join(folder, 'node_modules/plumbline'));
    const [, program] = /^```ts\n(.*?)^```/ms.exec(readFileSync('docs/library.md', 'utf8'))!;
    writeFileSync(join(folder, 'program.ts'), program!);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2023'];
    const node = ['--types', 'node', '--typeRoots', resolve('node_modules/@types')];
    const tsc = resolve('node_modules/.bin/tsc');
    execFileSync(tsc, [...strict, ...node, 'program.ts'], { cwd: folder, encoding: 'utf8' });
    const printed = execFileSync('node', ['program.ts'], { encoding: 'utf8', cwd: folder });
    expect(printed).toMatch(/^error: .*`limit`.*\nnote: .*\nblock\n### /);
    expect(printed).toMatch(/\n(?:\d+|unknown)\n$/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
