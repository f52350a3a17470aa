import { megabytes } from '../../engine/text/words/megabytes.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { maxFileBytes } from '../tree/source-tree.ts';
import { catFile, gitAtOnce } from './command.ts';

/** An object of git's database. */
export interface GitObject {
  readonly sha: string;
  readonly type: 'commit' | 'tree' | 'blob' | 'tag';
  readonly content: Buffer;
}

/** A commit with its parents. A shallow clone knows the ids of parents that it lacks. */
export interface GitCommit {
  readonly sha: string;
  readonly parents: readonly string[];
}

/**
 * Objects by name (`SHA`, `HEAD`, `SHA:path`) in one run of git. Missing ones are left out. Throws
 * PlumblineError('config') if they are together longer than a file may be.
 */
export async function gitObjects(
  folder: string,
  names: readonly string[],
  { what, help }: { readonly what: string; readonly help: string },
): Promise<Map<string, GitObject>> {
  const readableNames = names.filter((name) => !/[\r\n]/.test(name));
  const chunks: Buffer[] = [];
  let length = 0;

  const take = (chunk: Buffer): void => {
    length += chunk.length;
    if (length <= maxFileBytes) chunks.push(chunk);
  };

  const isAnswered = await catFile(folder, readableNames, take).then(
    () => readableNames.length > 0,
    () => false,
  );

  if (length > maxFileBytes)
    throw new PlumblineError('config', `${what} is longer than ${megabytes(maxFileBytes)} MB`, { help });

  if (isAnswered) return parseBatch(Buffer.concat(chunks), readableNames);
  return new Map();
}

/** Reads `SHA type size`, the content and a line break for each name, or `NAME missing`. */
function parseBatch(output: Buffer, names: readonly string[]): Map<string, GitObject> {
  const objects = new Map<string, GitObject>();
  let at = 0;

  for (const name of names) {
    const lineEnd = output.indexOf('\n', at);
    // git ends early at an object that a partial clone lacks.
    if (lineEnd === -1) break;

    const header = /^([0-9a-f]+) (commit|tree|blob|tag) (\d+)$/.exec(output.toString('utf8', at, lineEnd));
    at = lineEnd + 1;
    if (!header) continue;

    const end = at + Number(header[3]);
    if (end > output.length) break;

    objects.set(name, { sha: header[1]!, type: header[2] as GitObject['type'], content: output.subarray(at, end) });
    at = end + 1;
  }

  return objects;
}

/** The commit of this name; undefined if there is none. */
export function readGitCommit(folder: string, name: string): GitCommit | undefined {
  if (/[\r\n\0]/.test(name)) return undefined;

  const named = `${name}^{commit}`;
  const output = gitAtOnce(folder, ['cat-file', '--batch'], `${named}\n`);
  const commit = output && parseBatch(output, [named]).get(named);
  if (!commit) return undefined;

  const [head = ''] = commit.content.toString('utf8').split('\n\n');
  return { sha: commit.sha, parents: [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, sha]) => sha!) };
}

/** Whether it is the full id of an object, which git cannot mistake for an option or an expression. */
const isObjectId = (name: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name);

/** The merge base of two commits by id; undefined if there is none, or if the clone is shallow. */
export function readMergeBase(folder: string, a: string, b: string): string | undefined {
  if (![a, b].every(isObjectId)) return undefined;
  const isShallow = gitAtOnce(folder, ['rev-parse', '--is-shallow-repository'])?.toString().trim() !== 'false';
  if (isShallow) return undefined;
  return gitAtOnce(folder, ['merge-base', a, b])?.toString().trim() || undefined;
}
