import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wellKnownLabels } from '../api/labels.ts';
import type { NodeSelectorRequirement, Pod, PodSpec } from '../api/pod.ts';
import type { InstanceTypes, Offering } from '../catalog/instance-types.ts';
import { podRequests } from '../scheduling/pod-requests.ts';
import { Requirement } from '../scheduling/requirement.ts';
import { Requirements } from '../scheduling/requirements.ts';
import type { Results } from './results.ts';
import { solve } from './scheduler.ts';
import type { NodePoolInput, PodClass, SchedulerInput } from './scheduler-input.ts';

const key = {
  zone: 'topology.kubernetes.io/zone',
  capacityType: 'karpenter.sh/capacity-type',
  arch: 'kubernetes.io/arch',
  cpu: 'karpenter.k8s.aws/instance-cpu',
  gpu: 'karpenter.k8s.aws/instance-gpu-count',
  type: 'node.kubernetes.io/instance-type',
} as const;
const zones = ['a', 'b', 'c'];
const capacityTypes: readonly Offering['capacityType'][] = ['on-demand', 'spot'];

interface Type {
  readonly cpu: number;
  readonly arch: string;
  readonly gpus: number;
  readonly offered: readonly boolean[];
}

const type: fc.Arbitrary<Type> = fc.record({
  cpu: fc.integer({ min: 1, max: 16 }),
  arch: fc.constantFrom('amd64', 'arm64'),
  gpus: fc.constantFrom(0, 0, 1),
  offered: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
});

function instanceTypes(types: readonly Type[]): InstanceTypes {
  const column = (amount: (type: Type) => number): Float64Array => Float64Array.from(types.map(amount));
  const names = types.map((_, i) => `type-${String(i).padStart(2, '0')}`);
  const offers = capacityTypes.flatMap((capacityType) => zones.map((zone) => ({ capacityType, zone })));
  const amounts = new Map([
    ['cpu', column(({ cpu }) => cpu * 1000)],
    ['memory', column(({ cpu }) => cpu * 4 * 2 ** 30)],
    ['pods', column(() => 10)],
    ['nvidia.com/gpu', column(({ gpus }) => (gpus === 0 ? Number.NaN : gpus))],
  ]);
  return {
    names,
    labels: new Map<string, readonly (readonly string[])[]>([
      [key.type, names.map((name) => [name])],
      [key.zone, types.map(() => zones)],
      [key.capacityType, types.map(() => capacityTypes)],
      [key.arch, types.map(({ arch }) => [arch])],
      [key.cpu, types.map(({ cpu }) => [String(cpu)])],
      [key.gpu, types.map(({ gpus }) => (gpus === 0 ? [] : [String(gpus)]))],
    ]),
    capacity: amounts,
    overhead: new Map(),
    allocatable: amounts,
    offerings: types.map(({ cpu, offered }) =>
      offers.map(
        ({ capacityType, zone }, at): Offering => ({
          zone,
          zoneId: undefined,
          capacityType,
          price: cpu * (capacityType === 'spot' ? 0.4 : 1) + at / 100,
          priceSource: 'table',
          isAvailable: offered[at]!,
          reservation: undefined,
        }),
      ),
    ),
  };
}

const requirement: fc.Arbitrary<NodeSelectorRequirement> = fc.oneof(
  fc.record({
    key: fc.constant(key.zone),
    operator: fc.constantFrom('In', 'NotIn'),
    values: fc.subarray(zones, { minLength: 1 }),
  }),
  fc.record({
    key: fc.constant(key.capacityType),
    operator: fc.constant('In'),
    values: fc.subarray([...capacityTypes], { minLength: 1 }),
  }),
  fc.record({
    key: fc.constant(key.arch),
    operator: fc.constantFrom('In', 'NotIn'),
    values: fc.subarray(['amd64', 'arm64'], { minLength: 1 }),
  }),
  fc.record({
    key: fc.constant(key.cpu),
    operator: fc.constantFrom('Gt', 'Lt', 'Gte', 'Lte'),
    values: fc.constantFrom(['2'], ['4'], ['8']),
  }),
  fc.record({ key: fc.constant(key.gpu), operator: fc.constantFrom('Exists', 'DoesNotExist') }),
);

const spread = {
  maxSkew: 1,
  topologyKey: key.zone,
  whenUnsatisfiable: 'DoNotSchedule',
  labelSelector: { matchLabels: { app: 'x' } },
};
const antiAffinity = { labelSelector: { matchLabels: { app: 'x' } }, topologyKey: 'kubernetes.io/hostname' };

