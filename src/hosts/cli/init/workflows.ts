import { listIf } from '../../../engine/text/list-if.ts';
import { textIf } from '../../../engine/text/words/text-if.ts';
import {
  type ActionReference,
  type Answers,
  deployerFor,
  isPinned,
  type PlannedFile,
  type ReviewAnswers,
  roleArnOf,
} from './init-answers.ts';

/** actions/checkout, pinned to the commit of its tag v7.0.1. */
export const checkout = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1';

/** actions/upload-artifact v7.0.1 and actions/download-artifact v8.0.1, pinned to the commits of their tags. */
const upload = 'actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1';
const download = 'actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1';

export const workflowFile = (name: string, text: string): PlannedFile => ({
  path: `.github/workflows/${name}.yaml`,
  text,
});

/** The workflows that review pull requests, each with the least permissions that it needs. */
export const reviewWorkflows = (answers: ReviewAnswers): PlannedFile[] => [
  workflowFile('plumbline', review(answers)),
  ...listIf(answers.hasForks, workflowFile('plumbline-comment', comment(answers))),
];

/** The workflows that apply to an environment and watch it, each with the least permissions that it needs. */
export const applyWorkflows = (answers: Answers): PlannedFile[] => [
  workflowFile(`plumbline-apply-${slug(answers.environment)}`, apply(answers)),
  workflowFile(`plumbline-drift-${slug(answers.environment)}`, drift(answers)),
];

/** The name of an environment as part of a file name. */
export const slug = (name: string): string => name.toLowerCase().replace(/[^a-z0-9-]+/g, '-');

const checkoutStep = `      - uses: ${checkout}
        with:
          fetch-depth: 0
          persist-credentials: false`;

function review({ action, hasForks }: ReviewAnswers): string {
  const access = () => {
    if (hasForks) return 'Its token can only read; plumbline-comment.yaml writes the comment.';
    return 'Its token can read files, and write only to pull requests and checks.';
  };

  const inputs = hasForks ? ['comment: false'] : [];

  const permissionLines = () => {
    if (hasForks) return '      pull-requests: read\n';
    return '      pull-requests: write\n      checks: write\n';
  };

  return `# Reviews every pull request. ${access()}
name: plumbline
on:
  pull_request:
    # \`edited\` covers a changed base branch. Do not skip this job for other reasons: a required check that is skipped counts as passed.
    types: [opened, synchronize, reopened, edited]
  merge_group:
permissions: {}
concurrency:
  group: plumbline-\${{ github.event.pull_request.number || github.ref }}
  cancel-in-progress: true
jobs:
  review:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      contents: read
${permissionLines()}    steps:
${checkoutStep}
${actionStep(action, inputs)}
`;
}

function comment({ action, scan }: ReviewAnswers): string {
  return `# Comments on pull requests, including those from forks. It runs with the permissions of this repository, so it checks out
# nothing: it reads the pull request through the API as data, and reviews it again.
name: plumbline comment
on:
  workflow_run: # zizmor: ignore[dangerous-triggers] runs no code of the pull request and checks out nothing
    workflows: [plumbline]
    types: [completed]
permissions: {}
concurrency:
  group: plumbline-comment-\${{ github.event.workflow_run.head_repository.full_name }}-\${{ github.event.workflow_run.head_branch }}
  cancel-in-progress: true
jobs:
  comment:
    if: github.event.workflow_run.event == 'pull_request'
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      contents: read
      pull-requests: write
      checks: write # the verdict becomes a check that you can require
    steps:
${textIf(scan.isRendered, `${sandboxStep}\n`)}${actionStep(action, ['mode: comment'])}
`;
}

/** Ubuntu's kernel setting would not let plumbline isolate programs, and next to a token that writes it renders nothing without that. */
const sandboxStep =
  '      - run: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 # lets the sandbox isolate kustomize and helm';

/**
 * The job that renders for a job with credentials, which renders nothing. It has no secret, no environment and no identity. Its file is kept
 * only as long as the other job needs it.
 */
const renderJob = (branch: string, action: ActionReference, inputs: readonly string[] = []): string => `  render:
    if: github.ref == ${expressionText(`refs/heads/${branch}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions: # nothing else: kustomize and helm run here
      contents: read
    steps:
