import { expect, test } from 'vitest';
import { neededKarpenter } from './kubernetes-compatibility.ts';

test.each([
  ['1.34', '1.5', '1.6'],
  ['1.34', '1.6', undefined],
  ['1.36', '1.12', '1.13'],
  ['1.30', '0.36', '0.37'],
  ['1.30', '1.14', undefined],
  ['1.99', '1.14', undefined],
  ['1.20', '0.32', undefined],
])('Kubernetes %s with Karpenter %s needs %s', (kubernetes, karpenter, needed) =>
  expect(neededKarpenter(kubernetes, karpenter)).toBe(needed),
);
