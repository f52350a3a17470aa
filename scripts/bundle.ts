import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type ChunkingContext, type PreRenderedChunk, rolldown } from 'rolldown';
import { hclModules } from '../src/io/terraform/hcl-parser.ts';
import { ChunkNames, ownSources } from './chunk-name.ts';

const entries = ['cli', 'action', 'bot', 'bot-thread', 'lambda', 'api-server-thread', 'index', 'mcp', 'lsp'].filter(
  (name) => existsSync(`src/${name}.ts`),
);

/** Writes the bundles of the entry points with their shared chunks, the data, and the licenses of bundled packages. */
export async function bundle(outdir: string): Promise<void> {
  const modules = await writeModules(outdir);
  chmodSync(join(outdir, 'cli.js'), 0o755);
  cpSync('data', join(outdir, 'data'), { recursive: true });
  for (const folder of ['data', 'data/crds', 'data/node-classes', 'data/regions']) compressJson(join(outdir, folder));
  // The API server's own code is in files next to the bundles, because most runs of the CLI never read it.
  for (const part of ['kubeval.wasm.br', 'kubeval.memory.br']) cpSync(join('kubeval-wasm', part), join(outdir, part));
  // The same holds for Terraform's grammar and the parser that uses it.
  mkdirSync(join(outdir, 'wasm'));
  for (const [name, path] of Object.entries(hclModules))
    writeFileSync(join(outdir, 'wasm', `${name}.br`), brotliCompressSync(readFileSync(join('node_modules', path))));
  const inside = [...modules, ...Object.values(hclModules).map((path) => join('node_modules', path))];
  writeFileSync(join(outdir, 'licenses.txt'), licences(inside));
  // The bundles stay ES modules, wherever somebody copies the folder.
  writeFileSync(join(outdir, 'package.json'), '{ "type": "module" }\n');
}

/** The data is repetitive text, and a run reads little of it. */
function compressJson(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const file = join(folder, name);
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
    rmSync(file);
  }
}

/** Bundles the entry points. Returns the bundled files. */
async function writeModules(outdir: string): Promise<string[]> {
  const chunkNames = new ChunkNames([...entries, ...together.map(([chunk]) => chunk)], ownSources());
  const build = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    transform: {
      target: 'node20.19',
      define: { 'process.env.PLUMBLINE_VERSION': JSON.stringify(version()) },
    },
    resolve: { mainFields: ['module', 'main'], conditionNames: ['node', 'import'] },
    // Packages call `eval` only for environments that we do not use.
    checks: { eval: false },
  });
  const { output } = await build.write({
    dir: outdir,
    format: 'esm',
    minify: true,
    comments: false,
    entryFileNames: '[name].js',
    // No hashes: a file that changes keeps its name, so that git stores the change only, and a reader of a diff sees what it is of.
    chunkFileNames: (chunk) => `${isTogether(chunk) ? chunk.name : chunkNames.nameOf(chunk)}.js`,
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkOf(), debugName: 'together' }] },
  });
  await build.close();
  return output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : [])).map((id) => relative('.', id));
}

/**
 * The modules that each review loads are in a few chunks, instead of one chunk for each set of commands that share a module. Node takes a
 * millisecond to find and link each chunk. A chunk holds everything that its roots import, except modules of earlier chunks.
 */
const together: readonly (readonly [chunk: string, roots: readonly string[]])[] = [
  ['verdicts', ['src/io/api-server/verdict-thread.ts']],
  ['command', ['src/hosts/cli/main.ts']],
  ['read', ['src/hosts/cli/input/read-ahead.ts', 'src/io/api-server/background-api-server.ts']],
  ['manifests', ['src/hosts/cli/migrate.ts']],
  ['rules', ['src/hosts/cli/reference/rules.ts', 'src/hosts/cli/reference/explain.ts']],
  ['catalog', ['src/hosts/cli/reference/catalog.ts']],
  ['judge', ['src/hosts/cli/review/review.ts', 'src/review/review-pair.ts']],
  ['figures', ['src/engine/review/figures/figures.ts']],
];

/** Whether a chunk is one of these. No other chunk holds a root. */
function isTogether({ name, moduleIds }: PreRenderedChunk): boolean {
  const roots = together.find(([chunk]) => chunk === name)?.[1] ?? [];
  return roots.some((root) => moduleIds.includes(resolve(root)));
}

/** Returns the chunk of a module, or null to leave the choice to the bundler. */
function chunkOf(): (id: string, context: ChunkingContext) => string | null {
  let chunks: ReadonlyMap<string, string> | undefined;
  return (id, context) => {
    chunks ??= chunksOf(context);
    return chunks.get(id) ?? null;
  };
}

function chunksOf(context: ChunkingContext): Map<string, string> {
  const chunks = new Map<string, string>();
  for (const [chunk, roots] of together) {
    const ids = roots.map((root) => resolve(root));
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      if (chunks.has(id)) continue;
      chunks.set(id, chunk);
      ids.push(...(context.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return chunks;
}

const version = (): string => JSON.parse(readFileSync('package.json', 'utf8')).version;

/** The license texts of all bundled packages and of the API server's code, each once with the packages and copyright notices it holds for. */
export function licences(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((input) => input.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []));
  const texts = new Map<string, { readonly packages: string[]; readonly text: string }>();
  for (const { name, text: written } of [...[...folders].map(licenceOf), ...licencesOfApiServer()]) {
    const lines = written.split(/\r?\n/);
    const notices = lines.filter(isNotice).map((line) => `  ${line.trim()}\n`);
    const text = lines.filter((line) => !isNotice(line)).join('\n');
    const key = text.split(/\s+/).join(' ').trim();
    const shared = texts.get(key) ?? { packages: [], text };
    shared.packages.push(`${name}\n${notices.join('')}`);
    texts.set(key, shared);
  }
  const all = [...texts.values()].map(({ packages, text }) => `${packages.sort().join('')}\n${text.trim()}`.trimEnd());
  return `${all.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function licenceOf(folder: string): { readonly name: string; readonly text: string } {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return {
    name: `${name} ${version} (${license})`,
    text: file ? readFileSync(join(folder, file), 'utf8').trim() : '',
  };
}

/** The notices of the API server's code: names of Go modules, a blank line, and a text. */
const licencesOfApiServer = (): { readonly name: string; readonly text: string }[] =>
  readFileSync('kubeval-wasm/THIRD-PARTY-LICENSES.txt', 'utf8')
    .replace(/^kubeval\.wasm contains.*\n/, '')
    .split(/\n-{20,}\n/)
    .map((part) => {
      const at = part.trim().indexOf('\n\n');
      return { name: part.trim().slice(0, at), text: part.trim().slice(at).trim() };
    });

/** A line such as `Copyright (c) 2014 Jane Doe`. */
const isNotice = (line: string): boolean => /^\s*Copyright\s+(?:\([cC]\)|©|\d|[A-Z[{])/.test(line);
