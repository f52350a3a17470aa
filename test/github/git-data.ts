import { takeBlobs } from '../../src/io/git/blobs.ts';
import type { GitRepository } from './git-repository.ts';

/** An answer of the API: status and JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Answers the endpoints that read git from a real repository. Undefined for any other path. */
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
  } catch {
    // Objects that the program under test wrote are in the emulator.
    return undefined;
  }
}

const ok = (body: unknown): Answer => ({ status: 200, body });

/** GitHub truncates a recursive tree after 100,000 entries. Here a file `.truncate-at-N` sets the number. */
function tree(git: GitRepository, sha: string, isRecursive: boolean): unknown {
  const lines = git
    .git('ls-tree', '--long', '-z', ...(isRecursive ? ['-r', '-t'] : []), sha)
    .split('\0')
    .filter(Boolean);
  const entries = lines.map((line) => {
    const [, mode, type, id, size, path] = /^(\d+) (\w+) (\w+) +(\S+)\t([\s\S]+)$/.exec(line)!;
    return { path, mode, type, sha: id, ...(size === '-' ? {} : { size: Number(size) }) };
  });
  const limit = Number(entries.map(({ path }) => /^\.truncate-at-(\d+)$/.exec(path!)?.[1]).find(Boolean) ?? 100_000);
  const isTruncated = isRecursive && entries.length > limit;
  return {
    sha: git.git('rev-parse', `${sha}^{tree}`),
    truncated: isTruncated,
    tree: entries.slice(0, limit + (isRecursive ? 0 : 1e6)),
  };
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
  const from = git.git('merge-base', base, head);
  const names = git.git('diff', '--name-only', '-z', from, head).split('\0').filter(Boolean).slice(0, maxListed);
  const diffs = diffsBetween(git, from, head);
  const counts = { additions: 0, deletions: 0, changes: 0 };
  const urls = { blob_url: url, raw_url: url, contents_url: url };
  return names.slice((page - 1) * size, page * size).map((filename, i) => {
    const diff = diffs[(page - 1) * size + i]!;
    return {
      sha: head,
      filename,
      status: 'modified',
      ...counts,
      ...urls,
      patch: diff.slice(diff.indexOf('\n@@') + 1),
    };
  });
}

const known = new WeakMap<GitRepository, { readonly range: string; readonly diffs: readonly string[] }>();

/** The complete diff of each file in git's order, because git cannot find a file by a name that is not UTF-8. All pages of a pull request share it. */
function diffsBetween(git: GitRepository, from: string, head: string): readonly string[] {
  const range = `${from}..${head}`;
  const found = known.get(git);
  if (found?.range === range) return found.diffs;
  const diffs = git
    .git('diff', range)
    .split(/^diff --git /m)
    .slice(1);
  known.set(git, { range, diffs });
  return diffs;
}

function comparison(git: GitRepository, basehead: string, url: string): unknown {
  const [base, head] = basehead.split('...') as [string, string];
  const mergeBase = git.git('merge-base', base, head);
  const ahead = git.git('rev-list', `${base}..${head}`).split('\n').filter(Boolean);
  const behind = git.git('rev-list', `${head}..${base}`).split('\n').filter(Boolean);
  return {
    url,
    html_url: url,
    permalink_url: url,
    diff_url: url,
    patch_url: url,
    base_commit: commit(git, base, url),
    merge_base_commit: commit(git, mergeBase, url),
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
  const [tree, ...parents] = git.git('log', '-1', '--format=%T %P', sha).split(' ').filter(Boolean);
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
  const [tree, ...parents] = git.git('log', '-1', '--format=%T %P', sha).split(' ').filter(Boolean);
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
export async function graphBlobs(git: GitRepository, query: string): Promise<Record<string, unknown>> {
  const asked = [...query.matchAll(/(\w+): object\(oid: "([0-9a-f]+)"\)/g)];
  const contents = new Map<string, Buffer | number>();
  const shas = asked.map(([, , sha]) => sha!);
  await takeBlobs(git.folder, shas, (sha, content) => void contents.set(sha, content));
  return Object.fromEntries(asked.map(([, alias, sha]) => [alias, graphBlob(contents.get(sha!))]));
}

/** GitHub truncates the text of a blob after 512 KB. */
function graphBlob(bytes: Buffer | number | undefined): unknown {
  if (bytes === undefined) return null;
  if (typeof bytes === 'number') return { text: null, byteSize: bytes, isBinary: false, isTruncated: true };
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
  try {
    return { oid: git.git('rev-parse', '--verify', '--quiet', expression) };
  } catch {
    return null;
  }
}
