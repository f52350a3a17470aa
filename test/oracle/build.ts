import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { goEnvironment } from '../go-program.ts';
import { breakTies, tieBreaks } from './tie-breaks.ts';

/** Paths of the two builds of the oracle. */
export interface OracleBuild {
  /** The unchanged Karpenter. */
  readonly real: string;
  /** The same with ties broken by name. */
  readonly byName: string;
}

const source = fileURLToPath(new URL('.', import.meta.url));
const cache = join(process.env.PLUMBLINE_TEST_CACHE ?? join(homedir(), '.cache', 'plumbline-test'), 'oracle');
const core = 'sigs.k8s.io/karpenter';

/** A release for which there is an oracle. All other figures come from 1.14. */
export type OracleRelease = '1.14' | '1.15';

interface Release {
  /** Name of the `.mod` and `.sum` files with its Go modules. */
  readonly modules: string;
  /** Build tag for the source files that differ. */
  readonly flags: readonly string[];
  /** The Go version that the modules require, if the machine's may be too old. Go downloads it. */
  readonly toolchain?: string;
}

const releases: Readonly<Record<OracleRelease, Release>> = {
  '1.14': { modules: 'go', flags: [] },
  '1.15': { modules: '1.15', flags: ['-tags=karpenter_1_15'], toolchain: 'go1.26.10' },
};

/** Whether Go is installed. Without it there is no oracle. */
export const hasGo = (): boolean => spawnSync('go', ['version']).status === 0;

/** Builds both oracles of a release, or finds them in the cache outside the repository. Announces slow steps. */
export function buildOracle(
  say: (progress: string) => void = console.error,
  release: OracleRelease = '1.14',
): OracleBuild {
  const { modules, flags } = releases[release];
  const folder = join(cache, fingerprint(modules));
  const build = { real: join(folder, 'oracle'), byName: join(folder, 'oracle-by-name') };
  if (existsSync(build.real) && existsSync(build.byName)) return build;
  say(
    `building the oracle into ${folder}: the first time on a machine compiles all of Karpenter, about 5 minutes of CPU`,
  );
  mkdirSync(folder, { recursive: true });
  const go = goOf(releases[release]);
  compile(go, build.real, [`-modfile=${modules}.mod`, ...flags]);
  say('building the oracle whose ties are broken by name');
  const edited = [`-modfile=${editedModule(go, modules)}`, ...flags, '-ldflags=-X main.instanceTypeOrder=name'];
  compile(go, build.byName, edited);
  return build;
}

/** A hash of everything from which the programs are built. */
function fingerprint(modules: string): string {
  const hash = createHash('sha256').update(JSON.stringify(tieBreaks));
  const lists = [`${modules}.mod`, `${modules}.sum`];
  const files = readdirSync(source).filter((name) => name.endsWith('.go') || lists.includes(name));
  for (const name of files.sort()) hash.update(name).update(readFileSync(join(source, name)));
  return hash.digest('hex').slice(0, 12);
}

type Go = (...args: string[]) => string;

/** Runs Go with the settings of a release. */
const goOf =
  ({ toolchain }: Release): Go =>
  (...args) =>
    execFileSync('go', args, {
      cwd: source,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...goEnvironment, ...(toolchain && { GOTOOLCHAIN: toolchain }) },
    }).trim();

/** Only a complete program gets this name, so that the next run does not use a partial one. */
function compile(go: Go, target: string, flags: readonly string[]): void {
  const unfinished = `${target}.${process.pid}`;
  go('build', ...flags, '-o', unfinished, '.');
  renameSync(unfinished, target);
}

/** A go.mod that uses a copy of Karpenter with the edits. The copy always has the same path, so that Go's build cache works. */
function editedModule(go: Go, modules: string): string {
  const list = `-modfile=${modules}.mod`;
  go('mod', 'download', list, core);
  const suffix = modules === 'go' ? 'by-name' : `by-name-${modules}`;
  const copy = join(cache, `karpenter-${suffix}`);
  rmSync(copy, { recursive: true, force: true });
  copyWithEdits(go('list', '-m', list, '-f', '{{.Dir}}', core), copy);
  const modfile = join(cache, `${suffix}.mod`);
  const text = readFileSync(join(source, `${modules}.mod`), 'utf8');
  writeFileSync(modfile, text.replace(/^replace sigs\.k8s\.io\/karpenter => .*$/m, `replace ${core} => ${copy}`));
  writeFileSync(join(cache, `${suffix}.sum`), readFileSync(join(source, `${modules}.sum`)));
  return modfile;
}

/** Not cpSync, because folders of the module cache are read-only, and copies of them could not be removed. */
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