${checkoutStep}
${sandboxStep}
${actionStep(action, ['mode: render', ...inputs], 'render')}
      - uses: ${upload}
        with:
          name: plumbline-rendered
          path: \${{ steps.render.outputs.rendered }}
          if-no-files-found: error
          retention-days: 1
`;

const downloadStep = `      - uses: ${download}
        with:
          name: plumbline-rendered
          path: \${{ runner.temp }}/plumbline-rendered`;

const rendered = 'rendered: ${{ runner.temp }}/plumbline-rendered/plumbline-rendered.json';

function apply(answers: Answers): string {
  const { environment, branch, action, cluster } = answers;
  return `# Applies only what was reviewed and merged to the environment ${environment}.
name: plumbline apply ${environment}
on:
  push:
    branches: [${yamlScalar(branch)}]
permissions: {}
concurrency: # one run at a time; a newer run never cancels a running apply
  group: plumbline-apply-${slug(environment)}
  cancel-in-progress: false
jobs:
${renderJob(branch, action)}  apply:
    needs: render
    if: github.ref == ${expressionText(`refs/heads/${branch}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 45
    environment: ${yamlScalar(environment)} # protected branches only, reviewers other than the author, no bypass
    permissions:
      contents: read
      pull-requests: read # approvals
      deployments: write
${textIf(cluster, '      id-token: write # the identity that AWS trusts\n')}    steps:
${checkoutStep}
${downloadStep}
${actionStep(action, ['mode: apply', `environment: ${yamlScalar(environment)}`, rendered, ...kubeconfig(answers)])}
`;
}

function drift(answers: Answers): string {
  const { environment, branch, action, cluster } = answers;
  const reader = deployerFor('drift', answers);

  const inputs = cluster ? [`role-arn: ${roleArnOf(cluster, reader)}`] : [];

  return `# Compares the cluster with the branch, and keeps an issue open while they differ. It cannot change the cluster.
name: plumbline drift ${environment}
on:
  schedule:
    - cron: '17 */6 * * *'
  workflow_dispatch:
permissions: {}
concurrency:
  group: plumbline-drift-${slug(environment)}
  cancel-in-progress: false
jobs:
${renderJob(branch, action, ['base: ${{ github.sha }}'])}  drift:
    needs: render
    if: github.ref == ${expressionText(`refs/heads/${branch}`)}
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: ${yamlScalar(reader.environment)} # protected branches only; no reviewers, because scheduled runs must not wait
    permissions:
      contents: read
      issues: write
${textIf(cluster, '      id-token: write # the identity that AWS trusts\n')}    steps:
${checkoutStep}
${downloadStep}
${actionStep(action, [
  'mode: drift',
  `environment: ${yamlScalar(environment)}`,
  rendered,
  ...inputs,
  ...kubeconfig(answers),
])}
`;
}

const kubeconfig = ({ cluster }: Answers): string[] => {
  if (cluster) return [];
  return ['kubeconfig: ${{ secrets.PLUMBLINE_KUBECONFIG }}'];
};

function actionStep(action: ActionReference, inputs: readonly string[], id?: string): string {
  const label = textIf(action.label !== undefined, ` # ${action.label}`);
  const lines = inputs.map((input) => `          ${input}`);
  const start = id === undefined ? '      - ' : `      - id: ${id}\n        `;
  return `${pinningNote(action)}${start}uses: ${action.uses}${label}${textIf(lines.length > 0, `\n        with:\n${lines.join('\n')}`)}`;
}

/** How to pin an Action whose commit is unknown, as a comment above its step. */
export function pinningNote(action: ActionReference): string {
  if (isPinned(action)) return '';
  const [name, ref] = action.uses.split('@');
  return `      # A tag can be moved. To pin the Action, replace the tag with the commit: gh api repos/${name}/commits/${ref} --jq .sha\n`;
}

/** A YAML scalar. Names of environments and branches may contain any character. */
export const yamlScalar = (text: string): string => {
  if (/^[A-Za-z][\w./-]*$/.test(text) && !/^(?:true|false|null)$/i.test(text)) return text;
  return `'${text.replaceAll("'", "''")}'`;
};

/** A string in a GitHub expression. */
export const expressionText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
