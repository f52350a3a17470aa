import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changedFiles } from './changed-files.ts';
import { git } from './command.ts';
import { repositoryIn } from './git-remote.ts';
import { listCommit } from './listing.ts';
import { repositoryFolder } from './repository-folder.ts';

/** The Action with the same code as the running one. */
export interface OwnAction {
  /** `OWNER/NAME`. */
  readonly name: string;
  readonly commit: string;
  /** A readable name of the commit: a tag, otherwise a branch. */
  readonly label: string;
}

/** The folder that contains `dist/`, or `src/` when run from source. */
const ownFolder = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../../' : '../', import.meta.url));

/**
 * The commit of this code on GitHub: from the package of a release, or from the clone if the remote has the commit.
 * Undefined if neither is certain.
 */
export async function ownAction(folder: string = ownFolder): Promise<OwnAction | undefined> {
  return released(folder) ?? (await cloned(folder).catch(() => undefined));
}

/** scripts/pack.ts writes the commit of a release into its package. */
function released(folder: string): OwnAction | undefined {
  try {
    const { version, gitHead } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (!/^[0-9a-f]{40}$/.test(gitHead)) return undefined;
    return { name: 'plumbline/plumbline', commit: gitHead, label: `v${version}` };
  } catch {
    return undefined;
  }
}

async function cloned(folder: string): Promise<OwnAction | undefined> {
  const top = resolve(folder);
  // An installed package may be inside somebody else's repository.
  if (repositoryFolder(top) !== top) return undefined;

  const ask = async (...args: string[]): Promise<string> => (await git(top, args)).trim();
  const url = await ask('remote', 'get-url', 'origin');
  if (!/^(?:https:\/\/|ssh:\/\/git@|git@)github\.com[:/]/.test(url)) return undefined;

  const remote = repositoryIn(url);
  if (remote === undefined) return undefined;

  const commit = await ask('rev-parse', 'HEAD');
  const listing = await listCommit(top, commit, ['action.yml', 'dist']);
  const { files: changed } = await changedFiles({ root: top, found: [], ids: new Map() }, listing, () => true);

  const branches = await ask(
    'for-each-ref',
    '--contains',
    'HEAD',
    '--format=%(refname:lstrip=3)',
    'refs/remotes/origin/',
  );

  const branch = branches.split('\n').find((name) => name !== '' && name !== 'HEAD');
  if (changed.size > 0 || branch === undefined) return undefined;

  const tags = await ask('tag', '--points-at', 'HEAD', '--list', 'v*.*.*');

  return {
    name: `${remote.owner}/${remote.name}`,
    commit,
    label: tags.split('\n')[0] || branch,
  };
}