const podSpec: fc.Arbitrary<PodSpec> = fc
  .record({
    cpu: fc.constantFrom('100m', '500m', '1500m', '4', '15'),
    gpu: fc.constantFrom({}, {}, { 'nvidia.com/gpu': '1' }),
    required: fc.array(requirement, { maxLength: 2 }),
    topology: fc.constantFrom('none', 'none', 'spread', 'anti-affinity'),
  })
  .map(({ cpu, gpu, required, topology }) => ({
    containers: [{ resources: { requests: { cpu, memory: '1Gi', ...gpu } } }],
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: required }] },
      },
      ...(topology === 'anti-affinity' && {
        podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [antiAffinity] },
      }),
    },
    ...(topology === 'spread' && { topologySpreadConstraints: [spread] }),
  }));

const pod = (name: string, spec: PodSpec): Pod => ({
  metadata: { name, namespace: 'default', labels: { app: 'x', name } },
  spec,
});

const podClasses = fc
  .array(fc.tuple(podSpec, fc.integer({ min: 1, max: 6 })), { minLength: 1, maxLength: 4 })
  .map((all) =>
    all.map(
      ([spec, count], order): PodClass => ({
        workload: `Deployment/default/w${order}`,
        order,
        firstIndex: 0,
        count,
        pod: pod(`w${order}`, spec),
      }),
    ),
  );

const nodePool = (
  name: string,
  types: InstanceTypes,
  {
    requirements = [],
    weight = 0,
    limits,
  }: { requirements?: readonly NodeSelectorRequirement[]; weight?: number; limits?: Record<string, string> },
): NodePoolInput => ({
  nodePool: {
    metadata: { name },
    spec: {
      weight,
      ...(limits && { limits }),
      template: { spec: { nodeClassRef: { name: 'default' }, requirements } },
    },
  },
  instanceTypes: types,
});

const input: fc.Arbitrary<SchedulerInput> = fc
  .record({
    types: fc.array(type, { minLength: 1, maxLength: 40 }),
    pools: fc.array(
      fc.record({ requirements: fc.array(requirement, { maxLength: 2 }), weight: fc.integer({ min: 1, max: 3 }) }),
      { minLength: 1, maxLength: 3 },
    ),
    limit: fc.constantFrom(undefined, { cpu: '20' }),
    podClasses,
  })
  .map(({ types, pools, limit, podClasses: classes }) => {
    const resolved = instanceTypes(types);
    return {
      nodePools: pools.map((pool, i) => nodePool(`pool-${i}`, resolved, { ...pool, ...(limit && { limits: limit }) })),
      podClasses: classes,
      daemonSets: [],
      existingNodes: [],
      volumeClaims: new Map(),
      namespaces: new Map([['default', {}]]),
      reservations: new Map(),
      preferencePolicy: 'Respect',
      minValuesPolicy: 'Strict',
      maxInstanceTypes: 600,
    };
  });

/** The outcome as plain text, without the work it took. */
const picture = ({ newNodeClaims, podErrors, ignored, emptyNodePools }: Results): string =>
  JSON.stringify(
    [
      newNodeClaims.map((claim) => ({ ...claim, requirements: String(claim.requirements) })),
      podErrors,
      ignored,
      emptyNodePools,
    ],
    (_, value: unknown) => (value instanceof Map ? [...value] : value),
  );

/** Karpenter's filter written down literally: sets, no bits, one type after the other. */
function literalFilter(
  types: InstanceTypes,
  requirements: Requirements,
  requests: ReadonlyMap<string, number>,
): string[] {
  return types.names.filter((_, i) => {
    const own = new Requirements([...types.labels].map(([label, column]) => Requirement.in(label, column[i]!)));
    const fits = [...requests].every(([name, amount]) => amount <= (types.allocatable.get(name)?.[i] || 0));
    const isOffered = types.offerings[i]!.some(
      ({ isAvailable, zone, capacityType }) =>
        isAvailable &&
        requirements.isCompatible(
          new Requirements([Requirement.in(key.zone, [zone]), Requirement.in(key.capacityType, [capacityType])]),
          wellKnownLabels,
        ),
    );
    return own.intersects(requirements) && fits && isOffered;
  });
}

