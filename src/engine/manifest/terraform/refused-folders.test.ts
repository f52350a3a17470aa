import { expect, test } from 'vitest';
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
  ['a local', `# karpenter\nlocals {\n  a = var.b\n}\n${provider}`, []],
])('a default with %s', (_, text, expected) => {
  const refusals = evaluated({ 'main.tf': text }).refusals;
  expect(
    refusals.map(({ severity, message }) => `${severity} ${/(?:calls|refers to) `[^`]*`/.exec(message)![0]}`),
  ).toEqual(expected);
});
