import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { defaultKarpenterVersion } from '../src/engine/karpenter/api/versions.ts';
import { script } from '../src/engine/report/html/script.ts';
import { style } from '../src/engine/report/html/style.ts';
import type { AssetIndex } from '../src/hosts/playground/asset-index.ts';
import { dataFolder } from '../src/io/catalog/data-folder.ts';
import { openFacts } from '../src/io/catalog/facts.ts';
import { badReleasesFile, crdsFile, regionFile, typesFile } from '../src/io/catalog/facts-of-data.ts';
import { hclModules } from '../src/io/terraform/hcl-parser.ts';
import { licences } from './bundle.ts';

/** What the catalog is read for if no file names a region. */
const defaultRegion = 'us-east-1';

/** Names of the API server's code. They do not end in .br, so that no server declares an encoding and the browser leaves them packed. */
const packed = { 'kubeval-code.bin': 'kubeval.wasm.br', 'kubeval-memory.bin': 'kubeval.memory.br' } as const;

/**
 * Builds the playground: index.html, and everything else in one folder whose name changes with its content, so that a browser never mixes
 * two versions.
 */
export async function buildPlayground(outdir: string): Promise<void> {
  rmSync(outdir, { recursive: true, force: true });
  const building = join(outdir, 'assets');
  mkdirSync(building, { recursive: true });
  const modules = await writeModules(building);
  writeData(join(building, 'data'));
  for (const [name, from] of Object.entries(packed)) cpSync(join('kubeval-wasm', from), join(building, name));
  cpSync('node_modules/brotli-dec-wasm/pkg/brotli_dec_wasm_bg.wasm', join(building, 'brotli.wasm'));
  for (const [name, from] of Object.entries(hclModules)) cpSync(join('node_modules', from), join(building, name));
  writeFileSync(join(building, 'style.css'), `${style}\n${readFileSync('playground/style.css', 'utf8')}`);
  writeFileSync(join(building, 'comment.css'), commentStyles());
  const styles = 'node_modules/github-markdown-css/github-markdown-light.css';
  writeFileSync(join(building, 'licenses.txt'), licences([...modules, styles]));
  const assets = `assets-${hashOf(building)}`;
  renameSync(building, join(outdir, assets));
  const page = readFileSync('playground/index.html', 'utf8');
  writeFileSync(join(outdir, 'index.html'), page.replaceAll('{{assets}}', assets).replace('{{policy}}', policy));
}

/** Bundles the page and its worker. Returns the bundled files. */
async function writeModules(outdir: string): Promise<string[]> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const build = await rolldown({
    input: { page: 'playground/page.ts', worker: 'playground/worker.ts' },
    platform: 'browser',
    // web-tree-sitter calls `eval` only for grammars with JavaScript in them, and imports modules of Node only in Node.
    checks: { eval: false },
    transform: { target: 'es2023', define: { 'process.env.PLUMBLINE_VERSION': JSON.stringify(version) } },
  });
  const { output } = await build.write({
    dir: outdir,
    format: 'esm',
    minify: true,
    comments: false,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  const foreign = output.flatMap((part) =>
    part.type === 'chunk' ? part.imports.filter((name) => name.startsWith('node:')) : [],
  );
  if (foreign.length > 0) throw new Error(`the playground imports modules that only Node has: ${foreign.join(', ')}`);
  return output
    .flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
    .filter((id) => !id.startsWith('\0'))
    .map((id) => relative('.', id));
}

/** The data as plain JSON, which servers compress on their own, and what there is. */
function writeData(outdir: string): void {
  cpSync('data', outdir, { recursive: true, filter: (path) => !path.endsWith('.md') });
  const { karpenterVersions, regions } = openFacts(dataFolder);
  const index: AssetIndex = {
    regions,
    karpenterVersions,
    first: [typesFile, badReleasesFile, regionFile(defaultRegion), crdsFile(defaultKarpenterVersion)],
    packed: Object.fromEntries(
      Object.entries(packed).map(([name, from]) => [name, statSync(join('kubeval-wasm', from)).size]),
    ),
  };
  writeFileSync(join(outdir, 'index.json'), JSON.stringify(index));
}

/** GitHub's own style for the comment, for each theme. */
const commentStyles = (): string =>
  ['light', 'dark']
    .map((theme) => {
      const stylesheet = readFileSync(`node_modules/github-markdown-css/github-markdown-${theme}.css`, 'utf8');
      return `[data-theme="${theme}"] { ${stylesheet} }\n`;
    })
    .join('');

/**
 * Nothing is sent anywhere: the page reads only files from where it comes from. The report in its frame brings its own script, which is
 * allowed by its hash. The editor writes style elements.
 */
const policy = [
  `default-src 'none'`,
  `script-src 'self' 'wasm-unsafe-eval' 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  `worker-src 'self' blob:`,
  `connect-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src data:`,
  `frame-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ');

function hashOf(folder: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  for (const file of files) {
    const path = join(folder, file);
    if (statSync(path).isFile()) hash.update(file).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 12);
}
