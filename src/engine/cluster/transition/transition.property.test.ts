import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aws } from '../../aws/aws.ts';
import { karpenter } from '../../karpenter/api/karpenter.ts';
import { noZoneHints } from '../../manifest/hints/zone-hints.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import type { Estimate } from '../cost/estimate.ts';
import { estimateCost } from '../cost/estimate-cost.ts';
import { catalogOf, deployment, nodeClass, nodePool, settingsOf } from '../provisioning/simulation.test-support.ts';

const parsed = (text: string) => manifestSet([parseManifests({ file: 'manifests.yaml', text }, { set: {} })]);

const change = (base: string, head: string): Estimate =>
  estimateCost({
    base: parsed(base),
    head: parsed(head),
    live: null,
    settings: settingsOf(),
    catalog: catalogOf(),
    providers: [aws],
    karpenter: karpenter('1.14'),
    region: 'us-east-1',
    regionSource: 'as set',
    zoneHints: noZoneHints,
  }).estimate;

const pool = (disruption: string, limit: number): string =>
  nodePool(
    'web',
    `  disruption: { ${disruption} }\n  limits: { cpu: ${limit} }`,
    '        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.large, m6i.xlarge, m6i.2xlarge] }',
  ) + nodeClass;
const consolidating = 'consolidateAfter: 1m, budgets: [{ nodes: 100% }]';

const workload = (name: string, least = 0) =>
  fc
    .tuple(fc.integer({ min: least, max: 5 }), fc.constantFrom('cpu: 500m', 'cpu: 1', 'cpu: 1900m', 'cpu: 3'))
    .map(([replicas, cpu]) => deployment(name, replicas, `${cpu}, memory: 64Mi`));
// Without any pod, figures are unknown.
const workloads = fc.tuple(workload('a', 1), workload('b')).map((all) => all.join(''));
const disruptions = fc.constantFrom(consolidating, 'consolidateAfter: Never');

const none = { low: 0, likely: 0, high: 0 };
const unschedulable = ({ head }: Estimate): number => head!.unschedulable.reduce((sum, { count }) => sum + count, 0);

test('no change changes nothing', () => {
  fc.assert(
    fc.property(workloads, disruptions, fc.integer({ min: 4, max: 60 }), (pods, disruption, limit) => {
      const files = pool(disruption, limit) + pods;
      const { difference } = change(files, files);
      expect([difference.nodes, difference.monthlyUsd]).toMatchObject([none, none]);
    }),
    { numRuns: 8 },
  );
});

test('capacity never hurts: with a higher limit, no other pod is unschedulable', () => {
  fc.assert(
    fc.property(workloads, disruptions, fc.integer({ min: 4, max: 40 }), (pods, disruption, limit) => {
      const [tight, wide] = [limit, limit + 16].map((cpu) => pool(disruption, cpu) + pods);
      expect(unschedulable(change(tight!, wide!))).toBeLessThanOrEqual(unschedulable(change(tight!, tight!)));
    }),
    { numRuns: 8 },
  );
});

test('without a workload that was added, the cluster costs no more than with it, and consolidation may end below what it cost before', () => {
  fc.assert(
    fc.property(workloads, workload('more'), (pods, more) => {
      const before = pool(consolidating, 100) + pods;
      const { base: full, head: end } = change(before + more, before);
      expect(end!.hourlyUsd.likely).toBeLessThanOrEqual(full!.hourlyUsd.likely!);
      expect(end!.unschedulable).toEqual([]);
    }),
    { numRuns: 5 },
  );
});
