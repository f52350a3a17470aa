import { expect, test } from 'vitest';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { terraformRemovals } from '../../manifest/terraform/resources/lifecycles.ts';
import { evaluated } from '../../manifest/terraform/terraform.test-support.ts';
import { selectedChanges } from '../node-class/selected-changes.ts';
import { byTag, classOf, cluster, eks, messagesOf, side } from './account-changes.test-support.ts';
import type { AccountSide } from './account-sides.ts';
import { replacedClusters } from './replaced-clusters.ts';

/** What a node class no longer selects. */
const lost = (base: string, head: string, nodeClass = byTag): string[] =>
  lostBetween(side(base, nodeClass), side(head, nodeClass));

function lostBetween(base: AccountSide, head: AccountSide): string[] {
  const [before, after] = [base, head].map(({ manifests, clusterOf }) => {
    const nodeClass = manifests.find(({ kind }: Manifest) => kind === 'EC2NodeClass')!;
    return { nodeClass, cluster: clusterOf(nodeClass) };
  });
  return selectedChanges(before!, after!).map(({ effect, before: was, after: is }) => `${effect}: ${was} → ${is}`);
}

const groups = `
  resource "aws_security_group" "old" {
    name   = "old"
    vpc_id = "vpc-1"
    tags   = { "karpenter.sh/discovery" = "c" }
  }
  resource "aws_security_group" "new" {
    name   = "new"
    vpc_id = "vpc-1"
    tags   = { nodes = "c" }
  }
`;
const byGroup = (term: string): string =>
  classOf(`subnetSelectorTerms: [{id: subnet-1}], securityGroupSelectorTerms: [${term}]`);

test.each<[what: string, before: string, after: string, head: string, expected: readonly string[]]>([
  [
    'another tag',
    '{tags: {karpenter.sh/discovery: c}}',
    '{tags: {nodes: c}}',
    groups,
    ['all-nodes: aws_security_group.old → aws_security_group.new'],
  ],
  [
    'another tag, whose group is new',
    '{tags: {karpenter.sh/discovery: c}}',
    '{tags: {team: c}}',
    `${groups}resource "aws_security_group" "team" {\n  tags = { team = "c" }\n}\n`,
    ['all-nodes: aws_security_group.old → aws_security_group.team'],
  ],
  ['a name that may be of the same group', '{tags: {karpenter.sh/discovery: c}}', '{name: old}', groups, []],
  [
    'a tag whose value is unknown',
    '{tags: {karpenter.sh/discovery: c}}',
    '{tags: {karpenter.sh/discovery: "${X}"}}',
    groups,
    [],
  ],
])('terms that select security groups by %s', (_, before, after, head, expected) => {
  expect(lostBetween(side(groups, byGroup(before)), side(head, byGroup(after)))).toEqual(expected);
});

const named = (name: string): string => cluster('').replace('"c"\n', `${name}\n`);
const destroyed = (change: string): string =>
  `error: Terraform destroys the EKS cluster \`c\` with all of its nodes and creates another one: ${change}`;

test.each<[what: string, base: string, head: string, expected: readonly string[]]>([
  ['another name', named('"c"'), named('"d"'), [destroyed('`name` of the EKS cluster `c` changes from `c` to `d`')]],
  ['the same name from a local', named('"c"'), `locals { n = "c" }\n${named('local.n')}`, []],
  [
    'another name of the module',
    eks('20.31.0', 'cluster_name = "c"'),
    eks('20.31.0', 'cluster_name = "d"'),
    [destroyed('`cluster_name` of the EKS cluster `c` changes from `c` to `d`')],
  ],
  ['the input has another name in version 21', eks('20.31.0', 'cluster_name = "c"'), eks('21.3.0', 'name = "c"'), []],
  [
    'another range of services',
    eks('21.3.0', 'name = "c"\n  service_ipv4_cidr = "10.1.0.0/16"'),
    eks('21.3.0', 'name = "c"\n  service_ipv4_cidr = "10.2.0.0/16"'),
    [destroyed('`service_ipv4_cidr` of the EKS cluster `c` changes from `10.1.0.0/16` to `10.2.0.0/16`')],
  ],
  [
    'add-ons by default',
    cluster('bootstrap_self_managed_addons = false'),
    cluster(''),
    [destroyed('`bootstrap_self_managed_addons` of the EKS cluster `c` changes from `false` to `true`')],
  ],
  ['the default written', cluster(''), cluster('bootstrap_self_managed_addons = true'), []],
  ['another version', cluster('version = "1.33"'), cluster('version = "1.34"'), []],
  [
    'a value that nobody knows',
    named('"c"'),
    `variable "n" {}\n${named('var.n')}`,
    [
      'warning: Terraform destroys the EKS cluster `c` with all of its nodes if the value differs: `name` of the EKS cluster `c` changes from `c` to `${var.n}`',
    ],
  ],
  [
    'the cluster is removed',
    `${cluster('')}resource "aws_vpc" "v" {}\n`,
    'resource "aws_vpc" "v" {}\n# karpenter\n',
    ['warning: Terraform destroys the EKS cluster `c` with all of its nodes, because the change removes it'],
  ],
])('a cluster: %s', (_, base, head, expected) => expect(messagesOf(base, head)).toEqual(expected));

