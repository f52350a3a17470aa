import type { GitHub, RepositoryName } from '../github.ts';
import { githubError, isRateLimit, statusOf } from '../github-errors.ts';

/** A file on a branch of its own, which nothing else uses. */
export interface BranchFile {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly branch: string;
  readonly path: string;
  /** More bytes are not read. */
  readonly maxBytes: number;
}

/** The text of the file, and the commit that it is from. Both are undefined if there is no branch. */
interface ReadFile {
  readonly text: string;
  readonly commit: string | undefined;
}

/** The file is empty if it or its branch does not exist. Undefined if it cannot be read: it is too large, or GitHub does not allow it. */
export async function readBranchFile(file: BranchFile): Promise<string | undefined> {
  try {
    return (await read(file)).text;
  } catch (error) {
    if (error instanceof TooLarge || isRateLimit(error) || statusOf(error) === 403) return undefined;
    throw githubError(`read ${file.path} on the branch ${file.branch}`, error);
  }
}

/** What happened to a change of the file. `forbidden`: the token may not write contents. */
export type FileOutcome = 'written' | 'forbidden' | 'limited' | 'too large';

const maxTries = 5;

/**
 * Changes the file with a new commit. If another job wrote in the meantime, its text is read and changed again. The branch is created
 * without a parent commit, so it has nothing in common with the code.
 */
export async function changeBranchFile(
  file: BranchFile,
  change: (text: string) => string,
  message: string,
): Promise<FileOutcome> {
  try {
    for (let tries = 1; ; tries++) {
      const { text, commit } = await read(file);
      try {
        await write(file, { text: change(text), parent: commit, message });
        return 'written';
      } catch (error) {
        // 422: the branch moved or was created meanwhile. 409: GitHub could not merge two writes.
        if (tries === maxTries || ![409, 422].includes(statusOf(error) ?? 0)) throw error;
      }
    }
  } catch (error) {
    if (error instanceof TooLarge) return 'too large';
    if (isRateLimit(error)) return 'limited';
    if ([403, 404].includes(statusOf(error) ?? 0)) return 'forbidden';

    throw githubError(`write ${file.path} on the branch ${file.branch}`, error);
  }
}

class TooLarge extends Error {}

async function read({ github, repository, branch, path, maxBytes }: BranchFile): Promise<ReadFile> {
  const commit = await headOf({ github, repository, branch });
  if (commit === undefined) return { text: '', commit };

  const { data } = await github.rest.git.getTree({ ...repository, tree_sha: commit });
  const entry = data.tree.find((entry) => entry.path === path && entry.type === 'blob');
  if (entry?.sha === undefined) return { text: '', commit };
  if ((entry.size ?? 0) > maxBytes) throw new TooLarge();

  const blob = (await github.rest.git.getBlob({ ...repository, file_sha: entry.sha })).data;
  return { text: Buffer.from(blob.content, blob.encoding === 'base64' ? 'base64' : 'utf8').toString('utf8'), commit };
}

async function headOf({ github, repository, branch }: Pick<BranchFile, 'github' | 'repository' | 'branch'>) {
  try {
    return (await github.rest.git.getRef({ ...repository, ref: `heads/${branch}` })).data.object.sha;
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 409) return undefined;
    throw error;
  }
}

interface NewText {
  readonly text: string;
  readonly parent: string | undefined;
  readonly message: string;
}

async function write(
  { github, repository, branch, path }: BranchFile,
  { text, parent, message }: NewText,
): Promise<void> {
  const { git } = github.rest;
  // Only this file is on the branch.
  const tree = await git.createTree({ ...repository, tree: [{ path, mode: '100644', type: 'blob', content: text }] });
  const parents = parent === undefined ? [] : [parent];
  const commit = await git.createCommit({ ...repository, message, tree: tree.data.sha, parents });
  const { sha } = commit.data;

  if (parent === undefined) await git.createRef({ ...repository, ref: `refs/heads/${branch}`, sha });
  else await git.updateRef({ ...repository, ref: `heads/${branch}`, sha, force: false });
}
