/**
 * Every option, declared once. `npm run generate` writes from this table: the inputs of action.yml, the help of the
 * command line, docs/options.md and the README's table. What plumbline.yaml may hold is in config-shape.ts.
 * Precedence: flag or input > plumbline.yaml at the base ref > default.
 */

export type CommandName =
  | 'review'
  | 'check'
  | 'diff'
  | 'estimate'
  | 'explain'
  | 'rules'
  | 'sources'
  | 'snapshot'
  | 'migrate'
  | 'catalog'
  | 'init'
  | 'doctor'
  | 'drift'
  | 'plan'
  | 'apply'
  | 'bot';

/** Formats of a review, as `--format` takes them. */
export const reviewFormats = ['text', 'markdown', 'json', 'html', 'sarif', 'junit', 'gitlab', 'github'] as const;

export type ReviewFormat = (typeof reviewFormats)[number];

export interface Option {
  /** Kebab-case: `--name` on the command line, `name:` as input. */
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'list' | 'map';
  /** What the value stands for in help: `REGION`. */
  readonly value?: string;
  /** One sentence, without a full stop. */
  readonly summary: string;
  /** What an input is or takes besides. */
  readonly inputNote?: string;
  /** What is otherwise about it in a command. */
  readonly special?: Readonly<
    Partial<Record<CommandName, Partial<Pick<Option, 'summary' | 'value' | 'default' | 'choices'>>>>
  >;
  readonly choices?: readonly string[];
  readonly default?: string;
  /** Commands that take it as a flag; empty when it is no flag. */
  readonly commands: readonly CommandName[];
  /** Whether the Action has it as an input. */
  readonly isInput: boolean;
  /** Key in plumbline.yaml, with dots for nesting. */
  readonly configKey?: string;
}

/** An option as one command has it. */
export const optionOf = (option: Option, command: CommandName): Option => ({ ...option, ...option.special?.[command] });

const simulating = ['review', 'estimate'] as const;
const reading = ['review', 'check', 'diff', 'estimate'] as const;

