import { expect, test } from 'vitest';
import { byTag, classOf, cluster, eks, messagesOf } from './account-changes.test-support.ts';

const groupOf = (more = '', name = 'nodes'): string =>
  `resource "aws_security_group" "nodes" {\n  name = "${name}"\n  tags = { "karpenter.sh/discovery" = "c" }\n  ${more}\n}\n`;
const rule = (
  label: string,
  type: string,
  ports: string,
  peer: string,
  group = 'aws_security_group.nodes.id',
): string =>
  `resource "aws_security_group_rule" "${label}" {\n  type = "${type}"\n  security_group_id = ${group}\n  ${ports}\n  ${peer}\n}\n`;
const port = (from: number, to = from): string => `protocol = "tcp"\n  from_port = ${from}\n  to_port = ${to}`;
const all = 'protocol = "-1"\n  from_port = 0\n  to_port = 0';
const anywhere = 'cidr_blocks = ["0.0.0.0/0"]';
const ofCluster = 'aws_eks_cluster.c.vpc_config[0].cluster_security_group_id';
const out = rule('out', 'egress', all, anywhere);
const kubelet = rule('kubelet', 'ingress', port(10_250), `source_security_group_id = ${ofCluster}`);
const between = rule('between', 'ingress', all, 'self = true');
const toCluster = rule(
  'api',
  'ingress',
  port(443),
  'source_security_group_id = aws_security_group.nodes.id',
  ofCluster,
);
const whole = cluster('') + groupOf() + out + kubelet + between + toCluster;
const newer = `resource "aws_vpc_security_group_egress_rule" "out" {\n  security_group_id = aws_security_group.nodes.id\n  ip_protocol = "-1"\n  cidr_ipv4 = "0.0.0.0/0"\n}\n`;
const inline =
  'egress {\n    from_port = 0\n    to_port = 0\n    protocol = "-1"\n    cidr_blocks = ["0.0.0.0/0"]\n  }';
const narrow = inline.replaceAll('_port = 0', '_port = 53').replace('"-1"', '"udp"');
const moduleRules = (more: string): string =>
  eks('20.31.0', `cluster_name = "c"\n  node_security_group_tags = { "karpenter.sh/discovery" = "c" }\n  ${more}`);
const off = 'node_security_group_enable_recommended_rules = false';

const ofModule = (text: string): string =>
  text.replace('aws_security_group.nodes.id', 'module.eks.node_security_group_id');

const takes = (what: string, outcome: string): string =>
  `warning: The change takes away the only rule in these files that lets ${what}. ${outcome}`;
const noWayOut = takes('nodes of `std` reach the API server and the APIs of AWS', 'New nodes then never become ready');
const noApi = takes('nodes of `std` reach the API server', 'New nodes then do not join the cluster');
const noKubelet = takes(
  'the API server reach the kubelets of nodes of `std`',
  'Logs, `kubectl exec` and metrics of their pods then fail',
);

