import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import {
  type CommitFacts,
  commitContent,
  entriesOf,
  type Files,
  type Folder,
  factsOf,
  type GitObject,
  idOf,
  modes,
  type ObjectType,
  pathBytes,
  place,
  storedBytes,
  type TreeEntry,
  treeContent,
} from './git-objects.ts';

export type { Files } from './git-objects.ts';

/** Entries that are not regular files: path → the commit of a submodule, or the target of a symbolic link. */
export interface OtherEntries {
  readonly submodules?: Readonly<Record<string, string>>;
  readonly links?: Files;
  /** Files that can be executed. */
  readonly programs?: Files;
  /** The message of the commit. */
  readonly subject?: string;
}

/** The repository has no such object, or two commits have no common ancestor. */
export class NotInRepository extends Error {}

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

/** Any commit can be fetched, as from GitHub, and git never removes one that no ref names. */
const configuration = `[core]
\trepositoryformatversion = 0
\tbare = false
[uploadpack]
\tallowAnySHA1InWant = true
[gc]
\tauto = 0
`;

/**
 * A git repository with everything that GitHub would store, including commits of forks. Its objects are in memory. Once somebody needs a
 * real repository, the same objects are also in a temporary folder.
 */
export class GitRepository {
  readonly #objects = new Map<string, GitObject>();
  readonly #facts = new Map<string, CommitFacts>();
  #folder: string | undefined;
  /** Whether git may have written objects since they were read. */
  #mayHaveMore = false;

