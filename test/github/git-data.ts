import { modes, type TreeEntry, typeOf } from './git-objects.ts';
import { type GitRepository, NotInRepository } from './git-repository.ts';

/** An answer of the API: status and JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Answers the endpoints that read git. Undefined for any other path, and for what the repository does not have. */
export function gitData(
  git: GitRepository,
  { path, query, url }: { path: string; query: URLSearchParams; url: string },
): Answer | undefined {
  const [, rest] = /^\/repos\/[^/]+\/[^/]+\/(git\/(?:trees|blobs|commits)\/.+|compare\/.+)$/.exec(path) ?? [];
  if (!rest) return undefined;
  const [first, second, third] = rest.split('/');
  try {
    if (first === 'compare') return ok(comparison(git, second!, url));
    if (second === 'commits') return ok(gitCommit(git, third!, url));
    return ok(second === 'trees' ? tree(git, third!, query.has('recursive')) : blob(git, third!, url));
  } catch (error) {
    // Objects that the program under test wrote are in the emulator.
    if (error instanceof NotInRepository) return undefined;
    throw error;
  }
}

const ok = (body: unknown): Answer => ({ status: 200, body });

/** GitHub truncates a recursive tree after 100,000 entries. Here a file `.truncate-at-N` sets the number. */
function tree(git: GitRepository, id: string, isRecursive: boolean): unknown {
  const sha = git.treeOf(id);
  const entries = [...listed(git, sha, isRecursive)];
  const limit = Number(entries.map(({ path }) => /^\.truncate-at-(\d+)$/.exec(path)?.[1]).find(Boolean) ?? 100_000);
  const isTruncated = isRecursive && entries.length > limit;
  return { sha, truncated: isTruncated, tree: entries.slice(0, limit + (isRecursive ? 0 : 1e6)) };
}

interface Listed {
  readonly path: string;
  readonly mode: string;
  readonly type: string;
  readonly sha: string;
  /** Only of blobs. */
  readonly size?: number;
}

/** The entries of a tree in git's order, and after each folder what it contains. Paths that are not UTF-8 contain U+FFFD. */
export function* listed(git: GitRepository, tree: string, isRecursive: boolean, folder = ''): Iterable<Listed> {
  for (const entry of git.entries(tree)) {
    const path = `${folder}${entry.name}`;
    yield { path, ...shown(git, entry) };
    if (isRecursive && entry.mode === modes.folder) yield* listed(git, entry.id, true, `${path}/`);
  }
}

function shown(git: GitRepository, { mode, id: sha }: TreeEntry): Omit<Listed, 'path'> {
  const type = typeOf(mode);
  return type === 'blob' ? { mode, type, sha, size: git.blob(sha).length } : { mode, type, sha };
}

function blob(git: GitRepository, sha: string, url: string): unknown {
  const text = git.blob(sha);
  return { sha, node_id: `B_${sha}`, size: text.length, url, encoding: 'base64', content: text.toString('base64') };
}

/** The maximum number of files of a pull request that GitHub lists. */
const maxListed = 3000;

/** One page of a pull request's files with their diffs, as pulls/{number}/files returns them. */
export function changedFiles(
  git: GitRepository,
  { base, head, url, page, size }: { base: string; head: string; url: string; page: number; size: number },
): unknown[] {
  const counts = { additions: 0, deletions: 0, changes: 0 };
  const urls = { blob_url: url, raw_url: url, contents_url: url };
  return changesBetween(git, git.mergeBases(base, head)[0]!, head)
    .slice(0, maxListed)
    .slice((page - 1) * size, page * size)
    .map(({ filename, patch }) => ({ sha: head, filename, status: 'modified', ...counts, ...urls, patch }));
}

/** A file that differs, with the hunks of its diff. */
interface ChangedFile {
  readonly filename: string;
  readonly patch: string;
}

const known = new WeakMap<GitRepository, { readonly range: string; readonly changes: readonly ChangedFile[] }>();

