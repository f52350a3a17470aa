/**
 * Every option, declared once. Help, shell completions and the parser of the command line read this table, and
 * `npm run generate` writes from it: action.yml, docs/options.md, docs/plumbline.1 and the README's table. The keys of
 * plumbline.yaml are in config-shape.ts. Precedence: flag or input > plumbline.yaml at the base ref > default.
 */

export type CommandName =
  | 'review'
  | 'check'
  | 'estimate'
  | 'what-if'
  | 'explain'
  | 'rules'
  | 'sources'
  | 'snapshot'
  | 'migrate'
  | 'catalog'
  | 'init'
  | 'doctor'
  | 'drift'
  | 'scorecard'
  | 'plan'
  | 'apply'
  | 'completions'
  | 'bot'
  | 'mcp'
  | 'lsp';

/** Formats of a review, as `--format` takes them. */
export const reviewFormats = ['text', 'markdown', 'json', 'html', 'sarif', 'junit', 'gitlab', 'github'] as const;

export type ReviewFormat = (typeof reviewFormats)[number];

/** Headings under which `--help` lists the options of a command, in this order. */
export const optionGroups = [
  'What to review',
  'What to list',
  'What to write',
  'What happens',
  'Cluster and prices',
  'Environment and access',
  'Applying',
  'Findings',
  'Simulation',
  'GitHub',
  'GitHub App',
  'Output',
] as const;

type OptionGroup = (typeof optionGroups)[number];

export interface Option {
  /** Kebab-case: `--name` on the command line, `name:` as input. */
  readonly name: string;
  /** The short flag, without its dash. */
  readonly short?: string;
  readonly group: OptionGroup;
  readonly type: 'string' | 'boolean' | 'list' | 'map';
  /** What the value stands for in help: `REGION`. */
  readonly value?: string;
  /** One sentence, without a full stop. */
  readonly summary: string;
  /** What else holds for the input of the Action. */
  readonly inputNote?: string;
  /** What differs in a single command. */
  readonly special?: Readonly<
    Partial<Record<CommandName, Partial<Pick<Option, 'type' | 'summary' | 'value' | 'default' | 'choices'>>>>
  >;
  readonly choices?: readonly string[];
  readonly default?: string;
  /** Commands that take it as a flag; empty for an input of the Action that is not a flag. */
  readonly commands: readonly CommandName[];
  /** Whether the Action has it as an input. */
  readonly isInput: boolean;
  /** Key in plumbline.yaml, with dots for nesting. */
  readonly configKey?: string;
}

/** The option with what differs in this command. */
export const optionOf = (option: Option, command: CommandName): Option => ({ ...option, ...option.special?.[command] });

const simulating = ['review', 'estimate', 'what-if'] as const;
const reading = ['review', 'check', 'estimate', 'what-if'] as const;

/** These write one review in several formats. */
const severalFiles = {
  type: 'list',
  summary:
    'Write the result to a file instead of standard output; repeat it for several formats, also as `FORMAT=FILE`',
} as const;

