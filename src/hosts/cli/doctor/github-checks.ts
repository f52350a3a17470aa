import { type Check, checksOf } from '../../../engine/files/setup/check.ts';
import { type GitHubEnvironment, judgeEnvironment } from '../../../engine/files/setup/environment-protection.ts';
import type { RepositoryIdentity } from '../../../engine/files/setup/github-subject.ts';
import type { GitHub } from '../../../io/github/github.ts';
import { reasonOf, statusOf } from '../../../io/github/github-errors.ts';

/**
 * Checks on GitHub how an environment, its drift environment and the default branch are protected. Without an environment,
 * nothing is applied, and only the branch is checked.
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

    if (purpose === 'apply')
      return [to.fail('environment/missing', 'GitHub has no such environment, or the token cannot see it', help)];

    return [
      to.warn(
        'environment/missing',
        'GitHub has no such environment, so the scheduled drift check has no identity',
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

    if (rules.protected) return to.pass('branch/protected', 'the default branch is protected');

    return to.fail(
      'branch/unprotected',
      'the default branch is not protected: everyone with write access can push without a review',
      'Add a ruleset that requires pull requests with an approval and blocks force pushes.',
    );
  } catch (error) {
    if (statusOf(error) === undefined) throw error;
    return unanswered('default branch', error);
  }
}

const unanswered = (subject: string, error: unknown): Check =>
  checksOf(subject).unknown(
    'github/not-allowed',
    `GitHub did not give this information (${reasonOf(error)})`,
    'Give the token read access to contents, actions and administration.',
  );
