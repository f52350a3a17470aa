import { type Answers, type Deployer, deployers, type PlannedFile } from './init-answers.ts';

/** The protection of each environment, as GitHub's API expects it (`PUT /repos/{owner}/{repo}/environments/{name}`). */
export const environmentFiles = (answers: Answers): PlannedFile[] =>
  deployers(answers).map(({ environment, purpose }) => protectionFile(environment, purpose));

/** The protection of one environment. */
export const protectionFile = (environment: string, purpose: Deployer['purpose']): PlannedFile => ({
  path: `plumbline/${environment}/github-environment.json`,
  text: `${JSON.stringify(protection(purpose), null, 2)}\n`,
});

/** Only protected branches deploy, nobody approves their own deployment, and administrators cannot bypass this. */
const protection = (purpose: Deployer['purpose']): object => ({
  wait_timer: 0,
  ...(purpose === 'apply' && { prevent_self_review: true }),
  // The user adds reviewers by their IDs on GitHub, as `{"type": "Team", "id": 1}`.
  ...(purpose === 'apply' && { reviewers: [] }),
  deployment_branch_policy: { protected_branches: true, custom_branch_policies: false },
  can_admins_bypass: false,
});
