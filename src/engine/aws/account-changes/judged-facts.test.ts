import { expect, test } from 'vitest';
import type { RuledTopic } from '../../manifest/terraform/resources/resource-makers.ts';
import { byTag, cluster, eks, side } from './account-changes.test-support.ts';
import { judgedFacts, judgedGrants } from './judged-facts.ts';

const nodeClass = byTag.replace('role: nodes,', 'role: nodes, blockDeviceMappings: [{ebs: {kmsKeyID: abc}}],');

/** Whether a change leaves everything as it is, or only allows more. */
const isKept = (topic: RuledTopic, base: string, head: string): boolean =>
  isKeptIn(topic, { base, head, classes: nodeClass });

function isKeptIn(
  topic: RuledTopic,
  { base, head, classes }: { readonly base: string; readonly head: string; readonly classes: string },
): boolean {
  const [before, after] = [base, head].map((code) => side(cluster('') + code, classes));
  const grants = new Set(judgedGrants[topic]?.(after!));
  const hasGrants = (judgedGrants[topic]?.(before!) ?? []).every((grant) => grants.has(grant));
  return hasGrants && judgedFacts[topic]!(before!) === judgedFacts[topic]!(after!);
}

const group = (name: string, more = ''): string =>
  `resource "aws_security_group" "${name}" {\n  name = "${name}"\n  ${more}\n}\n`;
const rule = (name: string, port: number): string =>
  `resource "aws_vpc_security_group_ingress_rule" "${name}" {\n  security_group_id = aws_security_group.db.id\n  from_port = ${port}\n  to_port = ${port}\n  ip_protocol = "tcp"\n}\n`;
const inline = 'ingress {\n    from_port = 1\n    to_port = 1\n    protocol = "tcp"\n  }';
const moduleRules = (rules: string): string =>
  eks(
    '20.31.0',
    `cluster_name = "c"\n  node_security_group_tags = { "karpenter.sh/discovery" = "c" }\n  node_security_group_additional_rules = { ${rules} }`,
  );
const webhook = 'webhook = { type = "ingress", from_port = 15017, to_port = 15017 }';
const dns = 'dns = { type = "egress", from_port = 53, to_port = 53 }';

const statement = (sid: string, effect: string, action: string): string =>
  `{ Sid = "${sid}", Effect = "${effect}", Principal = { AWS = "*" }, Action = "${action}", Resource = "*" }`;
const key = (...statements: readonly string[]): string =>
  `resource "aws_kms_key" "nodes" {\n  policy = jsonencode({ Statement = [${statements.join(', ')}] })\n}\n`;
const allow = statement('a', 'Allow', 'kms:*');

const role = (name: string): string =>
  `resource "aws_iam_role" "${name}" {\n  name = "${name}"\n  assume_role_policy = "{}"\n}\n`;
const attach = (name: string, policy: string, kind = 'aws_iam_role_policy_attachment'): string =>
  `resource "${kind}" "${policy}" {\n  role = aws_iam_role.${name}.name\n  policy_arn = "arn:aws:iam::aws:policy/${policy}"\n}\n`;
const driver = attach('csi', 'service-role/AmazonEBSCSIDriverPolicy').replace('"service-role/', '"');
const exclusive = (...policies: readonly string[]): string =>
  `resource "aws_iam_role_policy_attachments_exclusive" "all" {\n  role_name = aws_iam_role.nodes.name\n  policy_arns = [${policies.map((policy) => `"arn:aws:iam::aws:policy/${policy}"`).join(', ')}]\n}\n`;
const [cni, worker] = ['AmazonEKS_CNI_Policy', 'AmazonEKSWorkerNodePolicy'];
const queue = (more = ''): string =>
  `resource "aws_sqs_queue" "karpenter" {\n  name = "karpenter"\n  ${more}\n}\nresource "helm_release" "karpenter" {\n  name = "karpenter"\n  chart = "karpenter"\n  repository = "oci://public.ecr.aws/karpenter"\n}\n`;

const inJson = (...actions: readonly string[]): string =>
  `resource "aws_iam_role_policy" "karpenter" {\n  role = "karpenter"\n  policy = jsonencode({ Statement = [{ Effect = "Allow", Action = [${actions.map((action) => `"${action}"`).join(', ')}], Resource = "*" }] })\n}\n`;
const inDocument = (...actions: readonly string[]): string =>
  `resource "aws_iam_role_policy" "karpenter" {\n  role = "karpenter"\n  policy = data.aws_iam_policy_document.karpenter.json\n}\ndata "aws_iam_policy_document" "karpenter" {\n${actions.map((action) => `  statement {\n    actions = ["${action}"]\n    resources = ["*"]\n  }\n`).join('')}}\n`;
const [create, run] = ['ec2:CreateFleet', 'ec2:RunInstances'] as const;

const ranges = ['"10.0.0.0/24"', '"10.0.1.0/24"'];
const vpc = (count: number, more = ''): string =>
  `module "vpc" {\n  source = "terraform-aws-modules/vpc/aws"\n  version = "5.8.1"\n  azs = ["a", "b"]\n  private_subnets = [${ranges.slice(0, count).join(', ')}]\n  private_subnet_tags = { "karpenter.sh/discovery" = "c" }\n  ${more}\n}\n`;
