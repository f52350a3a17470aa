/**
 * Builds dist/: the bundles of the entry points with their shared chunks, the data, and the licences of what is inside.
 * `node scripts/build.ts --check` builds beside it and fails when a byte differs from what is committed.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';

const entries = ['cli', 'action', 'bot', 'index'].filter((name) => existsSync(`src/${name}.ts`));

/** Some bundled packages are CommonJS and call require for Node's own modules. */
const requireShim =
  "import { createRequire as plumblineRequire } from 'node:module';const require = plumblineRequire(import.meta.url);";

async function bundle(outdir: string): Promise<void> {
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
    keepNames: true,
    legalComments: 'none',
    banner: { js: requireShim },
    metafile: true,
    logLevel: 'warning',
    define: { 'process.env.PLUMBLINE_VERSION': JSON.stringify(version()) },
  });
  cpSync('data', join(outdir, 'data'), { recursive: true });
  writeFileSync(join(outdir, 'licenses.txt'), licences(metafile));
}

const version = (): string => JSON.parse(readFileSync('package.json', 'utf8')).version;

/** The licence texts of all bundled packages, by name. */
function licences(metafile: Metafile): string {
  const folders = new Set(
    Object.keys(metafile.inputs).flatMap((input) => input.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []),
  );
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const body = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
    return `${name} ${version} (${license})\n\n${body}`.trimEnd();
  });
  return `${texts.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Relative path → content of every file below a folder. */
function contents(folder: string): Map<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), readFileSync(path)];
    }),
  );
}

function differences(committed: Map<string, Buffer>, built: Map<string, Buffer>): string[] {
  const names = [...new Set([...committed.keys(), ...built.keys()])].sort();
  return names.filter((name) => !committed.get(name)?.equals(built.get(name) ?? Buffer.alloc(0)) || !built.has(name));
}

if (process.argv.includes('--check')) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-dist-'));
  await bundle(folder);
  const stale = differences(contents('dist'), contents(folder));
  rmSync(folder, { recursive: true });
  if (stale.length > 0) {
    console.error(`dist/ is not what src/ builds: ${stale.join(', ')}\nRun \`npm run build\` and commit dist/.`);
    process.exit(1);
  }
  console.log('dist/ is what src/ builds, byte for byte.');
} else {
  rmSync('dist', { recursive: true, force: true });
  await bundle('dist');
  const bytes = [...contents('dist').values()].reduce((sum, content) => sum + content.length, 0);
  console.log(`dist/ is ${(bytes / 1e6).toFixed(1)} MB.`);
}