const created = (what: string, fee: string): string => `note: Terraform creates ${what}, whose control plane${fee}`;
const network = 'resource "aws_vpc" "v" {}\n';

test.each<[string, string, string, string[]]>([
  [
    'a resource',
    network,
    `${network}${cluster('')}`,
    [created('the EKS cluster `c`', ' costs $73/month or more: no figure counts it')],
  ],
  [
    'a module',
    network,
    `${network}${eks('21.3.0', 'name = "orders"')}`,
    [created('the EKS cluster `orders`', ' costs $73/month or more: no figure counts it')],
  ],
  [
    'a module that is switched on',
    eks('21.3.0', 'name = "c"\n  create = false'),
    eks('21.3.0', 'name = "c"'),
    [created('the EKS cluster `c`', ' costs $73/month or more: no figure counts it')],
  ],
  [
    'two of them, once',
    network,
    `${network}${cluster('')}${cluster('', 'd').replace('"c"\n', '"d"\n')}`,
    [created('2 EKS clusters', 's cost $146/month or more: no figure counts them')],
  ],
  ['a module that creates nothing', network, `${network}${eks('21.3.0', 'name = "c"\n  create = false')}`, []],
  ['one that was there', cluster(''), `${cluster('')}${network}`, []],
])('the fee of a new cluster: %s', (_, base, head, expected) => {
  const found = messagesOf(base, head).filter((message) => message.includes('control plane'));
  expect(found).toEqual(expected);
});

test('a cluster of eksctl is new as well', () => {
  const config = 'apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: { name: orders, region: us-east-1 }\n';
  const [from, to] = [byTag, `${byTag}---\n${config}`];
  expect(messagesOf(network, network, from, to).filter((message) => message.includes('control plane'))).toEqual([
    'note: The change adds the EKS cluster `orders`, whose control plane costs $73/month or more: no figure counts it',
  ]);
  expect(messagesOf(network, network, to, to)).toEqual([]);
});

const policy = (actions: string, condition = ''): string => `
resource "helm_release" "karpenter" {
  name  = "karpenter"
  chart = "karpenter"
}
data "aws_iam_policy_document" "controller" {
  statement {
    actions   = ["ec2:RunInstances", "ec2:CreateFleet"]
    resources = ["*"]
  }
  statement {
    actions   = [${actions}]
    resources = ["*"]
    ${condition}
  }
}
`;
const withoutRelease = (text: string): string => text.replace(/resource "helm_release"[^}]*\}/, '# karpenter');
const condition = (variable: string, value: string): string =>
  `condition {\n      test     = "StringEquals"\n      variable = "aws:ResourceTag/${variable}"\n      values   = ["${value}"]\n    }`;
const passing = (test: string): string => policy('"iam:PassRole"', test);
const inZone = (zone: string, test: string): string =>
  `${passing(test)}resource "aws_subnet" "a" {\n  vpc_id = "vpc-1"\n  availability_zone = "${zone}"\n}\n`;
const block = (operator: string, variable: string, values: string): string =>
  `condition {\n      test     = "${operator}"\n      variable = "${variable}"\n      values   = [${values}]\n    }`;
const service = (operator: string, values: string): string => block(operator, 'iam:PassedToService', values);
const regional = (values: string): string => block('StringEquals', 'aws:RequestedRegion', values);
const other = `
data "aws_iam_policy_document" "more" {
  statement {
    actions   = ["iam:PassRole"]
    resources = ["*"]
  }
}
`;

