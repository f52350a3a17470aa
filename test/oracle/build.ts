import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { breakTies, tieBreaks } from './tie-breaks.ts';

/** The two builds of the oracle, as paths of programs. */
export interface OracleBuild {
  /** Upstream as it is. */
  readonly real: string;
  /** The same with ties broken by name. */
  readonly byName: string;
}

const source = fileURLToPath(new URL('.', import.meta.url));
const cache = join(process.env.PLUMBLINE_TEST_CACHE ?? join(homedir(), '.cache', 'plumbline-test'), 'oracle');
const core = 'sigs.k8s.io/karpenter';

/** True where Go is installed, without which there is no oracle. */
export const hasGo = (): boolean => spawnSync('go', ['version']).status === 0;

/** Builds both oracles, or finds them in the cache outside of the repository; says what takes long. */
export function buildOracle(say: (progress: string) => void = console.error): OracleBuild {
  const folder = join(cache, fingerprint());
  const build = { real: join(folder, 'oracle'), byName: join(folder, 'oracle-by-name') };
  if (existsSync(build.real) && existsSync(build.byName)) return build;
  say(
    `building the oracle into ${folder}: the first time on a machine compiles all of Karpenter, about 5 minutes of CPU`,
  );
  mkdirSync(folder, { recursive: true });
  compile(build.real, []);
  say('building the oracle whose ties are broken by name');
  compile(build.byName, [`-modfile=${editedModule()}`, '-ldflags=-X main.instanceTypeOrder=name']);
  return build;
}

/** Changes with everything that the programs are built from. */
function fingerprint(): string {
  const hash = createHash('sha256').update(JSON.stringify(tieBreaks));
  const files = readdirSync(source).filter((name) => name.endsWith('.go') || name === 'go.mod' || name === 'go.sum');
  for (const name of files.sort()) hash.update(name).update(readFileSync(join(source, name)));
  return hash.digest('hex').slice(0, 12);
}

const go = (...args: string[]): string =>
  execFileSync('go', args, { cwd: source, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** Only a finished program gets the name that the next run looks for. */
function compile(target: string, flags: readonly string[]): void {
  const unfinished = `${target}.${process.pid}`;
  go('build', '-buildvcs=false', ...flags, '-o', unfinished, '.');
  renameSync(unfinished, target);
}

/** A go.mod that takes Karpenter from a copy with the edits. The copy keeps its place, so that Go's build cache knows it again. */
function editedModule(): string {
  go('mod', 'download', core);
  const copy = join(cache, 'karpenter-by-name');
  rmSync(copy, { recursive: true, force: true });
  copyWithEdits(go('list', '-m', '-f', '{{.Dir}}', core), copy);
  const modfile = join(cache, 'by-name.mod');
  const text = readFileSync(join(source, 'go.mod'), 'utf8');
  writeFileSync(modfile, text.replace(/^replace sigs\.k8s\.io\/karpenter => .*$/m, `replace ${core} => ${copy}`));
  writeFileSync(join(cache, 'by-name.sum'), readFileSync(join(source, 'go.sum')));
  return modfile;
}

/** Not cpSync: folders of the module cache are read-only, and their copies could not be removed. */
function copyWithEdits(from: string, to: string): void {
  const edited = new Set(tieBreaks.map(({ file }) => file));
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const file = relative(from, path);
    const content = readFileSync(path);
    mkdirSync(dirname(join(to, file)), { recursive: true });
    writeFileSync(join(to, file), edited.has(file) ? breakTies(file, content.toString('utf8')) : content);
  }
}
