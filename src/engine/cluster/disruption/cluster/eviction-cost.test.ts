import { expect, test } from 'vitest';
import type { Pod } from '../../../karpenter/api/pod.ts';
import { evictionCost } from './eviction-cost.ts';

const pod = (priority: number | undefined, deletionCost?: string): Pod => ({
  metadata: {
    name: 'web-0',
    namespace: 'default',
    labels: {},
    ...(deletionCost !== undefined && {
      annotations: { 'controller.kubernetes.io/pod-deletion-cost': deletionCost },
    }),
  },
  spec: { containers: [], ...(priority !== undefined && { priority }) },
});

test.each([
  ['an ordinary pod', pod(undefined), 1],
  ['a priority', pod(2 ** 25), 2],
  ['a deletion cost', pod(undefined, `${2 ** 27}`), 2],
  ['a deletion cost that is not a number', pod(undefined, 'cheap'), 1],
  ['the upper limit', pod(2_000_000_000), 10],
  ['the lower limit', pod(-2_000_000_000), -10],
])('%s', (_, one, cost) => {
  expect(evictionCost(one)).toBeCloseTo(cost, 6);
});