test('bitsets filter instance types as plain sets do', () => {
  const wanted = fc.array(requirement, { maxLength: 3 });
  fc.assert(
    fc.property(input, wanted, fc.constantFrom('100m', '3', '9'), (base, required, cpu) => {
      const terms = [{ matchExpressions: required }];
      const spec: PodSpec = {
        containers: [{ resources: { requests: { cpu } } }],
        affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } },
      };
      const [pool] = base.nodePools;
      const single: PodClass = { workload: 'Pod/default/p', order: 0, firstIndex: 0, count: 1, pod: pod('p', spec) };
      const unlimited = nodePool('only', pool!.instanceTypes, {
        requirements: pool!.nodePool.spec.template.spec.requirements ?? [],
      });
      const { newNodeClaims } = solve({ ...base, nodePools: [unlimited], podClasses: [single] });
      const own = Requirements.from(unlimited.nodePool.spec.template.spec.requirements ?? []);
      const incoming = Requirements.from(required);
      const isCompatible = own.isCompatible(incoming, wellKnownLabels);
      const expected = isCompatible ? literalFilter(pool!.instanceTypes, own.add(incoming), podRequests(spec)) : [];
      expect(newNodeClaims.flatMap(({ instanceTypes: names }) => names)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

describe('whatever the input', () => {
  test('every pod is accounted for, once', () => {
    fc.assert(
      fc.property(input, (any) => {
        const { newNodeClaims, podErrors, ignored } = solve(any);
        const placed = newNodeClaims.flatMap(({ pods }) => [...pods.values()]);
        const others = [...podErrors, ...ignored].map(({ count }) => count);
        const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);
        expect(sum([...placed, ...others])).toBe(sum(any.podClasses.map(({ count }) => count)));
      }),
    );
  });

  test('a NodeClaim fits on each of its types and launches one of them', () => {
    fc.assert(
      fc.property(input, (any) => {
        const { names, allocatable } = any.nodePools[0]!.instanceTypes;
        for (const { instanceTypes: options, requests, launch } of solve(any).newNodeClaims) {
          expect(options.length).toBeGreaterThan(0);
          for (const name of options) {
            for (const [resource, amount] of requests) {
              expect(allocatable.get(resource)?.[names.indexOf(name)] || 0).toBeGreaterThanOrEqual(amount);
            }
          }
          expect('error' in launch || options.includes(launch.instanceType)).toBe(true);
        }
      }),
    );
  });

  test('pods that repel each other never share a node, whatever else lands there', () => {
    fc.assert(
      fc.property(input, (any) => {
        const repelling = new Set(
          any.podClasses.filter(({ pod: { spec } }) => spec.affinity?.podAntiAffinity).map(({ workload }) => workload),
        );
        for (const { pods } of solve(any).newNodeClaims) {
          const isAlone = [...pods.values()].reduce((a, b) => a + b, 0) === 1;
          expect(isAlone || ![...pods.keys()].some((workload) => repelling.has(workload))).toBe(true);
        }
      }),
    );
  });
});

describe('what must make no difference', () => {
  test('the order in which pools and pods are handed in', () => {
    fc.assert(
      fc.property(input, (any) => {
        const reversed = { ...any, nodePools: any.nodePools.toReversed(), podClasses: any.podClasses.toReversed() };
        expect(picture(solve(reversed))).toBe(picture(solve(any)));
      }),
    );
  });

  test('whether equal pods come as one class or as several', () => {
    fc.assert(
      fc.property(input, (any) => {
        const split = any.podClasses.flatMap((podClass) =>
          Array.from({ length: podClass.count }, (_, firstIndex) => ({ ...podClass, firstIndex, count: 1 })),
        );
        expect(picture(solve({ ...any, podClasses: split }))).toBe(picture(solve(any)));
      }),
    );
  });

  test('a pool that no pod tolerates, but for what it says of itself', () => {
    fc.assert(
      fc.property(input, (any) => {
        const { nodePool: own, instanceTypes: types } = nodePool('tainted', any.nodePools[0]!.instanceTypes, {});
        const taints = [{ key: 'reserved', effect: 'NoSchedule' }];
        const template = { ...own.spec.template, spec: { ...own.spec.template.spec, taints } };
        const tainted = { nodePool: { ...own, spec: { ...own.spec, template } }, instanceTypes: types };
        const claims = (results: Results): string => picture({ ...results, podErrors: [], emptyNodePools: [] });
        // Its zones are domains of a spread all the same, so spreads are left out.
        const plain = any.podClasses.filter(({ pod: { spec } }) => spec.topologySpreadConstraints === undefined);
        const without = solve({ ...any, podClasses: plain });
        expect(claims(solve({ ...any, podClasses: plain, nodePools: [...any.nodePools, tainted] }))).toBe(
          claims(without),
        );
      }),
    );
  });
});
