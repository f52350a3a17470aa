/** The extension for VS Code, packed by its own tool. No test runs VS Code; test/lsp.test.ts asks the language server. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packVscode } from '../../scripts/pack-vscode.ts';
import { ownPackages } from '../own-packages.ts';

describe('the extension for VS Code', () => {
  const work = mkdtempSync(join(tmpdir(), 'plumbline-vsix-'));
  const extension = join(work, 'extension');
  let packages: string;
  beforeAll(async () => {
    packages = ownPackages('editors/vscode');
    const file = await packVscode(work, packages);
    const { status, stderr } = spawnSync('python3', ['-m', 'zipfile', '-e', file, work], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  test('contains everything that its manifest names, and has the version of the package', () => {
    const manifest = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(manifest.version).toBe(version);
    const named = [manifest.main, ...manifest.contributes.yamlValidation.map(({ url }: { url: string }) => url)];
    for (const file of [...named, 'licenses.txt', 'LICENSE.txt', 'readme.md', 'changelog.md'])
      expect(existsSync(join(extension, file)), file).toBe(true);
  });

  test('its command line runs from where it is installed', () => {
    const cli = join(extension, 'dist/cli.js');
    const { stdout } = spawnSync(process.execPath, [cli, 'check', resolve('examples/label-change/head')], {
      encoding: 'utf8',
    });
    expect(stdout).toContain('schema/unknown-field');
  });

  test('asks the editor for `vscode` and includes everything else', () => {
    const bundle = readFileSync(join(extension, 'extension.cjs'), 'utf8');
    const asked = [...bundle.matchAll(/\brequire\(([`'"])([^`'"]+)\1\)/g)].map(([, , name]) => name!);
    const own = new Set(asked.filter((name) => !name.startsWith('node:')));
    const builtin = new Set(process.getBuiltinModule('module').builtinModules);
    expect([...own].filter((name) => !builtin.has(name))).toEqual(['vscode']);
  });

  test('its types are right', () => {
    const folder = join(work, 'source/editors/vscode');
    cpSync('editors/vscode', folder, { recursive: true, filter: (path) => !path.includes('node_modules') });
    cpSync('tsconfig.json', join(work, 'source/tsconfig.json'));
    symlinkSync(packages, join(folder, 'node_modules'));
    symlinkSync(resolve('node_modules'), join(work, 'source/node_modules'));
    const { stdout, status } = spawnSync(resolve('node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });
});
