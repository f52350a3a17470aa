import { type Check, checksOf } from '../../../engine/setup/check.ts';
import { type GitHubEnvironment, judgeEnvironment } from '../../../engine/setup/environment-protection.ts';
import type { RepositoryIdentity } from '../../../engine/setup/github-subject.ts';
import { type GitHub, reasonOf, statusOf } from '../../../io/github/github.ts';

/**
 * Asks GitHub about the protection of an environment and its companion for drift, and of the default branch. Undefined: nothing is
 * applied.
 */
export async function githubChecks(
  github: GitHub,
  repository: RepositoryIdentity,
  environment: string | undefined,
): Promise<Check[]> {
  if (environment === undefined) return [await branchCheck(github, repository)];
  return [
    ...(await environmentChecks(github, repository, { name: environment, purpose: 'apply' })),
    ...(await environmentChecks(github, repository, { name: `${environment}-drift`, purpose: 'drift' })),
    await branchCheck(github, repository),
  ];
}

async function environmentChecks(
  github: GitHub,
  { owner, name: repo }: RepositoryIdentity,
  { name, purpose }: { name: string; purpose: 'apply' | 'drift' },
): Promise<Check[]> {
  const to = checksOf(`environment ${name}`);
  try {
    const { data } = await github.rest.repos.getEnvironment({ owner, repo, environment_name: name });
    return judgeEnvironment(data as GitHubEnvironment, purpose);
  } catch (error) {
    const status = statusOf(error);
    if (status === undefined) throw error;
    if (status !== 404) return [unanswered(`environment ${name}`, error)];
    const help = `Create it: \`plumbline init --apply\` writes plumbline/${name}/github-environment.json for it.`;
    return purpose === 'apply'
      ? [to.fail('environment/missing', 'GitHub has no such environment, or the token may not see it', help)]
      : [
          to.warn(
            'environment/missing',
            'GitHub has no such environment, so a scheduled comparison has no identity',
            help,
          ),
        ];
  }
}

async function branchCheck(github: GitHub, { owner, name: repo }: RepositoryIdentity): Promise<Check> {
  try {
    const { data } = await github.rest.repos.get({ owner, repo });
    const branch = data.default_branch;
    const to = checksOf(`branch ${branch}`);
    const { data: rules } = await github.rest.repos.getBranch({ owner, repo, branch });
    return rules.protected
      ? to.pass('branch/protected', 'the default branch is protected')
      : to.fail(
          'branch/unprotected',
          'whoever can write can push to the default branch without a review',
          'Protect it by a ruleset: pull requests with an approval, and no force push.',
        );
  } catch (error) {
    if (statusOf(error) === undefined) throw error;
    return unanswered('default branch', error);
  }
}

const unanswered = (subject: string, error: unknown): Check =>
  checksOf(subject).unknown(
    'github/not-allowed',
    `GitHub does not tell (${reasonOf(error)})`,
    'Give the token read access to contents, actions and administration.',
  );
