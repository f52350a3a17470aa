import { expect, test } from 'vitest';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import type { PodClass } from '../input/scheduler-input.ts';
import { PassWork } from './pass-work.ts';

const rack = 'example.com/rack';

const racks = (count: number): { nodePool: NodePool } => {
  const values = Array.from({ length: count }, (_, i) => `r${i}`);
  const spec = { template: { spec: { requirements: [{ key: rack, operator: 'In', values }] } } };
  return { nodePool: { metadata: { name: 'web' }, spec } as unknown as NodePool };
};

const pods = (count: number, topologyKey: string, constraints = 1): PodClass => ({
  workload: `Deployment/default/${topologyKey}`,
  order: 0,
  firstIndex: 0,
  count,
  pod: {
    metadata: { name: 'web', namespace: 'default', labels: {} },
    spec: {
      containers: [],
      topologySpreadConstraints: Array.from({ length: constraints }, () => ({
        maxSkew: 1,
        topologyKey,
        whenUnsatisfiable: 'DoNotSchedule',
      })),
    },
  },
});

test.each([
  ['a thousand pods over three zones', 3, pods(1000, rack), undefined],
  ['twenty thousand pods over every host', 10_000, pods(20_000, 'kubernetes.io/hostname'), undefined],
  ['a hundred pods over a thousand racks', 1000, pods(40, rack), undefined],
  ['a thousand pods over a thousand racks', 1000, pods(1000, rack), `Deployment/default/${rack}`],
  ['ten thousand pods with ten constraints', 3, pods(10_000, rack, 10), undefined],
  ['a hundred pods with sixty constraints', 3, pods(100, rack, 60), `Deployment/default/${rack}`],
  ['ten pods over 80,000 racks', 80_000, pods(30, rack), `Deployment/default/${rack}`],
] as const)('T50: %s', (_, domains, podClass, cutAt) => {
  expect(new PassWork([racks(domains)], []).firstClasses([podClass]).cutAt).toBe(cutAt);
});

test('pods before the limit are simulated', () => {
  const work = new PassWork([racks(1000)], []);
  const [plain, wide] = [pods(100, 'topology.kubernetes.io/zone'), pods(1000, rack)];
  expect(work.firstClasses([plain, wide, plain]).classes).toEqual([plain]);
});
