import type { Draft } from './draft.ts';

/** Domain of the labels that the AWS provider gives instance types. */
export const aws = 'karpenter.k8s.aws/';
export const zoneLabel = 'topology.kubernetes.io/zone';
export const hostnameLabel = 'kubernetes.io/hostname';

export const appNames: readonly string[] =
  'web api worker cache search ingest billing auth frontend reports queue mailer gateway indexer metrics etl render ledger session chat'.split(
    ' ',
  );

export const families = {
  amd64: 'c5 c6i c7i m5 m6i m7i r5 r6i r7i c6a m6a r6a c7a m7a t3 t3a c7i-flex m7i-flex m5d c5d i3 i4i m5n z1d'.split(
    ' ',
  ),
  arm64: 'c6g c7g c8g m6g m7g m8g r6g r7g r8g t4g m6gd c7gd i4g x2gd a1'.split(' '),
} as const;
export const sizes: readonly string[] = 'medium large xlarge 2xlarge 4xlarge 8xlarge 12xlarge 16xlarge'.split(' ');

export interface Expression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

const integerKeys = ['cpu', 'memory', 'generation', 'network-bandwidth', 'ebs-bandwidth', 'gpu-count'] as const;
const bounds = {
  cpu: [1, 2, 3, 7, 8, 16, 32],
  memory: [4095, 7000, 15000, 31000, 65537],
  generation: [3, 4, 5, 6, 7],
  'network-bandwidth': [1000, 4999, 9999],
  'ebs-bandwidth': [1000, 4750],
  'gpu-count': [0, 1, 3],
} as const;

/** An expression of node affinity, with any label and any operator that pods may use. */
export function expression(draft: Draft): Expression {
  const { random, zones, pools } = draft;
  const kinds: (() => Expression)[] = [
    () => ({ key: zoneLabel, operator: 'In', values: random.some(zones) }),
    () => ({ key: zoneLabel, operator: 'NotIn', values: [random.pick(...zones)] }),
    () => ({ key: 'failure-domain.beta.kubernetes.io/zone', operator: 'In', values: [random.pick(...zones)] }),
    () => ({
      key: 'karpenter.sh/capacity-type',
      operator: random.pick('In', 'In', 'NotIn'),
      values: [random.pick('on-demand', 'spot')],
    }),
    () => ({
      key: 'kubernetes.io/arch',
      operator: 'In',
      values: random.pick(['amd64'], ['amd64'], ['arm64'], ['amd64', 'arm64']),
    }),
    () => ({
      key: `${aws}instance-category`,
      operator: random.pick('In', 'NotIn'),
      values: random.sample(['c', 'm', 'r', 't'], random.integer(1, 2)),
    }),
    () => ({
      key: `${aws}instance-family`,
      operator: random.pick('In', 'NotIn'),
      values: random.sample([...families.amd64.slice(0, 10), ...families.arm64.slice(0, 6)], 4),
    }),
    () => ({
      key: `${aws}instance-size`,
      operator: random.pick('In', 'In', 'NotIn'),
      values: random.sample(sizes.slice(1, 6), 2),
    }),
    () => bounded(draft),
    () => bounded(draft),
    () => ({
      key: `${aws}${random.pick('instance-local-nvme', 'instance-gpu-name', 'instance-accelerator-name')}`,
      operator: random.pick('Exists', 'DoesNotExist'),
    }),
    () => ({
      key: 'example.com/tier',
      operator: random.pick('In', 'NotIn'),
      values: [random.pick('gold', 'silver', 'bronze')],
    }),
    () => ({ key: 'example.com/pool', operator: random.pick('Exists', 'DoesNotExist') }),
    () => ({ key: 'example.com/rank', operator: random.pick('Gt', 'Lt'), values: [String(random.pick(1, 3, 5))] }),
    () => ({
      key: 'karpenter.sh/nodepool',
      operator: random.pick('In', 'NotIn'),
      values: [random.pick(...pools).name],
    }),
    () => ({ key: `${aws}instance-tenancy`, operator: 'In', values: ['default'] }),
    () => ({ key: `${aws}instance-hypervisor`, operator: 'In', values: ['nitro'] }),
  ];
  return random.pick(...kinds)();
}

function bounded({ random }: Draft): Expression {
  const name = random.pick(...integerKeys);
  return {
    key: `${aws}instance-${name}`,
    operator: random.pick('Gt', 'Lt'),
    values: [String(random.pick(...bounds[name]))],
  };
}

/** Amounts in unusual notations. */
const oddAmounts: readonly Record<string, string>[] = [
  { cpu: '0.25', memory: '134217728' },
  { cpu: '1.5', memory: '1G' },
  { cpu: '1000m', memory: '1.5Gi' },
  { cpu: '333333u', memory: '0.75Gi' },
  { cpu: '2e0', memory: '900M' },
  { cpu: '100m', memory: '1' },
  { cpu: '0', memory: '0' },
  { memory: '2Gi' },
  { cpu: '1' },
];

/** CPU and memory that workloads request. Small amounts are much more frequent than large ones. */
export function requests(draft: Draft): Record<string, string> {
  const { random } = draft;
  if (draft.has('odd-quantities', 0.05)) return { ...random.pick(...oddAmounts) };
  const cpuMillis = random.pick(
    50,
    100,
    100,
    250,
    250,
    500,
    500,
    500,
    750,
    1000,
    1000,
    1500,
    1700,
    2000,
    3500,
    4000,
    7000,
  );
  const gibPerCpu = cpuMillis < 3000 ? random.pick(0.5, 1, 1.5, 2, 2, 3, 4, 7) : random.pick(0.5, 1, 2);
  const exactMib = Math.max(64, Math.floor((cpuMillis * gibPerCpu * 1024) / 1000));
  const memoryMib = random.pick(exactMib, Math.max(64, exactMib - (exactMib % 128)));
  return {
    cpu: cpuMillis % 1000 === 0 ? String(cpuMillis / 1000) : `${cpuMillis}m`,
    memory: memoryMib % 1024 === 0 ? `${memoryMib / 1024}Gi` : `${memoryMib}Mi`,
  };
}
