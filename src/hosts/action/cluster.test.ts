import { describe, expect, test } from 'vitest';
import type { Environment } from '../../engine/karpenter/api/settings.ts';
import { clusterTarget } from './cluster.ts';
import { readInputs } from './inputs.ts';

const arn = 'arn:aws:eks:eu-central-1:111122223333:cluster/production';
const environment: Environment = {
  paths: [],
  clusterArn: arn,
  roleArn: 'arn:aws:iam::111122223333:role/deploy',
  allowedAccountIds: ['111122223333', '444455556666'],
  context: undefined,
  delivery: undefined,
  leaseNamespace: 'kube-system',
  readyMinutes: 10,
  own: {},
};
const inputs = (given: Readonly<Record<string, string>>) =>
  readInputs(Object.fromEntries(Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])));

describe('the cluster of an environment', () => {
  test('comes from the configuration', () => {
    expect(clusterTarget(inputs({}), environment)).toEqual({
      clusterArn: arn,
      roleArn: environment.roleArn,
      allowedAccountIds: environment.allowedAccountIds,
      kubeconfig: undefined,
      context: undefined,
    });
  });

  test('comes from the inputs if there is no configuration', () => {
    expect(clusterTarget(inputs({ kubeconfig: 'clusters: []\nusers: []' }), undefined).kubeconfig).toContain(
      'clusters',
    );
    expect(clusterTarget(inputs({ 'cluster-arn': arn }), undefined).clusterArn).toBe(arn);
  });

  test('can get fewer accounts and another role from inputs', () => {
    const target = clusterTarget(inputs({ 'allowed-account-ids': '111122223333', 'role-arn': 'arn:x' }), environment);
    expect([target.allowedAccountIds, target.roleArn]).toEqual([['111122223333'], 'arn:x']);
  });

  test.each<[Record<string, string>, RegExp]>([
    [{ 'cluster-arn': arn.replace('production', 'other') }, /differs from `clusterArn/],
    [{ kubeconfig: 'other' }, /`kubeconfig` is not allowed/],
    [{ 'allowed-account-ids': '999999999999' }, /no account in common/],
  ])('cannot be changed by the inputs %j', (given, expected) =>
    expect(() => clusterTarget(inputs(given), environment)).toThrow(expected),
  );
});
