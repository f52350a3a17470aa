import { PlumblineError } from '../errors.ts';
import { gitObjects, gitTree, readGitCommit, type TreeFile } from './git/objects.ts';
import { type GitHub, githubError, type RepositoryName, statusOf } from './github.ts';
import { readBlobs } from './github-blobs.ts';
import { readTree } from './github-tree.ts';

/** Where commits are read. */
export interface CommitStoreOptions {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  /** Folder of the clone; undefined where nothing is taken from disk. */
  readonly clone: string | undefined;
}

type Tree = ReadonlyMap<string, TreeFile>;

/** What is read over the network at most, so that no pull request can exhaust the job or the token. */
const limits = { files: 20_000, bytes: 256 * 1024 * 1024 };

/** Commits as data: from a clone as far as it goes, from GitHub's API beyond. Nothing is checked out. */
export class CommitStore {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly clone: string | undefined;
  readonly #trees = new Map<string, Promise<Tree>>();

  constructor({ github, repository, clone }: CommitStoreOptions) {
    this.github = github;
    this.repository = repository;
    this.clone = clone;
  }

  /** Whether a commit is to be had: one that a forced push left behind may be gone. */
  async has(commit: string): Promise<boolean> {
    if (this.clone !== undefined && readGitCommit(this.clone, commit)) return true;
    try {
      await this.github.rest.git.getCommit({ ...this.repository, commit_sha: commit });
      return true;
    } catch (error) {
      if (statusOf(error) === 404) return false;
      throw githubError(`look for the commit \`${commit.slice(0, 12)}\``, error);
    }
  }

  /** All regular files of a commit by path. */
  tree(commit: string): Promise<Tree> {
    const tree = this.#trees.get(commit) ?? this.#readTree(commit);
    this.#trees.set(commit, tree);
    return tree;
  }

  async #readTree(commit: string): Promise<Tree> {
    const local = this.clone === undefined ? undefined : await gitTree(this.clone, commit);
    return local ?? readTree(this.github, this.repository, commit);
  }

  /** Contents by blob SHA. A shallow clone still has most blobs of a commit that it lacks. */
  async contents(files: readonly TreeFile[]): Promise<ReadonlyMap<string, Buffer>> {
    const unique = [...new Map(files.map((file) => [file.sha, file])).values()];
    const shas = unique.map(({ sha }) => sha);
    const objects = this.clone === undefined ? [] : [...(await gitObjects(this.clone, shas))];
    const contents = new Map(objects.map(([sha, { content }]) => [sha, content]));
    const missing = unique.filter(({ sha }) => !contents.has(sha));
    refuseTooMuch(missing);
    for (const [sha, content] of await readBlobs(this.github, this.repository, missing)) contents.set(sha, content);
    return contents;
  }
}

function refuseTooMuch(files: readonly TreeFile[]): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (files.length <= limits.files && bytes <= limits.bytes) return;
  const what = `${files.length} files of ${Math.round(bytes / 1024 / 1024)} MB are too much to read through the API`;
  throw new PlumblineError('github', what, {
    help: 'Name the folders to review in the input `paths`, or check out with `fetch-depth: 0`.',
  });
}
