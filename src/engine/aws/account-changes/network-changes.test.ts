import { expect, test } from 'vitest';
import { terraformRemovals } from '../../manifest/terraform/resources/lifecycles.ts';
import { evaluated } from '../../manifest/terraform/terraform.test-support.ts';
import { byTag, classOf, cluster, messagesOf, side } from './account-changes.test-support.ts';
import { networkChanges } from './network-changes.ts';

const vpc = (range = '"10.0.0.0/16"'): string => `resource "aws_vpc" "main" {\n  cidr_block = ${range}\n}\n`;
const subnet = (name: string, zone: string, more = ''): string =>
  `resource "aws_subnet" "${name}" {
  vpc_id = aws_vpc.main.id
  cidr_block = "10.0.${name.charCodeAt(0)}.0/24"
  availability_zone = ${zone}
  ${more}
  tags = { "karpenter.sh/discovery" = "c" }
}
`;
const association = (name: string): string =>
  `resource "aws_route_table_association" "${name}" {\n  subnet_id = aws_subnet.${name}.id\n  route_table_id = aws_route_table.private.id\n}\n`;
const route = `resource "aws_route" "nat" {\n  route_table_id = aws_route_table.private.id\n  destination_cidr_block = "0.0.0.0/0"\n  nat_gateway_id = aws_nat_gateway.main.id\n}\n`;
const block = 'route {\n    cidr_block = "0.0.0.0/0"\n    nat_gateway_id = aws_nat_gateway.main.id\n  }';
const table = (routes = ''): string =>
  `resource "aws_route_table" "private" {\n  vpc_id = aws_vpc.main.id\n  ${routes}\n}\n`;
const gateway = 'resource "aws_nat_gateway" "main" {\n  subnet_id = "subnet-1"\n}\n';
const a = subnet('a', '"eu-central-1a"');
const b = subnet('b', '"eu-central-1b"');
const [ofA, ofB] = [association('a'), association('b')];
const c = subnet('c', '"eu-central-1c"');
const whole = cluster('') + vpc() + a + b + table() + route + gateway + ofA + ofB;

const noRoute = (name: string): string =>
  `warning: The change removes the route from \`aws_subnet.${name}\` to the internet. Nodes of \`std\` there then reach neither the APIs of AWS nor registries`;
const oneZone = (place: string): string =>
  `note: After this change, all new nodes of \`std\` are in ${place}. A failure of that zone affects all of them, and volumes of other zones cannot be attached`;
const replaced = (name: string): string =>
  `warning: Terraform replaces the VPC \`${name}\` with all of its subnets, because its range changes from \`10.0.0.0/16\` to \`10.1.0.0/16\`. AWS deletes no subnet while nodes are in it`;
const replacedSubnets = (names: string, pronoun: string): string =>
  `warning: Terraform destroys ${names} and creates ${pronoun} again, because \`cidr_block\` changes. AWS deletes no subnet that nodes or load balancers use, so apply waits and fails if there are any`;
const module = (range: string, more = ''): string =>
  `${cluster('')}module "vpc" {\n  source = "terraform-aws-modules/vpc/aws"\n  version = "5.8.1"\n  cidr = ${range}\n  ${more}\n}\n`;

const zones = (count: number): string => {
  const all = [...'abc'].slice(0, count);
  const [names, ranges] = [all.map((zone) => `"eu-central-1${zone}"`), all.map((_, i) => `"10.0.${i}.0/24"`)];
  const tags = 'private_subnet_tags = { "karpenter.sh/discovery" = "c" }';
  return module('"10.0.0.0/16"', `azs = [${names.join(', ')}]\n  private_subnets = [${ranges.join(', ')}]\n  ${tags}`);
};
const destroyedPart = `warning: Terraform destroys \`private_subnets[2]\` (eu-central-1c) of \`module.vpc\`, because \`private_subnets\` changes. AWS deletes no subnet that nodes or load balancers use, so apply waits and fails if there are any`;
const destroyedSubnet = (name: string): string =>
  `warning: Terraform destroys a subnet in which nodes of \`std\` may be: ${name}. AWS deletes no subnet while nodes are in it, so apply waits and fails if there are any`;