export const options: readonly Option[] = [
  {
    name: 'mode',
    type: 'string',
    choices: ['review', 'comment', 'apply', 'drift'],
    default: 'review',
    summary:
      '`review` on pull_request and merge_group; `comment` in a workflow_run job, which reads the pull request through the API as data and comments for forks; `apply` on push to the protected branch, which applies what was approved; `drift` on a schedule, which compares the cluster with the branch and keeps one issue',
    commands: [],
    isInput: true,
  },
  {
    name: 'base',
    type: 'string',
    value: 'REF|FOLDER',
    summary: 'What to compare with: a git ref or a folder',
    inputNote: '`mode: apply`: the commit that the cluster is at',
    special: { apply: { value: 'REF', summary: 'Commit that the cluster is at' } },
    commands: ['review', 'diff', 'sources', 'plan', 'apply'],
    isInput: true,
  },
  {
    name: 'head',
    type: 'string',
    value: 'REF|FOLDER',
    summary: 'What to review: a git ref or a folder',
    default: 'the working tree',
    commands: ['review', 'diff', 'drift', 'sources', 'plan'],
    isInput: false,
  },
  {
    name: 'region',
    type: 'string',
    value: 'REGION',
    summary: 'AWS region to price in',
    default: 'found in the manifests',
    special: { catalog: { default: 'us-east-1' } },
    commands: [...reading, 'catalog', 'plan'],
    isInput: true,
    configKey: 'region',
  },
  {
    name: 'karpenter-version',
    type: 'string',
    value: 'X.Y',
    summary: 'Karpenter that the manifests are for',
    default: 'found in the repository, else 1.14',
    commands: [...reading, 'drift', 'plan'],
    isInput: true,
    configKey: 'karpenter.version',
  },
  {
    name: 'kubernetes-version',
    type: 'string',
    value: 'X.Y',
    summary: 'Kubernetes of the cluster, for removed API versions and AMI families',
    commands: [...reading, 'plan'],
    isInput: true,
    configKey: 'kubernetesVersion',
  },
  {
    name: 'environments',
    type: 'boolean',
    summary: 'Objects of Karpenter by environment, and what differs between them',
    commands: ['sources'],
    isInput: false,
  },
  {
    name: 'promotion',
    type: 'boolean',
    summary: 'Only what differs between environments: what dev has and prod does not, and other values',
    commands: ['sources'],
    isInput: false,
  },
  {
    name: 'format',
    type: 'string',
    choices: reviewFormats,
    default: 'text',
    summary: 'Output format, otherwise chosen by the extension of `--output`',
    special: {
      doctor: { choices: ['text', 'json'] },
      drift: { choices: ['text', 'markdown', 'json'] },
      sources: {
        choices: ['text', 'json', 'markdown', 'html'],
        summary: 'Output format; `markdown` and `html` need `--environments` or `--promotion`',
      },
    },
    commands: [...reading, 'doctor', 'drift', 'sources'],
    isInput: false,
  },
  {
    name: 'output',
    type: 'string',
    value: 'FILE',
    summary: 'Write the result to a file, not to standard output',
    special: {
      catalog: { value: 'FOLDER', summary: 'Where `refresh` writes to' },
      init: { value: 'FOLDER', summary: 'Where the files go', default: 'the root of the repository' },
    },
    commands: [...reading, 'snapshot', 'migrate', 'catalog', 'init', 'doctor', 'drift', 'sources', 'plan'],
    isInput: false,
  },
  {
    name: 'fail-on',
    type: 'string',
    choices: ['error', 'warning', 'note', 'never'],
    default: 'error',
    summary: 'Fail on new findings of this severity or worse',
    commands: ['review', 'check', 'estimate'],
    isInput: true,
    configKey: 'failOn',
  },
  {
    name: 'config',
    type: 'string',
    value: 'FILE',
    summary: 'Configuration file',
    default: 'the nearest plumbline.yaml, or the one at the base',
    commands: [...reading, 'doctor', 'drift', 'sources', 'plan'],
    isInput: true,
  },
  {
    name: 'set',
    type: 'map',
    value: 'NAME=VALUE',
    summary: 'Fill the placeholder `${NAME}`; repeatable',
    commands: [...reading, 'drift', 'plan', 'apply'],
    isInput: true,
    configKey: 'set',
  },
  {
    name: 'cluster',
    type: 'list',
    value: 'FILE',
    summary: 'Snapshot or `kubectl get nodes,nodeclaims,pods -A -o json`; repeatable',
    commands: [...simulating, 'drift'],
    isInput: true,
  },
  {
    name: 'explain',
    type: 'string',
    value: 'WORKLOAD',
    summary: 'How one workload finds its nodes: its name, or a part of it',
    commands: ['estimate'],
    isInput: false,
  },
  {
    name: 'first-round',
    type: 'boolean',
    summary: "Only the scheduler's first round, before anything is launched, not the end",
    commands: ['estimate'],
    isInput: false,
  },
  {
    name: 'catalog',
    type: 'string',
    value: 'FOLDER',
    summary: 'Instance types and prices from `catalog refresh`, instead of the built-in ones',
    commands: [...reading, 'catalog'],
    isInput: false,
  },
  {
    name: 'baseline',
    type: 'string',
    value: 'FILE',
    summary: 'Findings to live with for now: only others count',
    commands: ['review', 'check'],
    isInput: false,
  },
  {
    name: 'write-baseline',
    type: 'boolean',
    summary: 'Write the findings of this run to the file of `--baseline`',
    commands: ['review', 'check'],
    isInput: false,
  },
  {
    name: 'changed-lines',
    type: 'boolean',
    summary: 'Only findings on lines that the change adds or changes',
    commands: ['review'],
    isInput: false,
    configKey: 'changedLines',
  },
  {
    name: 'time-zone',
    type: 'string',
    value: 'ZONE',
    summary: 'Show hours of budgets in this zone too',
    default: 'that of TZ',
    commands: ['review', 'check'],
    isInput: false,
    configKey: 'timeZone',
  },
  {
    name: 'timing',
    type: 'boolean',
    summary: 'How long each lint rule took, on standard error',
    commands: ['review', 'check'],
    isInput: false,
  },
  {
    name: 'to',
    type: 'string',
    choices: ['v1beta1', 'v1'],
    default: 'v1',
    summary: 'API generation to migrate to',
    commands: ['migrate'],
    isInput: false,
  },
  {
    name: 'write',
    type: 'boolean',
    summary: 'Write the migrated manifests in place, instead of a patch to standard output',
    commands: ['migrate'],
    isInput: false,
  },
  {
    name: 'fix',
    type: 'boolean',
    summary: 'Apply the fixes to the files in place',
    commands: ['check'],
    isInput: false,
  },
  {
    name: 'color',
    type: 'boolean',
    summary: 'Colour on a terminal; `--no-color` or NO_COLOR turns it off',
    commands: [...reading, 'explain', 'rules', 'catalog', 'doctor', 'drift'],
    isInput: false,
  },
  {
    name: 'quiet',
    type: 'boolean',
    summary: 'No progress on standard error',
    commands: [...reading, 'migrate', 'sources', 'doctor', 'drift', 'plan', 'apply'],
    isInput: false,
  },
  {
    name: 'dead',
    type: 'boolean',
    summary: 'List the jobs that were given up, instead of starting the app',
    commands: ['bot'],
    isInput: false,
  },
  {
    name: 'replay',
    type: 'boolean',
    summary: 'Put given-up jobs back in line, and let GitHub resend what nobody took',
    commands: ['bot'],
    isInput: false,
  },
  {
    name: 'paths',
    type: 'list',
    value: 'PATH',
    summary: 'Folders or files to review, one a line',
    default: 'everything',
    commands: [],
    isInput: true,
  },
  {
    name: 'working-directory',
    type: 'string',
    value: 'FOLDER',
    summary: 'Folder of the repository that paths and configuration are relative to',
    default: '.',
    commands: [],
    isInput: true,
  },
  {
    name: 'comment',
    type: 'boolean',
    default: 'true',
    summary: 'Write the review as one comment on the pull request, kept up to date in place',
    commands: [],
    isInput: true,
  },
  {
    name: 'token',
    type: 'string',
    value: 'TOKEN',
    default: '${{ github.token }}',
    summary: 'Token for the comment and for reading the base when the clone is shallow',
    commands: [],
    isInput: true,
  },
  {
    name: 'environment',
    type: 'string',
    value: 'NAME',
    summary: 'Environment, in plumbline.yaml and on GitHub',
    default: 'the only one',
    commands: ['init', 'doctor', 'drift', 'plan', 'apply'],
    isInput: true,
  },
  {
    name: 'cluster-arn',
    type: 'string',
    value: 'ARN',
    summary: 'EKS cluster to go to, and to no other',
    default: 'in plumbline.yaml',
    commands: ['init', 'doctor', 'drift', 'plan', 'apply'],
    isInput: true,
  },
  {
    name: 'role-arn',
    type: 'string',
    value: 'ARN',
    summary: 'IAM role to take on with the identity of the job',
    default: 'in plumbline.yaml',
    commands: ['init', 'doctor', 'drift', 'plan', 'apply'],
    isInput: true,
  },
  {
    name: 'allowed-account-ids',
    type: 'list',
    value: 'ID',
    summary: 'AWS accounts that may be acted in; repeatable',
    default: 'of the cluster',
    commands: ['init', 'doctor', 'drift', 'plan', 'apply'],
    isInput: true,
  },
  {
    name: 'kubeconfig',
    type: 'string',
    value: 'FILE',
    summary: 'kubeconfig of another cluster',
    inputNote: 'its content is taken too',
    commands: ['doctor', 'drift', 'plan', 'apply'],
    isInput: true,
  },
  {
    name: 'context',
    type: 'string',
    value: 'NAME',
    summary: 'Context of the kubeconfig',
    default: 'its current one',
    commands: ['doctor', 'drift', 'plan', 'apply'],
    isInput: true,
  },
  {
    name: 'repository',
    type: 'string',
    value: 'OWNER/NAME',
    summary: 'Repository on GitHub',
    default: 'that of the remote `origin`',
    commands: ['init', 'doctor', 'drift', 'apply', 'explain'],
    isInput: false,
  },
  {
    name: 'plan',
    type: 'string',
    value: 'FILE',
    summary: 'Plan to apply, as `plumbline plan` wrote it',
    commands: ['apply'],
    isInput: false,
  },
  {
    name: 'acknowledge-delete',
    type: 'map',
    value: 'OBJECT=NODES',
    summary: 'Delete this object with at most so many nodes, as `NodePool/web=2`; repeatable',
    commands: ['apply'],
    isInput: true,
  },
  {
    name: 'force-conflicts',
    type: 'boolean',
    default: 'false',
    summary: 'Take fields over that belong to another field manager',
    commands: ['apply'],
    isInput: true,
  },
  {
    name: 'rollback',
    type: 'boolean',
    default: 'false',
    summary: 'Bring back what does not become ready',
    commands: ['apply'],
    isInput: true,
  },
  {
    name: 'break-glass',
    type: 'string',
    value: 'REASON',
    summary: 'Apply without approvals, gate and guard; the reason is recorded',
    commands: ['apply'],
    isInput: true,
  },
  {
    name: 'repository-ids',
    type: 'string',
    value: '7/42',
    summary: "GitHub's numbers of owner and repository",
    default: 'asked with GITHUB_TOKEN',
    commands: ['init', 'doctor'],
    isInput: false,
  },
  {
    name: 'apply',
    type: 'boolean',
    summary: 'Also write apply on merge and drift: workflows, roles and rights of an environment',
    commands: ['init'],
    isInput: false,
  },
  {
    name: 'branch',
    type: 'string',
    value: 'NAME',
    summary: 'Protected branch that is applied',
    default: 'main',
    commands: ['init'],
    isInput: false,
  },
  {
    name: 'action',
    type: 'string',
    value: 'OWNER/NAME@REF',
    summary: 'The Action that workflows use; a commit for REF pins it',
    default: 'the commit of this plumbline, else plumbline/plumbline@v0',
    commands: ['init'],
    isInput: false,
  },
  {
    name: 'forks',
    type: 'boolean',
    summary: 'A workflow of its own comments, also for forks',
    default: 'true',
    commands: ['init'],
    isInput: false,
  },
  {
    name: 'deletions',
    type: 'boolean',
    summary: 'Let the role delete NodePools, EC2NodeClasses and NodeOverlays too',
    commands: ['init'],
    isInput: false,
  },
  {
    name: 'terraform',
    type: 'boolean',
    summary: 'Write roles, policies and rights as Terraform, not as JSON and YAML',
    commands: ['init'],
    isInput: false,
  },
  {
    name: 'print',
    type: 'boolean',
    summary: 'Print the files and write none',
    commands: ['init'],
    isInput: false,
  },
  {
    name: 'force',
    type: 'boolean',
    summary: 'Overwrite files that are there',
    commands: ['init'],
    isInput: false,
  },
  {
    name: 'offline',
    type: 'boolean',
    summary: 'Look at files alone: ask neither GitHub, AWS nor the cluster',
    commands: ['doctor'],
    isInput: false,
  },
];

