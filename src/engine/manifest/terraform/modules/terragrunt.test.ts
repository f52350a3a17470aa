import { describe, expect, test } from 'vitest';
import { isWhole } from '../../../../../test/extent.ts';
import { evaluated, tracedTo } from '../terraform.test-support.ts';

const module = `variable "cpu" { default = 1 }
variable "names" { default = ["none"] }
variable "tags" { default = {} }
resource "kubectl_manifest" "x" { yaml_body = "kind: NodePool # \${var.cpu} \${jsonencode(var.names)} \${jsonencode(var.tags)}" }
`;

/** What the module in `modules/pools` becomes, by the file of the unit. */
const units = (files: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    evaluated({ 'modules/pools/main.tf': module, ...files }).sources.map(({ text, origin }) => [
      origin!.place ?? origin!.root,
      text.replace('kind: NodePool # ', ''),
    ]),
  );

describe('a module of the repository', () => {
  test('is evaluated once for each unit that applies it, with its inputs', () => {
    const env = (cpu: number): string => `locals {\n  cpu = "${cpu}"\n  names = ["a"]\n}\n`;
    const unit = `terraform { source = "../../modules/pools" }
locals { env = read_terragrunt_config(find_in_parent_folders("env.hcl")) }
inputs = { cpu = local.env.locals.cpu, names = local.env.locals.names, tags = {} }
`;
    const files = {
      'modules/pools/main.tf': module,
      'prod/env.hcl': env(8),
      'prod/pools/terragrunt.hcl': unit,
      'dev/env.hcl': env(2),
      'dev/pools/terragrunt.hcl': unit,
    };
    const { sources } = evaluated(files);
    expect(sources.map(({ file, text }) => [file, text])).toEqual([
      ['modules/pools with dev/pools/terragrunt.hcl: kubectl_manifest.x', 'kind: NodePool # 2 ["a"] {}'],
      ['modules/pools with prod/pools/terragrunt.hcl: kubectl_manifest.x', 'kind: NodePool # 8 ["a"] {}'],
    ]);
  });

  test('has the inputs of included files, which the unit overrides', () => {
    const root = `terraform { source = "\${get_repo_root()}//modules/pools?ref=main" }
locals { owner = "me" }
inputs = { cpu = 1, names = ["root"] }
`;
    const unit = `include "root" {\n  path   = find_in_parent_folders("root.hcl")\n  expose = true\n}
inputs = { cpu = 4, tags = { owner = include.root.locals.owner, dir = get_terragrunt_dir() } }
`;
    expect(units({ 'root.hcl': root, 'live/a/terragrunt.hcl': unit })).toEqual({
      'live/a/terragrunt.hcl': '4 ["root"] {"owner":"me","dir":"/live/a"}',
    });
  });

  test('in the folder of the unit needs no source', () => {
    const unit = 'include {\n  path = "../terragrunt.hcl"\n}\ninputs = { cpu = include.locals.cpu }\n';
    const files = { 'modules/terragrunt.hcl': 'locals { cpu = 3 }\n', 'modules/pools/terragrunt.hcl': unit };
    expect(units(files)['modules/pools/terragrunt.hcl']).toMatch('3 ["none"]');
  });

  test('is evaluated for a unit even if another module calls it', () => {
    const files = {
      'live/main.tf': 'module "pools" {\n  source = "../modules/pools"\n  cpu = 6\n}\n',
      'unit/terragrunt.hcl': 'terraform { source = "../modules/pools" }\ninputs = { cpu = 7 }\n',
    };
    expect(units(files)).toEqual({ live: '6 ["none"] {}', 'unit/terragrunt.hcl': '7 ["none"] {}' });
  });
});

describe('inputs of a file that a unit includes', () => {
  const root = 'inputs = { cpu = 1, names = ["root"], tags = { a = 1, b = { x = 1 } } }\n';
  const withStrategy = (strategy: string): string | undefined =>
    units({
      'root.hcl': root,
      'unit/terragrunt.hcl': `terraform { source = "../modules/pools" }
include "root" {
  path           = "../root.hcl"
  merge_strategy = ${strategy}
}
inputs = { names = ["own"], tags = { b = { y = 2 } } }
`,
    })['unit/terragrunt.hcl'];

  test.each([
    ['"shallow"', '1 ["own"] {"b":{"y":2}}'],
    ['"deep"', '1 ["root","own"] {"a":1,"b":{"x":1,"y":2}}'],
    ['"no_merge"', '1 ["own"] {"b":{"y":2}}'],
    ['local.gone', '1 ["own"] {"b":{"y":2}}'],
  ])('with the strategy %s', (strategy, expected) => expect(withStrategy(strategy)).toBe(expected));
});

