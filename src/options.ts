/**
 * Every option, declared once. `npm run generate` writes from this table: the inputs of action.yml, the help of the
 * command line, docs/options.md, the README's table and the editor schema of plumbline.yaml.
 * Precedence: flag or input > plumbline.yaml at the base ref > default.
 */

export type Command =
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
  readonly special?: Readonly<Partial<Record<Command, Partial<Pick<Option, 'summary' | 'value' | 'default'>>>>>;
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
    choices: ['text', 'markdown', 'json', 'html', 'sarif', 'junit', 'gitlab', 'github'],
    default: 'text',
    summary: 'Form of output',
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
    commands: ['init', 'doctor', 'drift', 'apply'],
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
    default: 'plumbline/plumbline@v0',
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
  readonly maximum?: number;
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

const karpenterShape: ConfigShape = record({
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
});

const gateShape = {
  approvals: { type: 'integer', minimum: 0, description: 'Approvals of a plan before it is applied; 1 by default' },
  monthlyIncreaseUsd: {
    type: 'number',
    minimum: 0,
    description: 'Block a change that costs more a month than this',
  },
  nodesReplaced: { type: 'integer', minimum: 0, description: 'Block a change that replaces more nodes than this' },
  unschedulablePods: {
    type: 'integer',
    minimum: 0,
    description: 'Block a change that leaves more pods without a node',
  },
  freeze: listOf(
    record({ from: text(), to: text(), reason: text() }, { required: ['from', 'to', 'reason'] }),
    'Times at which nothing is applied: ISO dates or times in UTC, the last one included',
  ),
} as const;

/** plumbline.yaml: keys, types and meaning. */
export const configShape: ConfigShape = record({
  region: text('AWS region to price in'),
  zones: listOf(text(), "Zones of the subnets; the region's first three when nothing says more"),
  nodeClassZones: mapOf(listOf(text(), 'Zones'), 'EC2NodeClass name → zones of its subnets'),
  karpenter: karpenterShape,
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
  pricing: record(
    {
      discounts: listOf(
        record(
          {
            percent: { type: 'number', minimum: 0, maximum: 100, description: 'Off the public price' },
            regions: listOf(text(), 'Regions; all by default'),
            families: listOf(text(), 'Instance families, such as m7g; all by default'),
            capacityTypes: listOf(choice(['on-demand', 'spot']), 'On-demand, spot, or both by default'),
          },
          { required: ['percent'] },
        ),
        'What is paid less for instances; discounts that apply to the same price all count',
      ),
      savingsPlans: listOf(
        record(
          {
            hourlyUsd: { type: 'number', minimum: 0, description: 'Commitment an hour that is there for this cluster' },
            percent: { type: 'number', minimum: 0, maximum: 99, description: 'Below the on-demand price' },
            regions: listOf(text(), 'Regions; all by default'),
            families: listOf(text(), 'Instance families of an EC2 Instance Savings Plan; all by default'),
          },
          { required: ['hourlyUsd', 'percent'] },
        ),
        'Commitments: they are paid in any case, and pay for on-demand instances first',
      ),
      teamLabel: text('Label of pods that names who pays; `team` by default'),
    },
    { description: 'What you pay differently from the public prices; Karpenter itself decides by those' },
  ),
  rules: mapOf(choice([...severities, 'off']), 'Rule → its severity, or off'),
  ignore: listOf(
    record(
      {
        code: text('A rule or any other code'),
        path: text('A file, a folder, or a pattern with `*` and `**`'),
        resource: text('`Kind/name` or `Kind/namespace/name`, with `*`'),
        reason: text('Why it is right here'),
        until: text('The last day on which it holds, as `2027-03-31`'),
      },
      { required: ['code', 'reason'] },
    ),
    'Findings to silence, each with its reason',
  ),
  overrides: listOf(
    record(
      {
        paths: listOf(text(), 'Files, folders, and patterns with `*` and `**`; everywhere by default'),
        resources: listOf(text(), '`Kind/name` or `Kind/namespace/name`, with `*`; every object by default'),
        rules: mapOf(choice([...severities, 'off']), 'Rule → its severity there, or off'),
      },
      { required: ['rules'] },
    ),
    'Rules for some files or objects, such as charts of other people; the last entry that speaks of a finding decides',
  ),
  neverSuppress: listOf(text(), 'Rules and other codes that neither a comment nor a baseline silences'),
  changedLines: {
    type: 'boolean',
    description: 'true: only findings on lines that the change adds or changes are listed and counted',
  },
  timeZone: text('Zone in which hours of disruption budgets are shown beside UTC, such as Europe/Berlin'),
  failOn: choice([...severities, 'never'], 'Fail on new findings of this severity or worse'),
  set: mapOf(text(), 'Placeholder → value'),
  sources: record(
    {
      render: { type: 'boolean', description: 'false: kustomizations and charts are reviewed as they stand' },
      roots: listOf(
        record(
          {
            path: text('Folder of a kustomization or a chart, from the root of the repository'),
            values: listOf(text(), 'Values files of the chart; the later ones win'),
            release: text('Name of the Helm release'),
            namespace: text('Namespace of the Helm release'),
            environment: text('What the root is for: dev, prod'),
          },
          { required: ['path'] },
        ),
        'What is applied, in place of what names of files tell; one entry for each environment',
      ),
      ignore: listOf(text(), 'Folders whose kustomizations and charts are not rendered'),
      chartRepositories: listOf(
        text(),
        'Helm repositories and OCI registries (`oci://…`) that may be asked for charts',
      ),
    },
    { description: 'What is rendered: `plumbline sources` lists it' },
  ),
  environments: mapOf(
    record({
      paths: listOf(text(), 'Folders and files whose objects are applied there; everything by default'),
      clusterArn: text('ARN of the EKS cluster: no other one is ever written to'),
      roleArn: text('Role that the job takes on by OIDC'),
      allowedAccountIds: listOf(text(), 'AWS accounts that may be acted in; the one of the cluster by default'),
      context: text('Context of the kubeconfig, where no EKS cluster is named'),
      delivery: choice(
        ['apply', 'verify'],
        '`verify` waits until Argo CD, Flux or Helm has brought what was reviewed; by default that is found out for each object',
      ),
      leaseNamespace: text('Namespace of the Lease that lets one apply run at a time; kube-system by default'),
      readyMinutes: { type: 'number', minimum: 0, description: 'How long to wait for Ready; 10 by default' },
      region: text('Its AWS region; that of the cluster by default'),
      zones: listOf(text(), 'Zones of its subnets'),
      karpenter: karpenterShape,
      kubernetesVersion: text('Its Kubernetes, such as 1.34'),
      snapshot: text('Snapshot of its cluster, from the root of the repository'),
      rules: mapOf(choice([...severities, 'off']), 'Rule → its severity for what stands in `paths`, over that for all'),
      gate: record(gateShape, { description: 'Limits of its own, over those for all' }),
    }),
    'Environment → where its objects stand, which cluster they are applied to, and what differs from the rest',
  ),
  gate: record(gateShape, {
    description: 'What a change must satisfy to be merged and applied; read from the base',
  }),
});
