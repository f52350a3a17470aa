import type { Pod, PodSpec } from '../../../karpenter/api/pod.ts';
import type { InstanceTypes, Offering } from '../../../karpenter/cloud-provider/instance-types.ts';
import type { ExistingNode, NodePoolInput, PodClass, SchedulerInput } from './scheduler-input.ts';

/** Invented instance types, NodePools, pods and nodes for tests of the scheduler. */

export const key = {
  zone: 'topology.kubernetes.io/zone',
  capacityType: 'karpenter.sh/capacity-type',
  arch: 'kubernetes.io/arch',
  cpu: 'karpenter.k8s.aws/instance-cpu',
  gpu: 'karpenter.k8s.aws/instance-gpu-count',
  type: 'node.kubernetes.io/instance-type',
  hostname: 'kubernetes.io/hostname',
} as const;

export const zones = ['a', 'b', 'c'];
const capacityTypes: readonly Offering['capacityType'][] = ['on-demand', 'spot'];
const ways = capacityTypes.flatMap((capacityType) => zones.map((zone) => ({ capacityType, zone })));

/** A type with four GiB of memory for each CPU and room for ten pods. */
export interface TestType {
  readonly cpu: number;
  readonly arch?: string;
  readonly gpus?: number;
  /** By capacity type, then zone: whether it is available; true by default. */
  readonly offered?: readonly boolean[];
  readonly reservations?: readonly { readonly id: string; readonly zone: string; readonly capacity: number }[];
}

export function testTypes(types: readonly TestType[]): InstanceTypes {
  const column = (amount: (type: TestType) => number): Float64Array => Float64Array.from(types.map(amount));
  const names = types.map((_, i) => `type-${String(i).padStart(2, '0')}`);
  const gpus = ({ gpus: count = 0 }: TestType): number => (count === 0 ? Number.NaN : count);
  const amounts = new Map([
    ['cpu', column(({ cpu }) => cpu * 1000)],
    ['memory', column(({ cpu }) => cpu * 4 * 2 ** 30)],
    ['pods', column(() => 10)],
    ['nvidia.com/gpu', column(gpus)],
  ]);
  return {
    names,
    onRequest: [],
    accelerators: ['nvidia.com/gpu'],
    labels: new Map<string, readonly (readonly string[])[]>([
      [key.type, names.map((name) => [name])],
      [key.zone, types.map(() => zones)],
      [
        key.capacityType,
        types.map(({ reservations }) => (reservations ? [...capacityTypes, 'reserved'] : capacityTypes)),
      ],
      [key.arch, types.map(({ arch = 'amd64' }) => [arch])],
      [key.cpu, types.map(({ cpu }) => [String(cpu)])],
      [key.gpu, types.map(({ gpus: count = 0 }) => (count === 0 ? [] : [String(count)]))],
    ]),
    capacity: amounts,
    overhead: new Map(),
    allocatable: amounts,
    offerings: types.map(offeringsOf),
  };
}

function offeringsOf({ cpu, offered, reservations = [] }: TestType): Offering[] {
  const common = { zoneId: undefined, priceSource: 'table' as const };
  return [
    ...ways.map(
      ({ capacityType, zone }, at): Offering => ({
        ...common,
        zone,
        capacityType,
        price: cpu * (capacityType === 'spot' ? 0.4 : 1) + at / 100,
        isAvailable: offered?.[at] ?? true,
        reservation: undefined,
      }),
    ),
    ...reservations.map(
      ({ id, zone, capacity }): Offering => ({
        ...common,
        zone,
        capacityType: 'reserved',
        price: cpu / 10_000_000,
        isAvailable: capacity > 0,
        reservation: { id, type: 'default', isInterruptible: false, capacity },
      }),
    ),
  ];
}

type TemplateSpec = NodePoolInput['nodePool']['spec']['template']['spec'];

/** A NodePool over some types. */
export function testPool(
  name: string,
  instanceTypes: InstanceTypes,
  spec: Partial<Omit<NodePoolInput['nodePool']['spec'], 'template'> & TemplateSpec> = {},
): NodePoolInput {
  const { weight, limits, ...template } = spec;
  return {
    nodePool: {
      metadata: { name },
      spec: {
        ...(weight !== undefined && { weight }),
        ...(limits && { limits }),
        template: { spec: { nodeClassRef: { name: 'default' }, ...template } },
      },
    },
    instanceTypes,
  };
}

/** A pod labeled with its name and `app: x`. */
export const testPod = (name: string, spec: PodSpec): Pod => ({
  metadata: { name, namespace: 'default', labels: { app: 'x', name } },
  spec,
});

/** A spec that requests this much CPU. */
export const asking = (cpu: string, spec: Partial<PodSpec> = {}): PodSpec => ({
  containers: [{ resources: { requests: { cpu } } }],
  ...spec,
});

/** Pods of a Deployment; those of a lower order come first. */
export const testPods = (name: string, spec: PodSpec, count = 1, order = 0): PodClass => ({
  workload: `Deployment/default/${name}`,
  order,
  firstIndex: 0,
  count,
  pod: testPod(name, spec),
});

/** An initialized node without a NodePool, with this many CPUs. */
export function testNode(name: string, cpu: number, node: Partial<ExistingNode> = {}): ExistingNode {
  const amounts = new Map([
    ['cpu', cpu * 1000],
    ['memory', cpu * 4 * 2 ** 30],
    ['pods', 10],
  ]);
  return {
    name,
    labels: { [key.hostname]: name, [key.zone]: 'a' },
    taints: [],
    startupTaints: [],
    capacity: amounts,
    allocatable: amounts,
    nodePool: undefined,
    isInitialized: true,
    isDeleting: false,
    pods: [],
    volumeLimits: undefined,
    ...node,
  };
}

/** A pass with defaults for everything that is not given. */
export const testInput = (input: Partial<SchedulerInput>): SchedulerInput => ({
  nodePools: [],
  podClasses: [],
  daemonSets: [],
  existingNodes: [],
  volumeClaims: new Map(),
  namespaces: new Map([['default', {}]]),
  reservations: new Map(),
  preferencePolicy: 'Respect',
  minValuesPolicy: 'Strict',
  maxInstanceTypes: 600,
  ...input,
});
