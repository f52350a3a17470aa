/**
 * Every option, declared once. `npm run generate` writes from this table: the inputs of action.yml, the help of the
 * command line, docs/options.md, the README's table and the editor schema of plumbline.yaml.
 * Precedence: flag or input > plumbline.yaml at the base ref > default.
 */

export type Command = 'review' | 'check' | 'diff' | 'estimate' | 'explain' | 'rules' | 'snapshot' | 'catalog';

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
    summary: 'What to compare with: a git ref or a folder; without it `review` takes all as new',
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
    commands: [...reading, 'catalog'],
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
    summary: 'Write the result to a file, not to standard output; `catalog refresh`: a folder',
    commands: [...reading, 'snapshot', 'catalog'],
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
    summary: 'Snapshot or `kubectl get nodes,nodeclaims,pods -A -o json`; repeatable',
    commands: [...simulating],
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
    name: 'catalog',
    type: 'string',
    value: 'FOLDER',
    summary: 'Instance types and prices from `catalog refresh`, instead of the built-in ones',
    commands: [...reading, 'catalog'],
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

/** The part of JSON Schema that plumbline.yaml needs; the published editor schema is this very object. */
export interface ConfigShape {
  readonly description?: string;
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, ConfigShape>>;
  /** Shape of every other key of a map; without it other keys are refused. */
  readonly additionalProperties?: ConfigShape | false;
  readonly required?: readonly string[];
  readonly items?: ConfigShape;
  readonly minimum?: number;
}

const text = (description?: string): ConfigShape => ({ type: 'string', ...(description && { description }) });
const choice = (values: readonly string[], description?: string): ConfigShape => ({
  type: 'string',
  enum: values,
  ...(description && { description }),
});
const listOf = (items: ConfigShape, description: string): ConfigShape => ({ type: 'array', items, description });
const mapOf = (values: ConfigShape, description?: string): ConfigShape => ({
  type: 'object',
  additionalProperties: values,
  ...(description && { description }),
});
const record = (
  properties: Readonly<Record<string, ConfigShape>>,
  { description, required = [] }: { description?: string; required?: readonly string[] } = {},
): ConfigShape => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...(required.length > 0 && { required }),
  ...(description && { description }),
});

const severities = ['error', 'warning', 'note'] as const;

/** plumbline.yaml: keys, types and meaning. */
export const configShape: ConfigShape = record({
  region: text('AWS region to price in'),
  zones: listOf(text(), "Zones of the subnets; the region's first three when nothing says more"),
  nodeClassZones: mapOf(listOf(text(), 'Zones'), 'EC2NodeClass name → zones of its subnets'),
  karpenter: record({
    version: text('Karpenter that the manifests are for, such as 1.14'),
    settings: record(
      {
        preferencePolicy: choice(['Respect', 'Ignore'], 'Whether preferences count as demands until proven impossible'),
        minValuesPolicy: choice(['Strict', 'BestEffort'], 'What happens when minValues cannot be met'),
        vmMemoryOverheadPercent: { type: 'number', minimum: 0, description: 'Fraction of memory, 0.075 is 7.5 %' },
        reservedENIs: { type: 'integer', minimum: 0, description: 'Network interfaces that pods cannot use' },
        clusterCABundle: text('CA bundle of the cluster; it is part of the hash of an EC2NodeClass'),
        featureGates: mapOf({ type: 'boolean' }, 'Feature gate → on or off'),
      },
      { description: "Karpenter's settings by the Helm chart's names, as effective values: 0 is 0" },
    ),
  }),
  kubernetesVersion: text('Kubernetes of the cluster, such as 1.34'),
  existingNodes: listOf(
    record(
      {
        name: text(),
        instanceType: text(),
        count: { type: 'integer', minimum: 0 },
        zone: text(),
        labels: mapOf(text()),
        taints: listOf(
          record({ key: text(), value: text(), effect: text() }, { required: ['key', 'effect'] }),
          'Taints of each node',
        ),
        requested: mapOf(text(), 'Quantities already requested on each node by pods that are not in the manifests'),
      },
      { required: ['name', 'instanceType'] },
    ),
    'Nodes that Karpenter does not own: they take pods before new ones are launched',
  ),
  capacityReservations: mapOf({ type: 'integer', minimum: 0 }, 'Reservation id → free instances'),
  snapshot: text('File that `plumbline snapshot` wrote, from the root of the repository; it is read from the base'),
  prices: record({
    spot: choice(
      ['advisor', 'flat', 'zoned'],
      'Where spot prices come from; `flat` and `zoned` are made-up rules for tests',
    ),
  }),
  rules: mapOf(choice([...severities, 'off']), 'Rule → its severity, or off'),
  ignore: listOf(
    record({ code: text(), path: text(), reason: text(), until: text() }, { required: ['code', 'reason'] }),
    'Findings to silence, each with its reason',
  ),
  failOn: choice([...severities, 'never'], 'Fail on new findings of this severity or worse'),
  set: mapOf(text(), 'Placeholder → value'),
  environments: mapOf(mapOf(text()), 'Reserved for plan and apply'),
  gate: mapOf(text(), 'Reserved for plan and apply'),
});
