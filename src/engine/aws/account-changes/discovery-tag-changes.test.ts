import { expect, test } from 'vitest';
import { byTag, cluster, eks, messagesOf } from './account-changes.test-support.ts';

const tag = (value: string): string => `{ Name = "a", "karpenter.sh/discovery" = ${value} }`;
const [old, other] = [tag('"c"'), tag('"d"')];
const subnet = (tags: string): string =>
  `${cluster('')}resource "aws_subnet" "a" {\n  count = 2\n  vpc_id = "vpc-1"\n  tags = ${tags}\n}\n`;
const group = (tags: string): string =>
  `${cluster('')}resource "aws_security_group" "nodes" {\n  name = "nodes"\n  tags = ${tags}\n}\n`;
const module = (tags: string): string => eks('20.31.0', `cluster_name = "c"\n  node_security_group_tags = ${tags}`);
const vpc = (tags: string): string =>
  `module "vpc" {\n  source = "terraform-aws-modules/vpc/aws"\n  version = "5.8.1"\n  azs = ["a", "b"]\n  private_subnets = ["10.0.0.0/20"]\n  private_subnet_tags = ${tags}\n}\n`;
const single = (value: string): string =>
  `${cluster('')}resource "aws_ec2_tag" "subnets" {\n  for_each = toset(["subnet-1", "subnet-2"])\n  resource_id = each.value\n  key = "karpenter.sh/discovery"\n  value = ${value}\n}\n`;

const lostSubnets =
  'A node class that selects by the old tag launches nothing there. If it selects other subnets, Karpenter replaces its nodes there, else it launches none at all';
const lostGroup =
  'A node class that selects by the old tag loses this security group. If it selects others, Karpenter replaces all of its nodes, else it launches none';
const moreSubnets = 'A node class that selects by this tag also launches nodes there. No running node is replaced';
const moreGroups =
  'A node class that selects by this tag gives this security group to new nodes, and Karpenter replaces its running nodes';

test.each<[what: string, base: string, head: string, expected: readonly string[]]>([
  [
    'another value on subnets',
    subnet(old),
    subnet(other),
    [
      `warning: The change sets \`karpenter.sh/discovery\` from \`c\` to \`d\` in \`tags\` of \`aws_subnet.a\`. ${lostSubnets}`,
    ],
  ],
  [
    'no tag on subnets of the module',
    vpc(old),
    vpc('{ Name = "a" }'),
    [
      `warning: The change removes \`karpenter.sh/discovery: c\` from \`private_subnet_tags\` of \`module.vpc\`. ${lostSubnets}`,
    ],
  ],
  [
    'a tag on subnets',
    subnet('{ Name = "a" }'),
    subnet(old),
    [`note: The change adds \`karpenter.sh/discovery: c\` to \`tags\` of \`aws_subnet.a\`. ${moreSubnets}`],
  ],
  [
    'another value on single tags',
    single('"c"'),
    single('"d"'),
    [
      `warning: The change sets \`karpenter.sh/discovery\` from \`c\` to \`d\` in \`aws_ec2_tag.subnets\`. ${lostSubnets}`,
    ],
  ],
  [
    'no tag on a security group',
    group(old),
    group('{ Name = "a" }'),
    [
      `warning: The change removes \`karpenter.sh/discovery: c\` from \`tags\` of \`aws_security_group.nodes\`. ${lostGroup}`,
    ],
  ],
  [
    'a tag on the security group of a module',
    module('{}'),
    module(old),
    [
      `note: The change adds \`karpenter.sh/discovery: c\` to \`node_security_group_tags\` of \`module.eks\`. ${moreGroups}`,
    ],
  ],
  ['the same value from a local', subnet(old), `locals {\n  n = "c"\n}\n${subnet(tag('local.n'))}`, []],
  ['an unknown value', subnet(old), subnet(tag('var.n')), []],
  ['perhaps the tag', subnet(old), subnet('merge(var.tags, { Name = "a" })'), []],
  ['another tag', subnet(old), subnet(old.replace('"a"', '"b"')), []],
  ['subnets that are new', cluster(''), subnet(old), []],
])('a cluster without node classes gets %s', (_, base, head, expected) => {
  expect(messagesOf(base, head, '')).toEqual(expected);
});

test('node classes in the files are compared themselves', () => {
  expect(messagesOf(subnet(old), subnet(other), byTag).filter((text) => text.includes('sets `karpenter'))).toEqual([]);
});
