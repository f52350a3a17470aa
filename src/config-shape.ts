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
      featureGates: mapOf({ type: 'boolean' }, 'Feature gate, one of AWS too → on or off'),
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