test.each<[what: string, base: string, head: string, expected: readonly string[]]>([
  ['another range of the VPC', whole, whole.replace('10.0.0.0/16', '10.1.0.0/16'), [replaced('aws_vpc.main')]],
  ['another range of a module', module('"10.0.0.0/16"'), module('"10.1.0.0/16"'), [replaced('module.vpc')]],
  [
    'another range from a local',
    whole,
    `locals { r = "10.1.0.0/16" }\n${whole.replace('"10.0.0.0/16"', 'local.r')}`,
    [replaced('aws_vpc.main')],
  ],
  [
    'the same range from a local',
    whole,
    `locals { r = "10.0.0.0/16" }\n${whole.replace('"10.0.0.0/16"', 'local.r')}`,
    [],
  ],
  ['an unknown range', whole, whole.replace('"10.0.0.0/16"', 'var.range'), []],
  [
    'another range of a subnet',
    whole,
    whole.replace('10.0.97.0', '10.0.7.0'),
    [replacedSubnets('`aws_subnet.a`', 'it')],
  ],
  [
    'ranges of subnets that change places',
    whole,
    whole.replace('10.0.97.0', 'x').replace('10.0.98.0', '10.0.97.0').replace('x', '10.0.98.0'),
    [replacedSubnets('`aws_subnet.a` and `aws_subnet.b`', 'them')],
  ],
  ['a zone less in a module', zones(3), zones(2), [destroyedPart]],
  ['fewer subnets of a module with the same zones', zones(3), zones(3).replace(', "10.0.2.0/24"', ''), [destroyedPart]],
  ['a zone more in a module', zones(2), zones(3), []],
  ['a subnet that is removed', whole + c, whole, [destroyedSubnet('`aws_subnet.c` (eu-central-1c)')]],
  ['a subnet with another name', whole + c, whole + c.replace('"c"', '"d"'), []],
  ['an unknown range of a subnet', whole, whole.replace('"10.0.97.0/24"', 'var.range'), []],
  [
    'a range of a subnet that Terraform ignores',
    whole.replaceAll('tags =', 'lifecycle { ignore_changes = all }\n  tags ='),
    whole.replaceAll('tags =', 'lifecycle { ignore_changes = all }\n  tags =').replace('10.0.97.0', '10.0.7.0'),
    [],
  ],
  ['no route', whole, whole.replace(route, ''), [noRoute('a'), noRoute('b')]],
  [
    'no block with a route',
    whole.replace(route, '').replace(table(), table(block)),
    whole.replace(route, ''),
    [noRoute('a'), noRoute('b')],
  ],
  ['no association', whole, whole.replace(ofB, ''), [noRoute('b')]],
  ['a block instead of a route', whole, whole.replace(route, '').replace(table(), table(block)), []],
  [
    'a route to an unknown table',
    whole,
    whole.replace('aws_route_table.private.id\n  destination', 'var.table\n  destination'),
    [],
  ],
  ['a route to an unknown range', whole, whole.replace('"0.0.0.0/0"', 'var.everywhere'), []],
  [
    'endpoints instead of a route',
    whole,
    `${whole.replace(route, '')}resource "aws_vpc_endpoint" "ec2" {\n  service_name = "com.amazonaws.eu-central-1.ec2"\n}\n`,
    [],
  ],
  [
    'the main table instead of an association',
    whole,
    `${whole.replace(ofB, '')}resource "aws_default_route_table" "main" {\n  default_route_table_id = aws_vpc.main.default_route_table_id\n  ${block}\n}\n`,
    [],
  ],
  [
    'routes that cover all addresses together',
    whole,
    whole.replace(
      route,
      route.replace('0.0.0.0/0', '0.0.0.0/1') + route.replace('"nat"', '"b"').replace('0.0.0.0/0', '128.0.0.0/1'),
    ),
    [],
  ],
  [
    'a module that may add the route',
    whole,
    whole.replace(
      route,
      'module "egress" {\n  source = "git::https://example.com/egress.git"\n  table = aws_route_table.private.id\n}\n',
    ),
    [],
  ],
  [
    'another VPC at its address',
    whole,
    vpc('"10.1.0.0/16"') +
      whole.replaceAll('aws_vpc.main', 'aws_vpc.old').replace('"main" {\n  cidr', '"old" {\n  cidr'),
    [],
  ],
  [
    'another range, and another VPC',
    whole,
    `${whole.replace('10.0.0.0/16', '10.1.0.0/16')}${vpc('"10.2.0.0/16"').replace('"main"', '"other"')}`,
    [replaced('aws_vpc.main')],
  ],
  [
    'another range of a module that creates none',
    module('"10.0.0.0/16"', 'create_vpc = false'),
    module('"10.1.0.0/16"', 'create_vpc = false'),
    [],
  ],
  [
    'another range of a module with an unknown count',
    module('"10.0.0.0/16"', 'count = var.n'),
    module('"10.1.0.0/16"', 'count = var.n'),
    [],
  ],
  ['no gateway at all, which a rule reports', whole, whole.replace(route, '').replace(gateway, ''), []],
  [
    'one zone',
    whole,
    whole.replace(b, '').replace(ofB, ''),
    [destroyedSubnet('`aws_subnet.b` (eu-central-1b)'), oneZone('the zone `eu-central-1a`')],
  ],
  [
    'the same zone twice',
    whole,
    whole.replace('"eu-central-1b"', '"eu-central-1a"'),
    [oneZone('the zone `eu-central-1a`')],
  ],
  ['an unknown zone', whole, whole.replace('"eu-central-1b"', 'var.zone'), []],
  [
    'public addresses',
    whole,
    whole.replace(b, subnet('b', '"eu-central-1b"', 'map_public_ip_on_launch = true')),
    ['note: After this change, new nodes of `std` in the subnets of `aws_subnet.b` get public IPv4 addresses'],
  ],
  [
    'perhaps public addresses',
    whole,
    whole.replace(b, subnet('b', '"eu-central-1b"', 'map_public_ip_on_launch = var.p')),
    [],
  ],
])('the network of nodes gets %s', (_, base, head, expected) => {
  expect(messagesOf(base, head)).toEqual(expected);
});

