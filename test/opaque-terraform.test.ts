import { describe, expect, test } from 'vitest';
import { nodePool } from '../src/engine/changes/plan/plan.test-support.ts';
import { opaqueBetween } from './opaque-between.ts';
import type { Texts } from './plans-between.ts';

const cluster =
  'resource "aws_eks_cluster" "main" {\n  name = "main"\n  role_arn = "arn:aws:iam::123456789012:role/x"\n  vpc_config { subnet_ids = ["subnet-1"] }\n}\n';
const applied = `resource "kubectl_manifest" "pool" {\n  yaml_body = <<-EOT\n${nodePool('terraform')}EOT\n`;
const block = (head: string, body: string): string => `${head} {\n${body}}\n`;
const runs = (command: string): string => `  provisioner "local-exec" {\n    command = "${command}"\n  }\n`;
const bucket = (body: string): string => block('resource "aws_s3_bucket" "x"', `  bucket = "logs"\n${body}`);
const signIn = (program: string): string =>
  `provider "kubectl" {\n  host = "https://x"\n  exec {\n    api_version = "client.authentication.k8s.io/v1"\n${program}  }\n}\n${applied}}\n`;
const awsToken = (name: string): string =>
  signIn(`    command = "aws"\n    args = ["eks", "get-token", "--cluster-name", "${name}"]\n`);
const call = (url: string): string => block('module "x"', `  source = "./m"\n  url = "${url}"\n`);
const moduleOf = (resource: string): Texts => ({ 'tf/m/main.tf': `variable "url" {}\n${resource}` });

/** Before and after, and whether a cluster in the same folder matters. */
type Change = readonly [before: string, after: string, others?: Texts];

const opaque: Readonly<Record<string, Change>> = {
  'a provisioner in a bucket': [bucket(''), bucket(runs('kubectl apply -f https://somebody.example/pool.yaml'))],
  'another command of a provisioner': [bucket(runs('a')), bucket(runs('b'))],
  'a provisioner that is removed': [bucket(runs('a')), bucket('')],
  'the value that a provisioner uses': [
    bucket(runs('apply ${self.bucket}')),
    bucket(runs('apply ${self.bucket}')).replace('logs', 'other'),
  ],
  'a provisioner of another provider': [
    'resource "random_id" "x" {\n  byte_length = 4\n}\n',
    `resource "random_id" "x" {\n  byte_length = 4\n${runs('a')}}\n`,
  ],
  'a provisioner over a connection': [
    bucket('  connection {\n    host = "a"\n  }\n  provisioner "file" {\n    source = "a"\n  }\n'),
    bucket('  connection {\n    host = "b"\n  }\n  provisioner "file" {\n    source = "a"\n  }\n'),
  ],
  'a local value that a provisioner uses': [
    `locals {\n  a = "1"\n}\n${bucket(runs('${local.a}'))}`,
    `locals {\n  a = "2"\n}\n${bucket(runs('${local.a}'))}`,
  ],
  'a provisioner of a removed resource': [
    '',
    `removed {\n  from = aws_s3_bucket.y\n  provisioner "local-exec" {\n    when = destroy\n    command = "x"\n  }\n}\n`,
  ],
  'a program that a provider signs in with': [
    awsToken('main'),
    signIn('    command = "sh"\n    args = ["-c", "kubectl apply -f x"]\n'),
  ],
  'words of a program that does not print a token': [
    signIn('    command = "aws"\n    args = ["s3", "cp", "a", "b"]\n'),
    signIn('    command = "aws"\n    args = ["s3", "cp", "a", "c"]\n'),
  ],
  'where such a program is looked for': [
    awsToken('main'),
    awsToken('main').replace('    args', '    env = { PATH = "./bin" }\n    args'),
  ],
  'an external data source that nothing uses': [
    '',
    block('data "external" "x"', '  program = ["sh", "-c", "kubectl apply -f x"]\n'),
  ],
  'an action': ['', block('action "aws_lambda_invoke" "x"', '  config {\n    function_name = "f"\n  }\n')],
  'what triggers an action': [
    bucket(''),
    bucket('  lifecycle {\n    action_trigger {\n      events = [after_update]\n    }\n  }\n'),
  ],
  'what replaces a NodePool': [
    `${applied}}\n`,
    `${applied}  lifecycle {\n    replace_triggered_by = [aws_s3_bucket.x]\n  }\n}\n`,
  ],
  'an input of a module that runs a program': [
    call('a'),
    call('b'),
    moduleOf(
      'resource "aws_s3_object" "x" {\n  key = "k"\n  provisioner "local-exec" {\n    command = var.url\n  }\n}\n',
    ),
  ],
  ...Object.fromEntries(
    [
      'kustomization_resource',
      'k8s_manifest',
      'k14sx_kapp',
      'helmfile_release_set',
      'shell_script',
      'rancher2_app_v2',
      'github_repository_file',
      'somebody_thing',
    ].map((kind): [string, Change] => [
      `a resource \`${kind}\``,
      [block(`resource "${kind}" "x"`, '  content = "a"\n'), block(`resource "${kind}" "x"`, '  content = "b"\n')],
    ]),
  ),
};

