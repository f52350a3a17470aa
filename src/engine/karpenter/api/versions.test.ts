import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { karpenter } from './karpenter.ts';
import {
  compareMinors,
  isServed,
  karpenterMinors,
  nearestKarpenterMinor,
  nextMinor,
  parseKarpenterVersion,
  servedApi,
} from './versions.ts';

test.each([
  ['1.14', '1.14'],
  ['v1.14.1', '1.14'],
  ['1.14.x', '1.14'],
  [' 0.37.8 ', '0.37'],
  ['v1.15.0-rc.1', '1.15'],
  ['1', undefined],
  ['latest', undefined],
  ['1.14.1.2', undefined],
])('the minor of %s is %s', (text, minor) => {
  expect(parseKarpenterVersion(text)).toBe(minor);
});

test.each([
  ['1.14', '1.14'],
  ['1.99', '1.15'],
  ['2.0', '1.15'],
  ['0.31', '0.32'],
  ['0.38', '0.37'],
])('the known minor nearest to %s is %s', (minor, nearest) => {
  expect(nearestKarpenterMinor(minor)).toBe(nearest);
});

test('minors are ordered by number, and each has a pack', () => {
  expect([...karpenterMinors].reverse().sort(compareMinors)).toEqual(karpenterMinors);
  const packs = readdirSync('data/crds').map((file) => file.replace(/\.json$/, ''));
  expect(packs.sort(compareMinors)).toEqual(karpenterMinors);
});

test.each([
  ['karpenter.sh/v1alpha5', 'Provisioner', '0.32', true],
  ['karpenter.sh/v1alpha5', 'Provisioner', '0.33', false],
  ['karpenter.sh/v1beta1', 'NodePool', '1.0', true],
  ['karpenter.sh/v1beta1', 'NodePool', '1.1', false],
  ['karpenter.sh/v1alpha1', 'NodeOverlay', '1.6', false],
  ['karpenter.sh/v1alpha1', 'NodeOverlay', '1.10', true],
])('%s %s in Karpenter %s: %s', (apiVersion, kind, minor, served) => {
  expect(isServed(servedApi(apiVersion, kind)!, minor)).toBe(served);
});

test('the minor after one', () => {
  expect([nextMinor('0.32'), nextMinor('0.37'), nextMinor('1.9'), nextMinor('1.15')]).toEqual([
    '0.33',
    '1.0',
    '1.10',
    undefined,
  ]);
});

test.each([
  [
    '1.6',
    {
      gteLteOperators: false,
      nodeOverlay: false,
      maxInstanceTypes: 60,
      nodeClassHashVersion: 'v4',
    },
  ],
  ['1.9', { gteLteOperators: true, staticReplicas: true, maxInstanceTypes: 600, windows2025: true }],
  ['1.10', { gteLteOperators: true, placementGroupSelector: false, nodePoolHashVersion: 'v3' }],
  ['1.14', { consolidateAfterDefaulted: false, capacityBuffers: true, nodeClassHashVersion: 'v5' }],
  ['1.15', { consolidateAfterDefaulted: true, opensKubelet: true, nodeClassHashVersion: 'v6' }],
  ['9.9', { version: '1.15' }],
  ['0.37', { v1: false, nodePoolHashVersion: 'v2' }],
])('capabilities of Karpenter %s', (minor, expected) => {
  expect(karpenter(minor)).toMatchObject(expected);
});
