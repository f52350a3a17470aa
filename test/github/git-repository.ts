import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A tree of files: path → content. */
export type Files = Readonly<Record<string, string | Buffer>>;

const environment = {
  PATH: process.env.PATH,
  HOME: tmpdir(),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
};

/** A real git repository in a temporary folder: what GitHub would hold, fork's commits and all. */
export class GitRepository {
  readonly folder = mkdtempSync(join(tmpdir(), 'plumbline-git-'));

  constructor() {
    this.git('init', '--quiet', '--initial-branch=main');
    this.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  }

  /** Runs git, and gives what it prints without the white space around it. */
  git(...args: string[]): string {
    return this.#run(args).toString('utf8').trim();
  }

  /** The bytes of a blob. */
  blob(sha: string): Buffer {
    return this.#run(['cat-file', 'blob', sha]);
  }

  #run(args: string[]): Buffer {
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    return execFileSync('git', args, { cwd: this.folder, env: environment, maxBuffer: 1e9, stdio });
  }

  /** Commits exactly these files on top of the given parents, and gives the commit's SHA. */
  commit(files: Files, parents: readonly string[] = [], message = 'A change'): string {
    this.git('read-tree', '--empty');
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-tree-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    if (Object.keys(files).length > 0) this.git(`--work-tree=${folder}`, 'add', '--all', '--force', '.');
    rmSync(folder, { recursive: true });
    const tree = this.git('write-tree');
    const sha = this.git('commit-tree', tree, '-m', message, ...parents.flatMap((parent) => ['-p', parent]));
    this.git('update-ref', `refs/commits/${sha}`, sha);
    return sha;
  }

  /** Points a branch or other ref at a commit. */
  point(ref: string, sha: string): void {
    this.git('update-ref', ref, sha);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