/** What the Action hands to later steps. */
export const outputs: readonly { readonly name: string; readonly summary: string }[] = [
  { name: 'verdict', summary: '`pass`, `warn` or `block`' },
  { name: 'nodes', summary: 'Nodes after the change, likely case; empty when unknown' },
  { name: 'nodes-difference', summary: 'Change in nodes, likely case; empty when unknown' },
  { name: 'monthly-cost', summary: 'Cost a month after the change in USD, likely case; empty when unknown' },
  { name: 'monthly-cost-difference', summary: 'Change in cost a month in USD, likely case; empty when unknown' },
  {
    name: 'plan-digest',
    summary: 'Digest of the plan; empty where there is none, or one for each of several environments',
  },
  {
    name: 'apply-result',
    summary: '`mode: apply`: `nothing-to-do`, `applied`, `refused`, `incomplete`, `not-ready` or `rolled-back`',
  },
  { name: 'drifted-objects', summary: '`mode: drift`: number of objects that differ' },
  { name: 'errors', summary: 'Number of new errors' },
  { name: 'warnings', summary: 'Number of new warnings' },
  { name: 'report-json', summary: 'Path of the review as JSON' },
  { name: 'report-markdown', summary: 'Path of the review as Markdown' },
  { name: 'report-html', summary: 'Path of the review as one HTML page, to be kept as an artefact' },
  { name: 'report-sarif', summary: 'Path of the findings as SARIF 2.1.0, for GitHub code scanning' },
  { name: 'migration-patch', summary: 'Path of a patch that migrates old Karpenter APIs; empty when there are none' },
];