test.each<[what: string, base: string, head: string, expected: readonly string[]]>([
  [
    'an action is lost',
    policy('"iam:PassRole", "iam:GetRole"'),
    policy('"iam:GetRole"'),
    ['warning: The change takes `iam:PassRole` from Karpenter’s controller, and no policy in these files grants it'],
  ],
  ['Karpenter is removed with its policy, and another role keeps one', policy('"iam:PassRole"'), other, []],
  [
    'only its policy is removed',
    policy('"iam:PassRole"'),
    `resource "helm_release" "karpenter" {\n  name  = "karpenter"\n  chart = "karpenter"\n}\n${other}`,
    [
      'warning: The change takes `ec2:CreateFleet`, `ec2:RunInstances` from Karpenter’s controller, and no policy in these files grants them',
    ],
  ],
  [
    'the policy is removed, and nothing says whether Karpenter runs',
    withoutRelease(policy('"iam:PassRole"')) + other,
    `# karpenter\n${other}`,
    [
      'warning: The change removes the policy of Karpenter’s controller (`data.aws_iam_policy_document.controller`), and no other policy in these files lets anything launch nodes. If Karpenter still runs, it cannot launch or terminate nodes',
    ],
  ],
  [
    'the policy has another name',
    withoutRelease(policy('"iam:PassRole"')) + other,
    withoutRelease(policy('"iam:PassRole"').replace('"controller"', '"karpenter"')) + other,
    [],
  ],
  ['another policy grants it', policy('"iam:PassRole", "iam:GetRole"'), `${policy('"iam:GetRole"')}${other}`, []],
  [
    'another condition',
    policy('"ec2:TerminateInstances"', condition('kubernetes.io/cluster/c', 'owned')),
    policy('"ec2:TerminateInstances"', condition('team', 'search')),
    [
      'warning: Karpenter’s controller may call `ec2:TerminateInstances` only under another condition than before: `StringEquals aws:ResourceTag/team`. Whether it holds for all nodes is unknown',
    ],
  ],
  [
    'a condition that Karpenter meets',
    policy('"ec2:TerminateInstances"', condition('team', 'search')),
    policy('"ec2:TerminateInstances"', condition('kubernetes.io/cluster/c', 'owned')),
    [],
  ],
  ['the service that gets a role', passing(''), passing(service('StringEquals', '"ec2.amazonaws.com"')), []],
  [
    'one more service',
    passing(service('StringEquals', '"ec2.amazonaws.com"')),
    passing(service('StringEquals', '"ec2.amazonaws.com", "ec2.amazonaws.com.cn"')),
    [],
  ],
  [
    'the same value with another operator',
    passing(service('StringEquals', '"ec2.amazonaws.com"')),
    passing(service('StringLike', '"ec2.amazonaws.com"')),
    [],
  ],
  ['a region', inZone('eu-central-1a', ''), inZone('eu-central-1a', regional('"eu-central-1"')), []],
  ['a region where no file names a zone', passing(''), passing(regional('"eu-central-1"')), []],
  [
    'another region',
    inZone('eu-west-1a', ''),
    inZone('eu-west-1a', regional('"eu-central-1"')),
    [
      'warning: Karpenter’s controller may call `iam:PassRole` only under another condition than before: `StringEquals aws:RequestedRegion`. Whether it holds for all nodes is unknown',
    ],
  ],
])('a policy: %s', (_, base, head, expected) => expect(messagesOf(base, head, '')).toEqual(expected));

const module = (label: string): string =>
  `module "${label}" {\n  source = "terraform-aws-modules/eks/aws//modules/karpenter"\n  version = "21.3.2"\n  cluster_name = "c"\n  node_iam_role_use_name_prefix = false\n  node_iam_role_name = "nodes"\n}\n`;

test('the module of Karpenter is removed, or has another name', () => {
  const rest = '# karpenter\nresource "aws_vpc" "v" {}\n';
  expect(messagesOf(module('karpenter') + rest, rest)).toEqual([
    'warning: Terraform destroys what `module.karpenter` created: the roles of Karpenter and of its nodes, and the interruption queue. Without them, Karpenter cannot launch nodes',
  ]);
  expect(messagesOf(module('karpenter') + rest, module('kp') + rest)).toEqual([]);
});

