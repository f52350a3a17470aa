import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aws } from '../../aws/aws.ts';
import { diff } from '../../changes/diff/diff.ts';
import { decodeCrdPack } from '../../files/schema/definitions/crd-pack.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { evaluated } from '../../manifest/terraform/terraform.test-support.ts';

const pack = decodeCrdPack(JSON.parse(readFileSync('data/crds/1.14.json', 'utf8')));

/** The objects that Terraform creates. */
const set = (terraform: string) =>
  manifestSet(
    evaluated({ 'main.tf': `# karpenter\n${terraform}` }).made.map((one) => parseManifests(one, { set: {} })),
  );

const said = (base: string, head: string): string[] =>
  diff(set(base), set(head), { pack, providers: [aws] }).map(
    ({ resource, type, effect }) => `${resource.name} ${type}: ${effect}`,
  );

const group = (
  name: string,
  { size = 2 as number | string, more = '', subnets = '["subnet-a", "subnet-b"]' } = {},
): string => `
resource "aws_eks_node_group" "batch" {
  cluster_name    = "orders"
  node_group_name = "${name}"
  subnet_ids      = ${subnets}
  scaling_config { desired_size = ${size} }
  ${more}
}
`;
const ignored = { more: 'lifecycle { ignore_changes = [scaling_config[0].desired_size] }' };

const eks = (groups: string, subnets = '["subnet-a"]'): string => `
module "eks" {
  source                  = "terraform-aws-modules/eks/aws"
  name                    = "orders"
  subnet_ids              = ${subnets}
  eks_managed_node_groups = ${groups}
}
`;

/** A group that is created next to the cluster, by a part of the EKS module. */
const part = (types: string): string => `
module "batch" {
  source         = "terraform-aws-modules/eks/aws//modules/eks-managed-node-group"
  name           = "batch"
  cluster_name   = "orders"
  instance_types = ${types}
  desired_size   = 2
}
`;

test.each<[what: string, base: string, head: string, expected: readonly string[]]>([
  ['a group of its own', part('["m7i.large"]'), part('["m7i.xlarge"]'), ['batch modified: all-nodes']],
  ['another name', group('batch'), group('jobs'), ['batch removed: delete', 'jobs added: none']],
  ['a group without nodes is removed', group('batch', { size: 0 }), 'locals {}', ['batch removed: none']],
  ['fewer nodes', group('batch'), group('batch', { size: 1 }), ['batch modified: delete']],
  ['no nodes', group('batch'), group('batch', { size: 0 }), ['batch modified: delete']],
  ['an unknown number', group('batch'), group('batch', { size: 'var.size' }), ['batch modified: unknown']],
  ['a number that was unknown', group('batch', { size: 'var.size' }), group('batch'), ['batch modified: unknown']],
  [
    'an unknown number instead of none',
    group('batch', { size: 0 }),
    group('batch', { size: 'var.size' }),
    ['batch modified: none'],
  ],
  ['more nodes', group('batch'), group('batch', { size: 3 }), ['batch modified: none']],
  ['an ignored size', group('batch', ignored), group('batch', { ...ignored, size: 0 }), ['batch modified: none']],
  ['other subnets', group('batch'), group('batch', { subnets: '["subnet-c"]' }), ['batch modified: all-nodes']],
  ['subnets in another order', group('batch'), group('batch', { subnets: '["subnet-b", "subnet-a"]' }), []],
  ['a group of the module', eks('{ a = {}, b = {} }'), eks('{ a = {} }'), ['b removed: delete']],
  [
    'subnets that only one side names',
    eks('{ a = {} }').replace(/.*subnet_ids.*/, ''),
    eks('{ a = {} }'),
    ['a modified: unknown'],
  ],
  [
    'a group with its own role',
    group('batch', { more: 'node_role_arn = "arn:aws:iam::111122223333:role/a"' }),
    group('batch', { more: 'node_role_arn = "arn:aws:iam::111122223333:role/b"' }),
    ['batch modified: all-nodes'],
  ],
  [
    'a role that only one side names',
    group('batch'),
    group('batch', { more: 'node_role_arn = "arn:aws:iam::111122223333:role/b"' }),
    ['batch modified: unknown'],
  ],
  ['another key', eks('{ a = {} }'), eks('{ b = {} }'), ['a removed: delete', 'b added: none']],
  ['another key with the same name', eks('{ a = { name = "x" } }'), eks('{ b = { name = "x" } }'), []],
  ['groups in a local', eks('{ a = {} }'), `locals {\n  groups = { a = {} }\n}\n${eks('local.groups')}`, []],
  ['groups that nobody knows', eks('{ a = {} }'), `variable "groups" {}\n${eks('var.groups')}`, ['a removed: unknown']],
  [
    'the size that the module ignores',
    eks('{ a = { desired_size = 2 } }'),
    eks('{ a = { desired_size = 0 } }'),
    ['a modified: none'],
  ],
  [
    'tags of the module that a variable without a value decides about',
    eks('{ a = {} }'),
    `${eks('{ a = {} }').replace('name ', 'tags = var.tags\n  name ')}variable "tags" {}\n`,
    ['a modified: unknown'],
  ],
  [
    'a tag of the module whose value is unknown',
    eks('{ a = {} }'),
    `${eks('{ a = {} }').replace('name ', 'tags = { cost = var.cost }\n  name ')}variable "cost" {}\n`,
    ['a modified: all-nodes'],
  ],
  [
    'tags of the module',
    eks('{ a = {} }').replace('name ', 'tags = { a = "b" }\n  name '),
    eks('{ a = {} }').replace('name ', 'tags = { a = "c" }\n  name '),
    ['a modified: all-nodes'],
  ],
  ['other subnets of the module', eks('{ a = {} }'), eks('{ a = {} }', '["subnet-c"]'), ['a modified: all-nodes']],
])('%s', (_, base, head, expected) => expect(said(base, head)).toEqual(expected));

