import { isWithin } from '../../engine/text/source.ts';
import { shortId } from '../../engine/text/words/short-id.ts';
import { type TakeBlob, takeBlobs } from '../git/blobs.ts';
import { type CommitTree, commitTree, type TreeFile } from '../git/listing.ts';
import { readGitCommit } from '../git/objects.ts';
import type { GitHub, RepositoryName } from '../github/github.ts';
import { fetchBlobs } from '../github/github-blobs.ts';
import { githubError, statusOf } from '../github/github-errors.ts';
import { readTree } from '../github/github-tree.ts';
import type { HandedOver } from '../render/hand-over/handed-over.ts';
import { maxLinks } from '../tree/links.ts';
import { TooMuchToRead } from './too-much-to-read.ts';

/** Where commits are read from. */
interface CommitStoreOptions {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  /** Folder of the clone; undefined if nothing is read from disk. */
  readonly clone: string | undefined;
  /** What a job without credentials rendered from these commits. */
  readonly handedOver?: HandedOver | undefined;
}

type Tree = ReadonlyMap<string, TreeFile>;

/** The most to read over the network, so that no pull request can exhaust the job or the token. */
const limits = { files: 20_000, bytes: 256 * 1024 * 1024 };

/** Commits as data, from a clone if it has them, otherwise from GitHub's API. Nothing is checked out. */
export class CommitStore {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly clone: string | undefined;
  readonly handedOver: HandedOver | undefined;
  readonly #trees = new Map<string, Promise<CommitTree>>();

  constructor({ github, repository, clone, handedOver }: CommitStoreOptions) {
    this.github = github;
    this.repository = repository;
    this.clone = clone;
    this.handedOver = handedOver;
  }

  /** Whether a commit exists. After a force push, GitHub may have deleted it. */
  async has(commit: string): Promise<boolean> {
    if (this.clone !== undefined && readGitCommit(this.clone, commit)) return true;
    try {
      await this.github.rest.git.getCommit({ ...this.repository, commit_sha: commit });
      return true;
    } catch (error) {
      if (statusOf(error) === 404) return false;
      throw githubError(`look for the commit \`${shortId(commit)}\``, error);
    }
  }

  /** All regular files of a commit by path. */
  async tree(commit: string): Promise<Tree> {
    return (await this.#whole(commit)).files;
  }

  /** The links and submodules of a commit by path. */
  async others(commit: string): Promise<ReadonlyMap<string, 'link' | 'submodule'>> {
    const { links, submodules } = await this.#whole(commit);
    return new Map([
      ...[...links.keys()].map((path) => [path, 'link'] as const),
      ...[...submodules.keys()].map((path) => [path, 'submodule'] as const),
    ]);
  }

  /** What the links and submodules of a commit lead to: the blob of a target, or a commit. */
  async otherIds(commit: string): Promise<ReadonlyMap<string, string>> {
    const { links, submodules } = await this.#whole(commit);
    return new Map([...[...links].map(([path, { sha }]) => [path, sha] as const), ...submodules]);
  }

  /** Whether a commit has a file or link at a path, or below it. */
  async holds(commit: string, path: string): Promise<boolean> {
    const { files, links } = await this.#whole(commit);
    return [...files.keys(), ...links.keys()].some((name) => isWithin(name, path));
  }

  /** The targets of a commit's links by path. Reads one link more than are followed at most, so that callers notice. */
  async links(commit: string, isWanted: (path: string) => boolean): Promise<ReadonlyMap<string, string>> {
    const links = [...(await this.#whole(commit)).links.values()]
      .filter(({ path }) => isWanted(path))
      .slice(0, maxLinks + 1);
    const contents = links.length === 0 ? new Map<string, Buffer>() : await this.contents(links);
    return new Map(links.map(({ path, sha }) => [path, contents.get(sha)?.toString('utf8') ?? '']));
  }

  #whole(commit: string): Promise<CommitTree> {
    const tree = this.#trees.get(commit) ?? this.#readTree(commit);
    this.#trees.set(commit, tree);
    return tree;
  }

  async #readTree(commit: string): Promise<CommitTree> {
    const local = this.clone === undefined ? undefined : await commitTree(this.clone, commit);
    return local ?? readTree(this.github, this.repository, commit);
  }

  /** Contents by blob SHA. */
  async contents(files: readonly TreeFile[]): Promise<ReadonlyMap<string, Buffer>> {
    const contents = new Map<string, Buffer>();
    await this.eachContent(files, (sha, content) => {
      if (typeof content !== 'number') contents.set(sha, content);
    });
    return contents;
  }

  /**
   * Passes on each blob once and keeps none, because all of them may not fit into memory. Blobs of the clone come first, in the
   * given order. A shallow clone still has most blobs of a commit that it lacks.
   */
  async eachContent(files: readonly TreeFile[], take: TakeBlob): Promise<void> {
    const unique = [...new Map(files.map((file) => [file.sha, file])).values()];
    const had = new Set<string>();

    const keep: TakeBlob = (sha, content) => {
      had.add(sha);
      take(sha, content);
    };

    const shas = unique.map(({ sha }) => sha);

    // Without git or a clone, everything comes from the API.
    if (this.clone !== undefined) await takeBlobs(this.clone, shas, keep).catch(unlessOurs);

    const remote = unique.filter(({ sha }) => !had.has(sha));
    refuseTooMuch(remote, sum(remote.map(({ size }) => size)));
    let bytes = 0;
    for (const wanted of pieces(remote)) {
      const contents = await fetchBlobs(this.github, this.repository, wanted);
      // The size of a blob that a partial clone lacks is unknown.
      bytes += sum([...contents.values()].map(({ length }) => length));
      refuseTooMuch(remote, bytes);
      for (const { sha } of wanted) take(sha, contents.get(sha)!);
    }
  }
}

/** Ignores that git cannot be started. Errors in processing its output are thrown. */
function unlessOurs(error: unknown): void {
  if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
}

/** How many bytes are in memory at once. The API sends base64 text, and several responses arrive at the same time. */
const piece = { bytes: 32 * 1024 * 1024, files: 1000 };

function* pieces(files: readonly TreeFile[]): Generator<TreeFile[]> {
  let held: TreeFile[] = [];
  let bytes = 0;

  for (const file of files) {
    if (held.length === piece.files || (held.length > 0 && bytes + file.size > piece.bytes)) {
      yield held;
      held = [];
      bytes = 0;
    }

    held.push(file);
    bytes += file.size;
  }

  if (held.length > 0) yield held;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function refuseTooMuch(files: readonly TreeFile[], bytes: number): void {
  if (files.length > limits.files || bytes > limits.bytes) throw new TooMuchToRead(files.length, bytes);
}
