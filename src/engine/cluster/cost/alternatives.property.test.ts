import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulate } from '../provisioning/simulate.ts';
import { deployment, manifestsOf, nodeClass, nodePool, simulator } from '../provisioning/simulation.test-support.ts';
import { alternatives } from './alternatives.ts';
import type { Alternative } from './estimate.ts';

const here = simulator();

const requirement = (key: string, ...values: string[]): string =>
  `        - { key: ${key}, operator: In, values: [${values.map((value) => `"${value}"`).join(', ')}] }`;
const narrow = fc.constantFrom(
  requirement('node.kubernetes.io/instance-type', 'm6i.xlarge', 'm6i.2xlarge'),
  requirement('karpenter.k8s.aws/instance-family', 'm5', 'c5'),
  `${requirement('karpenter.k8s.aws/instance-category', 'm')}\n${requirement('karpenter.k8s.aws/instance-generation', '5', '6')}\n${requirement('kubernetes.io/arch', 'amd64')}`,
  `${requirement('karpenter.k8s.aws/instance-category', 'c', 'm')}\n${requirement('kubernetes.io/arch', 'amd64')}`,
);
const pool = fc
  .tuple(fc.constantFrom('a', 'b'), fc.constantFrom('', '  limits: { cpu: 24 }', '  weight: 10'), narrow)
  .map((all) => nodePool(...all));
const arches = '[{ matchExpressions: [{ key: kubernetes.io/arch, operator: In, values: [amd64, arm64] }] }]';
const onBoth = (text: string): string =>
  text.replace(
    '      containers',
    `      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: ${arches} } } }\n      containers`,
  );
const apart = (text: string): string =>
  text.replace(
    '      containers',
    '      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: kubernetes.io/hostname, labelSelector: {} }] } }\n      containers',
  );
const workload = fc
  .tuple(
    fc.constantFrom('w', 'x', 'y', 'z'),
    fc.integer({ min: 1, max: 9 }),
    fc.constantFrom('cpu: 900m, memory: 1Gi', 'cpu: 3, memory: 20Gi', 'cpu: 30', 'cpu: 100m'),
    fc.constantFrom<(text: string) => string>((text) => text, onBoth, apart),
  )
  .map(([name, replicas, requests, change]) => change(deployment(name, replicas, requests)));
const clusters = fc
  .tuple(fc.array(pool, { minLength: 1, maxLength: 2 }), fc.array(workload, { minLength: 1, maxLength: 4 }))
  .map(([pools, workloads]) => [...pools, nodeClass, ...workloads].join(''));

const simulated = (text: string) =>
  simulate({ manifests: manifestsOf(text), otherManifests: [], live: undefined }, here).cases.likely;

/** The same manifests with the NodePool as the alternative has it. */
const written = (text: string, { nodePool: name, requirements }: Alternative): string =>
  manifestsOf(text)
    .map(({ kind, object }) => {
      if (
        kind !== 'NodePool' ||
        object.metadata === undefined ||
        !JSON.stringify(object.metadata).includes(`"${name}"`)
      )
        return JSON.stringify(object);
      const pool = structuredClone(object) as { spec: { template: { spec: { requirements: unknown } } } };
      pool.spec.template.spec.requirements = requirements;
      return JSON.stringify(pool);
    })
    .join('\n---\n');

test('no cheaper alternative leaves a pod without a node, and each saves as much as it claims', () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(clusters, (text) => {
      const likely = simulated(text);
      const lost = new Map(likely.results.podErrors.map(({ workload: name, count }) => [name, count]));
      const arm = new Set(
        likely.input.podClasses
          .filter(({ pod }) => JSON.stringify(pod).includes('arm64'))
          .map(({ workload: name }) => name),
      );
      for (const alternative of alternatives(likely, here)) {
        const { kind, nodes, savedHourlyUsd } = alternative;
        kinds.add(kind);
        const then = simulated(written(text, alternative)).results;
        for (const { workload: own, count } of then.podErrors) expect(count).toBeLessThanOrEqual(lost.get(own) ?? 0);
        expect(then.newNodeClaims.length).toBe(nodes);
        expect(savedHourlyUsd).toBeGreaterThan(0);
        if (kind !== 'arm64') continue;
        for (const { requirements, pods } of then.newNodeClaims)
          if (requirements.get('kubernetes.io/arch').has('arm64'))
            for (const own of pods.keys()) expect(arm.has(own)).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
  // Few runs find every kind.
  expect(kinds.size).toBeGreaterThan(1);
});
