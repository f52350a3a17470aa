import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countObjects, isManifestFile, type ObjectCount, sumOf } from './manifest-count.ts';
import { type Outcome, outcomeOf, type ReviewJson } from './outcome.ts';

/** Files that are larger are not counted. */
const mostBytes = 1_000_000;

export interface Reviewed {
  readonly outcome: Outcome;
  readonly json: string;
  /** CPU time of the review and of the programs that it starts. */
  readonly cpuSeconds: number;
}

/** A copy of a repository at one commit, in a temporary folder. Its hooks and filters never run, and submodules stay empty. */
export class CheckedOut {
  readonly folder = mkdtempSync(join(tmpdir(), 'plumbline-real-'));
  readonly #cli: string;

  constructor(copy: string, commit: string, cli: string) {
    this.#cli = cli;
    git(undefined, 'clone', '--quiet', '--shared', '--no-checkout', '--template=', copy, this.folder);
    git(this.folder, 'checkout', '--quiet', '--detach', commit);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  counted(): ObjectCount {
    const paths = git(this.folder, 'grep', '-I', '-l', '-z', '-E', 'apiVersion', 'HEAD').split('\0');
    const files = paths.map((path) => path.replace(/^HEAD:/, '')).filter(isManifestFile);
    return sumOf(files.map((path) => countObjects(this.#text(path))));
  }

  /** Reviews the repository as it is, or one commit against its first parent. */
  reviewed(commit?: string): Reviewed {
    const range = commit === undefined ? ['.'] : ['--base', `${commit}^`, '--head', commit];
    const args = [process.execPath, this.#cli, 'review', '--quiet', '--format', 'json', ...range];
    // `times` prints the CPU time of finished children, which Node does not tell.
    const { stdout, stderr, status } = spawnSync('sh', ['-c', '"$@"; code=$?; times >&2; exit $code', 'sh', ...args], {
      cwd: this.folder,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (status !== 0 && status !== 1) throw new Error(`plumbline ended with ${status}: ${stderr.slice(0, 2000)}`);
    return { outcome: outcomeOf(JSON.parse(stdout) as ReviewJson), json: stdout, cpuSeconds: childSeconds(stderr) };
  }

  #text(path: string): string {
    const text = git(this.folder, 'show', `HEAD:${path}`);
    return text.length > mostBytes ? '' : text;
  }
}

/** Seconds in the last line that `times` prints: user and system time of children, such as `0m5.10s 0m0.70s`. */
export function childSeconds(text: string): number {
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  const times = [...last.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  );
  return times.reduce((sum, seconds) => sum + seconds, 0);
}

/** Git without the user's configuration. Exit code 1 of `grep` means that nothing matches. */
function git(folder: string | undefined, ...args: readonly string[]): string {
  const safe = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.quotePath=false', '-c', 'advice.detachedHead=false'];
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_LFS_SKIP_SMUDGE: '1',
  };
  const options = { encoding: 'utf8' as const, maxBuffer: 1 << 28, env, ...(folder && { cwd: folder }) };
  const { stdout, stderr, status } = spawnSync('git', [...safe, ...args], options);
  if (status !== 0 && !(status === 1 && args[0] === 'grep')) throw new Error(`git ${args[0]}: ${stderr.slice(0, 500)}`);
  return stdout;
}
