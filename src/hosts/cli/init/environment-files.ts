import { type Answers, deployers, type PlannedFile } from './init-answers.ts';

/** What GitHub's API takes as the protection of each environment (`PUT /repos/{owner}/{repo}/environments/{name}`). */
export const environmentFiles = (answers: Answers): PlannedFile[] =>
  deployers(answers).map(({ environment, purpose }) => ({
    path: `plumbline/${environment}/github-environment.json`,
    text: `${JSON.stringify(protection(purpose), null, 2)}\n`,
  }));

/** Protected branches only, nobody reviews an own deployment, administrators do not go past. */
const protection = (purpose: 'apply' | 'drift'): object => ({
  wait_timer: 0,
  ...(purpose === 'apply' && { prevent_self_review: true }),
  // Reviewers are people of yours: GitHub wants their numbers here, `{"type": "Team", "id": 1}`.
  ...(purpose === 'apply' && { reviewers: [] }),
  deployment_branch_policy: { protected_branches: true, custom_branch_policies: false },
  can_admins_bypass: false,
});