test.each<[what: string, head: string, reason: string]>([
  [
    'a group that exists',
    group('batch', { ...ignored, size: 1 }),
    'is ignored by Terraform once the group exists (`ignore_changes`): running nodes stay',
  ],
  [
    'a group that is replaced',
    group('batch', { ...ignored, size: 1, subnets: '["subnet-c"]' }),
    'takes effect, because Terraform replaces the group',
  ],
])('an ignored size of %s', (_, head, reason) => {
  const [change] = diff(set(group('batch', ignored)), set(head), { pack, providers: [aws] });
  expect(change?.fields.find(({ path }) => path.at(-1) === 'count')?.reason).toBe(reason);
});

test('sizes that Terraform ignores from this change on, with all other arguments', () => {
  const scaling = 'scaling_config {\n    desired_size = 2\n    min_size = 1\n    max_size = 3\n  }';
  const sized = (more: string): string =>
    group('batch', { more }).replace('scaling_config { desired_size = 2 }', scaling);
  const base = evaluated({ 'main.tf': `# karpenter\n${sized('')}` });
  const head = evaluated({ 'main.tf': `# karpenter\n${sized('lifecycle { ignore_changes = all }')}` }, base);
  const [before, after] = [base, head].map(({ made }) =>
    manifestSet(made.map((one) => parseManifests(one, { set: {} }))),
  );

  expect(before!.manifests[0]?.get(['spec', 'scaling'])).toBeDefined();
  expect(diff(before!, after!, { pack, providers: [aws] }).flatMap((change) => change.fields)).toEqual([]);
});

const withTemplate = (size: number, version: string, more = ''): string => `
variable "update" {}
resource "aws_launch_template" "batch" {
  block_device_mappings {
    device_name = "/dev/xvda"
    ebs { volume_size = ${size} }
  }
  ${more}
}
${group('batch', { more: `launch_template {\n id = aws_launch_template.batch.id\n version = ${version}\n }` })}`;
const latest = 'aws_launch_template.batch.latest_version';
const byDefault = 'aws_launch_template.batch.default_version';

test.each<[what: string, version: string, more: string, expected: readonly string[]]>([
  ['the newest version', latest, '', ['batch modified: all-nodes']],
  ['the default version', byDefault, '', []],
  [
    'the default version, which is the newest',
    byDefault,
    'update_default_version = true',
    ['batch modified: all-nodes'],
  ],
  ['the default version, which stays', byDefault, 'update_default_version = false', []],
  [
    'the default version, which may be the newest',
    byDefault,
    'update_default_version = var.update',
    ['batch modified: unknown'],
  ],
  ['no version that Terraform knows', '"$Latest"', '', []],
])('a launch template changes, of which a group has %s', (_, version, more, expected) => {
  expect(said(withTemplate(20, version, more), withTemplate(50, version, more))).toEqual(expected);
});
