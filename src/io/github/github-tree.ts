import { shortId } from '../../engine/text/words/short-id.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { type CommitTree, freePath, linkMode, submoduleMode, type TreeFile } from '../git/listing.ts';
import type { GitHub, RepositoryName } from './github.ts';
import { githubError } from './github-errors.ts';

/** The most requests for single trees, once GitHub has truncated the recursive response. */
const maxRequests = 400;

interface Entry {
  readonly path?: string;
  readonly mode?: string;
  readonly type?: string;
  readonly sha?: string;
  readonly size?: number;
}

/** Regular files, links and submodules of a commit by path, from git/trees. */
export async function readTree(github: GitHub, repository: RepositoryName, sha: string): Promise<CommitTree> {
  const walk = new TreeWalk(github, repository);
  await walk.add(sha, '');
  return walk;
}

class TreeWalk implements CommitTree {
  readonly files = new Map<string, TreeFile>();
  readonly links = new Map<string, TreeFile>();
  readonly submodules = new Map<string, string>();
  readonly #github: GitHub;
  readonly #repository: RepositoryName;
  #requests = 0;

  constructor(github: GitHub, repository: RepositoryName) {
    this.#github = github;
    this.#repository = repository;
  }

  /** Adds a tree with everything below it. A tree that is too large for one response is read folder by folder. */
  async add(sha: string, prefix: string): Promise<void> {
    const whole = await this.#get(sha, true);
    if (!whole.truncated) return this.#addFiles(whole.tree, prefix);
    const { tree, truncated } = await this.#get(sha, false);
    if (truncated) throw tooLarge(sha);
    this.#addFiles(tree, prefix);
    for (const entry of tree) if (entry.type === 'tree') await this.add(entry.sha!, `${prefix}${entry.path}/`);
  }

  #addFiles(entries: readonly Entry[], prefix: string): void {
    for (const { path, mode, type, sha, size } of entries) {
      const name = `${prefix}${path}`;
      if (mode === linkMode) this.links.set(name, { path: name, sha: sha!, size: size ?? 0 });
      if (mode === submoduleMode) this.submodules.set(name, sha!);

      const isRegular = type === 'blob' && mode?.startsWith('100');
      if (!isRegular) continue;

      const free = freePath(this.files, name);
      this.files.set(free, { path: free, sha: sha!, size: size ?? 0 });
    }
  }

  async #get(sha: string, isRecursive: boolean): Promise<{ tree: readonly Entry[]; truncated: boolean }> {
    if (++this.#requests > maxRequests)
      throw new PlumblineError('github', `The tree of \`${shortId(sha)}\` is too large to read through the API`, {
        help: 'Set `fetch-depth: 0` in actions/checkout, so that plumbline reads the files from the clone.',
      });

    try {
      const { data } = await this.#github.rest.git.getTree({
        ...this.#repository,
        tree_sha: sha,
        ...(isRecursive && { recursive: '1' }),
      });

      return data;
    } catch (error) {
      throw githubError(`read the tree of \`${shortId(sha)}\``, error);
    }
  }
}

const tooLarge = (sha: string): PlumblineError =>
  new PlumblineError(
    'github',
    `The tree of \`${shortId(sha)}\` has a folder that is too large to read through the API`,
    {
      help: 'Set `fetch-depth: 0` in actions/checkout, so that plumbline reads the files from the clone.',
    },
  );
