import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { pack } from './pack.ts';
import { packKubevalWasm } from './pack-kubeval-wasm.ts';

// npm installs the package in another folder. The command line must run with only its files.
test('the package runs by itself, and programs can use it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-package-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const inFolder = (program: string, ...args: string[]): string =>
      execFileSync(program, args, { encoding: 'utf8', cwd: folder });
    // Nothing may be needed from a registry.
    inFolder('npm', 'install', '--offline', '--no-audit', pack(folder));
    expect(readdirSync(join(folder, 'node_modules'))).toEqual(['.bin', '.package-lock.json', '@plumbline']);
    const own = join(folder, 'node_modules/@plumbline/cli');
    const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as Record<string, unknown>;
    const files = ['LICENSE', 'README.md', 'action.yml', 'dist', 'docs', 'package.json', 'types'];
    expect(readdirSync(own).sort()).toEqual(files);
    expect(readdirSync(join(own, 'docs'))).toEqual(['plumbline.1']);
    // npm refuses to publish a private package, and one whose repository differs from the provenance.
    expect(manifest.private).toBeUndefined();
    expect(manifest.repository).toMatchObject({ url: 'git+https://github.com/plumbline/plumbline.git' });
    const run = (...args: string[]): string => inFolder('npx', '--no', '--', '@plumbline/cli', ...args);
    expect(run('--version')).toBe(`${manifest.version}\n`);
    expect(run('estimate', resolve('examples/label-change/head'), '--quiet')).toContain('m6i.2xlarge');
    // The program of docs/library.md, in a project that has nothing but the package.
    const [, program] = /^```ts\n(.*?)^```/ms.exec(readFileSync('docs/library.md', 'utf8'))!;
    writeFileSync(join(folder, 'program.ts'), program!);
    const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2023'];
    const node = ['--types', 'node', '--typeRoots', resolve('node_modules/@types')];
    const tsc = resolve('node_modules/.bin/tsc');
    inFolder(tsc, ...strict, ...node, 'program.ts');
    const printed = inFolder('node', 'program.ts');
    expect(printed).toMatch(/^error: .*`limit`.*\nnote: .*\nblock\n### /);
    expect(printed).toMatch(/\n(?:\d+|unknown)\n$/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('kubeval-wasm is a package of its own, with types', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-package-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const inFolder = (program: string, ...args: string[]): string =>
      execFileSync(program, args, { encoding: 'utf8', cwd: folder });
    inFolder('npm', 'install', '--offline', '--no-audit', await packKubevalWasm(folder));
    writeFileSync(
      join(folder, 'program.ts'),
      `import { load } from 'kubeval-wasm';
const validator = await load();
const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer' } },
  'x-kubernetes-validations': [{ rule: 'self.size < 5', message: 'is too large' }] } } } };
const versions = [{ name: 'v1', served: true, storage: true, schema }];
const spec = { group: 'example.com', names: { plural: 'widgets', kind: 'Widget' }, scope: 'Namespaced', versions };
const crd = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'widgets.example.com' }, spec };
const text = (size: number): string =>
  JSON.stringify({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a', namespace: 'b' }, spec: { size } });
for (const size of [4, 5]) console.log(String(validator.validate({ crd, text: text(size) }).strict?.message));
`,
    );
    const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2023'];
    const node = ['--types', 'node', '--typeRoots', resolve('node_modules/@types')];
    inFolder(resolve('node_modules/.bin/tsc'), ...strict, ...node, 'program.ts');
    expect(inFolder('node', 'program.ts')).toBe(
      'undefined\nWidget.example.com "a" is invalid: spec: Invalid value: is too large\n',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
