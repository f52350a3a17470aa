import type { Draft } from '../draft.ts';
import { aws, type Expression, expression, hostnameLabel, zoneLabel } from '../vocabulary.ts';
import { affinityOf, preferred, required, someOf, type Template, workloads } from './templates.ts';
import type { Twist } from './twist.ts';

/** A twist that changes some of the workloads, each independently. */
const ofWorkloads =
  (change: (draft: Draft, template: Template) => void): Twist =>
  (draft) =>
    someOf(draft, workloads(draft)).map((template) => change(draft, template)).length > 0;

const apps = ({ apps: known, random }: Draft): string => random.pick(...known);

const labelSelector = (draft: Draft, { labels }: Template): object =>
  draft.random.pick<() => object>(
    () => ({ matchLabels: { app: labels.app } }),
    () => ({ matchLabels: { app: apps(draft) } }),
    () => ({ matchLabels: { group: draft.random.pick('blue', 'green') } }),
    () => ({}),
    () => ({ matchExpressions: [{ key: 'version', operator: draft.random.pick('Exists', 'DoesNotExist') }] }),
    () => ({
      matchLabels: { group: 'blue' },
      matchExpressions: [{ key: 'app', operator: 'NotIn', values: [apps(draft)] }],
    }),
  )();

const topologyKey = ({ random }: Draft): string =>
  random.pick(
    ...[
      hostnameLabel,
      hostnameLabel,
      zoneLabel,
      zoneLabel,
      'karpenter.sh/capacity-type',
      'topology.kubernetes.io/region',
    ],
    ...[
      'topology.k8s.aws/zone-id',
      'kubernetes.io/arch',
      `${aws}instance-size`,
      `${aws}instance-family`,
      'example.com/tier',
    ],
  );

const term = (draft: Draft, template: Template): object => ({
  labelSelector: labelSelector(draft, template),
  topologyKey: topologyKey(draft),
  ...draft.random.pick<object>(
    {},
    {},
    {},
    { namespaceSelector: {} },
    { namespaceSelector: { matchLabels: { team: 'a' } } },
    { namespaceSelector: { matchExpressions: [{ key: 'team', operator: 'Exists' }] }, namespaces: ['default'] },
    { matchLabelKeys: ['group'] },
    { mismatchLabelKeys: ['group'] },
    { matchLabelKeys: ['version'], mismatchLabelKeys: ['group'] },
  ),
});

const anyPodAffinity = ({ random }: Draft) =>
  random.pick<'podAffinity' | 'podAntiAffinity'>('podAffinity', 'podAntiAffinity');

/** Several terms of pod (anti-)affinity, both preferred and required. */
const podAffinityTerms: Twist = ofWorkloads((draft, template) => {
  const rules = affinityOf(template.spec, anyPodAffinity(draft));
  const { random } = draft;
  const [must, may] = [random.pick(0, 1, 2, 3), random.pick(0, 1, 2, 3)];
  if (must > 0)
    rules[required] = [
      ...((rules[required] as object[]) ?? []),
      ...Array.from({ length: must }, () => term(draft, template)),
    ];
  if (may > 0) {
    rules[preferred] = Array.from({ length: may }, () => ({
      weight: random.pick(1, 50, 50, 100),
      podAffinityTerm: term(draft, template),
    }));
  }
});

/** Topology spread constraints with any key and any selector, and several of them, also with the same key. */
const spreads: Twist = ofWorkloads((draft, template) => {
  const { random } = draft;
  const more = Array.from({ length: random.pick(1, 2, 3) }, () => {
    const whenUnsatisfiable = random.pick('DoNotSchedule', 'ScheduleAnyway');
    const keys = random.pick<string[] | undefined>(undefined, undefined, ['group'], ['version'], ['group', 'version']);
    return {
      maxSkew: random.pick(1, 1, 2, 5),
      topologyKey: topologyKey(draft),
      whenUnsatisfiable,
      labelSelector: labelSelector(draft, template),
      ...(whenUnsatisfiable === 'DoNotSchedule' && random.chance(0.3) && { minDomains: random.pick(1, 2, 4) }),
      ...(keys && { matchLabelKeys: keys }),
      ...(random.chance(0.3) && { nodeTaintsPolicy: random.pick('Honor', 'Ignore') }),
      ...(random.chance(0.3) && { nodeAffinityPolicy: random.pick('Honor', 'Ignore') }),
    };
  });
  template.spec.topologySpreadConstraints = [...(template.spec.topologySpreadConstraints ?? []), ...more];
});