export const options: readonly Option[] = [
  {
    name: 'mode',
    group: 'GitHub',
    type: 'string',
    choices: ['review', 'comment', 'render', 'apply', 'drift'],
    default: 'review',
    summary:
      '`review` runs on pull_request and merge_group. `comment` runs on workflow_run: it reads the pull request through the API and comments, also for forks. `apply` runs on push to the protected branch and applies what was approved. `render` runs before it, in a job without credentials, and writes what kustomizations and charts render to. `drift` runs on a schedule, compares the cluster with the branch and keeps one issue up to date',
    commands: [],
    isInput: true,
  },
  {
    name: 'base',
    group: 'What to review',
    type: 'string',
    value: 'REF|FOLDER',
    summary: 'What to compare with: a git ref or a folder',
    inputNote:
      'with `mode: apply`, the commit that the cluster is at; with `mode: render`, the oldest commit to render',
    special: { apply: { value: 'REF', summary: 'Commit that the cluster is at', default: 'the base of the plan' } },
    commands: ['review', 'sources', 'plan', 'apply'],
    isInput: true,
  },
  {
    name: 'head',
    group: 'What to review',
    type: 'string',
    value: 'REF|FOLDER',
    summary: 'What to review: a git ref or a folder',
    default: 'the working tree',
    commands: ['review', 'drift', 'sources', 'plan'],
    isInput: false,
  },
  {
    name: 'region',
    group: 'Cluster and prices',
    type: 'string',
    value: 'REGION',
    summary: 'AWS region, which determines instance types and prices',
    default: 'detected from the files, else us-east-1',
    special: { catalog: { default: 'from plumbline.yaml, else us-east-1' } },
    commands: [...reading, 'catalog', 'plan'],
    isInput: true,
    configKey: 'region',
  },
  {
    name: 'karpenter-version',
    group: 'Cluster and prices',
    type: 'string',
    value: 'X.Y',
    summary: 'Karpenter version that runs in the cluster',
    default: 'detected from the files, else 1.14',
    commands: [...reading, 'drift', 'plan'],
    isInput: true,
    configKey: 'karpenter.version',
  },
  {
    name: 'kubernetes-version',
    group: 'Cluster and prices',
    type: 'string',
    value: 'X.Y',
    summary: 'Kubernetes version of the cluster, to find API versions and AMI families that it no longer supports',
    commands: [...reading, 'plan'],
    isInput: true,
    configKey: 'kubernetesVersion',
  },
  {
    name: 'environments',
    group: 'What to list',
    type: 'boolean',
    summary: 'List the Karpenter objects of each environment, and how the environments differ',
    commands: ['sources'],
    isInput: false,
  },
  {
    name: 'promotion',
    group: 'What to list',
    type: 'boolean',
    summary: 'List only how environments differ: what dev has and prod does not, and values that differ',
    commands: ['sources'],
    isInput: false,
  },
  {
    name: 'format',
    short: 'f',
    group: 'Output',
    type: 'string',
    choices: reviewFormats,
    default: 'text',
    summary: 'Output format; without it, the file extension of `--output` decides',
    special: {
      'what-if': { choices: ['text', 'json'] },
      doctor: { choices: ['text', 'json'] },
      drift: { choices: ['text', 'markdown', 'json'] },
      scorecard: { choices: ['text', 'json'] },
      sources: {
        choices: ['text', 'json', 'markdown', 'html'],
        summary:
          'Output format; `markdown` and `html` need `--environments` or `--promotion`; without it, the file extension of `--output` decides',
      },
    },
    commands: [...reading, 'doctor', 'drift', 'scorecard', 'sources'],
    isInput: false,
  },
  {
    name: 'output',
    short: 'o',
    group: 'Output',
    type: 'string',
    value: 'FILE',
    summary: 'Write the result to a file instead of standard output',
    special: {
      review: severalFiles,
      check: severalFiles,
      estimate: severalFiles,
      'what-if': severalFiles,
      catalog: { value: 'FOLDER', summary: 'Folder that `refresh` writes to' },
      init: { value: 'FOLDER', summary: 'Folder to write to', default: 'the root of the repository' },
      plan: { summary: 'Write the plan to a file, for `plumbline apply --plan FILE`' },
    },
    commands: [...reading, 'snapshot', 'migrate', 'catalog', 'init', 'doctor', 'drift', 'scorecard', 'sources', 'plan'],
    isInput: false,
  },
  {
    name: 'fail-on',
    group: 'Findings',
    type: 'string',
    choices: ['error', 'warning', 'note', 'never'],
    default: 'error',
    summary: 'Fail on new findings of this severity or higher',
    commands: ['review', 'check', 'estimate'],
    isInput: true,
    configKey: 'failOn',
  },
  {
    name: 'config',
    group: 'What to review',
    type: 'string',
    value: 'FILE',
    summary: 'Configuration file',
    default: 'plumbline.yaml at the base, or the nearest one upward',
    commands: [...reading, 'snapshot', 'doctor', 'drift', 'scorecard', 'sources', 'plan', 'explain', 'rules'],
    isInput: true,
  },
  {
    name: 'set',
    group: 'What to review',
    type: 'map',
    value: 'NAME=VALUE',
    summary: 'Value for the placeholder `${NAME}`; repeatable',
    commands: [...reading, 'drift', 'plan', 'apply'],
    isInput: true,
    configKey: 'set',
  },
  {
    name: 'cluster',
    group: 'Cluster and prices',
    type: 'list',
    value: 'FILE',
    summary:
      'Nodes and pods of the cluster: a snapshot, or the output of `kubectl get nodes,nodeclaims,pods -A -o json`; repeatable',
    special: {
      drift: {
        summary: 'Objects of the cluster: the output of `kubectl get nodepools,ec2nodeclasses -o json`; repeatable',
      },
    },
    commands: [...simulating, 'drift'],
    isInput: true,
  },
  {
    name: 'remove-node',
    group: 'What happens',
    type: 'list',
    value: 'NODE',
    summary: 'A node of the snapshot fails; also says why Karpenter does not consolidate it; repeatable',
    commands: ['what-if'],
    isInput: false,
  },
  {
    name: 'no-spot',
    group: 'What happens',
    type: 'boolean',
    summary: 'There is no spot capacity, and all spot nodes fail',
    commands: ['what-if'],
    isInput: false,
  },
  {
    name: 'no-zone',
    group: 'What happens',
    type: 'list',
    value: 'ZONE',
    summary: 'A zone fails with all its nodes; repeatable',
    commands: ['what-if'],
    isInput: false,
  },
  {
    name: 'no-family',
    group: 'What happens',
    type: 'list',
    value: 'FAMILY',
    summary: 'An instance family such as m5 has no capacity, and its nodes fail; repeatable',
    commands: ['what-if'],
    isInput: false,
  },
  {
    name: 'scale',
    group: 'What happens',
    type: 'map',
    value: 'WORKLOAD=REPLICAS',
    summary: 'A workload has this many replicas: `shop/Deployment/web=10`; repeatable',
    commands: ['what-if'],
    isInput: false,
  },
  {
    name: 'growth',
    group: 'What happens',
    type: 'string',
    value: 'FACTOR',
    summary: 'All workloads have this many times as many replicas, within the bounds of their autoscalers',
    commands: ['what-if'],
    isInput: false,
  },
  {
    name: 'no-figures',
    group: 'Simulation',
    type: 'boolean',
    summary: 'Do not simulate nodes and cost: report only findings, changes, and their effects on running nodes',
    commands: ['review'],
    isInput: false,
  },
  {
    name: 'explain',
    group: 'Simulation',
    type: 'string',
    value: 'WORKLOAD',
    summary: 'Show how Karpenter finds nodes for one workload: its name, or part of it',
    commands: ['estimate'],
    isInput: false,
  },
  {
    name: 'first-round',
    group: 'Simulation',
    type: 'boolean',
    summary: 'Simulate only the first scheduling round, before Karpenter launches any node',
    commands: ['estimate'],
    isInput: false,
  },
  {
    name: 'catalog',
    group: 'Cluster and prices',
    type: 'string',
    value: 'FOLDER',
    summary: 'Use instance types and prices that `catalog refresh` downloaded, instead of the built-in ones',
    inputNote: 'a folder of the repository, read from the base',
    commands: [...reading, 'catalog'],
    isInput: true,
    configKey: 'catalog',
  },
  {
    name: 'baseline',
    group: 'Findings',
    type: 'string',
    value: 'FILE',
    summary: 'File of known findings; only findings that are not in it count',
    commands: ['review', 'check'],
    isInput: false,
  },
  {
    name: 'write-baseline',
    group: 'Findings',
    type: 'boolean',
    summary: 'Write the findings of this run to the `--baseline` file',
    commands: ['review', 'check'],
    isInput: false,
  },
  {
    name: 'changed-lines',
    group: 'Findings',
    type: 'boolean',
    summary: 'Report only findings on lines that the change adds or edits',
    commands: ['review'],
    isInput: false,
    configKey: 'changedLines',
  },
  {
    name: 'time-zone',
    group: 'Output',
    type: 'string',
    value: 'ZONE',
    summary: 'Also show the hours of disruption budgets in this time zone',
    default: 'the TZ environment variable',
    commands: ['review', 'check'],
    isInput: false,
    configKey: 'timeZone',
  },
  {
    name: 'timing',
    group: 'Output',
    type: 'boolean',
    summary: 'Print to standard error how long each lint rule took',
    commands: ['review', 'check'],
    isInput: false,
  },
  {
    name: 'to',
    group: 'What to write',
    type: 'string',
    choices: ['v1beta1', 'v1'],
    default: 'v1',
    summary: 'Karpenter API version to migrate to',
    commands: ['migrate'],
    isInput: false,
  },
  {
    name: 'write',
    group: 'What to write',
    type: 'boolean',
    summary: 'Write the migrated manifests to their files instead of printing a patch',
    commands: ['migrate'],
    isInput: false,
  },
  {
    name: 'fix',
    group: 'Findings',
    type: 'boolean',
    summary: 'Apply the fixes to the files',
    commands: ['check'],
    isInput: false,
  },
  {
    name: 'color',
    group: 'Output',
    type: 'boolean',
    summary: 'Color the output; `--no-color` or NO_COLOR turns it off',
    default: 'on a terminal',
    commands: [...reading, 'doctor', 'drift'],
    isInput: false,
  },
  {
    name: 'quiet',
    short: 'q',
    group: 'Output',
    type: 'boolean',
    summary: 'Do not print progress and notes to standard error',
    commands: [...reading, 'migrate', 'sources', 'doctor', 'drift', 'plan', 'apply'],
    isInput: false,
  },
  {
    name: 'verbose',
    short: 'v',
    group: 'Output',
    type: 'boolean',
    summary: 'Also print every assumption and the findings that are older than the change',
    commands: [...reading],
    isInput: false,
  },
  {
    name: 'dead',
    group: 'GitHub App',
    type: 'boolean',
    summary: 'List the jobs that the app gave up on, instead of starting it',
    commands: ['bot'],
    isInput: false,
  },
  {
    name: 'replay',
    group: 'GitHub App',
    type: 'boolean',
    summary: 'Queue the jobs that the app gave up on again, and ask GitHub to resend undelivered webhooks',
    commands: ['bot'],
    isInput: false,
  },
  {
    name: 'paths',
    group: 'What to review',
    type: 'list',
    value: 'PATH',
    summary: 'Folders or files to review, one per line',
    default: 'all files',
    commands: [],
    isInput: true,
  },
  {
    name: 'working-directory',
    group: 'What to review',
    type: 'string',
    value: 'FOLDER',
    summary: 'Folder of the repository that paths and configuration are relative to',
    default: '.',
    commands: [],
    isInput: true,
  },
  {
    name: 'comment',
    group: 'GitHub',
    type: 'string',
    choices: ['update', 'new', 'hide', 'delete', 'off', 'true', 'false'],
    default: 'update',
    summary:
      'What happens to the comment on the pull request with each new commit. `update` keeps one comment up to date. `new` writes a new one, `hide` also hides the older ones as outdated, and `delete` deletes them. `off` and `false` write none, and `true` is the default',
    commands: [],
    isInput: true,
    configKey: 'comment',
  },
  {
    name: 'notify-url',
    group: 'GitHub',
    type: 'string',
    value: 'URL',
    summary:
      'Webhook of Slack or Teams that gets a message about a blocked pull request, or about others if `notify` in plumbline.yaml says so. Pass it as a secret',
    commands: [],
    isInput: true,
  },
  {
    name: 'name',
    group: 'GitHub',
    type: 'string',
    value: 'NAME',
    summary:
      'Name of this review, if several workflows review the same pull requests. Each name has its own comment, suggestions and check',
    commands: [],
    isInput: true,
  },
  {
    name: 'token',
    group: 'GitHub',
    type: 'string',
    value: 'TOKEN',
    default: '${{ github.token }}',
    summary: 'Token that writes the comment, and reads the base when the clone is shallow',
    commands: [],
    isInput: true,
  },
  {
    name: 'environment',
    group: 'Environment and access',
    type: 'string',
    value: 'NAME',
    summary: 'Name of the environment, in plumbline.yaml and on GitHub',
    special: {
      init: { default: 'the production environment of the repository, else `production`' },
      scorecard: { default: 'all' },
    },
    default: 'the only one',
    commands: ['snapshot', 'init', 'doctor', 'drift', 'scorecard', 'plan', 'apply'],
    isInput: true,
  },
  {
    name: 'cluster-arn',
    group: 'Environment and access',
    type: 'string',
    value: 'ARN',
    summary: 'EKS cluster to connect to; plumbline connects to no other cluster',
    default: 'from plumbline.yaml',
    special: {
      init: { summary: 'EKS cluster that changes are applied to', default: 'a cluster with a kubeconfig secret' },
    },
    commands: ['snapshot', 'init', 'doctor', 'drift', 'plan', 'apply'],
    isInput: true,
  },
  {
    name: 'role-arn',
    group: 'Environment and access',
    type: 'string',
    value: 'ARN',
    summary: "IAM role to assume with the job's identity",
    default: 'from plumbline.yaml',
    special: {
      init: { default: 'plumbline-ENVIRONMENT in the account of the cluster' },
      catalog: {
        summary: "IAM role to assume with the job's identity, for `refresh`",
        default: 'the credentials of the environment',
      },
    },
    commands: ['snapshot', 'init', 'doctor', 'drift', 'plan', 'apply', 'catalog'],
    isInput: true,
  },
  {
    name: 'allowed-account-ids',
    group: 'Environment and access',
    type: 'list',
    value: 'ID',
    summary: 'AWS accounts that plumbline may act in; repeatable',
    default: "the cluster's account",
    special: { init: { default: 'the accounts of the cluster and the role' } },
    commands: ['snapshot', 'init', 'doctor', 'drift', 'plan', 'apply'],
    isInput: true,
  },
  {
    name: 'kubeconfig',
    group: 'Environment and access',
    type: 'string',
    value: 'FILE',
    summary: 'kubeconfig of the cluster, instead of an EKS cluster ARN',
    inputNote: 'the content of the file works too',
    commands: ['snapshot', 'doctor', 'drift', 'plan', 'apply'],
    isInput: true,
  },
  {
    name: 'context',
    group: 'Environment and access',
    type: 'string',
    value: 'NAME',
    summary: 'Context to use from the kubeconfig',
    default: 'its current context',
    commands: ['snapshot', 'doctor', 'drift', 'plan', 'apply'],
    isInput: true,
  },
  {
    name: 'repository',
    group: 'GitHub',
    type: 'string',
    value: 'OWNER/NAME',
    summary: 'GitHub repository',
    default: 'the `origin` remote',
    special: { apply: { default: 'the GITHUB_REPOSITORY environment variable' } },
    commands: ['init', 'doctor', 'apply', 'explain'],
    isInput: false,
  },
  {
    name: 'plan',
    group: 'Applying',
    type: 'string',
    value: 'FILE',
    summary: 'Plan to apply, from `plumbline plan --output FILE`',
    commands: ['apply'],
    isInput: false,
  },
  {
    name: 'rendered',
    group: 'Applying',
    type: 'string',
    value: 'FILE',
    summary: 'What `mode: render` wrote in a job without credentials, because an apply renders nothing itself',
    inputNote: 'also for `mode: drift`',
    commands: ['apply'],
    isInput: true,
  },
  {
    name: 'acknowledge-delete',
    group: 'Applying',
    type: 'map',
    value: 'OBJECT=NODES',
    summary:
      'Allow the plan to delete this object if that removes at most this many nodes, such as `NodePool/web=2`; repeatable',
    commands: ['apply'],
    isInput: true,
  },
  {
    name: 'force-conflicts',
    group: 'Applying',
    type: 'boolean',
    default: 'false',
    summary: 'Take over fields that another field manager owns',
    commands: ['apply'],
    isInput: true,
  },
  {
    name: 'rollback',
    group: 'Applying',
    type: 'boolean',
    default: 'false',
    summary: 'Roll back the objects of the plan when they do not become ready',
    commands: ['apply'],
    isInput: true,
  },
  {
    name: 'break-glass',
    group: 'Applying',
    type: 'string',
    value: 'REASON',
    summary: 'Apply despite missing approvals, a blocking gate or changes in the cluster; the reason is recorded',
    commands: ['apply'],
    isInput: true,
  },
  {
    name: 'repository-ids',
    group: 'GitHub',
    type: 'string',
    value: '7/42',
    summary: 'IDs of the owner and the repository on GitHub',
    default: 'looked up with GITHUB_TOKEN',
    commands: ['init', 'doctor'],
    isInput: false,
  },
  {
    name: 'apply',
    group: 'What to write',
    type: 'boolean',
    summary:
      'Also write what one environment needs for applying on merge and detecting drift: workflows, IAM roles and RBAC',
    commands: ['init'],
    isInput: false,
  },
  {
    name: 'snapshot',
    group: 'What to write',
    type: 'boolean',
    summary:
      'Also write a workflow that opens a pull request with a snapshot of the cluster each week, and an identity that only lists',
    commands: ['init'],
    isInput: false,
  },
  {
    name: 'branch',
    group: 'What to write',
    type: 'string',
    value: 'NAME',
    summary: 'Protected branch; plumbline applies what is merged into it',
    default: 'main',
    commands: ['init'],
    isInput: false,
  },
  {
    name: 'action',
    group: 'What to write',
    type: 'string',
    value: 'OWNER/NAME@REF',
    summary: 'Action that the workflows use; a commit as REF pins it',
    default: 'the commit of this plumbline, else plumbline/plumbline@v0',
    commands: ['init'],
    isInput: false,
  },
  {
    name: 'forks',
    group: 'What to write',
    type: 'boolean',
    summary: 'Write a separate workflow that comments, also on pull requests from forks',
    default: 'true',
    commands: ['init'],
    isInput: false,
  },
  {
    name: 'deletions',
    group: 'What to write',
    type: 'boolean',
    summary: 'Also let the role delete NodePools, EC2NodeClasses and NodeOverlays',
    commands: ['init'],
    isInput: false,
  },
  {
    name: 'terraform',
    group: 'What to write',
    type: 'boolean',
    summary: 'Write roles, policies and RBAC as Terraform instead of JSON and YAML',
    commands: ['init'],
    isInput: false,
  },
  {
    name: 'prices-role-arn',
    group: 'What to write',
    type: 'string',
    value: 'ARN',
    summary:
      'Also write a workflow that opens a pull request with current prices each month, and the policies of this IAM role, which only reads',
    commands: ['init'],
    isInput: false,
  },
  {
    name: 'print',
    group: 'What to write',
    type: 'boolean',
    summary: 'Print the files instead of writing them',
    commands: ['init'],
    isInput: false,
  },
  {
    name: 'force',
    group: 'What to write',
    type: 'boolean',
    summary: 'Overwrite existing files',
    special: {
      catalog: { summary: '`refresh`: also take what is implausible, such as a price that moved by more than 60%' },
    },
    commands: ['init', 'catalog'],
    isInput: false,
  },
  {
    name: 'offline',
    group: 'Environment and access',
    type: 'boolean',
    summary: 'Check only files; ask neither GitHub, AWS nor the cluster',
    commands: ['doctor'],
    isInput: false,
  },
];

