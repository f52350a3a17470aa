import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wellKnownLabels } from '../../../karpenter/api/labels.ts';
import type { NodeSelectorRequirement, PodSpec } from '../../../karpenter/api/pod.ts';
import type { InstanceTypes } from '../../../karpenter/cloud-provider/instance-types.ts';
import { podRequests } from '../../../karpenter/scheduling/pod-requests.ts';
import { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import type { Results } from '../input/results.ts';
import {
  asking,
  key,
  type TestType,
  testInput,
  testNode,
  testPod,
  testPods,
  testPool,
  testTypes,
  zones,
} from '../input/scheduler-input.test-support.ts';
import type { SchedulerInput } from '../input/scheduler-input.ts';
import { compilePass } from './compiled-pass.ts';
import { Scheduler, solve } from './scheduler.ts';

const capacityTypes = ['on-demand', 'spot'];

const type: fc.Arbitrary<TestType> = fc.record({
  cpu: fc.integer({ min: 1, max: 16 }),
  arch: fc.constantFrom('amd64', 'arm64'),
  gpus: fc.constantFrom(0, 0, 1),
  offered: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
});

const requirement: fc.Arbitrary<NodeSelectorRequirement> = fc.oneof(
  fc.record({
    key: fc.constant(key.zone),
    operator: fc.constantFrom('In', 'NotIn'),
    values: fc.subarray(zones, { minLength: 1 }),
  }),
  fc.record({
    key: fc.constant(key.capacityType),
    operator: fc.constant('In'),
    values: fc.subarray(capacityTypes, { minLength: 1 }),
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

const podClasses = fc
  .array(fc.tuple(podSpec, fc.integer({ min: 1, max: 6 })), { minLength: 1, maxLength: 4 })
  .map((all) => all.map(([spec, count], order) => testPods(`w${order}`, spec, count, order)));

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
    const resolved = testTypes(types);
    const nodePools = pools.map((pool, i) =>
      testPool(`pool-${i}`, resolved, { ...pool, ...(limit && { limits: limit }) }),
    );
    return testInput({ nodePools, podClasses: classes });
  });

/** The results as plain text, without the counters. */
const picture = ({ newNodeClaims, existingNodes, podErrors, ignored, emptyNodePools }: Results): string =>
  JSON.stringify(
    [
      newNodeClaims.map(({ classes: _, ...claim }) => ({ ...claim, requirements: String(claim.requirements) })),

      existingNodes,
      podErrors,
      ignored,
      emptyNodePools,
    ],
    (_, value: unknown) => (value instanceof Map ? [...value] : value),
  );

/** Karpenter's filter, written literally: plain sets, one type at a time. */
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

test('bitsets filter instance types like plain sets', () => {
  const wanted = fc.array(requirement, { maxLength: 3 });
  fc.assert(
    fc.property(input, wanted, fc.constantFrom('100m', '3', '9'), (base, required, cpu) => {
      const terms = [{ matchExpressions: required }];
      const spec: PodSpec = {
        containers: [{ resources: { requests: { cpu } } }],
        affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } },
      };
      const [pool] = base.nodePools;
      const single = testPods('p', spec);
      const unlimited = testPool('only', pool!.instanceTypes, {
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

describe('for any input', () => {
  test('every pod occurs exactly once in the results', () => {
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

  test('pods that repel each other never share a node, even with other pods on it', () => {
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

describe('changes that must not affect the result', () => {
  test('the order of NodePools and pods', () => {
    fc.assert(
      fc.property(input, (any) => {
        const reversed = { ...any, nodePools: any.nodePools.toReversed(), podClasses: any.podClasses.toReversed() };
        expect(picture(solve(reversed))).toBe(picture(solve(any)));
      }),
    );
  });

  test('whether equal pods are one class or several', () => {
    fc.assert(
      fc.property(input, (any) => {
        const split = any.podClasses.flatMap((podClass) =>
          Array.from({ length: podClass.count }, (_, firstIndex) => ({ ...podClass, firstIndex, count: 1 })),
        );
        expect(picture(solve({ ...any, podClasses: split }))).toBe(picture(solve(any)));
      }),
    );
  });
});

const term = (topologyKey: string) => ({ labelSelector: { matchLabels: { app: 'x' } }, topologyKey });
const topologyKey = fc.constantFrom(key.zone, key.hostname, key.capacityType);

/** Pods with everything that makes the scheduler retry: preferences, ports and all kinds of topologies. */
const richSpec: fc.Arbitrary<PodSpec> = fc
  .record({
    base: podSpec,
    near: fc.option(topologyKey, { nil: undefined, freq: 4 }),
    far: fc.option(topologyKey, { nil: undefined, freq: 4 }),
    wish: fc.option(topologyKey, { nil: undefined }),
    preferred: fc.option(requirement, { nil: undefined }),
    spreads: fc.array(
      fc.tuple(topologyKey, fc.constantFrom('DoNotSchedule', 'ScheduleAnyway'), fc.integer({ min: 1, max: 3 })),
      { maxLength: 2 },
    ),
    hostPort: fc.constantFrom(undefined, undefined, 8080),
  })
  .map(({ base, near, far, wish, preferred, spreads, hostPort }) => ({
    ...base,
    containers: base.containers.map((container) => ({
      ...container,
      ...(hostPort && { ports: [{ containerPort: 80, hostPort, protocol: 'TCP' }] }),
    })),
    affinity: {
      nodeAffinity: {
        ...base.affinity?.nodeAffinity,
        ...(preferred && {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 1, preference: { matchExpressions: [preferred] } },
          ],
        }),
      },
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: near === undefined ? [] : [term(near)] },
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: far === undefined ? [] : [term(far)],
        preferredDuringSchedulingIgnoredDuringExecution:
          wish === undefined ? [] : [{ weight: 5, podAffinityTerm: term(wish) }],
      },
    },
    topologySpreadConstraints: spreads.map(([wanted, whenUnsatisfiable, maxSkew]) => ({
      ...term(wanted),
      whenUnsatisfiable,
      maxSkew,
    })),
  }));

const rich: fc.Arbitrary<SchedulerInput> = fc
  .record({
    base: input,
    specs: fc.array(fc.tuple(richSpec, fc.integer({ min: 1, max: 8 })), { minLength: 1, maxLength: 5 }),
    nodes: fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.constantFrom(...zones)), { maxLength: 4 }),
    daemons: fc.boolean(),
  })
  .map(({ base, specs, nodes, daemons }) => ({
    ...base,
    podClasses: specs.map(([spec, count], order) => testPods(`w${order}`, spec, count, order)),
    existingNodes: nodes.map(([cpu, zone], i) =>
      testNode(`node-${i}`, cpu, { labels: { [key.hostname]: `node-${i}`, [key.zone]: zone } }),
    ),
    daemonSets: daemons ? [testPod('agent', asking('200m', { nodeSelector: { [key.arch]: 'amd64' } }))] : [],
  }));

test('the results that a pass caches affect only the amount of work', () => {
  fc.assert(
    fc.property(rich, (any) => {
      const forgetful = new Scheduler(compilePass(any, { left: 0 })).solve();
      const mindful = solve(any);
      expect(picture(mindful)).toBe(picture(forgetful));
      expect(mindful.counters.attempts).toBeLessThanOrEqual(forgetful.counters.attempts);
    }),
    { numRuns: 400 },
  );
});

test('what a pass shares with the one before does not affect its result', () => {
  fc.assert(
    fc.property(rich, (any) => {
      solve(any);
      const next = { ...any, podClasses: any.podClasses.slice(1), existingNodes: any.existingNodes.slice(1) };
      expect(picture(solve(next))).toBe(picture(solve({ ...next, nodePools: [...next.nodePools] })));
    }),
    { numRuns: 200 },
  );
});

describe('changes that must not affect the result, with all features of pods', () => {
  test('renaming, as long as the order of names stays the same', () => {
    const other = (name: string): string => name.replace(/[^/]+$/, 'zz-$&');
    const named = <T extends { readonly metadata: { readonly name: string } }>(object: T): T => ({
      ...object,
      metadata: { ...object.metadata, name: other(object.metadata.name) },
    });
    const renamed = (any: SchedulerInput): SchedulerInput => ({
      ...any,
      nodePools: any.nodePools.map((pool) => ({ ...pool, nodePool: named(pool.nodePool) })),
      podClasses: any.podClasses.map((pods) => ({ ...pods, workload: other(pods.workload), pod: named(pods.pod) })),
      daemonSets: any.daemonSets.map(named),
      existingNodes: any.existingNodes.map((node) => ({
        ...node,
        name: other(node.name),
        labels: { ...node.labels, [key.hostname]: other(node.labels[key.hostname]!) },
      })),
    });
    fc.assert(
      fc.property(rich, (any) => {
        expect(picture(solve(renamed(any))).replaceAll('zz-', '')).toBe(picture(solve(any)));
      }),
      { numRuns: 100 },
    );
  });

  test('a NodePool with an untolerated taint and no new domain, apart from its own entries', () => {
    fc.assert(
      fc.property(rich, fc.integer({ min: 1, max: 100 }), (any, weight) => {
        const [first] = any.nodePools;
        const { requirements = [] } = first!.nodePool.spec.template.spec;
        const taints = [{ key: 'reserved', effect: 'NoSchedule' }];
        const tainted = testPool('tainted', first!.instanceTypes, { requirements, taints, weight });
        // The reasons of unschedulable pods also mention this NodePool.
        const placed = (results: Results): string =>
          picture({ ...results, podErrors: [], emptyNodePools: [] }) + results.podErrors.map(({ count }) => count);
        expect(placed(solve({ ...any, nodePools: [...any.nodePools, tainted] }))).toBe(placed(solve(any)));
      }),
      { numRuns: 100 },
    );
  });
});