const lostParts = (what: string): string => `warning: Terraform destroys what \`module.karpenter\` created: ${what}`;

test.each<[inputs: string, expected: readonly string[]]>([
  ['create = false', []],
  ['create = var.create\n}\nvariable "create" {\n  type = bool', []],
  ['create_iam_role = false\n  create_node_iam_role = false\n  enable_spot_termination = false', []],
  [
    'create_iam_role = false\n  create_node_iam_role = false',
    [lostParts('the interruption queue. Without it, Karpenter learns of no interruption before it happens')],
  ],
  [
    'create_iam_role = false\n  enable_spot_termination = false',
    [lostParts('the role of Karpenter’s nodes. Without it, Karpenter cannot launch nodes')],
  ],
  [
    'create_node_iam_role = false',
    [lostParts('the role of Karpenter, and the interruption queue. Without them, Karpenter cannot launch nodes')],
  ],
])('the removed module of Karpenter has %j', (inputs, expected) => {
  const rest = '# karpenter\nresource "aws_vpc" "v" {}\n';
  const removed = module('karpenter')
    .replace(/^\s*node_iam.*\n/gm, '')
    .replace(/\}\n$/, `  ${inputs}\n}\n`);
  expect(messagesOf(removed + rest, rest)).toEqual(expected);
});

test('the module of Karpenter is switched off', () => {
  const off = module('karpenter').replace(/\}\n$/, '  create = false\n}\n');
  expect(messagesOf(module('karpenter'), off)).toEqual([
    lostParts(
      'the roles of Karpenter and of its nodes, and the interruption queue. Without them, Karpenter cannot launch nodes',
    ),
    expect.stringContaining('EC2NodeClass `std` still names it'),
  ]);
  expect(messagesOf(off, module('karpenter'))).toEqual([]);
});

const subnet = (label: string, tags: string): string =>
  `resource "aws_subnet" "${label}" {\n  vpc_id = "vpc-1"\n  cidr_block = "10.0.${label.length}.0/24"\n  availability_zone = "eu-west-1${label[0]}"\n  tags = ${tags}\n}\n`;
const tagged = '{ "karpenter.sh/discovery" = "c" }';
const group = (label: string, tags: string): string =>
  `resource "aws_security_group" "${label}" {\n  name = "${label}"\n  tags = ${tags}\n}\n`;
const counted = subnet('p', tagged)
  .replace('vpc_id', 'count = length(local.zones)\n  vpc_id')
  .replace('"10.0.1.0/24"', 'cidrsubnet("10.0.0.0/16", 8, count.index)')
  .replace('"eu-west-1p"', 'local.zones[count.index]');
const vpc = (zones: number): string =>
  `locals { azs = slice(["eu-west-1a", "eu-west-1b", "eu-west-1c"], 0, ${zones}) }\nmodule "vpc" {\n  source = "terraform-aws-modules/vpc/aws"\n  azs = local.azs\n  private_subnets = [for k, v in local.azs : cidrsubnet("10.0.0.0/16", 4, k)]\n  private_subnet_tags = ${tagged}\n}\n`;

