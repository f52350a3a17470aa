import type { RepositoryIdentity } from '../../../engine/files/setup/github-subject.ts';
import { remoteRepository } from '../../../io/git/git-remote.ts';
import { connect, type GitHub } from '../../../io/github/github.ts';
import { githubError, statusOf } from '../../../io/github/github-errors.ts';
import { PlumblineError } from '../../../shared/errors.ts';
import type { Flags } from '../arguments/arguments.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What is known about the repository on GitHub. */
export interface RepositoryFacts {
  readonly repository: RepositoryIdentity;
  /** Whether its tokens contain IDs; undefined if GitHub did not answer that. */
  readonly hasIds: boolean | undefined;
  /** Undefined without a token. */
  readonly github: GitHub | undefined;
}

/** `--repository`, else the remote `origin`; undefined without both. Throws PlumblineError('usage'). */
export function namedRepository(flags: Flags, cwd: string): RepositoryIdentity | undefined {
  const named = flags.text('repository');
  if (named === undefined) return remoteRepository(cwd);

  const [owner, name, ...more] = named.split('/');
  if (owner && name && more.length === 0) return { owner, name };

  throw new PlumblineError('usage', `\`--repository ${named}\` is not a repository name`, {
    help: 'Write it as `acme/infra`.',
  });
}

/** GitHub's API with the token of the environment; undefined without one. */
export function githubOf(terminal: Terminal): GitHub | undefined {
  const token = tokenOf(terminal);
  if (token === undefined) return undefined;
  return connectWith(token, terminal);
}

/** The token of the environment. */
export const tokenOf = ({ env }: Terminal): string | undefined => env.GITHUB_TOKEN || env.GH_TOKEN || undefined;

/** Longest wait for GitHub: a person is waiting. */
const maxWaitSeconds = 60;

/** GitHub's API with a token. Prints to standard error when it waits. Throws PlumblineError('usage'). */
export function connectWith(token: string, { env, stderr }: Terminal): GitHub {
  const apiUrl = env.GITHUB_API_URL || 'https://api.github.com';
  if (!URL.canParse(apiUrl))
    throw new PlumblineError('usage', `\`GITHUB_API_URL\` is not a URL: \`${apiUrl}\``, {
      help: 'Set it to `https://HOST/api/v3`, or unset it.',
    });

  const onWait = (seconds: number): void =>
    void stderr.write(`GitHub did not answer or limits requests; trying again in ${seconds} s\n`);
  return connect({ token, apiUrl, maxWaitSeconds, onWait });
}

/** The repository with its IDs, from `--repository-ids` or, with a token, from GitHub. */
export async function repositoryFacts(
  repository: RepositoryIdentity,
  flags: Flags,
  github: GitHub | undefined,
): Promise<RepositoryFacts> {
  const flagIds = givenIds(flags);
  if (github === undefined)
    return { repository: { ...repository, ...(flagIds && { ids: flagIds }) }, hasIds: undefined, github };

  const { owner, name } = repository;

  try {
    const { data } = await github.rest.repos.get({ owner, repo: name });
    const ids = flagIds ?? { owner: data.owner.id, repository: data.id };
    // A renamed repository has its current name on GitHub, even if the remote still has the old one.
    const [presentOwner, presentName] = data.full_name.split('/') as [string, string];
    const present = { owner: presentOwner, name: presentName, ids };

    return { repository: present, hasIds: await hasImmutableSubject(github, present), github };
  } catch (error) {
    throw githubError(`read the repository \`${owner}/${name}\``, error);
  }
}

function givenIds(flags: Flags): RepositoryIdentity['ids'] {
  const text = flags.text('repository-ids');
  if (text === undefined) return undefined;

  const [, owner, repository] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (owner !== undefined) return { owner: Number(owner), repository: Number(repository) };

  throw new PlumblineError('usage', `\`--repository-ids ${text}\` are not two IDs`, {
    help: 'Write them as `7/42`. `gh api repos/OWNER/NAME --jq \'"\\(.owner.id)/\\(.id)"\'` prints them.',
  });
}

/** Whether GitHub writes IDs into the token subjects of the repository; undefined if the token must not read that. */
async function hasImmutableSubject(github: GitHub, { owner, name }: RepositoryIdentity): Promise<boolean | undefined> {
  try {
    const { data } = await github.request('GET /repos/{owner}/{repo}/actions/oidc/customization/sub', {
      owner,
      repo: name,
    });

    const { use_immutable_subject: isImmutable } = data as { use_immutable_subject?: boolean };
    return isImmutable;
  } catch (error) {
    if ([401, 403, 404].includes(statusOf(error) ?? 0)) return undefined;
    throw error;
  }
}