const subnet = (range: string): string =>
  `resource "aws_subnet" "a" {\n  vpc_id = "vpc-1"\n  cidr_block = "${range}"\n}\n`;
const gateway = 'resource "aws_nat_gateway" "a" {\n  subnet_id = "subnet-1"\n}\n';

test.each<[what: string, topic: RuledTopic, base: string, head: string, expected: boolean]>([
  ['the same permissions in a document', 'access', inJson(create, run), inDocument(run, create), true],
  ['a permission less in a document', 'access', inJson(create, run), inDocument(create), false],
  ['another permission in a document', 'access', inJson(create, run), inDocument(create, 'ec2:*'), false],
  ['a new group with a rule', 'network', '', group('db') + rule('a', 5432), true],
  ['another rule', 'network', group('db') + rule('a', 1), group('db') + rule('a', 1) + rule('b', 2), true],
  ['a rule with another port', 'network', group('db') + rule('a', 1), group('db') + rule('a', 2), false],
  ['a rule less', 'network', group('db') + rule('a', 1), group('db'), false],
  ['a rule next to those of the group', 'network', group('db', inline), group('db', inline) + rule('a', 1), false],
  ['another rule of a module', 'network', moduleRules(webhook), moduleRules(`${webhook}, ${dns}`), true],
  ['a rule less of a module', 'network', moduleRules(`${webhook}, ${dns}`), moduleRules(webhook), false],
  ['another name of a statement', 'encryption', key(allow), key(allow.replace('"a"', '"b"')), true],
  ['another permission', 'encryption', key(allow), key(allow, statement('b', 'Allow', 'kms:Decrypt')), true],
  ['a permission less', 'encryption', key(allow, statement('b', 'Allow', 'kms:Decrypt')), key(allow), false],
  ['a statement that denies', 'encryption', key(allow), key(allow, statement('b', 'Deny', 'kms:Decrypt')), false],
  ['a role of an add-on', 'access', role('nodes'), role('nodes') + role('csi') + driver, true],
  ['a role of an add-on less', 'access', role('csi') + driver, '', false],
  ['one more policy of nodes', 'access', role('nodes'), role('nodes') + attach('nodes', cni), true],
  ['a policy of nodes less', 'access', role('nodes') + attach('nodes', cni), role('nodes'), false],
  ['a policy that denies', 'access', role('nodes'), role('nodes') + attach('nodes', 'AWSDenyAll'), false],
  ['all permissions', 'access', role('nodes'), role('nodes') + attach('nodes', 'AdministratorAccess'), false],
  ['the only policies of nodes', 'access', role('nodes'), role('nodes') + exclusive(cni, worker), false],
  ['encryption by SQS', 'interruption', queue(), queue('sqs_managed_sse_enabled = true'), true],
  ['encryption by KMS', 'interruption', queue(), queue('kms_master_key_id = "alias/aws/sqs"'), false],
  [
    'encryption by both, which AWS refuses',
    'interruption',
    queue('kms_master_key_id = "k"'),
    queue('kms_master_key_id = "k"\n  sqs_managed_sse_enabled = true'),
    false,
  ],
  ['a delay', 'interruption', queue(), queue('delay_seconds = 600'), false],
  ['the first policy of a key', 'encryption', 'resource "aws_kms_key" "nodes" {\n}\n', key(allow), false],
  ['a subnet more of the VPC module', 'network', vpc(1), vpc(2), true],
  ['a subnet less of the VPC module', 'network', vpc(2), vpc(1), false],
  ['no NAT gateway', 'network', vpc(1, 'enable_nat_gateway = true'), vpc(1, 'enable_nat_gateway = false'), false],
  ['a NAT gateway', 'network', vpc(1), vpc(1, 'enable_nat_gateway = true'), true],
  [
    'perhaps a NAT gateway',
    'network',
    vpc(1, 'enable_nat_gateway = true'),
    vpc(1, 'enable_nat_gateway = var.n'),
    false,
  ],
  ['another name of the VPC', 'network', vpc(1), vpc(1, 'name = "c"'), false],
])('%s', (_, topic, base, head, expected) => {
  expect(isKept(topic, base, head)).toBe(expected);
});

test.each<[what: string, base: string, head: string, expected: boolean]>([
  ['another range of a subnet', subnet('10.0.0.0/24'), subnet('10.0.1.0/24'), false],
  ['no subnet', subnet('10.0.0.0/24'), '', false],
  ['a subnet', '', subnet('10.0.0.0/24'), true],
  ['no NAT gateway', gateway, '', false],
  ['no NAT gateway of the module', vpc(1, 'enable_nat_gateway = true'), vpc(1), false],
  ['another subnet of the module', vpc(1), vpc(2), true],
])('without a node class: %s', (_, base, head, expected) => {
  expect(isKeptIn('network', { base, head, classes: '' })).toBe(expected);
});
