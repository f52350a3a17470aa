/** The part of JSON Schema that plumbline.yaml needs. The published editor schema is made from this object. */
export interface ConfigShape {
  readonly description?: string;
  /** `any` accepts every value, such as an object of Kubernetes. */
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'any';
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, ConfigShape>>;
  /** Shape of every other key of a map. Without it, other keys are rejected. */
  readonly additionalProperties?: ConfigShape | false;
  readonly required?: readonly string[];
  readonly items?: ConfigShape;
  /** A map that may be written instead of the scalar. */
  readonly orMap?: ConfigShape;
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

const vcpuQuotaShape: ConfigShape = record({
  ...Object.fromEntries(
    [
      ['standard', 'vCPUs of standard instances: families A, C, D, H, I, M, R, T and Z'],
      ['g', 'vCPUs of families G and VT'],
      ...['dl', 'f', 'hpc', 'inf', 'p', 'trn', 'x'].map((name) => [name, `vCPUs of family ${name.toUpperCase()}`]),
    ].map(([name, description]): [string, ConfigShape] => [
      name!,
      { type: 'integer', minimum: 0, description: description! },
    ]),
  ),
});

const karpenterShape: ConfigShape = record({
  version: text('Karpenter version that runs in the cluster, such as 1.14'),
  settings: record(
    {
      preferencePolicy: choice(
        ['Respect', 'Ignore'],
        '`Respect` treats preferences of pods as requirements until they cannot be met; `Ignore` ignores them',
      ),
      minValuesPolicy: choice(
        ['Strict', 'BestEffort'],
        'What Karpenter does if it cannot meet minValues: give up, or launch with fewer values',
      ),
      vmMemoryOverheadPercent: {
        type: 'number',
        minimum: 0,
        description: 'Fraction of memory that Karpenter subtracts for the VM: 0.075 is 7.5%',
      },
      reservedENIs: { type: 'integer', minimum: 0, description: 'Network interfaces per node that pods cannot use' },
      clusterCABundle: text('CA bundle of the cluster, which is part of the hash of an EC2NodeClass'),
      featureGates: mapOf({ type: 'boolean' }, 'Feature gate → true or false, including those of the AWS provider'),
    },
    {
      description:
        "Karpenter's settings, named as in the Helm chart. Values take effect as written: 0 is 0, not the default",
    },
  ),
});

const gateShape = {
  approvals: {
    type: 'integer',
    minimum: 0,
    description: 'Approvals that a plan needs before it is applied (default: 1)',
  },
  monthlyIncreaseUsd: {
    type: 'number',
    minimum: 0,
    description: 'Block a change that adds more than this to the cost per month, in USD',
  },
  nodesReplaced: { type: 'integer', minimum: 0, description: 'Block a change that replaces more nodes than this' },
  attention: record(
    {
      monthlyIncreaseUsd: { type: 'number', minimum: 0, description: 'In USD per month (default: 500)' },
      monthlyIncreasePercent: {
        type: 'number',
        minimum: 0,
        description: 'In percent of the cost before (default: 50)',
      },
      nodesAdded: { type: 'integer', minimum: 0, description: 'Number of new nodes (default: no limit)' },
    },
    { description: 'Warn about a change that exceeds both increases of cost, or adds more nodes than this' },
  ),
  teams: mapOf(
    record({ monthlyIncreaseUsd: { type: 'number', minimum: 0 } }, { required: ['monthlyIncreaseUsd'] }),
    'Value of the team label (`pricing.teamLabel`) → block a change that adds more than this to the team’s share of the cost per month, in USD',
  ),
  unschedulablePods: {
    type: 'integer',
    minimum: 0,
    description: 'Block a change that leaves more pods than this unschedulable',
  },
  freeze: listOf(
    record(
      {
        from: text('First day or time'),
        to: text('Last day or time'),
        reason: text('Why, which reports repeat'),
      },
      { required: ['from', 'to', 'reason'] },
    ),
    'Periods in which plumbline applies nothing: ISO dates or times in UTC, including the last one',
  ),
} as const;

const any = (description: string): ConfigShape => ({ type: 'any', description });

const namedExpressions = (description: string): ConfigShape =>
  listOf(
    record(
      { name: text('Name of the expression'), expression: text('CEL expression') },
      { required: ['name', 'expression'] },
    ),
    description,
  );

const reviewKeys = ['before', 'after', 'difference', 'peak', 'nodesReplaced', 'nodesHeld', 'podsRestarted', 'nodePool'];

const ruleExamples = (description: string): ConfigShape =>
  listOf(
    record(
      {
        object: any('The object'),
        oldObject: any('The object before the change (default: the object is new)'),
        environment: record(
          { name: text(), region: text(), karpenterVersion: text(), kubernetesVersion: text() },
          { description: 'Values of `environment` that differ from the defaults' },
        ),
        review: record(Object.fromEntries(reviewKeys.map((key) => [key, { type: 'any' }])), {
          description: 'The value of `review` (default: unknown)',
        }),
      },
      { required: ['object'] },
    ),
    description,
  );

/** A rule in CEL. Its keys are those of a ValidatingAdmissionPolicy where that has them. */
const customRuleShape: ConfigShape = record(
  {
    id: text('Name of the rule in lower case with hyphens. The code of its findings is `custom/<id>`'),
    severity: choice(severities, 'Severity of its findings (default: warning)'),
    on: listOf(text(), 'Kinds of the objects that it judges, such as NodePool'),
    matchConditions: namedExpressions('CEL expressions that must all be true for the rule to apply'),
    variables: namedExpressions('CEL expressions whose values other expressions read as `variables.<name>`'),
    expression: text('CEL expression that is true if the object is as it should be'),
    message: text('What is wrong and why it matters'),
    messageExpression: text('CEL expression that returns the message, with values of the object'),
    fieldPath: text('Field that the finding points at, such as .spec.limits (default: the object)'),
    help: text('What to do, as an instruction'),
    fix: listOf(
      record(
        {
          op: choice(['add', 'replace', 'remove']),
          path: text('JSON Pointer of the field, such as /spec/weight'),
          value: any('The new value'),
          valueExpression: text('CEL expression that returns the new value'),
        },
        { required: ['op', 'path'] },
      ),
      'JSON Patch that corrects the object; `--fix` applies it and a comment suggests it',
    ),
    description: text('Why the rule exists; `plumbline explain` shows it'),
    url: text('Documentation of the rule'),
    tests: record(
      {
        good: ruleExamples('Objects for which the rule finds nothing'),
        bad: ruleExamples('Objects for which the rule has a finding'),
      },
      { description: 'Examples that `plumbline rules test` checks' },
    ),
  },
  { required: ['id', 'on', 'expression', 'message'] },
);

/** What the AWS account has room for. */
const accountShapes = {
  nodeClassAddresses: mapOf(
    { type: 'integer', minimum: 0 },
    'EC2NodeClass name → addresses that its subnets have for its nodes and pods, as `plumbline doctor` prints them. If they need more, the finding is an error',
  ),
  vcpuQuotas: record(
    { 'on-demand': vcpuQuotaShape, spot: vcpuQuotaShape },
    {
      description:
        'Quotas of the AWS account for vCPUs in the region, as `plumbline doctor` prints them. If the nodes need more, the finding is an error',
    },
  ),
  capacityReservations: mapOf(
    {
      type: 'integer',
      minimum: 0,
      orMap: record(
        {
          instanceType: text('Instance type of the reservation'),
          zone: text('Availability zone of the reservation'),
          count: {
            type: 'integer',
            minimum: 0,
            description:
              'Instances for Karpenter: free ones, and those that its nodes use if no snapshot shows these nodes',
          },
        },
        { required: ['instanceType', 'zone', 'count'] },
      ),
    },
    'Capacity reservation ID → instances for Karpenter, or its instance type, zone and count. Needed where node classes select reservations and no snapshot shows them',
  ),
} as const;

/** plumbline.yaml: keys, types and meaning. */
export const configShape: ConfigShape = record({
  extends: listOf(
    text(),
    'Presets, files of this repository (`./rules.yaml`) and files of other repositories at a commit (`OWNER/NAME/rules.yaml@COMMIT`), whose rules and limits apply; later entries and this file override earlier ones',
  ),
  customRules: listOf(customRuleShape, 'Your own rules, in CEL'),
  region: text('AWS region, which determines instance types and prices'),
  zones: listOf(
    text(),
    "Availability zones of the subnets (default: those that the manifests name, else the region's first three)",
  ),
  nodeClassZones: mapOf(listOf(text(), 'Zones'), 'EC2NodeClass name → availability zones of its subnets'),
  ...accountShapes,
  karpenter: karpenterShape,
  kubernetesVersion: text('Kubernetes version of the cluster, such as 1.34'),
  existingNodes: listOf(
    record(
      {
        name: text('Name of the nodes in the report'),
        instanceType: text('Instance type of each node, such as m6i.large'),
        count: { type: 'integer', minimum: 0, description: 'Number of nodes (default: 1)' },
        zone: text('Availability zone of each node'),
        labels: mapOf(text(), 'Labels of each node, which node selectors of pods need'),
        taints: listOf(
          record(
            {
              key: text('Key of the taint'),
              value: text('Value of the taint'),
              effect: text('`NoSchedule`, `PreferNoSchedule` or `NoExecute`'),
            },
            { required: ['key', 'effect'] },
          ),
          'Taints of each node. Without one, all pods that fit may run there',
        ),
        requested: mapOf(text(), 'Resources that pods outside the manifests already request on each node'),
      },
      { required: ['name', 'instanceType'] },
    ),
    'Nodes that Karpenter does not manage, in every environment. Pods are scheduled on them before Karpenter launches new nodes. Nodes of a snapshot with other names count as well',
  ),
  systemPods: listOf(
    record(
      {
        name: text('Name of the workload in the report'),
        requests: mapOf(text(), 'Resources that each pod requests'),
        replicas: { type: 'integer', minimum: 0, description: 'Number of pods (default: 1)' },
        daemonSet: { type: 'boolean', description: "If true, one pod runs on each node, including Karpenter's" },
      },
      { required: ['name'] },
    ),
    'Pods that the cluster runs and no manifest contains, instead of the add-ons that plumbline assumes on node groups in the repository; an empty list assumes none',
  ),
  snapshot: text('Path of a `plumbline snapshot` file from the root of the repository, read from the base'),
  catalog: text(
    'Folder of instance types and prices that `plumbline catalog refresh` wrote, from the root of the repository, read from the base',
  ),
  crds: listOf(
    text(),
    'Files with CustomResourceDefinitions of other providers and tools, from the root of the repository, read from the base. Objects of these kinds are validated',
  ),
  prices: record({
    spot: choice(
      ['advisor', 'flat', 'zoned'],
      'Source of spot prices. `flat` and `zoned` are artificial and only for tests',
    ),
  }),
  pricing: record(
    {
      discounts: listOf(
        record(
          {
            percent: {
              type: 'number',
              minimum: 0,
              maximum: 100,
              description: 'Discount on the public price, in percent',
            },
            regions: listOf(text(), 'Regions (default: all)'),
            families: listOf(text(), 'Instance families, such as m7g (default: all)'),
            capacityTypes: listOf(choice(['on-demand', 'spot']), 'Capacity types (default: both)'),
          },
          { required: ['percent'] },
        ),
        'Discounts on instances. If several match the same price, all of them apply',
      ),
      savingsPlans: listOf(
        record(
          {
            hourlyUsd: {
              type: 'number',
              minimum: 0,
              description: 'Commitment per hour that this cluster can use, in USD',
            },
            percent: {
              type: 'number',
              minimum: 0,
              maximum: 99,
              description: 'How far the price is below the on-demand price, in percent',
            },
            regions: listOf(text(), 'Regions (default: all)'),
            families: listOf(text(), 'Instance families of an EC2 Instance Savings Plan (default: all)'),
          },
          { required: ['hourlyUsd', 'percent'] },
        ),
        'Savings Plans. You pay the commitment in any case, and it covers on-demand instances first',
      ),
      perNodeMonthlyUsd: {
        type: 'number',
        minimum: 0,
        description:
          'What each node costs per month in addition to its instance, in USD: licenses of agents, for example',
      },
      teamLabel: text('Pod label that names who pays (default: `team`)'),
    },
    {
      description:
        'How your prices differ from the public prices. Karpenter itself always decides by the public prices',
    },
  ),
  currency: record(
    {
      code: text('ISO 4217 code of the currency, such as EUR'),
      perUsd: {
        type: 'number',
        minimum: 0.001,
        maximum: 1_000_000,
        description: 'What one USD costs in this currency, such as 0.92',
      },
      asOf: text('Date of this rate, such as 2026-11-02'),
      source: text('Who published this rate, such as ECB'),
    },
    {
      description:
        'Currency in which comments, pages and other texts show costs. Prices, limits and the JSON document stay in USD',
      required: ['code', 'perUsd'],
    },
  ),
  rules: mapOf(choice([...severities, 'off']), 'Rule → its severity, or `off`'),
  ignore: listOf(
    record(
      {
        code: text('Code of the finding, or the name of a lint rule'),
        path: text('A file, a folder, or a pattern with `*` and `**`'),
        resource: text('`Kind/name` or `Kind/namespace/name`, with `*`'),
        reason: text('Why the finding does not apply here'),
        until: text('Last day on which the entry is in effect, such as `2027-03-31`'),
      },
      { required: ['code', 'reason'] },
    ),
    'Findings to suppress, each with a reason',
  ),
  overrides: listOf(
    record(
      {
        paths: listOf(text(), 'Files, folders, and patterns with `*` and `**` (default: all files)'),
        resources: listOf(text(), '`Kind/name` or `Kind/namespace/name`, with `*` (default: all objects)'),
        rules: mapOf(choice([...severities, 'off']), 'Rule → its severity for these files and objects, or `off`'),
      },
      { required: ['rules'] },
    ),
    'Rule severities for some files or objects, such as third-party charts. The last matching entry decides',
  ),
  neverSuppress: listOf(text(), 'Rules and other codes that neither a comment nor a baseline can suppress'),
  changedLines: {
    type: 'boolean',
    description: 'If true, list and count only findings on lines that the change adds or edits',
  },
  timeZone: text(
    'Time zone in which the hours of disruption budgets are shown in addition to UTC, such as Europe/Berlin',
  ),
  scorecard: text(
    'Branch of this repository on which `mode: apply` and `mode: drift` record predictions and what became of them, such as plumbline-scorecard',
  ),
  failOn: choice([...severities, 'never'], 'Fail on new findings of this severity or higher'),
  comment: choice(
    ['update', 'new', 'hide', 'delete', 'off'],
    'What happens to the comment on a pull request with each new commit (default: update). `update` keeps one comment up to date. `new` writes a new one, `hide` also hides the older ones as outdated, and `delete` deletes them. `off` writes none',
  ),
  labels: {
    type: 'boolean',
    description:
      'If true, the pull request gets labels: `plumbline: blocked`, `plumbline: replaces nodes`, `plumbline: cost up` and `plumbline: no change`',
  },
  notify: choice(
    ['block', 'warn', 'pass', 'off'],
    'Verdict from which on a message is sent to the webhook of the input `notify-url` or of the bot (default: block). `pass` sends one for each review, and `off` none',
  ),
  set: mapOf(text(), 'Placeholder → value'),
  sources: record(
    {
      render: {
        type: 'boolean',
        description: 'If false, review kustomizations and charts as files, without rendering them',
      },
      roots: listOf(
        record(
          {
            path: text('Folder of a kustomization or a chart, from the root of the repository'),
            values: listOf(text(), 'Values files of the chart; later files override earlier ones'),
            release: text('Name of the Helm release'),
            namespace: text('Namespace of the Helm release'),
            environment: text('Environment that this root is deployed to, such as dev or prod'),
          },
          { required: ['path'] },
        ),
        'Kustomizations and charts to render, instead of those that plumbline detects by file names; one entry per environment',
      ),
      ignore: listOf(text(), 'Folders whose kustomizations and charts are not rendered'),
      chartRepositories: listOf(
        text(),
        'Helm repositories and OCI registries (`oci://…`) that plumbline may download charts from',
      ),
    },
    { description: 'What plumbline renders; `plumbline sources` lists it' },
  ),
  environments: mapOf(
    record({
      paths: listOf(
        text(),
        'Folders, files, and patterns with `*` and `**` whose objects are applied to this environment (default: all files)',
      ),
      clusterArn: text('ARN of the EKS cluster; plumbline writes to no other cluster'),
      roleArn: text('IAM role that the job assumes with OIDC'),
      allowedAccountIds: listOf(text(), "AWS accounts that plumbline may act in (default: the cluster's account)"),
      context: text('Context of the kubeconfig, if `clusterArn` is not set'),
      delivery: choice(
        ['apply', 'verify'],
        '`apply` writes the objects. `verify` waits until Argo CD, Flux or Helm has delivered what was reviewed. By default, plumbline detects this for each object',
      ),
      leaseNamespace: text('Namespace of the Lease that ensures only one apply runs at a time (default: kube-system)'),
      readyMinutes: { type: 'number', minimum: 0, description: 'How many minutes to wait for Ready (default: 10)' },
      region: text("AWS region of this environment (default: the cluster's region)"),
      zones: listOf(text(), 'Availability zones of its subnets'),
      ...accountShapes,
      karpenter: karpenterShape,
      kubernetesVersion: text('Kubernetes version of its cluster, such as 1.34'),
      snapshot: text('Path of a snapshot of its cluster, from the root of the repository'),
      rules: mapOf(
        choice([...severities, 'off']),
        'Rule → its severity for the files in `paths`; it overrides the general one',
      ),
      gate: record(gateShape, { description: 'Limits of this environment; they override the general ones' }),
    }),
    'Environment → its files, its cluster, and the settings that differ from the general ones',
  ),
  gate: record(gateShape, {
    description: 'Conditions for merging and applying a change; read from the base',
  }),
});
