import { describe, expect, test } from 'vitest';
import { evaluated } from '../terraform.test-support.ts';
import { newRegions } from './provider-regions.ts';
import { newStates } from './state-places.ts';

type Texts = Readonly<Record<string, string>>;

/** What is said about a change of Terraform, and where. */
const said = (base: Texts, head: Texts): string[] =>
  newRegions(evaluated(base), evaluated(head)).map(
    ({ severity, message, span }) =>
      `${severity} ${span.file}:${head[span.file]?.slice(span.start, span.end).replaceAll('"', '')} ${message}`,
  );

const provider = (region: string, alias?: string): string =>
  `provider "aws" {\n${alias === undefined ? '' : `  alias = "${alias}"\n`}  region = ${region}\n}\n`;
const cluster = (by = ''): string => `resource "aws_eks_cluster" "orders" {\n  name = "orders"\n${by}}\n`;
const call = 'module "orders" {\n  source = "./m"\n  providers = {\n    aws = aws.osaka\n  }\n}\n';
const again = (to: string, from: string, name = 'aws'): string =>
  `Terraform plans to create all resources of the provider \`${name}\` again in \`${to}\`: the provider moves there from \`${from}\``;

test.each<[what: string, base: Texts, head: Texts, expected: readonly string[]]>([
  [
    'a literal',
    { 'main.tf': provider('"eu-west-1"') + cluster() },
    { 'main.tf': provider('"eu-north-1"') + cluster() },
    [`warning main.tf:eu-north-1 ${again('eu-north-1', 'eu-west-1')}`],
  ],
  [
    'a value of each environment, of which one moves',
    {
      'main.tf': `variable "where" {}\n${provider('var.where')}${cluster()}`,
      'env/dev.tfvars': 'where = "eu-west-1"\n',
      'env/prod.tfvars': 'where = "eu-west-1"\n',
    },
    {
      'main.tf': `variable "where" {}\n${provider('var.where')}${cluster()}`,
      'env/dev.tfvars': 'where = "eu-west-3"\n',
      'env/prod.tfvars': 'where = "eu-west-1"\n',
    },
    [`warning env/dev.tfvars:eu-west-3 ${again('eu-west-3', 'eu-west-1')}`],
  ],
  [
    'the provider with which a module creates the cluster',
    { 'main.tf': provider('"us-east-1"') + provider('"ap-northeast-3"', 'osaka') + call, 'm/main.tf': cluster() },
    { 'main.tf': provider('"us-east-1"') + provider('"ap-northeast-1"', 'osaka') + call, 'm/main.tf': cluster() },
    [`warning main.tf:ap-northeast-1 ${again('ap-northeast-1', 'ap-northeast-3', 'aws.osaka')}`],
  ],
  [
    'a provider that creates no cluster',
    { 'main.tf': provider('"eu-west-1"') + provider('"us-east-1"', 'registry') + cluster() },
    { 'main.tf': provider('"eu-west-1"') + provider('"us-west-2"', 'registry') + cluster() },
    [],
  ],
  [
    'a value that is only written elsewhere',
    { 'main.tf': provider('"eu-west-1"') + cluster() },
    { 'main.tf': `locals {\n  region = "eu-west-1"\n}\n${provider('local.region')}${cluster()}` },
    [],
  ],
  [
    'a value that becomes unknown',
    { 'main.tf': provider('"eu-west-1"') + cluster() },
    { 'main.tf': `variable "region" {}\n${provider('var.region')}${cluster()}` },
    [
      'note main.tf:var.region The change edits the region of the provider `aws`, which was `eu-west-1` and becomes unknown, so it is unknown whether its resources stay where they are',
    ],
  ],
  ['a new root', {}, { 'main.tf': provider('"eu-west-1"') + cluster() }, []],
])('%s', (_, base, head, expected) => {
  expect(said(base, head)).toEqual(expected);
});

describe('the state of a root', () => {
  const backend = (arguments_: string, kind = 's3'): Texts => ({
    'main.tf': `terraform {\n  backend "${kind}" {\n    ${arguments_}\n  }\n}\n${cluster()}`,
  });
  const movesOf = (base: Texts, head: Texts): string[] =>
    newStates(evaluated(base), evaluated(head)).map(({ severity, message }) => `${severity} ${message.split('. ')[0]}`);

  test.each<[what: string, base: Texts, head: Texts, moves: readonly string[]]>([
    ['another key', backend('key = "a"'), backend('key = "b"'), ['key `a` to `b`']],
    ['another bucket', backend('bucket = "a"'), backend('bucket = "b"'), ['bucket `a` to `b`']],
    ['another backend', backend('path = "a"', 'local'), backend('key = "a"'), ['backend `local` to backend `s3`']],
    ['another table of locks', backend('dynamodb_table = "a"'), backend('use_lockfile = true'), []],
    ['a key that the command line gives', backend('key = "a"'), backend('region = "eu-west-1"'), []],
    ['the first backend', { 'main.tf': cluster() }, backend('key = "a"'), []],
  ])('%s', (_, base, head, moves) => {
    expect(movesOf(base, head)).toEqual(moves.map((move) => `warning The state of Terraform moves from ${move}`));
  });
});
