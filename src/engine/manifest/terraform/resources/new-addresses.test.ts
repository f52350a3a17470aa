import { expect, test } from 'vitest';
import { evaluated } from '../terraform.test-support.ts';
import { newAddresses } from './new-addresses.ts';

type Texts = Readonly<Record<string, string>>;

/** What is said about a change of Terraform, and where. */
const said = (base: Texts, head: Texts): string[] =>
  newAddresses(evaluated(base), evaluated(head)).map(
    ({ message, span }) => `${span.file}:${head[span.file]?.slice(span.start, span.end)} ${message}`,
  );

const manifest = (name = 'web'): string =>
  `apiVersion: karpenter.sh/v1\\nkind: NodePool\\nmetadata: {name: ${name}}\\n`;

/** A resource with a NodePool. */
const pool = (label: string, more = ''): string =>
  `resource "kubectl_manifest" "${label}" {\n  yaml_body = "${manifest()}"\n  ${more}\n}\n`;

/** A resource with a NodePool for each key. */
const pools = (keys: readonly string[]): string =>
  `resource "kubectl_manifest" "pool" {\n  for_each  = {${keys.map((key, i) => ` "${key}" = "pool${i}"`).join(',')} }\n  yaml_body = "apiVersion: karpenter.sh/v1\\nkind: NodePool\\nmetadata: {name: \${each.value}}\\n"\n}\n`;

const moved = (from: string, to: string): string => `moved {\n  from = ${from}\n  to   = ${to}\n}\n`;

const call = (label: string, more = ''): string => `# karpenter\nmodule "${label}" {\n  source = "./m"\n  ${more}\n}\n`;

const eks = (label: string, name = '"orders"'): string =>
  `resource "aws_eks_cluster" "${label}" {\n  name = ${name}\n}\nresource "aws_eks_node_group" "${label}" {\n  node_group_name = "system"\n  cluster_name = aws_eks_cluster.${label}.name\n}\n${pool('pool')}`;

/** A resource of AWS in a root with Karpenter. */
const ofAws = (address: string, lines: string): string => {
  const [type, label] = address.split('.');
  return `# karpenter\nresource "${type}" "${label}" {\n${lines}\n}\n`;
};

/** A NodePool in a resource of some type. */
const adopted = (type: string, more = ''): string => {
  const body =
    type === 'kubernetes_manifest' ? `manifest = yamldecode("${manifest()}")` : `yaml_body = "${manifest()}"`;
  return `resource "${type}" "pool" {\n  ${body}\n  ${more}\n}\n`;
};

const groupOfModule = (label: string): string =>
  `# karpenter\nmodule "${label}" {\n  source = "terraform-aws-modules/eks/aws"\n  cluster_name = "orders"\n  eks_managed_node_groups = { system = { instance_types = ["m5.large"] } }\n}\n`;

const ownGroup =
  '# karpenter\nresource "aws_eks_node_group" "system" {\n  node_group_name = "system"\n  cluster_name = "orders"\n  instance_types = ["m5.large"]\n}\n';

/** The inner call of the EKS module that creates a group. */
const inModule = (label: string, group = 'system'): string =>
  `module.${label}.module.eks_managed_node_group["${group}"]`;

const discovered = 'tags = { "karpenter.sh/discovery" = "prod" }';
const byNodes = 'assume_role_policy = "{\\"Principal\\":{\\"Service\\":\\"ec2.amazonaws.com\\"}}"';

const again = (what: string, from: string, to: string): string =>
  `Terraform destroys ${what} again: \`${from}\` becomes \`${to}\` without a \`moved\` block${ofNodes(what)}`;

function ofNodes(what: string): string {
  const pools = what.split('NodePool ').length - 1;
  if (pools === 0) return '';
  return `. That deletes all nodes of the ${pools === 1 ? 'NodePool' : 'NodePools'}, whatever the disruption budgets allow`;
}

const otherType = (what: string, from: string, to: string): string => again(what, from, to).replace('moved', 'removed');

