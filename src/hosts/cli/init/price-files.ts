import { pricesEnvironment as environment } from '../../../engine/files/setup/github-subject.ts';
import { refreshPolicy } from '../../../io/aws/refresh-actions.ts';
import { protectionFile } from './environment-files.ts';
import { policyText, subjectsOf, trustPolicy } from './iam-files.ts';
import type { PlannedFile, PriceAnswers } from './init-answers.ts';
import { commandLineSteps, proposalStep } from './proposal-steps.ts';
import { expressionText, workflowFile } from './workflows.ts';

/** A workflow that proposes current prices, and the policies of its role. */
export const priceFiles = (answers: PriceAnswers): PlannedFile[] => [
  workflowFile('plumbline-prices', priceWorkflow(answers)),
  {
    path: `plumbline/${environment}/trust-policy.json`,
    text: policyText(trustPolicy(answers.role, subjectsOf(answers, environment))),
  },
  { path: `plumbline/${environment}/policy.json`, text: policyText(refreshPolicy) },
  protectionFile(environment, 'drift'),
];

function priceWorkflow({ action, branch, region, role }: PriceAnswers): string {
  return `# Reads instance types and prices from AWS each month, and opens a pull request with what changed. The role can only read.
name: plumbline prices
on:
  schedule:
    - cron: '41 4 1 * *'
  workflow_dispatch:
permissions: {}
concurrency:
  group: plumbline-prices
  cancel-in-progress: false
jobs:
  prices:
    if: github.ref == ${expressionText(`refs/heads/${branch}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${environment} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: write # only for the branch of the pull request
      pull-requests: write
      id-token: write # the identity that AWS trusts
    steps:
${commandLineSteps(action)}
      - name: Read instance types and prices # repeat the command for each of your regions
        run: |
          node .plumbline/dist/cli.js catalog refresh --region ${region} --output catalog \\
            --role-arn ${role.text} >> "$RUNNER_TEMP/summary.md"
      - run: cat "$RUNNER_TEMP/summary.md" >> "$GITHUB_STEP_SUMMARY"
${proposalStep({ path: 'catalog', branch: 'plumbline-prices', title: 'Update instance types and prices', bodyFile: '"$RUNNER_TEMP/summary.md"' })}
`;
}

/** What is left to do, as commands and sentences. */
export function priceSteps({ repository: { owner, name }, role, branch }: PriceAnswers): string {
  const folder = `plumbline/${environment}`;
  return `
For current prices, run these commands as an administrator:

  # once for the account ${role.account}:
  aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com
  aws iam create-role --role-name ${role.name} --assume-role-policy-document file://${folder}/trust-policy.json
  aws iam put-role-policy --role-name ${role.name} --policy-name plumbline --policy-document file://${folder}/policy.json
  gh api --method PUT repos/${owner}/${name}/environments/${environment} --input ${folder}/github-environment.json

Then allow GitHub Actions to create pull requests in the settings of the repository, protect the branch ${branch}, and commit the files. Run the workflow
"plumbline prices", merge its pull request, and set \`catalog: catalog\` in plumbline.yaml.
`;
}
