import { expect, test } from 'vitest';
import { defaultExpiryOf, withLifetimeOfEks } from './auto-mode-lifetime.ts';

const nodePool = (group: string, durations: Readonly<Record<string, string>> = {}) => ({
  kind: 'NodePool',
  spec: { weight: 1, template: { spec: { nodeClassRef: { group }, ...durations } } },
});

test('a NodePool of EKS Auto Mode has the durations of EKS where it sets none', () => {
  expect(withLifetimeOfEks(nodePool('eks.amazonaws.com', { expireAfter: '24h' }))).toEqual(
    nodePool('eks.amazonaws.com', { expireAfter: '24h', terminationGracePeriod: '24h' }),
  );
  expect(withLifetimeOfEks(nodePool('eks.amazonaws.com'))).toEqual(
    nodePool('eks.amazonaws.com', { expireAfter: '336h', terminationGracePeriod: '24h' }),
  );
});

test('any other object is as it was', () => {
  const others = [
    nodePool('karpenter.k8s.aws'),
    { kind: 'NodePool' },
    { ...nodePool('eks.amazonaws.com'), kind: 'Job' },
  ];
  expect(others.map(withLifetimeOfEks)).toEqual(others);
});

test('the default depends on who runs Karpenter', () =>
  expect(['eks.amazonaws.com', 'karpenter.k8s.aws', undefined].map(defaultExpiryOf)).toEqual(['336h', '720h', '720h']));
