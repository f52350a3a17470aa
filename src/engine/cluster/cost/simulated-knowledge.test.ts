import { expect, test } from 'vitest';
import { simulate } from '../provisioning/simulate.ts';
import { manifestsOf, nodeClass, nodePool, simulator } from '../provisioning/simulation.test-support.ts';
import { isDedicated, licenseOf } from './simulated-knowledge.ts';

const tenancy = (...values: string[]): string =>
  `        - { key: karpenter.k8s.aws/instance-tenancy, operator: In, values: [${values.join(', ')}] }`;

const poolOf = (requirements: string, ofClass = nodeClass) =>
  simulate(
    { manifests: manifestsOf(nodePool('x', '', requirements) + ofClass), otherManifests: [], live: undefined },
    simulator(),
  ).nodePools.known[0]!;

test.each([
  ['no requirement', '', false],
  ['dedicated only', tenancy('dedicated'), true],
  ['shared is allowed too', tenancy('dedicated', 'default'), false],
])('dedicated instances: %s', (_, requirements, expected) => {
  expect(isDedicated(poolOf(requirements))).toBe(expected);
});

test('the class decides the license, not what the NodePool allows', () => {
  const anySystem = '        - { key: kubernetes.io/os, operator: In, values: [linux, windows] }';
  expect(licenseOf(poolOf(anySystem))).toBeUndefined();
  expect(licenseOf(poolOf('', nodeClass.replace('al2023', 'windows2022')))).toMatchObject({ isPriced: true });
});