/**
 * All changed files. Git itself compares them, because lines of a diff are chosen in many ways. The complete diff is split in git's order,
 * because git cannot find a file by a name that is not UTF-8. All pages of a pull request share it.
 */
function changesBetween(git: GitRepository, from: string, head: string): readonly ChangedFile[] {
  const range = `${from}..${head}`;
  const found = known.get(git);
  if (found?.range === range) return found.changes;

  const names = git.git('diff', '--name-only', '-z', from, head).split('\0').filter(Boolean);
  const diffs = git
    .git('diff', range)
    .split(/^diff --git /m)
    .slice(1);
  const changes = names.map((filename, i) => ({ filename, patch: diffs[i]!.slice(diffs[i]!.indexOf('\n@@') + 1) }));
  known.set(git, { range, changes });
  return changes;
}

function comparison(git: GitRepository, basehead: string, url: string): unknown {
  const [base, head] = basehead.split('...') as [string, string];
  const [mergeBase] = git.mergeBases(base, head);
  const ahead = git.between(base, head);
  const behind = git.between(head, base);
  return {
    url,
    html_url: url,
    permalink_url: url,
    diff_url: url,
    patch_url: url,
    base_commit: commit(git, base, url),
    merge_base_commit: commit(git, mergeBase!, url),
    status:
      ahead.length === 0 ? (behind.length === 0 ? 'identical' : 'behind') : behind.length === 0 ? 'ahead' : 'diverged',
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits: ahead.reverse().map((sha) => commit(git, sha, url)),
  };
}

function commit(git: GitRepository, sha: string, url: string): unknown {
  const person = { name: 'Ada', email: 'ada@example.com', date: '2026-01-01T00:00:00Z' };
  const { tree, parents } = git.facts(sha);
  return {
    url,
    sha,
    node_id: `C_${sha}`,
    html_url: url,
    comments_url: url,
    commit: { url, author: person, committer: person, message: 'A change', comment_count: 0, tree: { sha: tree, url } },
    author: null,
    committer: null,
    parents: parents.map((parent) => ({ sha: parent, url, html_url: url })),
  };
}

function gitCommit(git: GitRepository, sha: string, url: string): unknown {
  const person = { name: 'Ada', email: 'ada@example.com', date: '2026-01-01T00:00:00Z' };
  const verification = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };
  const { tree, parents } = git.facts(sha);
  return {
    url,
    sha,
    node_id: `C_${sha}`,
    html_url: url,
    author: person,
    committer: person,
    message: 'A change',
    tree: { sha: tree, url },
    parents: parents.map((parent) => ({ sha: parent, url, html_url: url })),
    verification,
  };
}

/** Answers the one form of GraphQL query that reads blobs by SHA. */
export function graphBlobs(git: GitRepository, query: string): Record<string, unknown> {
  const asked = [...query.matchAll(/(\w+): object\(oid: "([0-9a-f]+)"\)/g)];
  return Object.fromEntries(asked.map(([, alias, sha]) => [alias, orNull(() => graphBlob(git.blob(sha!)))]));
}

/** Null for what the repository does not have. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotInRepository) return null;
    throw error;
  }
}

/** GitHub truncates the text of a blob after 512 KB. */
function graphBlob(bytes: Buffer): unknown {
  const isBinary = bytes.includes(0);
  const text = isBinary ? null : bytes.subarray(0, 512_000).toString('utf8');
  return { text, byteSize: bytes.length, isBinary, isTruncated: bytes.length > 512_000 };
}

/** The names of the objects that a query requests by commit and path. */
export function graphFileVersions(git: GitRepository, query: string): Record<string, unknown> {
  const asked = [...query.matchAll(/(\w+): object\(expression: "([^"]+)"\)/g)];
  return Object.fromEntries(asked.map(([, name, expression]) => [name, objectAt(git, expression!)]));
}

function objectAt(git: GitRepository, expression: string): { oid: string } | null {
  const [, commit, path] = /^([0-9a-f]{40}):(.*)$/.exec(expression)!;
  const oid = orNull(() => git.at(commit!, path!));
  return oid ? { oid } : null;
}
