import type { Draft, KubeObject, Taint } from '../draft.ts';
import { aws, zoneLabel } from '../vocabulary.ts';
import { ofKind, someOf } from './templates.ts';
import type { Twist } from './twist.ts';

interface PoolSpec {
  template: {
    metadata?: { labels?: Record<string, string> };
    spec: { requirements: Requirement[]; taints?: Taint[]; startupTaints?: Taint[] };
  };
  limits?: Record<string, string>;
  weight?: number;
  replicas?: number;
}

interface Requirement {
  key: string;
  operator: string;
  values?: string[];
  minValues?: number;
}

const specOf = (object: KubeObject): PoolSpec => object.spec as unknown as PoolSpec;

/** A twist that changes some of the NodePools, each independently. */
const ofPools =
  (change: (draft: Draft, spec: PoolSpec) => void): Twist =>
  (draft) =>
    someOf(draft, ofKind(draft, 'NodePool')).map((pool) => change(draft, specOf(pool))).length > 0;

/** Template labels with keys that instance types also have. Some contradict the requirements. */
const knownLabels: Twist = ofPools(({ random, zones }, { template }) => {
  const labels = random.pick<Record<string, string>>(
    { [zoneLabel]: random.pick(...zones) },
    { 'karpenter.sh/capacity-type': random.pick('spot', 'on-demand') },
    { 'kubernetes.io/arch': random.pick('amd64', 'arm64') },
    { 'node.kubernetes.io/instance-type': random.pick('m5.large', 'm5.xlarge', 'm6g.large') },
    { [`${aws}instance-category`]: random.pick('c', 'm') },
    { 'topology.kubernetes.io/region': random.pick('us-east-1', 'us-west-2') },
    { 'example.com/tier': random.pick('gold', 'bronze') },
    { 'beta.kubernetes.io/arch': 'amd64' },
    { 'kubernetes.io/os': 'linux' },
  );
  template.metadata = { labels: { ...template.metadata?.labels, ...labels } };
});

const requirement = (key: string, operator: string, ...values: readonly string[]): Requirement => ({
  key,
  operator,
  ...(values.length > 0 && { values: [...values] }),
});

/** Requirements on rarely used keys, and several on one key. */
const requirements: Twist = ofPools(({ random, zones }, { template }) => {
  template.spec.requirements.push(
    ...random.pick<Requirement[]>(
      [requirement('failure-domain.beta.kubernetes.io/zone', 'In', random.pick(...zones), random.pick(...zones))],
      [requirement('beta.kubernetes.io/instance-type', 'NotIn', 'm5.large', 'c5.large')],
      [requirement('topology.ebs.csi.aws.com/zone', 'NotIn', random.pick(...zones))],
      [
        requirement(`${aws}instance-cpu`, 'Gte', '2'),
        requirement(`${aws}instance-cpu`, 'Lte', '16'),
        requirement(`${aws}instance-cpu`, 'NotIn', '8'),
      ],
      [requirement(`${aws}instance-memory`, 'Gt', '4096'), requirement(`${aws}instance-memory`, 'Lte', '65536')],
      [requirement(`${aws}instance-generation`, 'Exists'), requirement(`${aws}instance-generation`, 'NotIn', '5')],
      [requirement('topology.kubernetes.io/region', random.pick('In', 'NotIn'), random.pick('us-east-1', 'us-west-2'))],
      [requirement(`${aws}instance-tenancy`, 'In', random.pick('default', 'dedicated'))],
      [requirement(`${aws}instance-tenancy`, 'NotIn', 'default')],
      [requirement('node.kubernetes.io/windows-build', random.pick('Exists', 'DoesNotExist'))],
      [requirement('topology.k8s.aws/zone-id', 'In', random.pick('use1-az1', 'use1-az2', 'use1-az4', 'use1-az6'))],
      [requirement(`${aws}instance-gpu-count`, random.pick('Lt', 'Lte', 'Gte'), '1')],
      [
        requirement('example.com/tier', 'In', 'gold', 'silver', 'bronze'),
        requirement('example.com/tier', 'NotIn', 'silver'),
      ],
      [requirement('example.com/rank', 'Gte', '3'), requirement('example.com/rank', 'Lt', '8')],
      [requirement('example.com/rank', 'Gt', '8'), requirement('example.com/rank', 'Lt', '8')],
      [requirement(`${aws}instance-ebs-bandwidth`, 'Gt', '4000')],
      [requirement(`${aws}instance-cpu-sustained-clock-speed-mhz`, 'Gte', '3000')],
      [requirement(`${aws}capacity-reservation-id`, random.pick('Exists', 'DoesNotExist'))],
      [requirement('karpenter.sh/capacity-type', 'Exists')],
      [requirement('karpenter.sh/capacity-type', 'In', 'reserved')],
      [requirement('karpenter.sh/capacity-type', 'In', 'reserved', 'spot', 'on-demand')],
    ),
  );
});

