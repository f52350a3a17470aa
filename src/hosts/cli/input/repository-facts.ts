import type { RepositoryIdentity } from '../../../engine/setup/github-subject.ts';
import { PlumblineError } from '../../../errors.ts';
import { remoteRepository } from '../../../io/git/git-remote.ts';
import { connect, type GitHub, githubError, statusOf } from '../../../io/github/github.ts';
import type { Flags } from '../arguments/arguments.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What is known of the repository on GitHub. */
export interface RepositoryFacts {
  readonly repository: RepositoryIdentity;
  /** Whether its tokens carry ids; undefined: GitHub did not tell. */
  readonly hasIds: boolean | undefined;
  /** Undefined without a token. */
  readonly github: GitHub | undefined;
}

/** `--repository`, else the remote `origin`; undefined where neither tells. Throws PlumblineError('usage'). */
export function namedRepository(flags: Flags, cwd: string): RepositoryIdentity | undefined {
  const named = flags.text('repository');
  if (named === undefined) return remoteRepository(cwd);
  const [owner, name, ...more] = named.split('/');
  if (owner && name && more.length === 0) return { owner, name };
  throw new PlumblineError('usage', `\`--repository ${named}\` is no repository`, {
    help: 'Write it as `acme/infra`.',
  });
}

/** GitHub's API with the token of the environment; undefined without one. */
export function githubOf(terminal: Terminal): GitHub | undefined {
  const token = tokenOf(terminal);
  return token === undefined ? undefined : connectWith(token, terminal);
}

/** The token of the environment. */
export const tokenOf = ({ env }: Terminal): string | undefined => env.GITHUB_TOKEN || env.GH_TOKEN || undefined;

/** Somebody sits there and waits. */
const maxWaitSeconds = 60;

/** GitHub's API with a token; standard error says when it is waited for. Throws PlumblineError('usage'). */
export function connectWith(token: string, { env, stderr }: Terminal): GitHub {
  const apiUrl = env.GITHUB_API_URL || 'https://api.github.com';
  if (!URL.canParse(apiUrl))
    throw new PlumblineError('usage', `\`GITHUB_API_URL\` is no address: \`${apiUrl}\``, {
      help: 'Write it as `https://HOST/api/v3`, or unset it.',
    });
  const onWait = (seconds: number): void =>
    void stderr.write(`GitHub does not answer or limits requests: next try in ${seconds} s\n`);
  return connect({ token, apiUrl, maxWaitSeconds, onWait });
}

/** The repository with its ids: from `--repository-ids`, else from GitHub where a token is at hand. */
export async function repositoryFacts(
  repository: RepositoryIdentity,
  flags: Flags,
  github: GitHub | undefined,
): Promise<RepositoryFacts> {
  const given = givenIds(flags);
  if (github === undefined)
    return { repository: { ...repository, ...(given && { ids: given }) }, hasIds: undefined, github };
  const { owner, name } = repository;
  try {
    const { data } = await github.rest.repos.get({ owner, repo: name });
    const ids = given ?? { owner: data.owner.id, repository: data.id };
    // GitHub knows the repository under its present name, whatever the remote still says.
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
  throw new PlumblineError('usage', `\`--repository-ids ${text}\` are no ids`, {
    help: 'Write `7/42`: `gh api repos/OWNER/NAME --jq \'"\\(.owner.id)/\\(.id)"\'` prints them.',
  });
}

/** Whether GitHub writes ids into the subjects of the repository; undefined where the token may not ask. */
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