test.each<[what: string, base: Texts, head: Texts, expected: readonly string[]]>([
  [
    'another name',
    { 'main.tf': pool('a') },
    { 'main.tf': pool('b') },
    [
      `main.tf:resource "kubectl_manifest" "b" ${again('NodePool `web` and creates it', 'kubectl_manifest.a', 'kubectl_manifest.b')}`,
    ],
  ],
  [
    'another key of each',
    { 'main.tf': pools(['0', '1']) },
    { 'main.tf': pools(['first', '1']) },
    [
      `main.tf:resource "kubectl_manifest" "pool" ${again('NodePool `pool0` and creates it', 'kubectl_manifest.pool["0"]', 'kubectl_manifest.pool["first"]')}`,
    ],
  ],
  [
    'another name of a resource with keys',
    { 'main.tf': pools(['a', 'b']) },
    { 'main.tf': pools(['a', 'b']).replace('"pool" {', '"node_pool" {') },
    [
      `main.tf:resource "kubectl_manifest" "node_pool" ${again('NodePool `pool0`, NodePool `pool1` and creates them', 'kubectl_manifest.pool', 'kubectl_manifest.node_pool')}`,
    ],
  ],
  [
    'a key that goes to a new resource, while another one stays',
    { 'main.tf': pools(['a', 'b']) },
    { 'main.tf': pools(['a']) + pools(['b']).replace('pool0', 'pool1').replace('"pool" {', '"other" {') },
    [
      `main.tf:resource "kubectl_manifest" "other" ${again('NodePool `pool1` and creates it', 'kubectl_manifest.pool["b"]', 'kubectl_manifest.other["b"]')}`,
    ],
  ],
  [
    'another name of the call of a module',
    { 'main.tf': call('a'), 'm/main.tf': `${pool('x')}${pool('y').replace('web', 'batch')}` },
    { 'main.tf': call('b'), 'm/main.tf': `${pool('x')}${pool('y').replace('web', 'batch')}` },
    [
      `m/main.tf:resource "kubectl_manifest" "x" ${again('NodePool `web`, NodePool `batch` and creates them', 'module.a', 'module.b')}`,
    ],
  ],
  [
    'one of several resources of a module into a new one',
    { 'main.tf': call('a'), 'm/main.tf': pool('x') + pool('y').replace('web', 'batch') },
    {
      'main.tf': call('a') + call('b').replace('./m', './n'),
      'm/main.tf': pool('y').replace('web', 'batch'),
      'n/main.tf': pool('x'),
    },
    [
      `n/main.tf:resource "kubectl_manifest" "x" ${again('NodePool `web` and creates it', 'module.a.kubectl_manifest.x', 'module.b.kubectl_manifest.x')}`,
    ],
  ],
  [
    'the last resource of a module into one that has others',
    {
      'main.tf': call('a') + call('b').replace('./m', './n'),
      'm/main.tf': pool('x'),
      'n/main.tf': pool('y').replace('web', 'batch'),
    },
    { 'main.tf': call('b').replace('./m', './n'), 'n/main.tf': pool('x') + pool('y').replace('web', 'batch') },
    [
      `n/main.tf:resource "kubectl_manifest" "x" ${again('NodePool `web` and creates it', 'module.a.kubectl_manifest.x', 'module.b.kubectl_manifest.x')}`,
    ],
  ],
  [
    'a resource of a module in which a queue stays',
    { 'main.tf': call('a'), 'm/main.tf': `${pool('x')}resource "aws_sqs_queue" "q" {\n  name = "q"\n}\n` },
    {
      'main.tf': call('a') + call('b').replace('./m', './n'),
      'm/main.tf': 'resource "aws_sqs_queue" "q" {\n  name = "q"\n}\n',
      'n/main.tf': pool('x'),
    },
    [
      `n/main.tf:resource "kubectl_manifest" "x" ${again('NodePool `web` and creates it', 'module.a.kubectl_manifest.x', 'module.b.kubectl_manifest.x')}`,
    ],
  ],
  [
    'into a module',
    { 'main.tf': `# karpenter\n${pool('x')}` },
    { 'main.tf': call('a'), 'm/main.tf': pool('x') },
    [
      `m/main.tf:resource "kubectl_manifest" "x" ${again('NodePool `web` and creates it', 'kubectl_manifest.x', 'module.a.kubectl_manifest.x')}`,
    ],
  ],
  [
    'a cluster and a node group',
    { 'main.tf': eks('a') },
    { 'main.tf': eks('b') },
    [
      `main.tf:resource "aws_eks_cluster" "b" ${again('EKS cluster `orders` and creates it', 'aws_eks_cluster.a', 'aws_eks_cluster.b')}`,
      `main.tf:resource "aws_eks_node_group" "b" ${again('node group `system` and creates it', 'aws_eks_node_group.a', 'aws_eks_node_group.b')}`,
    ],
  ],
  ...(
    [
      ['subnet `10.0.0.0/20`', 'aws_subnet', `cidr_block = "10.0.0.0/20"\n${discovered}`],
      ['security group `nodes`', 'aws_security_group', `name = "nodes"\n${discovered}`],
      ['security group `nodes-`', 'aws_security_group', `name_prefix = "nodes-"\n${discovered}`],
      ['IAM role `workers`', 'aws_iam_role', `name = "workers"\n${byNodes}`],
      ['instance profile `KarpenterNode`', 'aws_iam_instance_profile', 'name = "KarpenterNode"'],
    ] as const
  ).map(([what, type, lines]): [string, Texts, Texts, readonly string[]] => [
    what,
    { 'main.tf': ofAws(`${type}.a`, lines) },
    { 'main.tf': ofAws(`${type}.b`, lines) },
    [`main.tf:resource "${type}" "b" ${again(`${what} and creates it`, `${type}.a`, `${type}.b`)}`],
  ]),
  [
    'a subnet whose move is written',
    { 'main.tf': ofAws('aws_subnet.a', `cidr_block = "10.0.0.0/20"\n${discovered}`) },
    {
      'main.tf':
        ofAws('aws_subnet.b', `cidr_block = "10.0.0.0/20"\n${discovered}`) + moved('aws_subnet.a', 'aws_subnet.b'),
    },
    [],
  ],
  [
    'another subnet',
    { 'main.tf': ofAws('aws_subnet.a', `cidr_block = "10.0.0.0/20"\n${discovered}`) },
    { 'main.tf': ofAws('aws_subnet.b', `cidr_block = "10.0.16.0/20"\n${discovered}`) },
    [],
  ],
  [
    'a role of another program',
    { 'main.tf': ofAws('aws_iam_role.a', 'name = "lambda"') },
    { 'main.tf': ofAws('aws_iam_role.b', 'name = "lambda"') },
    [],
  ],
  [
    'a move',
    { 'main.tf': pool('a') },
    { 'main.tf': pool('b') + moved('kubectl_manifest.a', 'kubectl_manifest.b') },
    [],
  ],
  [
    'two moves that follow each other',
    { 'main.tf': pool('a') },
    {
      'main.tf':
        pool('c') +
        moved('kubectl_manifest.b', 'kubectl_manifest.c') +
        moved('kubectl_manifest.a', 'kubectl_manifest.b'),
    },
    [],
  ],
  [
    'a move of a key',
    { 'main.tf': pools(['0']) },
    { 'main.tf': pools(['a']) + moved('kubectl_manifest.pool["0"]', 'kubectl_manifest.pool["a"]') },
    [],
  ],
  [
    'a move of another key',
    { 'main.tf': pools(['0', '1']) },
    { 'main.tf': pools(['a', 'b']) + moved('kubectl_manifest.pool["0"]', 'kubectl_manifest.pool["a"]') },
    [
      `main.tf:resource "kubectl_manifest" "pool" ${again('NodePool `pool1` and creates it', 'kubectl_manifest.pool["1"]', 'kubectl_manifest.pool["b"]')}`,
    ],
  ],
  [
    'a move of the call of a module',
    { 'main.tf': call('a'), 'm/main.tf': pool('x') },
    { 'main.tf': call('b') + moved('module.a', 'module.b'), 'm/main.tf': pool('x') },
    [],
  ],
  [
    'a move within a module',
    { 'main.tf': call('a', 'for_each = { x = 1 }'), 'm/main.tf': pool('x') },
    {
      'main.tf': call('a', 'for_each = { x = 1 }'),
      'm/main.tf': pool('y') + moved('kubectl_manifest.x', 'kubectl_manifest.y'),
    },
    [],
  ],
  [
    'a move in a circle',
    { 'main.tf': pool('a') },
    {
      'main.tf':
        pool('b') +
        moved('kubectl_manifest.a', 'kubectl_manifest.c') +
        moved('kubectl_manifest.c', 'kubectl_manifest.a'),
    },
    [
      `main.tf:resource "kubectl_manifest" "b" ${again('NodePool `web` and creates it', 'kubectl_manifest.a', 'kubectl_manifest.b')}`,
    ],
  ],
  ['a new count of one', { 'main.tf': pool('a') }, { 'main.tf': pool('a', 'count = 1') }, []],
  ['a count of one that is gone', { 'main.tf': pool('a', 'count = 1') }, { 'main.tf': pool('a') }, []],
  [
    'an unknown count of another type',
    { 'main.tf': adopted('kubernetes_manifest', 'count = var.on ? 1 : 0') },
    { 'main.tf': adopted('kubectl_manifest', 'count = var.on ? 1 : 0') },
    [
      `main.tf:resource "kubectl_manifest" "pool" If \`var.on ? 1 : 0\` creates it, ${otherType('NodePool `web` and creates it', 'kubernetes_manifest.pool', 'kubectl_manifest.pool')}`,
    ],
  ],
  [
    'unknown keys of another label',
    { 'main.tf': pool('a', 'for_each = var.pools') },
    { 'main.tf': pool('b', 'for_each = var.pools') },
    [
      `main.tf:resource "kubectl_manifest" "b" If \`var.pools\` creates it, ${again('NodePool `web` and creates it', 'kubectl_manifest.a', 'kubectl_manifest.b')}`,
    ],
  ],
  [
    'another type in a module',
    { 'main.tf': call('a'), 'm/main.tf': adopted('kubernetes_manifest') },
    { 'main.tf': call('a'), 'm/main.tf': adopted('kubectl_manifest') },
    [
      `m/main.tf:resource "kubectl_manifest" "pool" ${otherType('NodePool `web` and creates it', 'module.a.kubernetes_manifest.pool', 'module.a.kubectl_manifest.pool')}`,
    ],
  ],
  [
    'another type, with the old one forgotten',
    { 'main.tf': adopted('kubernetes_manifest', 'count = var.on ? 1 : 0') },
    {
      'main.tf': `${adopted('kubectl_manifest', 'count = var.on ? 1 : 0')}removed {\n  from = kubernetes_manifest.pool\n  lifecycle { destroy = false }\n}\n`,
    },
    [],
  ],
  [
    'an unknown count instead of unknown keys',
    { 'main.tf': pool('a', 'count = var.on ? 1 : 0') },
    { 'main.tf': pool('a', 'for_each = var.pools') },
    [],
  ],
  [
    'a group that leaves the EKS module',
    { 'main.tf': groupOfModule('eks') },
    { 'main.tf': ownGroup },
    [
      `main.tf:resource "aws_eks_node_group" "system" ${again('node group `system` and creates it', `${inModule('eks')}.aws_eks_node_group.this[0]`, 'aws_eks_node_group.system')}`,
    ],
  ],
  [
    'a group that leaves the EKS module with a move',
    { 'main.tf': groupOfModule('eks') },
    {
      'main.tf': ownGroup + moved(`${inModule('eks')}.aws_eks_node_group.this[0]`, 'aws_eks_node_group.system'),
    },
    [],
  ],
  [
    'a group that enters the EKS module with a move',
    { 'main.tf': ownGroup },
    {
      'main.tf':
        groupOfModule('eks') + moved('aws_eks_node_group.system', `${inModule('eks')}.aws_eks_node_group.this[0]`),
    },
    [],
  ],
  [
    'a move of another group of the EKS module',
    { 'main.tf': groupOfModule('eks') },
    {
      'main.tf':
        ownGroup + moved(`${inModule('eks', 'other')}.aws_eks_node_group.this[0]`, 'aws_eks_node_group.system'),
    },
    [
      `main.tf:resource "aws_eks_node_group" "system" ${again('node group `system` and creates it', `${inModule('eks')}.aws_eks_node_group.this[0]`, 'aws_eks_node_group.system')}`,
    ],
  ],
  [
    'a cluster that enters the EKS module',
    { 'main.tf': `# karpenter\nresource "aws_eks_cluster" "this" {\n  name = "orders"\n}\n` },
    { 'main.tf': groupOfModule('eks') },
    [
      `main.tf:module "eks" ${again('EKS cluster `orders` and creates it', 'aws_eks_cluster.this', 'module.eks.aws_eks_cluster.this[0]')}`,
    ],
  ],
  [
    'a cluster that enters the EKS module with a move',
    { 'main.tf': `# karpenter\nresource "aws_eks_cluster" "this" {\n  name = "orders"\n}\n` },
    { 'main.tf': groupOfModule('eks') + moved('aws_eks_cluster.this', 'module.eks.aws_eks_cluster.this[0]') },
    [],
  ],
  [
    'another name of the call of the EKS module',
    { 'main.tf': groupOfModule('eks') },
    { 'main.tf': groupOfModule('cluster') },
    [
      `main.tf:module "cluster" ${again('EKS cluster `orders`, node group `system` and creates them', 'module.eks', 'module.cluster')}`,
    ],
  ],
  [
    'a call of the EKS module without a cluster',
    { 'main.tf': `# karpenter\nresource "aws_eks_cluster" "this" {\n  name = "orders"\n}\n` },
    { 'main.tf': groupOfModule('eks').replace('cluster_name', 'create = false\n  cluster_name') },
    [],
  ],
  ['an unknown key', { 'main.tf': pool('a') }, { 'main.tf': pool('b', 'for_each = var.pools') }, []],
  ['another root', { 'a/main.tf': pool('a') }, { 'b/main.tf': pool('a') }, []],
  ['another object', { 'main.tf': pool('a') }, { 'main.tf': pool('b').replace('web', 'batch') }, []],
  ['one more of the same', { 'main.tf': pool('a') }, { 'main.tf': pool('a') + pool('b') }, []],
  ['another name of the cluster, too', { 'main.tf': eks('a') }, { 'main.tf': eks('a', '"bills"') }, []],
  [
    'what a removed block forgets',
    { 'main.tf': pool('a') },
    {
      'main.tf': `${pool('b')}removed {\n  from = kubectl_manifest.a\n  lifecycle { destroy = false }\n}\n`,
    },
    [],
  ],
])('%s', (_, base, head, expected) => {
  expect(said(base, head)).toEqual(expected);
});

