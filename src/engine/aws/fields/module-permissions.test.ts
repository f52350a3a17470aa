import { expect, test } from 'vitest';
import { parseManifests } from '../../manifest/parse.ts';
import { moduleGrants } from './module-permissions.ts';

const source = 'terraform-aws-modules/eks/aws//modules/karpenter';
const git = (tag: string): string =>
  `git::https://github.com/terraform-aws-modules/terraform-aws-eks.git//modules/karpenter?ref=${tag}`;
const list = 'iam:ListInstanceProfiles';

test.each<[spec: Readonly<Record<string, unknown>>, action: string, expected: boolean | undefined]>([
  [{ source, version: '20.37.2' }, list, false],
  [{ source, version: '21.1.5' }, list, false],
  [{ source, version: '= 21.2.0' }, list, true],
  [{ source, version: '~> 20.8' }, list, false],
  [{ source, version: '~> 21.0' }, list, undefined],
  [{ source, version: '~> 21.3' }, list, true],
  [{ source, version: '~> 21.1.0' }, list, false],
  [{ source, version: '>= 20.0' }, list, undefined],
  [{ source }, list, undefined],
  [{ source: git('v20.31.0') }, list, false],
  [{ source: git('v21.10.1') }, list, true],
  [{ source: git('main') }, list, undefined],
  [{ source, version: '21.18.0' }, 'ec2:DescribePlacementGroups', true],
  [{ source, version: '21.18.0' }, 'ec2:DescribeInstanceStatus', false],
  [{ source, version: '20.37.2' }, 'ec2:CreateFleet', true],
  [{ source, version: '21.18.0' }, 'ec2:AnotherAction', undefined],
  [{ source, version: '20.37.2', iam_policy_statements: [{ actions: [list] }] }, list, true],
  [{ source, version: '20.37.2', iam_policy_statements: [{ actions: ['iam:ListRoles'] }] }, list, false],
  [{ source, version: '20.37.2', iam_policy_statements: [{ actions: ['iam:List*'] }] }, list, undefined],
  [{ source, version: '20.37.2', iam_policy_statements: '${var.statements}' }, list, undefined],
  [{ source, version: '20.37.2', iam_role_policies: { more: 'arn:aws:iam::1:policy/more' } }, list, undefined],
  [{ source, version: '20.37.2', iam_role_policies: {} }, list, false],
])('the module %j grants %s: %s', (spec, action, expected) => {
  const text = JSON.stringify({ apiVersion: 'terraform/v1', kind: 'module', metadata: { name: 'a' }, spec });
  const { manifests } = parseManifests({ file: 'a.json', text }, { set: {} });
  expect(moduleGrants(manifests[0]!, action)).toBe(expected);
});
