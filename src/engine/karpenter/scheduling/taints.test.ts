import { describe, expect, test } from 'vitest';
import type { Taint, Toleration } from '../api/pod.ts';
import { formatTaint, lastingTaints, toleratesTaint, untolerated } from './taints.ts';

const gpu: Taint = { key: 'gpu', value: 'true', effect: 'NoSchedule' };

describe('toleratesTaint', () => {
  test.each<[string, Toleration, boolean]>([
    ['equal', { key: 'gpu', operator: 'Equal', value: 'true', effect: 'NoSchedule' }, true],
    ['equal without an operator', { key: 'gpu', value: 'true' }, true],
    ['another value', { key: 'gpu', value: 'false' }, false],
    ['exists', { key: 'gpu', operator: 'Exists' }, true],
    ['everything', { operator: 'Exists' }, true],
    ['another effect', { key: 'gpu', operator: 'Exists', effect: 'NoExecute' }, false],
    ['another key', { key: 'cpu', operator: 'Exists' }, false],
    ['an unknown operator', { key: 'gpu', operator: 'In', value: 'true' }, false],
  ])('%s', (_, toleration, expected) => {
    expect(toleratesTaint(toleration, gpu)).toBe(expected);
  });

  test.each<[string, string, string, boolean]>([
    ['Gt', '5', '7', true],
    ['Gt', '7', '7', false],
    ['Lt', '7', '5', true],
    ['Lt', '7', 'x', false],
  ])('%s %s tolerates the value %s: %s', (operator, value, actual, expected) => {
    expect(toleratesTaint({ key: 'gpu', operator, value }, { ...gpu, value: actual })).toBe(expected);
  });
});

test('taints that no toleration covers, PreferNoSchedule included', () => {
  const soft: Taint = { key: 'soft', effect: 'PreferNoSchedule' };
  expect(untolerated([gpu, soft], [{ key: 'gpu', operator: 'Exists' }])).toEqual([soft]);
});

test('startup taints of a new node are left out', () => {
  const notReady: Taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' };
  const readiness: Taint = { key: 'readiness.k8s.io/network', effect: 'NoSchedule' };
  const startup: Taint = { key: 'cilium', value: 'pending', effect: 'NoExecute' };
  expect(lastingTaints([notReady, readiness, startup, gpu], [{ key: 'cilium', effect: 'NoExecute' }])).toEqual([gpu]);
});

test.each([
  [gpu, 'gpu=true:NoSchedule'],
  [{ key: 'a', effect: 'NoExecute' }, 'a:NoExecute'],
])('%o prints as %s', (taint, text) => {
  expect(formatTaint(taint)).toBe(text);
});
