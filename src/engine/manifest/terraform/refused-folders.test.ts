import { expect, test } from 'vitest';
import { newAddresses } from './resources/new-addresses.ts';
import { evaluated } from './terraform.test-support.ts';

const pool = (label: string): string =>
  `resource "kubectl_manifest" "${label}" {\n  yaml_body = "kind: NodePool # karpenter"\n}\n`;
const role = 'module "role" {\n  source = "./role"\n}\n';

const faults = (files: Readonly<Record<string, string>>): string[] =>
  evaluated(files).refusals.map(
    ({ span, message, labels }) => `${span.file} ${message.split(' is ')[0]} ${labels[0]?.span.file}`,
  );

test.each([
  ['two files', { 'a.tf': pool('web'), 'b.tf': pool('web') }, ['b.tf `kubectl_manifest.web` a.tf']],
  ['one file', { 'a.tf': `${pool('web')}${role}${role}` }, ['a.tf `module.role` a.tf']],
  ['another name', { 'a.tf': pool('web'), 'b.tf': pool('api') }, []],
  ['another type of block', { 'a.tf': `${pool('web')}variable "web" {}\noutput "web" {\n  value = 1\n}\n` }, []],
  ['another folder', { 'a/a.tf': pool('web'), 'b/a.tf': pool('web') }, []],
  ['an override', { 'a.tf': pool('web'), 'web_override.tf': pool('web') }, []],
])('the same address in %s', (_, files, expected) => {
  expect(faults(files as Readonly<Record<string, string>>)).toEqual(expected);
});

const provider = 'provider "aws" {\n  region = "eu-west-1"\n}\n';
const variable = (text: string): string => `# karpenter\nvariable "tags" {\n  default = ${text}\n}\n`;

