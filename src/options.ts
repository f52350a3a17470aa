/**
 * Every option, declared once. `npm run generate` writes from this table: the inputs of action.yml, the help of the
 * command line, docs/options.md, the README's table and the editor schema of plumbline.yaml.
 * Precedence: flag or input > plumbline.yaml at the base ref > default.
 */

export type Command = 'review' | 'check' | 'diff' | 'estimate' | 'explain' | 'rules' | 'catalog';

export interface Option {
  /** Kebab-case: `--name` on the command line, `name:` as input. */
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'list' | 'map';
  /** What the value stands for in help: `REGION`. */
  readonly value?: string;
  /** One sentence, without a full stop. */
  readonly summary: string;
  readonly choices?: readonly string[];
  readonly default?: string;
  /** Commands that take it as a flag; empty when it is no flag. */
  readonly commands: readonly Command[];
  /** Whether the Action has it as an input. */
  readonly isInput: boolean;
  /** Key in plumbline.yaml, with dots for nesting. */
  readonly configKey?: string;
}

const simulating = ['review', 'estimate'] as const;
const reading = ['review', 'check', 'diff', 'estimate'] as const;

export const options: readonly Option[] = [
  {
    name: 'mode',
    type: 'string',
    choices: ['review', 'comment'],
    default: 'review',
    summary:
      '`review` on pull_request and merge_group; `comment` in a workflow_run job, which reads the pull request through the API as data and comments for forks',
    commands: [],
    isInput: true,
  },
  {
    name: 'base',
    type: 'string',
    value: 'REF|FOLDER',
    summary: 'What to compare with: a git ref or a folder; without it everything is new',
    commands: ['review', 'diff'],
    isInput: false,
  },
  {
    name: 'head',
    type: 'string',
    value: 'REF|FOLDER',
    summary: 'What to review: a git ref or a folder',
    default: 'the working tree',
    commands: ['review', 'diff'],
    isInput: false,
  },
  {
    name: 'region',
    type: 'string',
    value: 'REGION',
    summary: 'AWS region to price in',
    default: 'found in the manifests',
    commands: [...reading],
    isInput: true,
    configKey: 'region',
  },
  {
    name: 'karpenter-version',
    type: 'string',
    value: 'X.Y',
    summary: 'Karpenter that the manifests are for',
    default: 'found in the repository, else 1.14',
    commands: [...reading],
    isInput: true,
    configKey: 'karpenter.version',
  },
  {
    name: 'kubernetes-version',
    type: 'string',
    value: 'X.Y',
    summary: 'Kubernetes of the cluster, for removed API versions and AMI families',
    commands: [...reading],
    isInput: true,
    configKey: 'kubernetesVersion',
  },
  {
    name: 'format',
    type: 'string',
    choices: ['text', 'markdown', 'json', 'github'],
    default: 'text',
    summary: 'Form of the result',
    commands: [...reading],
    isInput: false,
  },
  {
    name: 'output',
    type: 'string',
    value: 'FILE',
    summary: 'Write the result to a file instead of standard output',
    commands: [...reading],
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
    default: 'the nearest plumbline.yaml; for a pull request the one at its base',
    commands: [...reading],
    isInput: true,
  },
  {
    name: 'set',
    type: 'map',
    value: 'NAME=VALUE',
    summary: 'Fill the placeholder `${NAME}`; repeatable',
    commands: [...reading],
    isInput: true,
    configKey: 'set',
  },
  {
    name: 'cluster',
    type: 'list',
    value: 'FILE',
    summary: 'Live state from `kubectl get nodes,nodeclaims,pods -o json`; repeatable',
    commands: [...simulating],
    isInput: true,
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
    commands: [...reading, 'explain', 'rules', 'catalog'],
    isInput: false,
  },
  {
    name: 'quiet',
    type: 'boolean',
    summary: 'No progress on standard error',
    commands: [...reading],
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
];

/** What the Action hands to later steps. */
export const outputs: readonly { readonly name: string; readonly summary: string }[] = [
  { name: 'verdict', summary: '`pass`, `warn` or `block`' },
  { name: 'nodes', summary: 'Nodes after the change, likely case; empty when unknown' },
  { name: 'nodes-difference', summary: 'Change in nodes, likely case; empty when unknown' },
  { name: 'monthly-cost', summary: 'Cost a month after the change in USD, likely case; empty when unknown' },
  { name: 'monthly-cost-difference', summary: 'Change in cost a month in USD, likely case; empty when unknown' },
  { name: 'errors', summary: 'Number of new errors' },
  { name: 'warnings', summary: 'Number of new warnings' },
  { name: 'report-json', summary: 'Path of the review as JSON' },
  { name: 'report-markdown', summary: 'Path of the review as Markdown' },
];

/** Keys of plumbline.yaml that are no flag: shape and meaning. */
export const configKeys: readonly { readonly key: string; readonly summary: string }[] = [
  { key: 'region', summary: 'AWS region to price in' },
  { key: 'zones', summary: "Zones of the subnets; the region's first three when nothing says more" },
  { key: 'nodeClassZones', summary: 'EC2NodeClass name → zones of its subnets' },
  { key: 'karpenter.version', summary: 'Karpenter that the manifests are for' },
  { key: 'karpenter.settings', summary: "Karpenter's settings by the Helm chart's names, as effective values" },
  { key: 'kubernetesVersion', summary: 'Kubernetes of the cluster' },
  { key: 'existingNodes', summary: 'Nodes that Karpenter does not own: name, instanceType, count, zone, labels, taints, requested' },
  { key: 'capacityReservations', summary: 'Reservation id → free instances' },
  { key: 'prices.spot', summary: '`advisor` (default), or the made-up rules `flat` and `zoned` for tests' },
  { key: 'rules', summary: 'Rule → error, warning, note or off' },
  { key: 'ignore', summary: 'Findings to silence: code, reason, and optionally path and until' },
  { key: 'failOn', summary: 'Fail on new findings of this severity or worse' },
  { key: 'set', summary: 'Values for placeholders' },
  { key: 'environments', summary: 'Reserved for plan and apply' },
  { key: 'gate', summary: 'Reserved for plan and apply' },
];