/** A label that only some pods have. */
const versions: Twist = ofWorkloads(({ random }, { labels }) => {
  labels.version = random.pick('1', '2');
});

/** Several expressions with the same key in one term. */
function crowdedExpressions(draft: Draft): Expression[] {
  const { random, zones } = draft;
  const on = (key: string, ...pairs: readonly (readonly [string, ...string[]])[]): Expression[] =>
    pairs.map(([operator, ...values]) => ({ key, operator, ...(values.length > 0 && { values }) }));
  return random.pick<() => Expression[]>(
    () => on(`${aws}instance-cpu`, ['Gt', '2'], ['Lt', '17']),
    () => on(`${aws}instance-cpu`, ['Gt', '1'], ['NotIn', '4', '8']),
    () => on(`${aws}instance-memory`, ['Gt', '4000'], ['Lt', '4001']),
    () => on(zoneLabel, ['In', ...zones], ['NotIn', zones[0]!]),
    () => on(zoneLabel, ['Exists'], ['NotIn', random.pick(...zones)]),
    () => on('example.com/tier', ['NotIn', 'gold'], ['NotIn', 'silver']),
    () => on('example.com/tier', ['Exists'], ['NotIn', 'gold']),
    () => on('example.com/rank', ['Gt', '1'], ['Lt', '9']),
    () => on('example.com/rank', ['NotIn', '4'], ['Gt', '2']),
    () => on(`${aws}instance-generation`, ['In', '5', '6', '7'], ['Gt', '5']),
    () => on('karpenter.sh/capacity-type', ['NotIn', 'spot'], ['Exists']),
    () => on('node.kubernetes.io/instance-type', ['NotIn', 'm5.large'], ['Exists']),
    () => on(`${aws}instance-local-nvme`, ['Gt', '100']),
    () => on(`${aws}instance-gpu-count`, ['DoesNotExist']),
    () => on('kubernetes.io/hostname', ['Exists']),
    () => [expression(draft), expression(draft), expression(draft)],
  )();
}

/** Node affinity with several expressions, terms of equal weight, and many terms. */
const nodeAffinities: Twist = ofWorkloads((draft, { spec }) => {
  const { random } = draft;
  const rules = affinityOf(spec, 'nodeAffinity');
  const terms = () =>
    Array.from({ length: random.pick(1, 1, 2, 3) }, () => ({ matchExpressions: crowdedExpressions(draft) }));
  if (random.chance(0.6)) rules[required] = { nodeSelectorTerms: terms() };
  if (random.chance(0.6)) {
    rules[preferred] = Array.from({ length: random.pick(1, 2, 3, 14) }, () => ({
      weight: random.pick(1, 10, 10, 50),
      preference: { matchExpressions: random.chance(0.5) ? crowdedExpressions(draft) : [expression(draft)] },
    }));
  }
});

const selectors: Twist = ofWorkloads((draft, { spec }) => {
  const { random, pools } = draft;
  const pool = random.pick(...pools);
  spec.nodeSelector ??= {};
  Object.assign(spec.nodeSelector, {
    ...random.pick<Record<string, string>>(
      { 'failure-domain.beta.kubernetes.io/region': 'us-east-1' },
      { 'beta.kubernetes.io/instance-type': random.pick('m5.large', 'c5.xlarge', 'm6g.large') },
      { 'beta.kubernetes.io/os': 'linux' },
      { 'karpenter.sh/capacity-type': 'reserved' },
      { [`${aws}instance-tenancy`]: random.pick('default', 'dedicated') },
      { [`${aws}capacity-reservation-type`]: random.pick('default', 'capacity-block') },
      { 'topology.k8s.aws/zone-id': random.pick('use1-az1', 'use1-az2', 'use1-az4', 'use1-az6') },
      { [`${aws}instance-cpu`]: random.pick('2', '4', '8', '16') },
      { [`${aws}instance-hypervisor`]: random.pick('nitro', 'xen', '') },
      { 'example.com/rank': random.pick('1', '4') },
      { 'karpenter.sh/nodepool': pool.name, ...pool.labels },
      { [`${aws}instance-generation`]: random.pick('5', '6', '7') },
      { 'node.kubernetes.io/instance-type': random.pick('m5.large', 'm5.xlarge', 'c6i.2xlarge', 't3.medium') },
    ),
  });
});

