import { expect, test } from 'vitest';
import {
  isOfKarpenter,
  karpenterGroupPattern,
  karpenterGroups,
  karpenterKindOf,
  karpenterKinds,
} from './karpenter-kinds.ts';

test('a kind with the same name in another group belongs to another operator', () => {
  expect(karpenterKindOf({ apiVersion: 'karpenter.sh/v1beta1', kind: 'NodePool' })?.role).toBe('node pool');
  expect(karpenterKindOf({ apiVersion: 'karpenter.azure.com/v1', kind: 'NodePool' })).toBeUndefined();
});

test('the group of CapacityBuffer is not only Karpenter’s', () => {
  const buffer = { apiVersion: 'autoscaling.x-k8s.io/v1beta1', kind: 'CapacityBuffer' };
  expect([karpenterKindOf(buffer)?.role, isOfKarpenter(buffer)]).toEqual(['capacity buffer', false]);
});

test('the groups are found in a text', () => {
  // The pattern relies on this. A provider whose group starts differently needs another pattern.
  expect(karpenterGroups.filter((group) => !group.startsWith('karpenter.'))).toEqual([]);
  expect(karpenterGroupPattern).toBe(String.raw`karpenter\.(?:sh|k8s\.aws)`);
});

test('the successor of a kind is a kind of the same group', () => {
  const successors = karpenterKinds.flatMap(({ successor, group }) =>
    successor === undefined ? [] : [`${group} ${successor}`],
  );
  const known = karpenterKinds.map(({ kind, group }) => `${group} ${kind}`);
  expect(successors.filter((one) => !known.includes(one))).toEqual([]);
});
