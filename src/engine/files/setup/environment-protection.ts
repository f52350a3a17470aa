import { type Check, checksOf } from './check.ts';

/** The protection settings of an environment, as GitHub's API returns them. */
export interface GitHubEnvironment {
  readonly name: string;
  readonly protection_rules?: readonly {
    readonly type: string;
    readonly prevent_self_review?: boolean;
    readonly reviewers?: readonly unknown[];
  }[];
  readonly deployment_branch_policy?: {
    readonly protected_branches: boolean;
    readonly custom_branch_policies: boolean;
  } | null;
  /** GitHub returns this field, although its API description does not list it. */
  readonly can_admins_bypass?: boolean;
}

/** Checks the protection of an environment. An environment for drift needs no reviewers, because a scheduled job must not wait. */
export function judgeEnvironment(environment: GitHubEnvironment, purpose: 'apply' | 'drift'): Check[] {
  const to = checksOf(`environment ${environment.name}`);
  const reviewers = environment.protection_rules?.find(({ type }) => type === 'required_reviewers');
  const policy = environment.deployment_branch_policy;
  const settings = 'Settings → Environments';
  const checks: Check[] = [];

  if (!policy)
    checks.push(
      to.fail(
        'environment/any-branch',
        'jobs from every branch can use this environment, including code that was never merged',
        `Choose "Protected branches only" under ${settings}.`,
      ),
    );
  else if (!policy.protected_branches)
    checks.push(
      to.warn(
        'environment/named-branches',
        'branches are allowed by name, even if they are not protected',
        `Choose "Protected branches only" under ${settings}, or protect each of these branches.`,
      ),
    );

  if (purpose === 'apply' && !reviewers?.reviewers?.length)
    checks.push(
      to.warn('environment/no-reviewers', 'deployments need no approval', `Add required reviewers under ${settings}.`),
    );

  if (purpose === 'apply' && reviewers && reviewers.prevent_self_review !== true)
    checks.push(
      to.fail(
        'environment/self-review',
        'a person who starts a deployment can also approve it',
        `Select "Prevent self-review" under ${settings}.`,
      ),
    );

  if (environment.can_admins_bypass === true)
    checks.push(
      to.fail(
        'environment/admin-bypass',
        'administrators can bypass the protection rules',
        `Clear "Allow administrators to bypass" under ${settings}.`,
      ),
    );

  if (environment.can_admins_bypass === undefined)
    checks.push(
      to.unknown(
        'environment/admin-bypass',
        'GitHub does not report whether administrators can bypass the protection rules',
        `Check "Allow administrators to bypass" under ${settings}.`,
      ),
    );

  if (purpose === 'drift' && reviewers?.reviewers?.length)
    checks.push(
      to.warn(
        'environment/waiting-schedule',
        'scheduled drift checks wait for a reviewer',
        'Remove the required reviewers. The role of this environment can only read.',
      ),
    );

  if (checks.length > 0) return checks;

  const rules = () => {
    if (purpose === 'apply') return 'only protected branches, reviewers, no self-review';
    return 'only protected branches';
  };

  return [to.pass('environment/ok', `${rules()}, and administrators cannot bypass the rules`)];
}