test.each<[what: string, base: string, head: string, expected: readonly string[]]>([
  ['the way out', whole, whole.replace(out, ''), [noWayOut]],
  ['the way out in its newer form', whole.replace(out, newer), whole.replace(out, ''), [noWayOut]],
  ['the way out of the group itself', cluster('') + groupOf(inline), cluster('') + groupOf(narrow), [noWayOut]],
  ['the way out of the module', moduleRules(''), moduleRules(off), [noWayOut]],
  ['the way out of the module with a rule of its own', moduleRules(''), moduleRules(off) + ofModule(newer), []],
  ['the way out of the module with an older rule', moduleRules(''), moduleRules(off) + ofModule(out), []],
  [
    'the way out of the module with a rule for what comes in',
    moduleRules(''),
    moduleRules(off) + ofModule(between),
    [noWayOut],
  ],
  [
    'the way out of the module with a rule of another group',
    moduleRules(''),
    moduleRules(off) + groupOf('', 'other').replace('karpenter.sh/discovery', 'x') + newer,
    [noWayOut],
  ],
  ['the way to kubelets', whole, whole.replace(kubelet, ''), [noKubelet]],
  ['the way to kubelets by its port', whole, whole.replaceAll('10250', '10255'), [noKubelet]],
  ['the way to the API server', whole, whole.replace(toCluster, ''), [noApi]],
  [
    'the way between nodes',
    whole,
    whole.replace(between, ''),
    [takes('nodes of `std` reach each other', 'Their pods then reach neither pods nor CoreDNS on other nodes')],
  ],
  ['a rule that a newer one replaces', whole, whole.replace(out, newer), []],
  ['a rule that a block replaces', whole, whole.replace(out, '').replace(groupOf(), groupOf(inline)), []],
  ['a rule with a range of its own', whole, whole.replace(port(10_250), port(1025, 65_535)), []],
  [
    'a rule with unknown ports',
    whole,
    whole.replace(port(10_250), 'protocol = "tcp"\n  from_port = var.p\n  to_port = var.p'),
    [],
  ],
  [
    'a rule of an unknown group',
    whole,
    whole.replace(out, out.replace('aws_security_group.nodes.id', 'var.group')),
    [],
  ],
  [
    'rules whose group is the same one by its id',
    whole,
    whole.replaceAll('aws_security_group.nodes.id', '"sg-0123456789abcdef0"'),
    [],
  ],
  [
    'the way out, although a group by its id lets something in',
    whole,
    whole.replace(out, between.replace('"between"', '"in"').replace('aws_security_group.nodes.id', '"sg-1"')),
    [noWayOut],
  ],
  [
    'rules whose directions are unknown',
    whole,
    whole
      .replace(out + kubelet + between, '')
      .concat(
        'resource "aws_security_group_rule" "all" {\n  for_each = var.rules\n  type = each.value.type\n  security_group_id = aws_security_group.nodes.id\n  protocol = each.value.protocol\n  cidr_blocks = each.value.ranges\n}\n',
      ),
    [],
  ],
  ['all blocks, which changes nothing', cluster('') + groupOf(inline), cluster('') + groupOf(), []],
  [
    'a rule between nodes that the range of the VPC covers',
    whole,
    whole.replace('self = true', 'cidr_blocks = ["10.0.0.0/16"]'),
    [],
  ],
  [
    'a rule that a module may have',
    whole,
    `${whole.replace(out, '')}module "rules" {\n  source = "terraform-aws-modules/security-group/aws"\n  security_group_id = aws_security_group.nodes.id\n}\n`,
    [],
  ],
  [
    'rules of a module with others',
    moduleRules(''),
    moduleRules(`${off}\n  node_security_group_additional_rules = { out = { type = "egress" } }`),
    [],
  ],
  [
    'rules of a module with others that are unknown',
    moduleRules(''),
    moduleRules(`${off}\n  node_security_group_additional_rules = var.rules`),
    [],
  ],
])('a security group loses %s', (_, base, head, expected) => {
  expect(messagesOf(base, head)).toEqual(expected);
});

const controlPlane = `${whole.replace('subnet_ids =', 'security_group_ids = [aws_security_group.plane.id]\n    subnet_ids =')}resource "aws_security_group" "plane" {\n  name = "plane"\n}\n`;
const toPlane = toCluster.replace(ofCluster, 'aws_security_group.plane.id');
const ofNodes = 'source_security_group_id = aws_security_group.nodes.id';

