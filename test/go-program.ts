import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A program of ours in Go, which stands beside the TypeScript that uses it. */
export interface GoProgram {
  readonly name: string;
  /** Folder of its go.mod. */
  readonly module: string;
  /** Folder of the package in the module; `.` is the module's own. */
  readonly package: string;
  readonly ldflags: string;
  /** What the first build on a machine costs, to be said before it. */
  readonly cost: string;
}

const cache = process.env.PLUMBLINE_TEST_CACHE ?? join(homedir(), '.cache', 'plumbline-test');

/** Path of the program, built on first use into the cache outside of the repository, and again when its sources change. */
export function goProgram(program: GoProgram, say: (progress: string) => void = console.error): string {
  const { name, module, package: folder, ldflags, cost } = program;
  const target = join(cache, name, fingerprint(program));
  const path = join(target, name);
  if (existsSync(path)) return path;
  say(`building ${name} into ${target}: the first time on a machine takes about ${cost}`);
  mkdirSync(target, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  const args = ['go', 'build', '-buildvcs=false', '-trimpath', '-ldflags', ldflags, '-o', unfinished, `./${folder}`];
  execFileSync('nice', args, { cwd: module, stdio: ['ignore', 'inherit', 'inherit'] });
  // Only a finished program gets the name that the next run looks for.
  renameSync(unfinished, path);
  return path;
}

/** Changes with everything that the program is built from. */
function fingerprint({ module, package: folder, ldflags }: GoProgram): string {
  const hash = createHash('sha256').update(ldflags);
  const sources = readdirSync(join(module, folder)).filter((name) => name.endsWith('.go'));
  const files = ['go.mod', 'go.sum', ...sources.map((name) => join(folder, name))];
  for (const name of files.sort()) hash.update(name).update(readFileSync(join(module, name)));
  return hash.digest('hex').slice(0, 12);
}