test.each<[what: string, base: string, head: string, expected: readonly string[]]>([
  [
    'a subnet loses the tag',
    subnet('a', tagged) + subnet('b', tagged) + cluster(''),
    subnet('a', tagged) + subnet('b', '{}') + cluster(''),
    ['some-nodes: `aws_subnet.b` (eu-west-1b) → no longer selected'],
  ],
  [
    'the tags move into a local',
    subnet('a', tagged) + cluster(''),
    `locals { tags = ${tagged} }\n${subnet('a', 'local.tags')}${cluster('')}`,
    [],
  ],
  [
    'one more subnet',
    subnet('a', tagged) + cluster(''),
    subnet('a', tagged) + subnet('b', tagged) + cluster(''),
    ['none: not selected → `aws_subnet.b` (eu-west-1b)'],
  ],
  [
    'the tag moves to another security group',
    group('a', tagged) + group('b', '{}'),
    group('a', '{}') + group('b', tagged),
    ['all-nodes: aws_security_group.a → aws_security_group.b'],
  ],
  [
    'a zone less',
    vpc(3),
    vpc(2),
    ['some-nodes: `module.vpc` private subnet 10.0.32.0/20 (eu-west-1c) → no longer selected'],
  ],
  [
    'an unknown number of subnets',
    `locals { zones = ["eu-west-1a", "eu-west-1b"] }\n${counted}${cluster('')}`,
    `locals { zones = slice(data.aws_availability_zones.all.names, 0, 2) }\n${counted}${cluster('')}`,
    [],
  ],
  [
    'a subnet less of a known number',
    `locals { zones = ["eu-west-1a", "eu-west-1b"] }\n${counted}${cluster('')}`,
    `locals { zones = ["eu-west-1a"] }\n${counted}${cluster('')}`,
    ['some-nodes: `aws_subnet.p[1]` (eu-west-1b) → no longer selected'],
  ],
  [
    'unknown zones of a module',
    vpc(2),
    vpc(2).replace('azs = local.azs', 'azs = slice(data.aws_availability_zones.all.names, 0, 2)'),
    [],
  ],
  [
    'a subnet of a module that is not here',
    subnet('a', tagged) + subnet('b', tagged) + cluster(''),
    `${subnet('a', tagged)}${cluster('')}module "b" {\n  source = "app.terraform.io/acme/subnet/aws"\n}\n`,
    [],
  ],
  ['the same zones', vpc(2), vpc(2), []],
])('a selection: %s', (_, base, head, expected) => expect(lost(base, head)).toEqual(expected));

const ranges = (range: string, part: string, zones = '["eu-west-1a", "eu-west-1b"]'): string =>
  `variable "range" {\n  default = ${range}\n}\nlocals { azs = ${zones} }\nmodule "vpc" {\n  source = "terraform-aws-modules/vpc/aws"\n  cidr = var.range\n  azs = local.azs\n  private_subnets = ${part}\n  private_subnet_tags = ${tagged}\n}\n`;
