import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { builtinEdits } from '../kubeval-wasm/edits/builtin.ts';
import { cacheEdits } from '../kubeval-wasm/edits/caches.ts';
import { compilationEdits } from '../kubeval-wasm/edits/compilation.ts';
import type { Edit } from '../kubeval-wasm/edits/edit.ts';
import { knownEdits } from '../kubeval-wasm/edits/known.ts';
import { orderEdits } from '../kubeval-wasm/edits/order.ts';
import { sizeEdits } from '../kubeval-wasm/edits/size.ts';
import type { Program } from '../kubeval-wasm/instance.ts';
import { pictureOf } from '../kubeval-wasm/picture.ts';
import { karpenterWarmUps } from './kubeval-warm-up.ts';

/**
 * Builds kubeval-wasm's program from its Go sources: npm run build -- kubeval [--check] [--output FOLDER].
 * The modules are vendored into a separate folder, changed by kubeval-wasm/edits/, and compiled. Then the program starts once, and a
 * snapshot of its memory is taken, so that later starts are fast. The same Go release gives the same bytes. `--check` compares them with the
 * committed digest and writes nothing. `--output` writes the uncompressed program to another folder, for experiments.
 */
const { values: options } = parseArgs({
  options: { check: { type: 'boolean' }, output: { type: 'string' }, work: { type: 'string' } },
});

/** Another Go release compiles to different bytes. */
const goVersion = 'go1.26.8';
const root = join(import.meta.dirname, '..', 'kubeval-wasm');

async function main(): Promise<void> {
  const work = options.work ?? mkdtempSync(join(tmpdir(), 'kubeval-wasm-'));
  try {
    const program = await pictureOf(build(work), karpenterWarmUps());
    const { code, memory } = program;
    const digest = createHash('sha256').update(code).update(memory).digest('hex');
    if (options.output) unpack(program, options.output);
    else if (options.check) check(digest);
    else write(program, digest, work);
    console.log(`${digest} ${code.length} and ${memory.length} bytes`);
  } finally {
    if (!options.work) rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Packages in which the compiler may inline calls. Inlining makes the program a sixth larger, so it is limited to code
 * where verdicts spend their time.
 */
const inlined = [
  'runtime',
  'internal/runtime/...',
  'internal/abi',
  'internal/bytealg',
  'internal/stringslite',
  'internal/sync',
  'bytes',
  'maps',
  'reflect',
  'regexp',
  'slices',
  'sort',
  'strings',
  'sync',
  'sync/atomic',
  'unicode/utf8',
  'github.com/google/cel-go/common/types/...',
  'github.com/google/cel-go/interpreter/...',
  'k8s.io/kube-openapi/pkg/validation/validate',
  'sigs.k8s.io/json/...',
  'kubeval-wasm/...',
];

function build(work: string): Buffer {
  const version = go(work, 'env', 'GOVERSION').trim();
  if (version !== goVersion && !options.output) throw new Error(`${goVersion} is needed, this is ${version}`);
  cpSync(join(root, 'go'), work, { recursive: true });
  for (const name of ['http', 'known', 'order', 'zones'])
    cpSync(join(root, 'go-stubs', name), join(work, 'stubs', name), { recursive: true });
  go(work, 'mod', 'verify');
  go(work, 'mod', 'vendor');
  for (const edit of [...sizeEdits, ...builtinEdits, ...orderEdits, ...compilationEdits, ...cacheEdits, ...knownEdits])
    apply(edit, join(work, 'vendor'));
  const output = join(work, 'kubeval.wasm');
  const inlining = ['-gcflags=all=-l', ...inlined.map((packages) => `-gcflags=${packages}=`)];
  go(work, 'build', '-mod=vendor', '-trimpath', ...inlining, '-ldflags=-s -w', '-buildvcs=false', '-o', output, '.');
  return readFileSync(output);
}

/** Sets everything that affects the bytes, regardless of the environment. */
function go(folder: string, ...args: string[]): string {
  const { GOFLAGS: _flags, GOEXPERIMENT: _experiment, GOWASM: _wasm, ...rest } = process.env;
  const env = { ...rest, GOOS: 'js', GOARCH: 'wasm', GOWORK: 'off', GOTOOLCHAIN: 'local' };
  return execFileSync('go', args, { cwd: folder, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'inherit'] });
}

function apply(edit: Edit, vendor: string): void {
  if ('stub' in edit) replacePackage(edit.stub, vendor);
  else if ('add' in edit) addToPackage(edit.add, vendor);
  else if ('remove' in edit) rmSync(join(vendor, edit.remove));
  else replaceText(edit, join(vendor, edit.file));
}

function replaceText({ from, to, why }: { from: string; to: string; why: string }, file: string): void {
  const text = readFileSync(file, 'utf8');
  const hits = text.split(from).length - 1;
  if (hits !== 1) throw new Error(`${hits} times, not once, ${JSON.stringify(from)} in ${file}: ${why}`);
  const replaced = text.replace(from, () => to);
  writeFileSync(file, replaced);
}

const goFiles = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.go'));

function replacePackage(path: string, vendor: string): void {
  for (const name of goFiles(join(vendor, path))) rmSync(join(vendor, path, name));
  addToPackage(path, vendor);
}

function addToPackage(path: string, vendor: string): void {
  for (const name of goFiles(join(root, 'go-stubs', path)))
    cpSync(join(root, 'go-stubs', path, name), join(vendor, path, name));
}

function check(digest: string): void {
  const committed = readFileSync(join(root, 'kubeval.wasm.sha256'), 'utf8').trim();
  if (committed !== digest) throw new Error(`the committed program is ${committed}, the sources give ${digest}`);
}

function unpack({ code, memory }: Program, folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'kubeval.wasm'), code);
  writeFileSync(join(folder, 'kubeval.memory'), memory);
}

