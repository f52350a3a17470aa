import type { PodClass, SchedulerInput } from '../src/engine/cluster/provisioning/input/scheduler-input.ts';
import type { Pod, PodSpec } from '../src/engine/karpenter/api/pod.ts';
import type { InstanceTypes } from '../src/engine/karpenter/cloud-provider/instance-types.ts';
import { compareNames } from '../src/engine/text/name-order.ts';
import { Random } from '../test/conformance/generator/random.ts';

/** The inputs of Karpenter's own benchmark (scheduling_benchmark_test.go): 400 invented types, one NodePool, random pods. */

const gib = 2 ** 30;
const mib = 2 ** 20;

/** Type i has i+1 vCPU, 2(i+1) GiB and 10(i+1) pods. Source: core pkg/cloudprovider/fake. */
export function fakeInstanceTypes(count = 400): InstanceTypes {
  const types = Array.from({ length: count }, (_, i) => ({ name: `fake-it-${i}`, size: i + 1 }));
  types.sort((a, b) => compareNames(a.name, b.name));
  const column = (amount: (size: number) => number): Float64Array =>
    Float64Array.from(types, ({ size }) => amount(size));
  const same = (values: readonly string[]): (readonly string[])[] => types.map(() => values);
  const price = (size: number): number => 0.1 * size + (0.1 * size * 2 * gib) / 1e9;
  const offering = (size: number) => (capacityType: 'on-demand' | 'spot', zone: string) => ({
    zone,
    zoneId: undefined,
    capacityType,
    price: price(size),
    priceSource: 'table' as const,
    isAvailable: true,
    reservation: undefined,
  });
  return {
    names: types.map(({ name }) => name),
    onRequest: [],
    accelerators: ['nvidia.com/gpu'],
    labels: new Map([
      ['node.kubernetes.io/instance-type', types.map(({ name }) => [name])],
      ['kubernetes.io/arch', same(['amd64'])],
      ['kubernetes.io/os', same(['darwin', 'linux', 'windows'])],
      ['topology.kubernetes.io/zone', same(['test-zone-1', 'test-zone-2', 'test-zone-3'])],
      ['karpenter.sh/capacity-type', same(['on-demand', 'spot'])],
    ]),
    capacity: new Map([
      ['cpu', column((size) => size * 1000)],
      ['memory', column((size) => size * 2 * gib)],
      ['pods', column((size) => size * 10)],
    ]),
    overhead: new Map([
      ['cpu', column(() => 100)],
      ['memory', column(() => 10 * mib)],
    ]),
    allocatable: new Map([
      ['cpu', column((size) => size * 1000 - 100)],
      ['memory', column((size) => size * 2 * gib - 10 * mib)],
      ['pods', column((size) => size * 10)],
    ]),
    offerings: types.map(({ size }) => {
      const offer = offering(size);
      return [
        ...['test-zone-1', 'test-zone-2', 'test-zone-3'].map((zone) => offer('on-demand', zone)),
        ...['test-zone-1', 'test-zone-2'].map((zone) => offer('spot', zone)),
      ];
    }),
  };
}

type Make = () => { labels: Record<string, string>; spec: Partial<PodSpec> };

function podMaker(seed: number) {
  const random = new Random(seed);
  const next = (): number => random.next();
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!;
  const letter = (): string => pick(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  const requests = () => ({
    cpu: `${pick([100, 250, 500, 1000, 1500])}m`,
    memory: `${pick([100, 256, 512, 1024, 2048, 4096])}Mi`,
  });
  const pod = (index: number, make: Make): Pod => {
    const { labels, spec } = make();
    const containers = [{ name: 'app', resources: { requests: requests() } }];
    return {
      metadata: { name: `pod-${String(index).padStart(5, '0')}`, namespace: 'default', labels },
      spec: { containers, ...spec },
    };
  };
  return { pod, letter, requests };
}

/** Equal fifths: generic, zonal spread, hostname spread, zonal affinity to themselves, hostname anti-affinity. */
export function diversePods(count: number): Pod[] {
  const { pod, letter } = podMaker(42);
  const spread =
    (topologyKey: string): Make =>
    () => ({
      labels: { 'my-label': letter() },
      spec: {
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey,
            whenUnsatisfiable: 'DoNotSchedule',
            labelSelector: { matchLabels: { 'my-label': letter() } },
          },
        ],
      },
    });
  const affinity: Make = () => {
    const labels = { 'my-affininity': letter() };
    const term = { labelSelector: { matchLabels: labels }, topologyKey: 'topology.kubernetes.io/zone' };
    return { labels, spec: { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } } };
  };
  const antiAffinity: Make = () => {
    const labels = { app: 'nginx' };
    const term = { labelSelector: { matchLabels: labels }, topologyKey: 'kubernetes.io/hostname' };
    return {
      labels,
      spec: { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } },
    };
  };
  const generic: Make = () => ({ labels: { 'my-label': letter() }, spec: {} });
  const kinds = [
    generic,
    spread('topology.kubernetes.io/zone'),
    spread('kubernetes.io/hostname'),
    affinity,
    antiAffinity,
  ];
  const fifth = Math.floor(count / 5);
  return Array.from({ length: count }, (_, index) => pod(index, kinds[Math.floor(index / fifth)] ?? generic));
}

/** Equal pods with a zone preference that can be met, a zone preference that cannot, and a hostname preference that can. */
export function preferencePods(count: number): Pod[] {
  const { pod, requests } = podMaker(42);
  const labels = { app: 'nginx' };
  const term = (topologyKey: string) => ({ labelSelector: { matchLabels: labels }, topologyKey });
  const containers = [{ name: 'app', resources: { requests: requests() } }];
  const affinity: NonNullable<PodSpec['affinity']> = {
    nodeAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        {
          weight: 1,
          preference: {
            matchExpressions: [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: ['test-zone-1'] }],
          },
        },
      ],
    },
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 10, podAffinityTerm: term('topology.kubernetes.io/zone') },
        { weight: 1, podAffinityTerm: term('kubernetes.io/hostname') },
      ],
    },
  };
  return Array.from({ length: count }, (_, index) => pod(index, () => ({ labels, spec: { containers, affinity } })));
}

/** The input of one scheduling pass over these pods. Each pod is a separate workload, as in Karpenter's benchmark. */
export function upstreamInput(
  pods: readonly Pod[],
  preferencePolicy: SchedulerInput['preferencePolicy'] = 'Respect',
): SchedulerInput {
  return {
    nodePools: [
      {
        nodePool: {
          metadata: { name: 'default' },
          spec: {
            limits: { cpu: '10000000', memory: '10000000Gi' },
            template: {
              spec: { nodeClassRef: { group: 'karpenter.test.sh', kind: 'TestNodeClass', name: 'default' } },
            },
          },
        },
        instanceTypes: fakeInstanceTypes(),
      },
    ],
    podClasses: pods.map(
      (pod, order): PodClass => ({ workload: `Pod/default/${pod.metadata.name}`, order, firstIndex: 0, count: 1, pod }),
    ),
    daemonSets: [],
    existingNodes: [],
    volumeClaims: new Map(),
    namespaces: new Map([['default', {}]]),
    reservations: new Map(),
    preferencePolicy,
    minValuesPolicy: 'Strict',
    maxInstanceTypes: 600,
  };
}