const ids = (...names: readonly string[]): string =>
  classOf(`subnetSelectorTerms: [${names.map((name) => `{id: ${name}}`).join(', ')}]`);

test('one subnet by its id is one zone', () => {
  expect(messagesOf('', '', ids('subnet-1', 'subnet-2'), ids('subnet-1'))).toEqual([oneZone('the subnet `subnet-1`')]);
  expect(messagesOf('', '', ids('subnet-1'), ids('subnet-2'))).toEqual([]);
  expect(messagesOf('', '', ids('subnet-1', 'subnet-2'), ids('subnet-1', '"${OTHER}"'))).toEqual([]);
  expect(messagesOf('', '', byTag, ids('subnet-1'))).toEqual([]);
});

const endpoint = (service: string, more = ''): string =>
  `resource "aws_vpc_endpoint" "${service.replace('.', '_')}" {\n  vpc_id = aws_vpc.main.id\n  service_name = "com.amazonaws.\${var.region}.${service}"\n  ${more}\n}\n`;
const endpoints = ['ec2', 'ecr.api', 'ecr.dkr', 's3', 'sts', 'eks-auth', 'sqs', 'logs'].map((name) => endpoint(name));
const isolated = `variable "region" {}\n${cluster('')}${vpc()}${a}${b}${table()}${ofA}${ofB}`;
const closed = isolated + endpoints.join('');
const without = (service: string): string => closed.replace(endpoint(service), '');
const lost = (service: string, outcome: string): string =>
  `warning: The change removes the VPC endpoint for \`${service}\`, and these files show no other way out of the VPC. ${outcome}`;