describe('extra arguments', () => {
  const withArguments = (given: string, more: Readonly<Record<string, string>> = {}): string | undefined =>
    units({
      'live/root.hcl': `terraform {\n  extra_arguments "common" {\n    commands = ["plan", "apply"]\n    ${given}\n  }\n}\n`,
      'live/prod/pools/terragrunt.hcl': `terraform { source = "../../../modules/pools" }
include "root" { path = find_in_parent_folders("root.hcl") }
inputs = { names = ["unit"] }
`,
      ...more,
    })['live/prod/pools/terragrunt.hcl'];
  const common = { 'live/common.tfvars': 'cpu = 4\nnames = ["file"]\n', 'live/prod/env.tfvars': 'cpu = 5\n' };

  test('name variables files, which override inputs', () => {
    expect(withArguments('required_var_files = ["${get_parent_terragrunt_dir()}/common.tfvars"]', common)).toMatch(
      '4 ["file"]',
    );
    expect(
      withArguments(
        'optional_var_files = ["${get_parent_terragrunt_dir()}/common.tfvars", "../env.tfvars", "none.tfvars"]',
        common,
      ),
    ).toMatch('5 ["file"]');
    expect(withArguments('arguments = ["-lock-timeout=20m", "-var-file=../env.tfvars"]', common)).toMatch('5 ["unit"]');
    expect(
      withArguments(
        'arguments = ["-var-file=${get_repo_root()}/live/${path_relative_to_include()}/../env.tfvars"]',
        common,
      ),
    ).toMatch('5 ["unit"]');
  });

  test.each([
    'required_var_files = ["${get_env("X")}.tfvars"]',
    'arguments = ["-var", "cpu=3"]',
    'arguments = local.gone',
  ])('that are unknown make variables unknown: %s', (given) => expect(withArguments(given)).toMatch('${var.cpu}'));
});

describe('a module that is not in the repository', () => {
  const said = (files: Readonly<Record<string, string>>): [string, string][] =>
    [...evaluated(files).unread].map(([name, { said }]) => [name, said]);
  const unit = (source: string, inputs: string): Record<string, string> => ({
    'root.hcl': 'inputs = { region = "us-east-1" }\n',
    'unit/terragrunt.hcl': `include { path = "../root.hcl" }\nterraform { source = "${source}" }\ninputs = ${inputs}\n`,
  });

  test('is known by what its unit says about Karpenter', () => {
    const pools = 'git::https://example.com/modules.git//karpenter-pools?ref=v1';
    expect(said(unit(pools, '{ cpu = 8 }'))).toEqual([
      ['unit/terragrunt.hcl', expect.stringMatching(/karpenter-pools\?ref=v1.*region.*us-east-1.*cpu.*8/)],
    ]);
    const cluster = 'tfr:///acme/eks/aws?version=21.0.0';
    expect(said(unit(cluster, '{ log_days = 7, karpenter_settings = { cpu = 8 } }'))).toEqual([
      ['unit/terragrunt.hcl', expect.not.stringMatching(/log_days|region/)],
    ]);
    expect(said(unit(cluster, '{ log_days = 7 }'))).toEqual([]);
    const roles = 'tfr:///terraform-aws-modules/eks/aws//modules/karpenter?version=21.0.0';
    expect(said(unit(roles, '{ cluster_name = "a" }'))).toEqual([]);
  });

  test('is known by what its caller says about Karpenter', () => {
    const call = (given: string): Record<string, string> => ({
      'prod/main.tf': `# karpenter\nmodule "eks" {\n  source = "git::https://example.com/eks.git"\n  ${given}\n}\n`,
    });
    expect(said(call('cluster_version = "1.34"'))).toEqual([]);
    expect(said(call('karpenter_node_pools = { a = { cpu = 8 } }'))).toEqual([
      ['prod: module.eks', expect.stringContaining('8')],
    ]);
  });
});

test('a value is traced to the file that sets it', () => {
  const files = {
    'pools/main.tf':
      'variable "cpu" {}\nresource "kubectl_manifest" "x" { yaml_body = yamlencode({ kind = "NodePool", cpu = var.cpu }) }\n',
    'env.hcl': 'locals { cpu = "8" }\n',
    'unit/terragrunt.hcl':
      'terraform { source = "../pools" }\ninputs = { cpu = read_terragrunt_config("../env.hcl").locals.cpu }\n',
  };
  expect(tracedTo(evaluated(files).sources[0]!, '8', files)).toBe('env.hcl: 8');
});

