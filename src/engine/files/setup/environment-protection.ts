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

const settings = 'Settings → Environments';

/** Checks the protection of an environment. An environment for drift needs no reviewers, because a scheduled job must not wait. */
export function judgeEnvironment(environment: GitHubEnvironment, purpose: 'apply' | 'drift'): Check[] {
  const subject = `environment ${environment.name}`;

  const checks = [
    ...judgeBranches(environment, subject),
    ...judgeReviewers(environment, purpose, subject),
    ...judgeBypass(environment, subject),
    ...judgeSchedule(environment, purpose, subject),
  ];

  if (checks.length > 0) return checks;

  const rules = () => {
    if (purpose === 'apply') return 'only protected branches, reviewers, no self-review';
    return 'only protected branches';
  };

  return [checksOf(subject).pass('environment/ok', `${rules()}, and administrators cannot bypass the rules`)];
}

function judgeBranches({ deployment_branch_policy: policy }: GitHubEnvironment, subject: string): Check[] {
  const to = checksOf(subject);

  if (!policy)
    return [
      to.fail(
        'environment/any-branch',
        'jobs from every branch can use this environment, including code that was never merged',
        `Choose "Protected branches only" under ${settings}.`,
      ),
    ];

  if (policy.protected_branches) return [];

  return [
    to.warn(
      'environment/named-branches',
      'branches are allowed by name, even if they are not protected',
      `Choose "Protected branches only" under ${settings}, or protect each of these branches.`,
    ),
  ];
}

const reviewersOf = ({ protection_rules: rules }: GitHubEnvironment) =>
  rules?.find(({ type }) => type === 'required_reviewers');

function judgeReviewers(environment: GitHubEnvironment, purpose: 'apply' | 'drift', subject: string): Check[] {
  if (purpose !== 'apply') return [];

  const to = checksOf(subject);
  const rule = reviewersOf(environment);
  const checks: Check[] = [];

  if (!rule?.reviewers?.length)
    checks.push(
      to.warn('environment/no-reviewers', 'deployments need no approval', `Add required reviewers under ${settings}.`),
    );

  if (rule && rule.prevent_self_review !== true)
    checks.push(
      to.fail(
        'environment/self-review',
        'a person who starts a deployment can also approve it',
        `Select "Prevent self-review" under ${settings}.`,
      ),
    );

  return checks;
}

function judgeBypass({ can_admins_bypass: mayBypass }: GitHubEnvironment, subject: string): Check[] {
  const to = checksOf(subject);

  if (mayBypass === undefined)
    return [
      to.unknown(
        'environment/admin-bypass',
        'GitHub does not report whether administrators can bypass the protection rules',
        `Check "Allow administrators to bypass" under ${settings}.`,
      ),
    ];

  if (!mayBypass) return [];

  return [
    to.fail(
      'environment/admin-bypass',
      'administrators can bypass the protection rules',
      `Clear "Allow administrators to bypass" under ${settings}.`,
    ),
  ];
}

function judgeSchedule(environment: GitHubEnvironment, purpose: 'apply' | 'drift', subject: string): Check[] {
  if (purpose !== 'drift' || !reviewersOf(environment)?.reviewers?.length) return [];

  return [
    checksOf(subject).warn(
      'environment/waiting-schedule',
      'scheduled drift checks wait for a reviewer',
      'Remove the required reviewers. The role of this environment can only read.',
    ),
  ];
}
