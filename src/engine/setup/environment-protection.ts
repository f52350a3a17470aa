import { type Check, checksOf } from './check.ts';

/** An environment as GitHub's API gives it, as far as it protects. */
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
  /** GitHub gives it, and its API description does not name it. */
  readonly can_admins_bypass?: boolean;
}

/** Judges the protection of an environment; `purpose` drift needs no reviewers, for a schedule waits for nobody. */
export function judgeEnvironment(environment: GitHubEnvironment, purpose: 'apply' | 'drift'): Check[] {
  const to = checksOf(`environment ${environment.name}`);
  const reviewers = environment.protection_rules?.find(({ type }) => type === 'required_reviewers');
  const policy = environment.deployment_branch_policy;
  const settings = 'Settings → Environments';
  const found: Check[] = [];
  if (!policy)
    found.push(
      to.fail(
        'environment/any-branch',
        'jobs of every branch get in, and with them what nobody merged',
        `Choose "Protected branches only" under ${settings}.`,
      ),
    );
  else if (!policy.protected_branches)
    found.push(
      to.warn(
        'environment/named-branches',
        'branches are admitted by name, whether they are protected or not',
        `Choose "Protected branches only" under ${settings}, or see that each of them is protected.`,
      ),
    );
  if (purpose === 'apply' && !reviewers?.reviewers?.length)
    found.push(
      to.warn(
        'environment/no-reviewers',
        'nobody has to approve a deployment',
        `Add required reviewers under ${settings}.`,
      ),
    );
  if (purpose === 'apply' && reviewers && reviewers.prevent_self_review !== true)
    found.push(
      to.fail(
        'environment/self-review',
        'who starts a deployment may approve it too',
        `Tick "Prevent self-review" under ${settings}.`,
      ),
    );
  if (environment.can_admins_bypass === true)
    found.push(
      to.fail(
        'environment/admin-bypass',
        'administrators may go past the protection',
        `Untick "Allow administrators to bypass" under ${settings}.`,
      ),
    );
  if (environment.can_admins_bypass === undefined)
    found.push(
      to.unknown(
        'environment/admin-bypass',
        'GitHub does not say whether administrators may go past the protection',
        `Look under ${settings}.`,
      ),
    );
  if (purpose === 'drift' && reviewers?.reviewers?.length)
    found.push(
      to.warn(
        'environment/waiting-schedule',
        'a scheduled comparison waits for reviewers',
        'Remove them: the role of this environment can only read.',
      ),
    );
  return found.length > 0 ? found : [to.pass('environment/ok', 'protected branches only, no own review, no way past')];
}
