import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { hclModules } from '../src/io/hcl-parser.ts';

const entries = ['cli', 'action', 'bot', 'bot-thread', 'api-server-thread', 'index'].filter((name) =>
  existsSync(`src/${name}.ts`),
);

/** Some bundled packages are CommonJS and call require for Node's own modules. */
const requireShim =
  "import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);";

/** Writes the bundles of the entry points with their shared chunks, the data, and the licences of what is inside. */
export async function bundle(outdir: string): Promise<void> {
  const { metafile } = await build({
    entryPoints: entries.map((name) => `src/${name}.ts`),
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    mainFields: ['module', 'main'],
    conditions: ['node', 'import'],
    chunkNames: 'chunk-[hash]',
    minify: true,
    legalComments: 'none',
    banner: { js: requireShim },
    metafile: true,
    logLevel: 'warning',
    define: { 'process.env.PLUMBLINE_VERSION': JSON.stringify(version()) },
  });
  cpSync('data', join(outdir, 'data'), { recursive: true });
  for (const folder of ['data', 'data/crds', 'data/regions']) compressJson(join(outdir, folder));
  // The API server's own code stands beside the bundles, for most runs of the CLI never read it.
  for (const part of ['kubeval.wasm.br', 'kubeval.memory.br']) cpSync(join('kubeval-wasm', part), join(outdir, part));
  // So does the grammar of Terraform, with what runs it.
  for (const [name, path] of Object.entries(hclModules)) cpSync(join('node_modules', path), join(outdir, 'wasm', name));
  const kubernetes = readFileSync('kubeval-wasm/THIRD-PARTY-LICENSES.txt', 'utf8');
  writeFileSync(join(outdir, 'licenses.txt'), `${licences(metafile)}\n${'-'.repeat(80)}\n\n${kubernetes}`);
  // The bundles stay ES modules wherever the folder is copied to.
  writeFileSync(join(outdir, 'package.json'), '{ "type": "module" }\n');
}

/** The data is text that repeats itself, and a run reads little of it. */
function compressJson(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const file = join(folder, name);
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
    rmSync(file);
  }
}

const version = (): string => JSON.parse(readFileSync('package.json', 'utf8')).version;

/** The licence texts of all bundled packages, equal ones once. */
function licences(metafile: Metafile): string {
  const inside = [
    ...Object.keys(metafile.inputs),
    ...Object.values(hclModules).map((path) => join('node_modules', path)),
  ];
  const folders = new Set(inside.flatMap((input) => input.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []));
  const packages = new Map<string, string[]>();
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const body = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
    packages.set(body, [...(packages.get(body) ?? []), `${name} ${version} (${license})`]);
  }
  // Many packages of one house carry the very same text.
  const texts = [...packages].map(([body, names]) => `${names.sort().join('\n')}\n\n${body}`.trimEnd());
  return `${texts.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