test('what is outside of the files is unknown, and so are defaults that it may replace', () => {
  const unit = (inputs: string): Record<string, string> => ({
    'unit/terragrunt.hcl': `terraform { source = "../modules/pools" }
dependency "eks" { config_path = "../eks" }
locals { again = local.again }
inputs = ${inputs}
`,
  });
  const only = (inputs: string): string | undefined => units(unit(inputs))['unit/terragrunt.hcl'];
  expect(only('{ cpu = dependency.eks.outputs.cpu }')).toBe('${dependency.eks.outputs.cpu} ["none"] {}');
  expect(only('{ cpu = local.again }')).toBe('${local.again} ["none"] {}');
  expect(only('merge(yamldecode(sops_decrypt_file("a")), { cpu = 2 })')).toBe('2 ${unknown} ${unknown}');
  expect(only('read_terragrunt_config("missing.hcl", { inputs = { cpu = 5 } }).inputs')).toBe('5 ["none"] {}');
});

test('files that are missing, broken, or include each other do not end the evaluation', () => {
  const found = units({
    'a/terragrunt.hcl': 'terraform {',
    'b/terragrunt.hcl':
      'terraform { source = "../modules/pools" }\ninclude { path = "../c/terragrunt.hcl" }\ninputs = { cpu = 9 }\n',
    'c/terragrunt.hcl':
      'terraform { source = "git::https://example.com/pools.git" }\ninclude { path = "../b/terragrunt.hcl" }\nlocals { b = read_terragrunt_config("../b/terragrunt.hcl") }\ninputs = local.b.inputs\n',
    'd/terragrunt.hcl': 'terraform { source = "../modules/gone" }\n',
  });
  expect(Object.keys(found)).toEqual(['b/terragrunt.hcl']);
  expect(found['b/terragrunt.hcl']).toMatch(/^9 /);
});

describe('files that read each other', () => {
  const unit =
    'terraform { source = "../modules/pools" }\ninputs = { cpu = read_terragrunt_config("../0.hcl").locals.cpu }\n';
  const chain = (depth: number): Record<string, string> => ({
    'unit/terragrunt.hcl': unit,
    ...Object.fromEntries(
      Array.from({ length: depth }, (_, i) => [
        `${i}.hcl`,
        i === depth - 1
          ? 'locals { cpu = 5 }\n'
          : `locals {\n  next = read_terragrunt_config("${i + 1}.hcl", { locals = { cpu = 6 } })\n  cpu = max(local.next.locals.cpu, local.next.locals.cpu)\n}\n`,
      ]),
    ),
  });

  test('are known as deep as real ones are', () => {
    expect(units(chain(9))['unit/terragrunt.hcl']).toMatch(/^5 /);
  });

  test.each([10, 2000])('are unknown if they are deeper: %i files', (depth) => {
    expect(units(chain(depth))['unit/terragrunt.hcl']).toMatch(/^\$\{/);
  });
});

describe.runIf(isWhole)('files that include many others', () => {
  const unit = (includes: string): string => `terraform { source = "../modules/pools" }\n${includes}`;
  const includes = (paths: readonly string[], more = ''): string =>
    paths.map((path, i) => `include "i${i}" {\n  path = "../${path}.hcl"\n  ${more}\n}\n`).join('');
  const forty = Array.from({ length: 40 }, (_, i) => i);

  test('are evaluated once each if all include the same', () => {
    const files = Object.fromEntries(
      Array.from({ length: 8 }, (_, i) => [
        `${i}.hcl`,
        `${i < 7 ? includes(forty.map(() => String(i + 1))) : ''}terraform {\n  extra_arguments "a" { required_var_files = ["../a.tfvars"] }\n}\ninputs = { cpu = ${i} }\n`,
      ]),
    );
    const found = units({ ...files, 'a.tfvars': 'names = ["a"]\n', 'unit/terragrunt.hcl': unit(includes(['0'])) });
    expect(found['unit/terragrunt.hcl']).toBe('0 ["a"] {}');
  });

  test.each(['', 'merge_strategy = "deep"'])('are a finding if they multiply each other: %s', (strategy) => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) =>
        forty.map((k) => [
          `${i}-${k}.hcl`,
          `${includes(
            forty.map((j) => `${i + 1}-${j}`),
            strategy,
          )}inputs = { names = ["x"] }\n`,
        ]),
      ).flat(),
    );
    const { faults } = evaluated({
      'modules/pools/main.tf': module,
      ...files,
      'unit/terragrunt.hcl': unit(
        includes(
          forty.map((k) => `0-${k}`),
          strategy,
        ),
      ),
    });
    expect(faults.map(({ code }) => code)).toEqual(['terraform/limit']);
    // Without a module of the repository, too.
    const alone = evaluated({
      ...files,
      'unit/terragrunt.hcl': unit(
        includes(
          forty.map((k) => `0-${k}`),
          strategy,
        ),
      ),
    });
    expect(alone.faults.map(({ span }) => span.file)).toEqual(['unit/terragrunt.hcl']);
  });
});