/** Host ports of several containers, including sidecars, and several ports per container. */
const ports: Twist = ofWorkloads(({ random }, { spec }) => {
  const port = (): object => ({
    containerPort: 80,
    hostPort: random.pick(8080, 9100, 9100, 9200),
    ...random.pick<object>({}, {}, { protocol: 'UDP' }, { hostIP: '10.0.0.1' }, { hostIP: '::' }),
  });
  for (const container of [...spec.containers, ...(spec.initContainers ?? [])])
    if (random.chance(0.6))
      container.ports = [...new Set([JSON.stringify(port()), JSON.stringify(port())])].map((text) => JSON.parse(text));
});

const tolerations: Twist = ofWorkloads((draft, { spec }) => {
  const { random, pools } = draft;
  spec.tolerations = [
    ...(spec.tolerations ?? []),
    ...random.sample<object>(
      [
        { key: 'dedicated', operator: 'Exists' },
        { key: 'dedicated', value: random.pick(...pools).name },
        { key: 'workload', operator: 'Equal', value: 'batch', effect: 'NoSchedule' },
        { operator: 'Exists', effect: 'NoSchedule' },
        { operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 30 },
        { key: 'level', operator: 'Gt', value: '3', effect: 'NoSchedule' },
        { key: 'level', operator: 'Lt', value: '3', effect: 'NoSchedule' },
        { key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' },
        { key: 'karpenter.sh/disrupted', operator: 'Exists' },
      ],
      random.pick(1, 2, 3),
    ),
  ];
});

/** Extreme amounts: zero, very large, in unusual units, of rarely requested resources. */
const amounts: Twist = ofWorkloads(({ random }, { spec }) => {
  const container = random.pick(...spec.containers);
  const more = random.pick<Record<string, string>>(
    { 'ephemeral-storage': '0' },
    { 'ephemeral-storage': '100Gi' },
    { 'ephemeral-storage': '840Gi' },
    { 'hugepages-2Mi': '128Mi' },
    { 'vpc.amazonaws.com/pod-eni': '1' },
    { 'nvidia.com/gpu': '1' },
    { 'vpc.amazonaws.com/PrivateIPv4Address': '1' },
    { 'smarter-devices/fuse': '1' },
  );
  const isExtended = Object.keys(more).some((name) => name !== 'ephemeral-storage');
  const requests = { ...container.resources?.requests, ...more };
  container.resources = {
    ...container.resources,
    requests,
    ...(isExtended && { limits: { ...container.resources?.limits, ...more } }),
  };
  if (random.chance(0.3))
    container.resources.requests = {
      ...requests,
      cpu: random.pick('0', '31', '0.001', '1e-1'),
      memory: random.pick('1', '60Gi', '1e9', '128974848'),
    };
});

/** Many more pods of a workload: more NodeClaims than an insertion sort handles. */
const crowd: Twist = (draft) => {
  const { random } = draft;
  const grown = workloads(draft).filter(({ object }) => (object.spec as { replicas?: number }).replicas !== undefined);
  if (grown.length === 0) return false;
  const { object, spec, labels } = random.pick(...grown);
  (object.spec as { replicas: number }).replicas = random.pick(25, 60, 120);
  if (random.chance(0.6)) {
    affinityOf(spec, 'podAntiAffinity')[required] = [
      { labelSelector: { matchLabels: { app: labels.app } }, topologyKey: hostnameLabel },
    ];
  }
  return true;
};

export const podTwists = {
  'twist-pod-affinity-terms': podAffinityTerms,
  'twist-spreads': spreads,
  'twist-version-label': versions,
  'twist-node-affinities': nodeAffinities,
  'twist-selectors': selectors,
  'twist-ports': ports,
  'twist-tolerations': tolerations,
  'twist-amounts': amounts,
  'twist-crowd': crowd,
} satisfies Record<string, Twist>;
