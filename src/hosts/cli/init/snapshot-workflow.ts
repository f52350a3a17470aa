import { textIf } from '../../../engine/text/words/text-if.ts';
import {
  type Answers,
  type Deployer,
  deployerFor,
  type EksAnswers,
  type PlannedFile,
  roleArnOf,
} from './init-answers.ts';
import { commandLineSteps, proposalStep } from './proposal-steps.ts';
import { expressionText, slug, workflowFile, yamlScalar } from './workflows.ts';

/** The workflow that takes a snapshot of the cluster of an environment each week, and proposes it. */
export const snapshotWorkflow = (answers: Answers): PlannedFile =>
  workflowFile(snapshotName(answers), workflow(answers, deployerFor('snapshot', answers)));

/** Where the snapshot of an environment is. */
export const snapshotPath = ({ environment }: Pick<Answers, 'environment'>): string =>
  `plumbline/${environment}-snapshot/cluster.json`;

const snapshotName = ({ environment }: Answers): string => `plumbline-snapshot-${slug(environment)}`;

/** Where plumbline.yaml has to name the snapshot. */
export function snapshotKey({ environment, purposes, scan }: Answers): string {
  const isNamed = purposes.includes('apply') || Object.hasOwn(scan.environments, environment);
  if (isNamed) return `environments.${environment}.snapshot`;
  return 'snapshot';
}

function workflow(answers: Answers, reader: Deployer): string {
  const { environment, branch, action, cluster } = answers;
  const name = snapshotName(answers);

  return `# Takes a snapshot of the cluster of the environment ${environment} each week, and opens a pull request with it. Its identity can only list what
# scheduling depends on. A snapshot has no Secrets, ConfigMaps, environment variables or annotations.
name: plumbline snapshot ${environment}
on:
  schedule:
    - cron: '29 5 * * 1'
  workflow_dispatch:
permissions: {}
concurrency:
  group: ${name}
  cancel-in-progress: false
jobs:
  snapshot:
    if: github.ref == ${expressionText(`refs/heads/${branch}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${yamlScalar(reader.environment)} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: write # only for the branch of the pull request
      pull-requests: write
${textIf(cluster, '      id-token: write # the identity that AWS trusts\n')}    steps:
${commandLineSteps(action)}
${takeStep(answers, reader)}
      - name: Write the text of the pull request
        run: |
          echo "Reviews use this snapshot once plumbline.yaml has ${snapshotKey(answers)}: ${snapshotPath(answers)}" > "$RUNNER_TEMP/body.md"
${proposalStep({ path: snapshotPath(answers), branch: name, title: `Update the snapshot of ${environment}`, bodyFile: '"$RUNNER_TEMP/body.md"' })}
`;
}

function takeStep(answers: Answers, reader: Deployer): string {
  const { cluster } = answers;
  const command = 'node .plumbline/dist/cli.js snapshot';
  const output = `--output ${snapshotPath(answers)}`;

  if (cluster)
    return `      - name: Take the snapshot
        run: |
          ${command} --cluster-arn ${cluster.arn} \\
            --role-arn ${roleArnOf(cluster, reader)} ${accounts(cluster)}${output}`;

  return `      - name: Take the snapshot
        env:
          CLUSTER_ACCESS: \${{ secrets.PLUMBLINE_KUBECONFIG }}
        run: |
          umask 077
          printf '%s' "$CLUSTER_ACCESS" > "$RUNNER_TEMP/kubeconfig"
          ${command} --kubeconfig "$RUNNER_TEMP/kubeconfig" ${output}
          rm "$RUNNER_TEMP/kubeconfig"`;
}

/** The account of the cluster is the default. */
const accounts = ({ account, allowedAccountIds }: EksAnswers): string => {
  if (allowedAccountIds.every((id) => id === account)) return '';
  return `${allowedAccountIds.map((id) => `--allowed-account-ids ${id}`).join(' ')} `;
};
