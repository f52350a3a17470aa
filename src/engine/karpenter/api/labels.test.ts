import { expect, test } from 'vitest';
import { isRestrictedLabel, label, labelDomain, normalizeLabel, wellKnownLabels, wellKnownValues } from './labels.ts';

test('well-known labels are the eight of core and the 28 of the AWS provider', () => {
  expect(wellKnownLabels.size).toBe(36);
});

test.each([
  ['karpenter.sh/nodepool', false],
  ['karpenter.sh/capacity-type', false],
  ['karpenter.k8s.aws/instance-cpu', false],
  ['topology.k8s.aws/zone-id', false],
  ['team', false],
  ['example.com/team', false],
  ['mykarpenter.sh/x', false],
  ['kubernetes.io/hostname', true],
  ['karpenter.sh/initialized', true],
  ['karpenter.k8s.aws/ec2nodeclass', true],
  ['karpenter.k8s.aws/instance-cpus', true],
  ['sub.karpenter.sh/x', true],
])('%s is restricted: %s', (key, isRestricted) => expect(isRestrictedLabel(key)).toBe(isRestricted));

test.each([
  ['beta.kubernetes.io/arch', label.arch],
  ['beta.kubernetes.io/os', label.os],
  ['beta.kubernetes.io/instance-type', label.instanceType],
  ['failure-domain.beta.kubernetes.io/zone', label.zone],
  ['failure-domain.beta.kubernetes.io/region', label.region],
  ['topology.ebs.csi.aws.com/zone', label.zone],
  ['team', 'team'],
])('%s means %s', (key, meaning) => expect(normalizeLabel(key)).toBe(meaning));

test('a key without a slash has no domain', () => {
  expect(labelDomain('team')).toBe('');
  expect(labelDomain('example.com/team')).toBe('example.com');
});

test('capacity types that Karpenter knows', () => {
  expect([...wellKnownValues.get(label.capacityType)!]).toEqual(['on-demand', 'reserved', 'spot']);
});