test('the block with the old address is among what it judges', () => {
  const before = { 'main.tf': ofAws('aws_subnet.a', `cidr_block = "10.0.0.0/20"\n${discovered}`) };
  const after = { 'main.tf': before['main.tf'].replace('"a"', '"b"') };
  const [warning] = newAddresses(evaluated(before), evaluated(after));

  expect(
    warning?.placesInBase?.map(({ file, start, end }) => `${file}: ${before['main.tf'].slice(start, end)}`),
  ).toEqual(['main.tf: resource "aws_subnet" "a"']);
});

test('nodes are deleted in each root that calls the module', () => {
  const files = (label: string): Texts => ({
    'dev/main.tf': `# karpenter\nmodule "nodes" {\n  source = "../m"\n}\n`,
    'prod/main.tf': `# karpenter\nmodule "nodes" {\n  source = "../m"\n}\n`,
    'm/main.tf': pool(label),
  });
  expect(said(files('a'), files('b')).join()).toContain(
    'That deletes all nodes of the NodePool in `dev`, `prod`, whatever',
  );
});

test('no node is deleted with a node class, which waits for its nodes', () => {
  const nodeClass = (label: string): Texts => ({
    'main.tf': pool(label).replace('karpenter.sh/v1', 'karpenter.k8s.aws/v1').replace('NodePool', 'EC2NodeClass'),
  });
  const [message] = said(nodeClass('a'), nodeClass('b'));
  expect(message).toContain('Terraform destroys EC2NodeClass `web`');
  expect(message).not.toContain('deletes');
});

