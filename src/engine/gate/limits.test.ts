import { describe, expect, test } from 'vitest';
import { defaultGate, type GatePolicy } from '../api/settings.ts';
import { estimate, exactly, nodeClaim, nodePool, placement, review } from '../report/test-support.ts';
import type { Review } from '../review/review-data.ts';
import { gate } from './gate.ts';

const costlier = review({ estimate: estimate(placement([]), placement([nodePool('web', [nodeClaim()])])) });
const unknown = review({ estimate: estimate(placement([]), placement([], { monthlyUsd: exactly(null) })) });
const pods = review({
  estimate: estimate(
    placement([]),
    placement([], { unschedulable: [{ workload: 'Deployment/a/b', count: 3, reasons: [] }] as never }),
  ),
});
const replaced = (nodesReplaced: number | null): Review =>
  review({
    disruption: {
      nodePools: [{ name: 'web', nodesReplaced } as never],
      nodeClasses: [],
      workloads: null,
      timeline: [],
    },
  });

describe('limits of the gate', () => {
  test.each<[string, Review, Partial<GatePolicy>, RegExp | undefined]>([
    ['no limits', costlier, {}, undefined],
    ['cost within', costlier, { monthlyIncreaseUsd: 281 }, undefined],
    ['cost beyond', costlier, { monthlyIncreaseUsd: 280 }, /^the cost rises by \$280\.32\/month/],
    ['cost unknown', unknown, { monthlyIncreaseUsd: 1e9 }, /unknown/],
    ['nodes within', replaced(3), { nodesReplaced: 3 }, undefined],
    ['nodes beyond', replaced(4), { nodesReplaced: 3 }, /^4 nodes would be replaced/],
    ['nodes unknown', replaced(null), { nodesReplaced: 3 }, /unknown/],
    ['pods within', pods, { unschedulablePods: 3 }, undefined],
    ['pods beyond', pods, { unschedulablePods: 0 }, /^3 pods are unschedulable/],
    ['limits do not apply without a base', { ...costlier, hasBase: false }, { monthlyIncreaseUsd: 0 }, undefined],
  ])('%s', (_, from, policy, reason) => {
    const verdict = gate(from, { failOn: 'error', gate: { ...defaultGate, ...policy } });
    expect(verdict.result).toBe(reason === undefined ? 'pass' : 'block');
    if (reason) expect(verdict.reasons.join()).toMatch(reason);
  });
});