/** The outputs of the Action, for later steps. */
export const outputs: readonly { readonly name: string; readonly summary: string }[] = [
  { name: 'verdict', summary: '`pass`, `warn` or `block`' },
  { name: 'nodes', summary: 'Likely number of nodes after the change; empty when unknown' },
  { name: 'nodes-difference', summary: 'Likely change in the number of nodes; empty when unknown' },
  { name: 'monthly-cost', summary: 'Likely cost per month after the change, in USD; empty when unknown' },
  { name: 'monthly-cost-difference', summary: 'Likely change in cost per month, in USD; empty when unknown' },
  {
    name: 'plan-digest',
    summary: 'Digest of the plan; empty when there is no plan, or when there is one for each of several environments',
  },
  {
    name: 'apply-result',
    summary:
      '`mode: apply`: `nothing-to-do`, `applied`, `partly-applied`, `refused`, `incomplete`, `not-ready` or `rolled-back`',
  },
  {
    name: 'rendered',
    summary: '`mode: render`: path of the file for the input `rendered` of other jobs, to upload as an artifact',
  },
  { name: 'drifted-objects', summary: '`mode: drift`: number of objects that differ' },
  { name: 'errors', summary: 'Number of new errors' },
  { name: 'warnings', summary: 'Number of new warnings' },
  { name: 'report-json', summary: 'Path of the review as JSON' },
  { name: 'report-markdown', summary: 'Path of the review as Markdown' },
  { name: 'report-html', summary: 'Path of the review as a single HTML page, to upload as an artifact' },
  { name: 'report-sarif', summary: 'Path of the findings as SARIF 2.1.0, for GitHub code scanning' },
  {
    name: 'migration-patch',
    summary: 'Path of a patch that migrates old Karpenter APIs; empty when no file uses one',
  },
];
