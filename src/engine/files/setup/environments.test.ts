import { expect, test } from 'vitest';
import type { Environment } from '../../karpenter/api/settings.ts';
import { judgeEnvironments } from './environments.ts';

const environment = (changes: Partial<Environment>): Environment => ({
  paths: [],
  clusterArn: undefined,
  roleArn: undefined,
  allowedAccountIds: [],
  context: undefined,
  delivery: undefined,
  leaseNamespace: 'kube-system',
  readyMinutes: 10,
  own: {},
  ...changes,
});

const arn = 'arn:aws:eks:eu-central-1:111122223333:cluster/production';

test.each<[string, Record<string, Partial<Environment>>, string[]]>([
  ['none', {}, ['config/no-environment']],
  ['one by kubeconfig', { a: {} }, ['config/environment']],
  ['one by ARN', { a: { clusterArn: arn, roleArn: 'x' } }, ['config/environment']],
  ['a role without a cluster', { a: { roleArn: 'x' } }, ['config/role-without-cluster']],
  [
    'two for one cluster',
    { a: { clusterArn: arn }, b: { clusterArn: arn, paths: ['b'] } },
    ['config/shared-cluster', 'config/environment'],
  ],
])('environments: %s', (_, given, expected) => {
  const all = Object.fromEntries(Object.entries(given).map(([name, changes]) => [name, environment(changes)]));
  expect(judgeEnvironments(all, { isNeeded: true }).map(({ code }) => code)).toEqual(expected);
});

test('a repository that only reviews needs no environment', () => {
  expect(judgeEnvironments({}, { isNeeded: false })).toEqual([]);
});