const parts = (bits: number): string => `[for k, v in local.azs : cidrsubnet(var.range, ${bits}, k)]`;
const [first, second] = ['"10.0.0.0/16"', '"10.1.0.0/16"'];
const replaced = (...subnets: readonly [range: string, zone: string][]): string[] => [
  `some-nodes: ${subnets.map(([range, zone]) => `\`module.vpc\` private subnet ${range} (${zone})`).join(', ')} → no longer selected`,
];
const second20 = replaced(['10.0.16.0/20', 'eu-west-1b']);
const both20 = replaced(['10.0.0.0/20', 'eu-west-1a'], ['10.0.16.0/20', 'eu-west-1b']);

test.each<[what: string, base: string, head: string, expected: readonly string[]]>([
  ['larger subnets', ranges(first, parts(4)), ranges(first, parts(3)), both20],
  ['another range of the VPC', ranges(first, parts(4)), ranges(second, parts(4)), both20],
  [
    'literal ranges',
    ranges(first, '["10.0.0.0/20", "10.0.16.0/20"]'),
    ranges(first, '["10.0.0.0/20", "10.0.32.0/20"]'),
    second20,
  ],
  [
    'ranges one after the other',
    ranges(first, 'cidrsubnets(var.range, 4, 4)'),
    ranges(first, 'cidrsubnets(var.range, 4, 3)'),
    second20,
  ],
  ['another zone', ranges(first, parts(4)), ranges(first, parts(4), '["eu-west-1a", "eu-west-1c"]'), second20],
  ['the same ranges as literals', ranges(first, parts(4)), ranges(first, '["10.0.0.0/20", "10.0.16.0/20"]'), []],
  ['the same ranges by another function', ranges(first, parts(4)), ranges(first, 'cidrsubnets(var.range, 4, 4)'), []],
  ['the same from another address of the range', ranges(first, parts(4)), ranges('"10.0.9.0/16"', parts(4)), []],
  [
    'one more zone',
    ranges(first, parts(4)),
    ranges(first, parts(4), '["eu-west-1a", "eu-west-1b", "eu-west-1c"]'),
    ['none: not selected → `module.vpc` private subnet 10.0.32.0/20 (eu-west-1c)'],
  ],
  ['an unknown range', ranges(first, parts(4)), ranges('null', parts(4)), []],
  [
    'an unknown size',
    ranges(first, parts(4)),
    ranges(first, '[for k, v in local.azs : cidrsubnet(var.range, var.bits, k)]'),
    [],
  ],
  ['a range that does not fit', ranges(first, parts(4)), ranges(first, parts(17)), []],
  [
    'no tag that is selected',
    ranges(first, parts(4)).replace('discovery', 'd'),
    ranges(first, parts(3)).replace('discovery', 'd'),
    [],
  ],
])('the subnets of a module: %s', (_, base, head, expected) =>
  expect(lost(base + cluster(''), head + cluster(''))).toEqual(expected),
);

const ofCluster = '{ "kubernetes.io/cluster/c" = "owned" }';
const byCluster = classOf(
  'subnetSelectorTerms: [{tags: {kubernetes.io/cluster/c: "*"}}], securityGroupSelectorTerms: [{tags: {kubernetes.io/cluster/c: owned}}]',
);

test.each<[what: string, base: string, head: string, expected: readonly string[]]>([
  [
    'a security group joins',
    group('node', ofCluster) + group('logs', '{}'),
    group('node', ofCluster) + group('logs', ofCluster),
    ['all-nodes: aws_security_group.node → aws_security_group.logs, aws_security_group.node'],
  ],
  [
    'a security group leaves',
    group('node', ofCluster) + group('logs', ofCluster) + cluster(''),
    group('node', ofCluster) + group('logs', '{ team = "a" }') + cluster(''),
    ['all-nodes: aws_security_group.logs, aws_security_group.node → aws_security_group.node'],
  ],
  [
    'a subnet leaves',
    subnet('a', ofCluster) + subnet('b', ofCluster) + cluster(''),
    subnet('a', ofCluster) + subnet('b', '{}') + cluster(''),
    ['some-nodes: `aws_subnet.b` (eu-west-1b) → no longer selected'],
  ],
  [
    'the tags of a subnet become unknown',
    subnet('a', ofCluster) + subnet('b', ofCluster) + cluster(''),
    subnet('a', ofCluster) + subnet('b', 'var.tags') + cluster(''),
    [],
  ],
  [
    'the tag of another cluster',
    group('node', ofCluster) + group('logs', '{}'),
    group('node', ofCluster) + group('logs', '{ "kubernetes.io/cluster/d" = "owned" }'),
    [],
  ],
])('a selection by the name of the cluster: %s', (_, base, head, expected) =>
  expect(lost(base, head, byCluster)).toEqual(expected),
);

const imaged = (reference: string, data: string): string =>
  `${data}resource "kubectl_manifest" "class" {\n  yaml_body = yamlencode({ apiVersion = "karpenter.k8s.aws/v1", kind = "EC2NodeClass", metadata = { name = "web" }, spec = { amiSelectorTerms = [${reference}] } })\n}\n`;
const ami = (name: string, more = ''): string =>
  `${more}data "aws_ami" "a" {\n  owners = ["amazon"]\n  filter {\n    name = "name"\n    values = [${name}]\n  }\n}\n`;
const parameter = (name: string): string => `data "aws_ssm_parameter" "a" {\n  name = "${name}"\n}\n`;
const [image, otherImage] = [
  '"bottlerocket-aws-k8s-1.32-x86_64-v1.51.0-47438798"',
  '"bottlerocket-aws-k8s-1.33-x86_64-v1.57.0-beaadc52"',
];
const byAmi = '{ id = data.aws_ami.a.id }';
const byParameter = '{ id = data.aws_ssm_parameter.a.value }';
const inDefault = (name: string): string => ami('var.image', `variable "image" {\n  default = ${name}\n}\n`);
const inLocal = (name: string): string => ami('local.images.web', `locals {\n  images = { web = ${name} }\n}\n`);
const optimized = (minor: string): string =>
  `/aws/service/eks/optimized-ami/${minor}/amazon-linux-2023/x86_64/standard/recommended/image_id`;

test.each<[what: string, base: string, head: string, effect: string | undefined]>([
  ['another name', imaged(byAmi, ami(image!)), imaged(byAmi, ami(otherImage!)), 'all-nodes'],
  ['another default', imaged(byAmi, inDefault(image!)), imaged(byAmi, inDefault(otherImage!)), 'all-nodes'],
  ['another value of a local', imaged(byAmi, inLocal(image!)), imaged(byAmi, inLocal(otherImage!)), 'all-nodes'],
  ['the name moves to a local', imaged(byAmi, ami(image!)), imaged(byAmi, inLocal(image!)), undefined],
  [
    'one of two terms',
    imaged(`${byAmi}, { id = "ami-1" }`, ami(image!)),
    imaged(`${byAmi}, { id = "ami-1" }`, ami(otherImage!)),
    'some-nodes',
  ],
  ['names of own images', imaged(byAmi, ami('"web-1"')), imaged(byAmi, ami('"web-2"')), 'all-nodes'],
  ['a wider pattern', imaged(byAmi, ami('"web-1*"')), imaged(byAmi, ami('"web-*"')), 'unknown'],
  [
    'patterns of two Kubernetes versions',
    imaged(byAmi, ami('"amazon-eks-node-al2023-x86_64-standard-1.32-*"')),
    imaged(byAmi, ami('"amazon-eks-node-al2023-x86_64-standard-1.33-*"')),
    'all-nodes',
  ],
  [
    'a parameter of another version',
    imaged(byParameter, parameter(optimized('1.32'))),
    imaged(byParameter, parameter(optimized('1.33'))),
    'all-nodes',
  ],
  [
    'another parameter of this version',
    imaged(byParameter, parameter(optimized('1.33'))),
    imaged(byParameter, parameter(optimized('1.33').replace('recommended', 'v20250410'))),
    'unknown',
  ],
  [
    'a variable that nobody sets',
    imaged(byAmi, ami('var.image', 'variable "image" {}\n')),
    imaged(byAmi, ami('var.image', 'variable "image" {}\n')),
    undefined,
  ],
  [
    'a data source that nothing uses',
    imaged('{ id = "ami-1" }', ami(image!)),
    imaged('{ id = "ami-1" }', ami(otherImage!)),
    undefined,
  ],
])('an image that a data source finds: %s', (_, base, head, effect) => {
  expect(lost(base, head, '').map((text) => text.split(':')[0])).toEqual(effect === undefined ? [] : [effect]);
});

test('a cluster that a `moved` block gives another address, and a new one at the old address', () => {
  const old = cluster('', 'this');
  const others = `${cluster('', 'blue')}${cluster('', 'this').replace('"c"', '"green"')}`;
  const move = 'moved {\n  from = aws_eks_cluster.this\n  to   = aws_eks_cluster.blue\n}\n';
  const replaced = (head: string): string[] => {
    const removals = terraformRemovals(evaluated({ 'main.tf': old }), evaluated({ 'main.tf': head }));
    const sides = { base: side(old, byTag), head: side(head, byTag), removals };
    return replacedClusters(sides).map(({ message }) => message);
  };

  expect(replaced(others + move)).toEqual([]);
  expect(replaced(others)).toHaveLength(1);
});

const ignoring = (what: string, more: string): string => cluster(`lifecycle { ignore_changes = ${what} }\n  ${more}`);
const addons = (isOn: boolean): string => `bootstrap_self_managed_addons = ${isOn}`;

test.each<[what: string, base: string, head: string, isReplaced: boolean]>([
  ['everything', ignoring('all', addons(true)), ignoring('all', addons(false)), false],
  [
    'a part of a block, from this change on',
    cluster('access_config {\n    bootstrap_cluster_creator_admin_permissions = false\n  }'),
    ignoring(
      '[access_config[0].bootstrap_cluster_creator_admin_permissions]',
      'access_config {\n    bootstrap_cluster_creator_admin_permissions = true\n  }',
    ),
    false,
  ],
  ['nothing', cluster(addons(true)), cluster(addons(false)), true],
  ['another argument', ignoring('[version]', addons(true)), ignoring('[version]', addons(false)), true],
  [
    'it in a list',
    ignoring('[bootstrap_self_managed_addons]', addons(true)),
    ignoring('[bootstrap_self_managed_addons]', addons(false)),
    false,
  ],
  [
    'it in quotes',
    ignoring('["bootstrap_self_managed_addons"]', addons(true)),
    ignoring('["bootstrap_self_managed_addons"]', addons(false)),
    false,
  ],
  ['it from this change on', cluster(addons(true)), ignoring('all', addons(false)), false],
  ['it no longer', ignoring('all', addons(true)), cluster(addons(false)), true],
])('Terraform ignores %s of a cluster', (_, base, head, isReplaced) => {
  expect(messagesOf(base, head).filter((text) => text.includes('Terraform destroys the EKS cluster')).length).toBe(
    Number(isReplaced),
  );
});