  /** The folder of a real repository with the same objects, to be cloned. */
  get folder(): string {
    if (this.#folder !== undefined) return this.#folder;
    this.#folder = mkdtempSync(join(tmpdir(), 'plumbline-git-'));
    for (const folder of ['objects', 'refs']) mkdirSync(join(this.#folder, '.git', folder), { recursive: true });
    writeFileSync(join(this.#folder, '.git/HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(this.#folder, '.git/config'), configuration);
    for (const [id, object] of this.#objects) this.#write(id, object);
    return this.#folder;
  }

  /** Runs git in the real repository and returns its trimmed output. Throws if git fails. */
  git(...args: string[]): string {
    const output = this.#run(args).toString('utf8').trim();
    this.#mayHaveMore = true;
    return output;
  }

  #run(args: readonly string[]): Buffer {
    const options = { cwd: this.folder, env: environment, maxBuffer: 1e9 };
    return execFileSync('git', args, { ...options, stdio: 'pipe' });
  }

  /** Commits exactly these files and entries on top of the given parents, and returns the commit's ID. */
  commit(
    files: Files,
    parents: readonly string[] = [],
    { submodules = {}, links = {}, programs = {}, subject = 'A change' }: OtherEntries = {},
  ): string {
    const root: Folder = new Map();
    const add = (mode: string, entries: Files): void => {
      for (const [path, content] of Object.entries(entries))
        place(root, path, { mode, id: this.#keep('blob', Buffer.from(content)) });
    };

    add(modes.file, files);
    add(modes.program, programs);
    add(modes.link, links);
    for (const [path, id] of Object.entries(submodules)) place(root, path, { mode: modes.submodule, id });

    return this.#keep('commit', commitContent(this.#keepTree(root), parents, subject));
  }

  #keepTree(folder: Folder): string {
    const entries = [...folder].map(([name, entry]): TreeEntry => {
      const { mode, id } = entry instanceof Map ? { mode: modes.folder, id: this.#keepTree(entry) } : entry;
      return { mode, name: pathBytes(name), id };
    });
    return this.#keep('tree', treeContent(entries));
  }

  #keep(type: ObjectType, content: Buffer): string {
    const object = { type, content };
    const id = idOf(object);
    if (this.#objects.has(id)) return id;
    this.#objects.set(id, object);
    if (this.#folder !== undefined) this.#write(id, object);
    return id;
  }

  /** Writes an object into the real repository, as a loose one. */
  #write(id: string, object: GitObject): void {
    const file = join(this.#folder!, '.git/objects', id.slice(0, 2), id.slice(2));
    if (existsSync(file)) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, deflateSync(storedBytes(object), { level: 1 }));
  }

  /** Throws NotInRepository. */
  object(id: string): GitObject {
    const found = this.#objects.get(id) ?? this.#fetched(id);
    if (found === undefined) throw new NotInRepository(`no object ${id}`);
    return found;
  }

  /** An object that git itself wrote into the real repository. All of them are read at once. */
  #fetched(id: string): GitObject | undefined {
    if (!this.#mayHaveMore) return undefined;
    this.#mayHaveMore = false;
    const output = this.#run(['cat-file', '--batch', '--batch-all-objects']);
    for (let at = 0; at < output.length; ) {
      const end = output.indexOf('\n', at);
      const [found, type, size] = output.toString('latin1', at, end).split(' ') as [string, ObjectType, string];
      const next = end + 1 + Number(size);
      this.#objects.set(found, { type, content: output.subarray(end + 1, next) });
      at = next + 1;
    }
    return this.#objects.get(id);
  }

  /** The bytes of a blob. Throws NotInRepository. */
  blob(id: string): Buffer {
    return this.#ofType('blob', id);
  }

  #ofType(type: ObjectType, id: string): Buffer {
    const object = this.object(id);
    if (object.type !== type) throw new NotInRepository(`no ${type} ${id}`);
    return object.content;
  }

  /** What a commit refers to. Throws NotInRepository. */
  facts(commit: string): CommitFacts {
    const facts = this.#facts.get(commit) ?? factsOf(this.#ofType('commit', commit));
    this.#facts.set(commit, facts);
    return facts;
  }

  /** The ID of the tree of a commit, or of a tree itself. Throws NotInRepository. */
  treeOf(id: string): string {
    return this.object(id).type === 'commit' ? this.facts(id).tree : id;
  }

  /** The entries of a tree in git's order. Throws NotInRepository. */
  entries(tree: string): TreeEntry[] {
    return entriesOf(this.#ofType('tree', tree));
  }

  /** The ID of what a path of a commit is. Undefined if there is nothing. Throws NotInRepository without the commit. */
  at(commit: string, path: string): string | undefined {
    let [id, isFolder] = [this.treeOf(commit), true];
    for (const name of path.split('/').filter(Boolean)) {
      const entry = isFolder ? this.entries(id).find((entry) => entry.name.equals(pathBytes(name))) : undefined;
      if (entry === undefined) return undefined;
      [id, isFolder] = [entry.id, entry.mode === modes.folder];
    }
    return id;
  }

  /**
   * A commit and its ancestors, without those that `isHidden`: the newest first, and those of the same time as they are
   * found, as in `git rev-list`.
   */
  history(commit: string, isHidden: (commit: string) => boolean = () => false): Set<string> {
    const found = new Set<string>();
    const open = [commit];
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      if (isHidden(next) || found.has(next)) continue;
      found.add(next);
      for (const parent of this.facts(next).parents) {
        const { committedAt } = this.facts(parent);
        const older = open.findIndex((other) => this.facts(other).committedAt < committedAt);
        open.splice(older === -1 ? open.length : older, 0, parent);
      }
    }
    return found;
  }

  /** Commits of the second history that are not in the first one, in the order of `git rev-list base..head`. */
  between(base: string, head: string): string[] {
    const ofBase = this.history(base);
    return [...this.history(head, (commit) => ofBase.has(commit))];
  }

  /** The best common ancestors of two commits: those that are no ancestor of another one. Throws NotInRepository if there is none. */
  mergeBases(one: string, other: string): string[] {
    const ofOther = this.history(other);
    const common = [...this.history(one)].filter((commit) => ofOther.has(commit));
    const behind = new Set(common.flatMap((commit) => this.facts(commit).parents));
    const best = common.filter((commit) => !behind.has(commit));
    if (best.length === 0) throw new NotInRepository('no common ancestor');
    return best;
  }

  remove(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}