test.each<[what: string, text: string, expected: readonly string[]]>([
  ['another variable', variable('{ Env = "dev", (var.key) = "a" }') + provider, ['error refers to `var.key`']],
  ['a text with a variable', variable('["a-${var.name}"]') + provider, ['error refers to `var.name`']],
  ['a resource of a module', variable('aws_eks_cluster.this.name'), ['warning refers to `aws_eks_cluster.this.name`']],
  ['a function', variable('tolist(["a"])') + provider, ['error calls `tolist()`']],
  ['literals', variable('{ Env = "dev", list = [1, true, null], "a/b" = -1 }') + provider, []],
  ['a local', `# karpenter\nvariable "b" {}\nlocals {\n  a = var.b\n}\n${provider}`, []],
])('a default with %s', (_, text, expected) => {
  const refusals = evaluated({ 'main.tf': text }).refusals;
  expect(
    refusals.map(({ severity, message }) => `${severity} ${/(?:calls|refers to) `[^`]*`/.exec(message)![0]}`),
  ).toEqual(expected);
});

const applied = `# karpenter\n${provider}`;
const called = `${applied}module "pools" {\n  source    = "./pools"\n  node_role = "nodes"\n}\n`;
const pools = (name: string, more = ''): string =>
  `variable "${name}" {\n${more}}\nvariable "zones" {\n  default = []\n}\n`;

/** What Terraform refuses, with the text at each place. */
const refused = (texts: Readonly<Record<string, string>>): string[] =>
  evaluated(texts).refusals.map(
    ({ severity, span, message }) =>
      `${severity} ${texts[span.file]!.slice(span.start, span.end)}: ${message.split(', so Terraform ')[0]}`,
  );

test.each<[what: string, texts: Readonly<Record<string, string>>, expected: readonly string[]]>([
  [
    'a variable that the module has under another name',
    { 'main.tf': called, 'pools/v.tf': pools('node_roles') },
    [
      'error node_role: `module.pools` passes `node_role`, which is not a variable of `pools`',
      'error module "pools": `module.pools` does not set `node_roles`, which `pools` requires',
    ],
  ],
  ['the variables of the module', { 'main.tf': called, 'pools/v.tf': pools('node_role') }, []],
  [
    'a call with the arguments of every call',
    {
      'main.tf': called.replace('node_role =', 'count = 0\n  depends_on = []\n  node_role ='),
      'pools/v.tf': pools('node_role'),
    },
    [],
  ],
  [
    'a variable with a default instead',
    {
      'main.tf': called,
      'pools/v.tf': pools('node_role') + pools('size', '  default = 1\n').split('variable "zones"')[0],
    },
    [],
  ],
  ['a module with code in JSON', { 'main.tf': called, 'pools/v.tf': pools('a'), 'pools/b.tf.json': '{}' }, []],
  ['a call that nobody applies', { 'main.tf': called.replace(provider, ''), 'pools/v.tf': pools('a') }, []],
  [
    'a variable that is not declared',
    { 'main.tf': `${applied}locals {\n  tags = { team = var.team, other = "\${var.team}-a" }\n}\n` },
    ['error var.team: `var.team` is not declared in this folder'],
  ],
  [
    'a resource, an output of a module and a data source that are not declared',
    {
      'main.tf': `${applied}output "a" {\n  value = [aws_eks_cluster.this[0].name, module.eks.name, data.aws_ami.al2023.id]\n}\n`,
    },
    [
      'error aws_eks_cluster.this[0].name: `aws_eks_cluster.this` is not declared in this folder',
      'error module.eks.name: `module.eks` is not declared in this folder',
      'error data.aws_ami.al2023.id: `data.aws_ami.al2023` is not declared in this folder',
    ],
  ],
  [
    'what is declared, or needs no declaration',
    {
      'main.tf': `${applied}variable "team" {\n  type = string\n}\nlocals {\n  all = [for pool in [var.team] : pool.name if each.key != path.module]\n}\nmoved {\n  from = aws_subnet.a\n  to   = aws_subnet.b\n}\nresource "aws_subnet" "b" {\n  provider = aws.west\n  tags     = local.all\n  lifecycle {\n    ignore_changes = [tags.team]\n  }\n  dynamic "timeouts" {\n    for_each = [1]\n    content {\n      create = timeouts.value\n    }\n  }\n}\n`,
    },
    [],
  ],
  [
    'names of `dynamic` blocks, loops and what Terraform ignores',
    {
      'main.tf': `${applied}variable "all" {}\nresource "aws_eks_cluster" "this" {\n  dynamic "kubernetes_network_config" {\n    for_each = [1]\n    content {\n      ip_family = kubernetes_network_config.value\n    }\n  }\n  dynamic "vpc_config" {\n    for_each = [1]\n    iterator = aws_vpc\n    content {\n      subnet_ids = aws_vpc.value\n    }\n  }\n  lifecycle {\n    ignore_changes = [kubernetes_network_config[0].ip_family]\n  }\n}\noutput "a" {\n  value = [{ for module, aws_role in var.all : module => aws_role.arn if module.on }, "%{ for data in var.all }\${data.a.b}%{ endfor }"]\n}\n`,
    },
    [],
  ],
  [
    'a name outside of the block and the loop that declare it',
    {
      'main.tf': `${applied}variable "all" {}\noutput "a" {\n  value = [[for aws_role in var.all : aws_role.arn], aws_role.other.arn]\n}\n`,
    },
    ['error aws_role.other.arn: `aws_role.other` is not declared in this folder'],
  ],
  [
    'a call and a variable that override files complete',
    {
      'main.tf': `${applied}module "a" {\n  source = "./a"\n}\nmodule "b" {\n  source = "./b"\n}\n`,
      'a/v.tf': 'variable "x" {\n  default = 1\n}\n',
      'a/v_override.tf': 'variable "x" {\n  description = "a"\n}\n',
      'b/v.tf': 'variable "x" {}\n',
      'override.tf.json': '{"module": {"b": {"x": 1}}}',
    },
    [],
  ],
  [
    'a folder to which Terragrunt adds code from elsewhere',
    {
      'unit/main.tf': `${applied}output "a" {\n  value = var.x\n}\n`,
      'unit/terragrunt.hcl': 'terraform {\n  source = "git::https://example.com/modules.git//pools"\n}\n',
    },
    [],
  ],
  ['a module that nobody applies', { 'main.tf': '# karpenter\noutput "a" {\n  value = var.a\n}\n' }, []],
  [
    'two resources where a module is applied',
    { 'main.tf': `${provider}${pool('web')}`, 'b.tf': pool('web') },
    ['error resource "kubectl_manifest" "web": `kubectl_manifest.web` is defined twice in this folder'],
  ],
])('%s', (_, texts, expected) => {
  expect(refused(texts)).toEqual(expected);
});

const repeated = (forEach: string, more = ''): string =>
  `${applied}variable "names" {\n  type = list(string)\n}\nvariable "map" {\n  type = map(string)\n}\nlocals {\n  a = concat(var.names, ["b"])\n}\ndata "kubectl_file_documents" "pools" {\n  content = ""\n}\nresource "kubectl_manifest" "web" {\n  for_each  = ${forEach}\n  yaml_body = each.value\n${more}}\n`;

test.each<[forEach: string, isRefused: boolean]>([
  ['data.kubectl_file_documents.pools.documents', true],
  ['data.kubectl_file_documents.pools.manifests', false],
  ['["a", "b"]', true],
  ['toset(["a", "b"])', false],
  ['[for name in var.names : name]', true],
  ['{ for name in var.names : name => name }', false],
  ['var.names', true],
  ['var.map', false],
  ['local.a', true],
  ['toset(local.a)', false],
  ['keys(var.map)', true],
  ['var.names == [] ? var.names : ["a"]', true],
  ['var.names == [] ? {} : ["a"]', false],
])('`for_each = %s`', (forEach, isRefused) => {
  const place = isRefused
    ? [`error ${forEach}: \`for_each\` is a list here, and takes only a map or a set of strings`]
    : [];
  expect(refused({ 'main.tf': repeated(forEach) })).toEqual(place);
});

test('a `dynamic` block takes a list', () => {
  const dynamic = '  dynamic "wait_for" {\n    for_each = var.names\n    content {}\n  }\n';
  expect(refused({ 'main.tf': repeated('var.map', dynamic) })).toEqual([]);
});

test('nothing is destroyed of a root that Terraform refused', () => {
  const body = '---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: web}\n';
  const side = (attribute: string) =>
    evaluated({
      'pools.yaml': body,
      'main.tf': `${applied}data "kubectl_file_documents" "pools" {\n  content = file("pools.yaml")\n}\nresource "kubectl_manifest" "web" {\n  for_each  = ${attribute}\n  yaml_body = each.value\n}\n`,
    });
  const documents = 'data.kubectl_file_documents.pools.documents';

  expect(newAddresses(side(documents), side('data.kubectl_file_documents.pools.manifests'))).toEqual([]);
  expect(newAddresses(side(`toset(${documents})`), side('data.kubectl_file_documents.pools.manifests'))).toHaveLength(
    1,
  );
});