function write({ code, memory }: Program, digest: string, work: string): void {
  writeFileSync(join(root, 'kubeval.wasm.br'), packed(code));
  writeFileSync(join(root, 'kubeval.memory.br'), packed(memory));
  writeFileSync(join(root, 'kubeval.wasm.sha256'), `${digest}\n`);
  writeFileSync(join(root, 'go-runtime.js'), runtime(work));
  writeFileSync(join(root, 'THIRD-PARTY-LICENSES.txt'), licences(work));
}

function packed(bytes: Uint8Array): Buffer {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params });
}

/** Go's own bridge to JavaScript, in a function that hides our global variables from it. */
function runtime(work: string): string {
  const source = readFileSync(join(go(work, 'env', 'GOROOT').trim(), 'lib/wasm/wasm_exec.js'), 'utf8');
  return `// lib/wasm/wasm_exec.js of ${goVersion}, unchanged but for the function around it: Go sees the object that is handed in
// and no other global. Written by scripts/build-kubeval-wasm.ts, do not edit.
export function createGo(globalThis) {
const { fs } = globalThis;
${source}
return globalThis.Go;
}
`;
}

/** The notices of every included module, and of Go itself. */
function licences(work: string): string {
  const format = '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}';
  const modules = [...new Set(go(work, 'list', '-mod=vendor', '-deps', '-f', format, '.').split('\n'))].filter(Boolean);
  const texts = new Map<string, string[]>();
  const add = (name: string, folder: string) => {
    for (const file of readdirSync(folder)
      .filter((file) => /^(LICEN[CS]E|NOTICE|COPYING)/i.test(file))
      .sort()) {
      const text = readFileSync(join(folder, file), 'utf8').trim();
      texts.set(text, [...(texts.get(text) ?? []), name]);
    }
  };
  add(`the Go distribution, ${goVersion}`, go(work, 'env', 'GOROOT').trim());
  for (const module of modules.sort()) add(module, join(work, 'vendor', module.split(' ')[0]!));
  const parts = [...texts].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
  return `kubeval.wasm contains code of these projects.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

await main();