test.each<[what: string, head: string, expected: readonly string[]]>([
  ['by the range of the VPC', controlPlane.replace(ofNodes, 'cidr_blocks = [aws_vpc.main.cidr_block]'), []],
  ['by the ranges of subnets', controlPlane.replace(ofNodes, 'cidr_blocks = ["10.0.1.0/24", "10.0.2.0/24"]'), []],
  [
    'by a list of ranges',
    controlPlane.replace(ofNodes, 'prefix_list_ids = [aws_ec2_managed_prefix_list.nodes.id]'),
    [],
  ],
  ['by a group of the control plane', controlPlane.replace(toCluster, toPlane), []],
  [
    'by a group of something else',
    controlPlane.replace('security_group_ids = [aws_security_group.plane.id]', '').replace(toCluster, toPlane),
    [noApi],
  ],
  [
    'from another group only',
    controlPlane.replace(ofNodes, 'source_security_group_id = aws_security_group.plane.id'),
    [noApi],
  ],
])('nodes reach the API server %s', (_, head, expected) => {
  expect(messagesOf(controlPlane, head)).toEqual(expected);
});

test('the security group of the cluster lets nodes reach it without a rule', () => {
  const added = `resource "aws_ec2_tag" "c" {\n  resource_id = ${ofCluster}\n  key = "karpenter.sh/discovery"\n  value = "c"\n}\n`;
  expect(messagesOf(whole, whole.replace(toCluster, added))).toEqual([]);

  const both = byTag.replace(
    'securityGroupSelectorTerms: [',
    'securityGroupSelectorTerms: [{tags: {aws:eks:cluster-name: c}}, ',
  );
  expect(messagesOf(whole, whole.replace(toCluster, '').replace(kubelet, ''), byTag, both)).toEqual([]);
});

const byName = (term: string): string =>
  classOf(`subnetSelectorTerms: [{id: subnet-1}], securityGroupSelectorTerms: [${term}]`);
const renamed = (name: string, cause: string, outcome = 'Karpenter then launches no nodes with this class'): string =>
  `warning: \`std\` selects the security group \`${name}\` by its name, and ${cause}. ${outcome}`;
const givesName = 'the change gives `aws_security_group.nodes` the name `new`';

test.each<[what: string, terms: string, base: string, head: string, expected: readonly string[]]>([
  ['another name', '{name: nodes}', groupOf(), groupOf('', 'new'), [renamed('nodes', givesName)]],
  ['another name than a pattern has', '{name: no*}', groupOf(), groupOf('', 'new'), [renamed('no*', givesName)]],
  [
    'another name, next to another term',
    '{name: nodes}, {id: sg-1}',
    groupOf(),
    groupOf('', 'new'),
    [renamed('nodes', givesName, 'New nodes then lack this group')],
  ],
  [
    'no group',
    '{name: nodes}',
    cluster('') + groupOf(),
    cluster(''),
    [renamed('nodes', 'the change removes `aws_security_group.nodes`')],
  ],
  [
    'a name that a local has',
    '{name: nodes}',
    groupOf(),
    `locals { n = "nodes" }\n${groupOf().replace('"nodes"\n', 'local.n\n')}`,
    [],
  ],
  ['a name that is unknown', '{name: nodes}', groupOf(), groupOf().replace('name = "nodes"', 'name = var.n'), []],
  [
    'a name that Terraform makes up',
    '{name: nodes}',
    groupOf(),
    groupOf().replace('name = "nodes"', 'name_prefix = "nodes"'),
    [],
  ],
  [
    'the name of another group',
    '{name: nodes}',
    groupOf(),
    groupOf('', 'new') + groupOf().replace('"nodes" {', '"other" {'),
    [],
  ],
  [
    'a module that may create it',
    '{name: nodes}',
    cluster('') + groupOf(),
    `${cluster('')}module "nodes" {\n  source = "terraform-aws-modules/security-group/aws"\n  name = "nodes"\n}\n`,
    [],
  ],
  ['another name than the pattern of all', '{name: "*"}', groupOf(), groupOf('', 'new'), []],
])('a class selects a security group by its name, which gets %s', (_, terms, base, head, expected) => {
  expect(messagesOf(base, head, byName(terms)).filter((text) => text.includes('by its name'))).toEqual(expected);
});
