import { expect, test } from 'vitest';
import type { WorkloadDisruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import { review } from '../test-support.ts';
import { fewestPodsSentence } from './fewest-pods.ts';

const workload = (name: string, replicas: number, available: number | null, over: object = {}): WorkloadDisruption => ({
  name: `Deployment/shop/${name}`,
  replicas,
  restarted: replicas,
  stopped: 0,
  worst: { available },
  from: null,
  until: null,
  heldBy: [],
  ...over,
});

const sentenceOf = (workloads: readonly WorkloadDisruption[], stated: readonly string[] = []): string[] =>
  fewestPodsSentence(
    review({ disruption: { nodePools: [], nodeClasses: [], timeline: [], workloads } }),
    new Set(stated),
  );

test.each<[string, readonly WorkloadDisruption[], readonly string[]]>([
  ['less than half', [workload('web', 6, 1)], ['At the worst moment, 1 of 6 pods of `shop/web` runs']],
  ['none', [workload('web', 6, 0)], ['At the worst moment, none of 6 pods of `shop/web` runs']],
  [
    'several workloads',
    [workload('api', 6, 2), workload('web', 6, 1)],
    ['At the worst moment, 1 of 6 pods of `shop/web` runs (1 more workload of three or more pods falls below half)'],
  ],
  ['half', [workload('web', 6, 3)], []],
  ['an unknown number', [workload('web', 6, null)], []],
  ['a single pod', [workload('web', 1, 0)], []],
  ['new pods that stay pending, which other sentences say', [workload('web', 6, 0, { pending: 6 })], []],
])('%s', (_, workloads, expected) => expect(sentenceOf(workloads)).toEqual(expected));

test('the worst workload leads, although a finding says the same of it', () => {
  const workloads = [workload('cache', 3, 0), workload('web', 6, 1), workload('pair', 2, 0)];
  expect(sentenceOf(workloads, ['Deployment/shop/cache'])).toEqual([
    'At the worst moment, none of 3 pods of `shop/cache` runs (1 more workload of three or more pods falls below half)',
  ]);
});

test('nothing is said again of what a finding is about', () => {
  expect(sentenceOf([workload('web', 6, 1)], ['Deployment/shop/web'])).toEqual([]);
});