const onlyWithoutCluster: Readonly<Record<string, Change>> = {
  'the default of a variable next to a program': [
    'variable "url" {\n  default = "a"\n}\n',
    'variable "url" {\n  default = "b"\n}\n',
    { 'tf/run.tf': 'resource "null_resource" "x" {\n  provisioner "local-exec" {\n    command = var.url\n  }\n}\n' },
  ],
  'a resource whose type is spelled in another way': [
    'resource null_resource x {\n  triggers = { a = 1 }\n}\n',
    'resource null_resource x {\n  triggers = { a = 2 }\n}\n',
  ],
  'an input of a module that calls another one that runs a program': [
    call('a'),
    call('b'),
    {
      'tf/m/main.tf': 'variable "url" {}\nmodule "n" {\n  source = "../n"\n}\n',
      'tf/n/main.tf': 'resource "helmfile_release" "x" {\n}\n',
    },
  ],
};

/** What is seen where Terraform is evaluated. */
const seenWithCluster: Readonly<Record<string, Change>> = {
  'tags of a bucket with a provisioner': [
    bucket(`  tags = { a = "1" }\n${runs('a')}`),
    bucket(`  tags = { a = "2" }\n${runs('a')}`),
  ],
};

/** What is seen in every folder. */
const seen: Readonly<Record<string, Change>> = {
  'a comment in a provisioner': [bucket(runs('a')), bucket(`  # why\n${runs('a')}`)],
  'the cluster of a program that prints a token': [awsToken('main'), awsToken('main-2')],
  'which changes of a bucket Terraform ignores': [
    bucket(''),
    bucket('  lifecycle {\n    ignore_changes = [tags]\n  }\n'),
  ],
  'what replaces a bucket': [bucket(''), bucket('  lifecycle {\n    replace_triggered_by = [aws_s3_bucket.y]\n  }\n')],
  'a secret of another provider': [
    'resource "random_password" "x" {\n  length = 4\n}\n',
    'resource "random_password" "x" {\n  length = 8\n}\n',
  ],
  'an input of a module of buckets': [
    call('a'),
    call('b'),
    moduleOf('resource "aws_s3_bucket" "x" {\n  bucket = var.url\n}\n'),
  ],
  'a monitor': [
    'resource "datadog_monitor" "x" {\n  name = "a"\n}\n',
    'resource "datadog_monitor" "x" {\n  name = "b"\n}\n',
  ],
  'a variable next to buckets': [
    'variable "url" {\n  default = "a"\n}\n',
    'variable "url" {\n  default = "b"\n}\n',
    { 'tf/run.tf': 'resource "aws_s3_bucket" "y" {\n  bucket = var.url\n}\n' },
  ],
};

const opaqueIn = ([before, after, others = {}]: Change, around: Texts): Promise<readonly string[]> =>
  opaqueBetween({ 'tf/x.tf': before, ...others, ...around }, { 'tf/x.tf': after, ...others, ...around });

describe('T78: a program that Terraform runs is opaque', () => {
  test.each(Object.entries(opaque))('%s', async (_, change) => {
    expect(await opaqueIn(change, { 'tf/eks.tf': cluster })).toEqual(['tf/x.tf']);
    expect(await opaqueIn(change, {})).toEqual(['tf/x.tf']);
  });

  test.each(Object.entries(onlyWithoutCluster))('%s', async (_, change) => {
    expect(await opaqueIn(change, {})).toEqual(['tf/x.tf']);
  });

  test.each([
    ['a function', 'locals {\n  a = run_cmd("a")\n}\n', 'locals {\n  a = run_cmd("b")\n}\n'],
    ['a hook', 'terraform {\n}\n', 'terraform {\n  after_hook "x" {\n    execute = ["sh"]\n  }\n}\n'],
  ])('%s of Terragrunt', async (_, before, after) => {
    expect(await opaqueBetween({ 'live/terragrunt.hcl': before }, { 'live/terragrunt.hcl': after })).toEqual([
      'live/terragrunt.hcl',
    ]);
  });

  test.each(Object.entries(seenWithCluster))('but not %s', async (_, change) => {
    expect(await opaqueIn(change, { 'tf/eks.tf': cluster })).toEqual([]);
  });

  test.each(Object.entries(seen))('but not %s', async (_, change) => {
    expect(await opaqueIn(change, { 'tf/eks.tf': cluster })).toEqual([]);
    expect(await opaqueIn(change, {})).toEqual([]);
  });
});
