import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** One of our Go programs, in a folder next to the TypeScript that uses it. */
export interface GoProgram {
  readonly name: string;
  /** Folder of its go.mod. */
  readonly module: string;
  /** Folder of the package in the module. `.` is the module's own folder. Or the import path of a program of another module that is in the list. */
  readonly package: string;
  readonly ldflags: string;
  /** Another list of Go modules than go.mod, as the path of a `.mod` file next to its `.sum`, and the build tags that go with it. */
  readonly modules?: { readonly file: string; readonly tags: readonly string[] };
  /** The cost of the first build on a machine, to be announced before it. */
  readonly cost: string;
}

/** As Go reads them from its environment: a flag with a space needs quotes. */
const flags = [
  '-buildvcs=false',
  '-trimpath',
  // Nobody debugs these programs, so they need no DWARF, which takes an eighth of the compiler's time.
  '-gcflags=all=-dwarf=false',
  // The clients of AWS are large and nobody calls them: half of the time of their compilation was inlining.
  "'-gcflags=github.com/aws/aws-sdk-go-v2/service/...=-dwarf=false -l'",
];

/**
 * The environment of every build. With the same flags, programs share compiled packages. The compiler is a Go program
 * itself, and collects garbage for a quarter of its time unless it may leave more of it.
 */
export const goEnvironment = { GOFLAGS: flags.join(' '), GOGC: '400' } as const;

const cache = process.env.PLUMBLINE_TEST_CACHE ?? join(homedir(), '.cache', 'plumbline-test');

/** Path of the program. It is built on first use into the cache outside the repository, and again when its sources change. */
export function goProgram(program: GoProgram, say: (progress: string) => void = console.error): string {
  const { name, module, package: folder, ldflags, modules, cost } = program;
  const target = join(cache, name, fingerprint(program));
  const path = join(target, name);
  if (existsSync(path)) return path;
  say(`building ${name} into ${target}: the first time on a machine takes about ${cost}`);
  mkdirSync(target, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  const list = modules === undefined ? [] : [`-modfile=${modules.file}`, `-tags=${modules.tags.join(',')}`];
  const options = [...list, '-ldflags', ldflags, '-o', unfinished];
  execFileSync('nice', ['go', 'build', ...options, isOfAnotherModule(folder) ? folder : `./${folder}`], {
    cwd: module,
    env: { ...process.env, ...goEnvironment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // Only a complete program gets this name, so that the next run does not use a partial one.
  renameSync(unfinished, path);
  return path;
}

/** Whether a package is an import path. As Go has it, the first element of the path of a module that can be downloaded has a dot. */
const isOfAnotherModule = (path: string): boolean => /^[^/]+\.[^/]+\//.test(path);

/** A hash of everything from which the program is built. */
function fingerprint({ module, package: folder, ldflags, modules }: GoProgram): string {
  const hash = createHash('sha256').update(ldflags);
  const list = modules?.file ?? 'go.mod';
  const names = isOfAnotherModule(folder) ? [] : readdirSync(join(module, folder));
  const sources = names.filter((name) => name.endsWith('.go'));
  const files = [list, list.replace(/mod$/, 'sum'), ...sources.map((name) => join(folder, name))];
  for (const name of files.sort()) hash.update(name).update(readFileSync(join(module, name)));
  return hash.digest('hex').slice(0, 12);
}