const subnets = (ranges: readonly [string, string]): string =>
  `# karpenter\nresource "aws_subnet" "private" {\n  for_each = { a = "${ranges[0]}", b = "${ranges[1]}" }\n  cidr_block = each.value\n  ${discovered}\n}\n`;

test('ranges that change places move no subnet, because both addresses stay', () => {
  const [first, second] = ['10.0.0.0/19', '10.0.32.0/19'];
  expect(said({ 'main.tf': subnets([first, second]) }, { 'main.tf': subnets([second, first]) })).toEqual([]);
});

test('no block can move an object whose text is its key', () => {
  const ofKeys = (keys: string, cpu: number): Texts => ({
    'main.tf': `data "kubectl_path_documents" "pools" {\n  pattern = "\${path.module}/pools/*.yaml"\n}\nresource "kubectl_manifest" "pools" {\n  for_each  = ${keys}\n  yaml_body = each.value\n}\n`,
    'pools/web.yaml': `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: web}\nspec: {limits: {cpu: ${cpu}}}\n`,
  });
  const texts = 'toset(data.kubectl_path_documents.pools.documents)';
  const names = 'data.kubectl_path_documents.pools.manifests';
  const [warning, ...others] = newAddresses(evaluated(ofKeys(texts, 1)), evaluated(ofKeys(texts, 2)));

  expect(others).toEqual([]);
  expect(warning?.message).toContain(
    'the key of `kubectl_manifest.pools` in its `for_each` is the text of the document',
  );
  expect(warning?.help).not.toContain('Add a `moved` block');
  expect(newAddresses(evaluated(ofKeys(names, 1)), evaluated(ofKeys(names, 2)))).toEqual([]);
});
