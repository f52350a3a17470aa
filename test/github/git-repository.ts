import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

/** A path in fast-import's format. `\udcff` stands for the byte 0xff, which is not valid UTF-8. */
const quoted = (path: string): string =>
  JSON.stringify(path).replace(/\\udc([0-9a-f]{2})/g, (_, byte) => `\\${Number.parseInt(byte, 16).toString(8)}`);

/** Entries that are not regular files: path → the commit of a submodule, or the target of a symbolic link. */
export interface OtherEntries {
  readonly submodules?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  /** The message of the commit. */
  readonly subject?: string;
}

/** A real git repository in a temporary folder, with everything that GitHub would store, including commits of forks. */
export class GitRepository {
  readonly folder = mkdtempSync(join(tmpdir(), 'plumbline-git-'));
  #commits = 0;
  /** The parents of the commits that this class made. */
  readonly #parents = new Map<string, readonly string[]>();

  constructor() {
    this.git('init', '--quiet', '--initial-branch=main');
    this.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  }

  /** Runs git and returns its trimmed output. Throws if git fails. */
  git(...args: string[]): string {
    const [command, one, other] = args;
    // The bot compares every pair of many changes, and starting a program takes long.
    if (command === 'merge-base' && this.#areUnrelated(one!, other!)) throw new Error('no common ancestor');
    return this.#run(args).toString('utf8').trim();
  }

  /** Whether two commits have no common ancestor. False if that is not known without git. */
  #areUnrelated(one: string, other: string): boolean {
    const [ancestors, others] = [this.#ancestorsOf(one), this.#ancestorsOf(other)];
    return ancestors !== undefined && others !== undefined && ![...ancestors].some((sha) => others.has(sha));
  }

  /** A commit and all its ancestors; undefined if this class did not make all of them. */
  #ancestorsOf(commit: string): Set<string> | undefined {
    const found = new Set<string>();
    const open = [commit];
    for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
      const parents = this.#parents.get(sha);
      if (parents === undefined) return undefined;
      if (!found.has(sha)) open.push(...parents);
      found.add(sha);
    }
    return found;
  }

  /** The bytes of a blob. */
  blob(sha: string): Buffer {
    return this.#run(['cat-file', 'blob', sha]);
  }

  #run(args: string[], input?: Buffer): Buffer {
    const options = { cwd: this.folder, env: environment, maxBuffer: 1e9, ...(input ? { input } : {}) };
    return execFileSync('git', args, { ...options, stdio: 'pipe' });
  }

  /** Commits exactly these files and entries on top of the given parents, and returns the commit's SHA. */
  commit(
    files: Files,
    parents: readonly string[] = [],
    { submodules = {}, links = {}, subject = 'A change' }: OtherEntries = {},
  ): string {
    const person = 'Ada <ada@example.com> 1767225600 +0000';
    const [first, ...others] = parents;
    const lines = [
      `commit refs/commits/${this.#commits++}`,
      'mark :1',
      `author ${person}`,
      `committer ${person}`,
      `data ${Buffer.byteLength(subject)}`,
      subject,
      ...(first ? [`from ${first}`] : []),
      ...others.map((parent) => `merge ${parent}`),
      'deleteall',
    ];
    const inline = (mode: string, entries: Files) =>
      Object.entries(entries).flatMap(([path, content]) => {
        const bytes = Buffer.from(content);
        return [`M ${mode} inline ${quoted(path)}\ndata ${bytes.length}\n`, bytes, '\n'];
      });
    const gitlinks = Object.entries(submodules).map(([path, sha]) => `M 160000 ${sha} ${quoted(path)}\n`);
    const parts = [`${lines.join('\n')}\n`, ...inline('100644', files), ...inline('120000', links), ...gitlinks];
    const input = Buffer.concat([...parts, 'get-mark :1\n'].map((part) => Buffer.from(part)));
    const sha = this.#run(['fast-import', '--quiet'], input).toString('utf8').trim();
    this.#parents.set(sha, parents);
    return sha;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