const listed = (...services: readonly string[]): string =>
  `${isolated}resource "aws_vpc_endpoint" "all" {\n  for_each = toset(${JSON.stringify(services)})\n  vpc_id = aws_vpc.main.id\n  service_name = "com.amazonaws.\${var.region}.\${each.key}"\n}\n`;
const release = (settings: string): string =>
  `resource "helm_release" "karpenter" {\n  name = "karpenter"\n  chart = "karpenter"\n  repository = "oci://public.ecr.aws/karpenter"\n  values = [yamlencode({ settings = ${settings} })]\n}\n`;
const noNotices = 'Karpenter then receives no interruption notices';
const noToken = 'Pods with IAM roles for service accounts then get no credentials';

test.each<[what: string, base: string, head: string, expected: readonly string[]]>([
  ['no endpoint for STS', closed, without('sts'), [lost('sts', noToken)]],
  [
    'no endpoint for Pod Identity',
    closed,
    without('eks-auth'),
    [lost('eks-auth', 'Pods with EKS Pod Identity then get no credentials')],
  ],
  ['a shorter list', listed('ec2', 'sts', 'sqs'), listed('ec2', 'sqs'), [lost('sts', noToken)]],
  ['a list instead of resources', closed, listed('ec2', 'ecr.api', 'ecr.dkr', 's3', 'sts', 'eks-auth', 'sqs'), []],
  ['no endpoint for logs', closed, without('logs'), []],
  ['no endpoint for SQS', closed, without('sqs'), [lost('sqs', noNotices)]],
  [
    'no endpoint for SQS, whose queue Karpenter reads',
    closed + release('{ interruptionQueue = "orders" }'),
    without('sqs') + release('{ interruptionQueue = "orders" }'),
    [lost('sqs', noNotices)],
  ],
  [
    'no endpoint for SQS, of which Karpenter reads no queue',
    closed + release('{}'),
    without('sqs') + release('{}'),
    [],
  ],
  ['a NAT gateway instead', closed, without('sts') + route + gateway, []],
  ['no endpoints at all, which a rule reports', closed, isolated, []],
  [
    'an internet gateway, behind which a proxy may be',
    closed,
    `${without('sts')}resource "aws_internet_gateway" "main" {\n  vpc_id = aws_vpc.main.id\n}\n`,
    [],
  ],
  ['an endpoint that is unknown', closed, `${without('sts')}${endpoint('x').replace('.x"', '.${var.service}"')}`, []],
  [
    'a module that may create it',
    closed,
    `${without('sts')}module "endpoints" {\n  source = "terraform-aws-modules/vpc/aws//modules/vpc-endpoints"\n}\n`,
    [],
  ],
  [
    'public addresses',
    closed,
    without('sts').replace(b, subnet('b', '"eu-central-1b"', 'map_public_ip_on_launch = var.p')),
    [],
  ],
])('a VPC without another way out gets %s', (_, base, head, expected) => {
  expect(messagesOf(base, head)).toEqual(expected);
});

test('a subnet that Terraform forgets is not destroyed', () => {
  const forgetting = `${whole}removed {\n  from = aws_subnet.c\n  lifecycle {\n    destroy = false\n  }\n}\n`;
  const removals = terraformRemovals(evaluated({ 'main.tf': whole + c }), evaluated({ 'main.tf': forgetting }));
  const sides = { base: side(whole + c, byTag), head: side(forgetting, byTag, whole + c), removals };
  expect(networkChanges(sides).map(({ message }) => message)).toEqual([]);
});
