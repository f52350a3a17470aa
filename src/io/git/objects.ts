import { spawnSync } from 'node:child_process';
import { PlumblineError } from '../../errors.ts';
import { anywhere, catFile, git as runGit } from './command.ts';

/** An object of git's database. */
export interface GitObject {
  readonly sha: string;
  readonly type: 'commit' | 'tree' | 'blob' | 'tag';
  readonly content: Buffer;
}

/** A commit by name, with the parents it was made with: a shallow clone knows them by name even where it lacks them. */
export interface GitCommit {
  readonly sha: string;
  readonly parents: readonly string[];
}

/** A regular file of a commit. */
export interface TreeFile {
  readonly path: string;
  /** Of the blob: equal SHAs are equal bytes. */
  readonly sha: string;
  readonly size: number;
}

/** What git prints, or undefined when it fails: no git, no repository, no such object. Names are handed over, never a shell. */
function git(folder: string, args: readonly string[], input = ''): Buffer | undefined {
  const { stdout, status } = spawnSync('git', [...anywhere, ...args], {
    cwd: folder,
    input,
    maxBuffer: 1024 * 1024 * 1024,
    // A partial clone would fetch object by object: what it lacks comes from the API instead.
    env: { ...process.env, GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' },
  });
  return status === 0 ? stdout : undefined;
}

/** Objects by name (`SHA`, `HEAD`, `SHA:path`) in one run of git; what is missing is left out. */
export function readGitObjects(folder: string, names: readonly string[]): Map<string, GitObject> {
  const asked = names.filter((name) => !/[\r\n]/.test(name));
  const output = asked.length > 0 ? git(folder, ['cat-file', '--batch'], `${asked.join('\n')}\n`) : undefined;
  return output ? parseBatch(output, asked) : new Map();
}

/** The same beside other work. Throws PlumblineError('config') for more than so many bytes, of which it keeps none. */
export async function gitObjects(
  folder: string,
  names: readonly string[],
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Map<string, GitObject>> {
  const asked = names.filter((name) => !/[\r\n]/.test(name));
  const chunks: Buffer[] = [];
  let length = 0;
  const take = (chunk: Buffer): void => {
    length += chunk.length;
    if (length <= maxBytes) chunks.push(chunk);
  };
  const isAnswered = await catFile(folder, asked, take).then(
    () => asked.length > 0,
    () => false,
  );
  if (length > maxBytes)
    throw new PlumblineError('config', `The configuration at the base is longer than ${maxBytes / 1024 / 1024} MB`, {
      help: 'Is it the right file? `--config FILE` names another.',
    });
  return isAnswered ? parseBatch(Buffer.concat(chunks), asked) : new Map();
}

/** Reads `SHA type size`, the content and a line break for each name, or `NAME missing`. */
function parseBatch(output: Buffer, names: readonly string[]): Map<string, GitObject> {
  const objects = new Map<string, GitObject>();
  let at = 0;
  for (const name of names) {
    const lineEnd = output.indexOf('\n', at);
    const header = /^([0-9a-f]+) (commit|tree|blob|tag) (\d+)$/.exec(output.toString('utf8', at, lineEnd));
    at = lineEnd + 1;
    if (!header) continue;
    const end = at + Number(header[3]);
    objects.set(name, { sha: header[1]!, type: header[2] as GitObject['type'], content: output.subarray(at, end) });
    at = end + 1;
  }
  return objects;
}

/** The commit of that name, or undefined. */
export function readGitCommit(folder: string, name: string): GitCommit | undefined {
  const commit = readGitObjects(folder, [`${name}^{commit}`]).get(`${name}^{commit}`);
  if (!commit) return undefined;
  const [head = ''] = commit.content.toString('utf8').split('\n\n');
  return { sha: commit.sha, parents: [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, sha]) => sha!) };
}

/** All regular files of a commit, or undefined when the repository lacks it. Symbolic links and submodules are left out. */
export async function gitTree(folder: string, commit: string): Promise<ReadonlyMap<string, TreeFile> | undefined> {
  const options = ['-r', '-z', '--long', '--full-tree', '--end-of-options'];
  const output = await runGit(folder, [...anywhere, 'ls-tree', ...options, commit]).catch(() => undefined);
  if (output === undefined) return undefined;
  const files = [...output.matchAll(/(100644|100755) blob ([0-9a-f]+) +(\d+|-)\t([^\0]+)\0/g)];
  return new Map(files.map(([, , sha, size, path]) => [path!, { path: path!, sha: sha!, size: Number(size) || 0 }]));
}

/** The merge base of two commits, or undefined when the clone is too shallow to tell. */
export function readMergeBase(folder: string, a: string, b: string): string | undefined {
  const isShallow = git(folder, ['rev-parse', '--is-shallow-repository'])?.toString().trim() !== 'false';
  return isShallow ? undefined : git(folder, ['merge-base', '--end-of-options', a, b])?.toString().trim() || undefined;
}