/** minValues on several keys, including keys without a list of values. */
const minValues: Twist = ofPools(({ random }, { template }) => {
  for (const one of random.some(template.spec.requirements)) {
    const most = one.operator === 'In' ? one.values!.length : 12;
    if (one.operator !== 'DoesNotExist') one.minValues = random.integer(1, Math.min(12, most));
  }
  if (random.chance(0.5)) {
    const key = random.pick(
      `${aws}instance-family`,
      `${aws}instance-size`,
      'node.kubernetes.io/instance-type',
      zoneLabel,
      'karpenter.sh/capacity-type',
    );
    template.spec.requirements.push({ key, operator: 'Exists', minValues: random.pick(1, 2, 3, 5, 40) });
  }
});

/** Limits that end a pass early, including limits on rarely limited resources. */
const limits: Twist = ofPools(({ random }, spec) => {
  spec.limits = {
    ...spec.limits,
    ...random.pick<Record<string, string>>(
      { cpu: random.pick('2', '4', '6', '10', '34') },
      { memory: random.pick('4Gi', '20Gi', '33G') },
      { cpu: '20', memory: '20Gi', pods: '60' },
      { pods: random.pick('8', '29', '116') },
      { 'ephemeral-storage': random.pick('20Gi', '60Gi') },
      { nodes: random.pick('1', '2', '3') },
      { 'vpc.amazonaws.com/pod-eni': random.pick('0', '20') },
      { 'hugepages-2Mi': '0' },
      { 'example.com/unknown': '1' },
      { cpu: '0' },
      { cpu: '7500m', 'aws.amazon.com/neuron': '1', 'nvidia.com/gpu': '1' },
    ),
  };
});

const taints: Twist = ofPools(({ random }, { template: { spec } }) => {
  const more = random.sample<Taint>(
    [
      { key: 'workload', value: 'web', effect: 'PreferNoSchedule' },
      { key: 'level', value: random.pick('1', '5', 'high'), effect: 'NoSchedule' },
      { key: 'dedicated', effect: 'NoExecute' },
      { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' },
    ],
    random.pick(1, 1, 2),
  );
  const key = random.pick<'taints' | 'startupTaints'>('taints', 'startupTaints');
  spec[key] = [...(spec[key] ?? []), ...more];
});

/** Fixed replicas, with the feature gate that they need. */
const staticPools: Twist = (draft) => {
  const { random, settings } = draft;
  settings.featureGates = { ...settings.featureGates, staticCapacity: true };
  for (const pool of random.sample(ofKind(draft, 'NodePool'), random.pick(1, 1, 2))) {
    const spec = specOf(pool);
    spec.replicas = random.pick(0, 1, 2, 3);
    delete spec.weight;
    delete spec.limits;
    if (random.chance(0.2)) spec.limits = { nodes: random.pick('0', '1', '2') };
  }
  return true;
};

const weights: Twist = ofPools(({ random }, spec) => {
  spec.weight = random.pick(1, 7, 7, 50, 100);
});

/** A NodePool that is being deleted. */
const deleted: Twist = (draft) => {
  const pools = ofKind(draft, 'NodePool');
  if (pools.length < 2) return false;
  Object.assign(draft.random.pick(...pools).metadata, {
    deletionTimestamp: '2026-01-01T00:30:00Z',
    finalizers: ['example.com/waits'],
  });
  return true;
};

export const poolTwists = {
  'twist-known-labels': knownLabels,
  'twist-requirements': requirements,
  'twist-min-values': minValues,
  'twist-limits': limits,
  'twist-taints': taints,
  'twist-static': staticPools,
  'twist-weights': weights,
  'twist-pool-deleted': deleted,
} satisfies Record<string, Twist>;
