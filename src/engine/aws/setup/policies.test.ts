import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type GitHubEnvironment, judgeEnvironment } from '../../files/setup/environment-protection.ts';
import { judgePermissions } from './permission-policy.ts';

describe('permissions', () => {
  const statement = (changes: object): string =>
    JSON.stringify({ Statement: { Effect: 'Allow', Action: 'eks:DescribeCluster', Resource: '*', ...changes } });
  const codes = (text: string): string[] => judgePermissions(text, 'policy.json').map(({ code }) => code);

  test.each<[string, object, string[]]>([
    ['to read', {}, ['policy/ok']],
    ['for everything', { Action: '*' }, ['policy/administrator']],
    ['for every role', { Action: 'iam:*' }, ['policy/too-wide', 'policy/too-wide', 'policy/too-wide']],
    ['for one role', { Action: 'iam:PassRole', Resource: 'arn:aws:iam::1:role/x' }, ['policy/ok']],
    ['under a condition', { Action: 'iam:PassRole', Condition: { StringEquals: { a: 'b' } } }, ['policy/ok']],
    ['for all actions except some', { Action: undefined, NotAction: 'iam:*' }, ['policy/negated']],
    ['that are denied', { Effect: 'Deny', Action: '*' }, ['policy/ok']],
  ])('%s', (_, changes, expected) => expect(codes(statement(changes))).toEqual(expected));

  test('of the controller in the kOps example can pass every role', () => {
    const found = judgePermissions(readFileSync('examples/kops/controller-policy.json', 'utf8'), 'x');
    expect(found.map(({ message }) => /`([^`]+)` on all resources/.exec(message)?.[1])).toEqual([
      'iam:PassRole',
      'ec2:TerminateInstances',
    ]);
  });
});

describe('an environment', () => {
  const right: GitHubEnvironment = {
    name: 'production',
    can_admins_bypass: false,
    deployment_branch_policy: { protected_branches: true, custom_branch_policies: false },
    protection_rules: [{ type: 'required_reviewers', prevent_self_review: true, reviewers: [{}] }],
  };
  const reviewers = (changes: object) => [
    { type: 'required_reviewers', prevent_self_review: true, reviewers: [{}], ...changes },
  ];

  test.each<[string, Partial<GitHubEnvironment>, string[]]>([
    ['that is protected', {}, ['pass environment/ok']],
    ['of every branch', { deployment_branch_policy: null }, ['fail environment/any-branch']],
    [
      'of named branches',
      { deployment_branch_policy: { protected_branches: false, custom_branch_policies: true } },
      ['warn environment/named-branches'],
    ],
    ['without reviewers', { protection_rules: [] }, ['warn environment/no-reviewers']],
    [
      'of own review',
      { protection_rules: reviewers({ prevent_self_review: false }) },
      ['fail environment/self-review'],
    ],
    ['that administrators pass by', { can_admins_bypass: true }, ['fail environment/admin-bypass']],
  ])('%s', (_, changes, expected) => {
    expect(judgeEnvironment({ ...right, ...changes }, 'apply').map(({ status, code }) => `${status} ${code}`)).toEqual(
      expected,
    );
  });

  test('that does not say whether administrators can bypass it is unknown', () => {
    const { can_admins_bypass: _, ...silent } = right;
    expect(judgeEnvironment(silent, 'apply').map(({ status }) => status)).toEqual(['unknown']);
  });

  test('for drift must not wait for reviewers', () => {
    expect(judgeEnvironment(right, 'drift').map(({ code }) => code)).toEqual(['environment/waiting-schedule']);
    expect(judgeEnvironment({ ...right, protection_rules: [] }, 'drift').map(({ code }) => code)).toEqual([
      'environment/ok',
    ]);
  });
});
