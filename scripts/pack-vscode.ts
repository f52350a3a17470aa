/**
 * `npm ci --prefix editors/vscode && node scripts/pack-vscode.ts FOLDER` writes the extension for VS Code,
 * plumbline-VERSION.vsix, into the folder. The extension contains dist/.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { licences } from './bundle.ts';

const extensionFolder = 'editors/vscode';

/** Packs the extension with the packages of `editors/vscode`, and returns its path. */
export async function packVscode(folder: string, packages = join(extensionFolder, 'node_modules')): Promise<string> {
  const { name, version } = JSON.parse(readFileSync(join(extensionFolder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const work = mkdtempSync(join(tmpdir(), 'plumbline-vscode-'));
  try {
    const bundled = await bundleExtension(join(work, 'extension.cjs'), resolve(packages));
    writeFileSync(join(work, 'licenses.txt'), licences(bundled));
    for (const file of ['package.json', 'README.md']) cpSync(join(extensionFolder, file), join(work, file));
    for (const file of ['LICENSE', 'CHANGELOG.md', 'dist']) cpSync(file, join(work, file), { recursive: true });
    cpSync('docs/plumbline.schema.json', join(work, 'plumbline.schema.json'));
    const file = join(resolve(folder), `${name}-${version}.vsix`);
    const vsce = join(resolve(packages), '@vscode/vsce/vsce');
    const args = ['package', '--no-dependencies', '--no-rewrite-relative-links', '--out', file];
    execFileSync(process.execPath, [vsce, ...args], { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] });
    return file;
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Bundles the extension into one file. VS Code itself provides the module `vscode`. Returns the bundled files. */
async function bundleExtension(file: string, packages: string): Promise<string[]> {
  const build = await rolldown({
    input: join(extensionFolder, 'extension.mts'),
    platform: 'node',
    external: ['vscode'],
    resolve: { modules: [packages] },
  });
  const { output } = await build.write({ file, format: 'cjs', minify: true, comments: false });
  await build.close();
  return output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : [])).map((id) => relative('.', id));
}

if (import.meta.main) console.log(await packVscode(process.argv[2] ?? '.'));
