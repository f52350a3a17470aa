import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { applyEdits } from '../edit.ts';
import { parseManifests } from '../parse.ts';
import { maxTerraformLength } from './modules/terraform-files.ts';
import { evaluated, tracedTo } from './terraform.test-support.ts';
import type { TerraformSources } from './terraform.ts';

const names = (texts: Readonly<Record<string, string>>): string[] => evaluated(texts).sources.map(({ file }) => file);

const pool = (name: string): string => `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: ${name}}\n`;

describe('modules', () => {
  const module = `
variable "pools" {}
resource "kubectl_manifest" "pool" {
  for_each  = var.pools
  yaml_body = "kind: NodePool\\nname: \${each.key}\\ncpu: \${each.value}\\n"
}
output "first" { value = keys(var.pools)[0] }
`;

  test('are evaluated with the inputs of each caller, and not on their own', () => {
    const texts = {
      'modules/pools/main.tf': module,
      'envs/dev/main.tf': 'module "p" {\n  source = "../../modules/pools"\n  pools = { a = 1 }\n}\n',
      'envs/prod/main.tf': 'module "p" {\n  source = "../../modules/pools"\n  pools = { a = 10, b = 20 }\n}\n',
    };
    expect(evaluated(texts).sources.map(({ file, text }) => [file, text.split('\n').slice(1, 3).join(' ')])).toEqual([
      ['envs/dev: module.p.kubectl_manifest.pool["a"]', 'name: a cpu: 1'],
      ['envs/prod: module.p.kubectl_manifest.pool["a"]', 'name: a cpu: 10'],
      ['envs/prod: module.p.kubectl_manifest.pool["b"]', 'name: b cpu: 20'],
    ]);
  });

  test('return their outputs to the caller', () => {
    const texts = {
      'pools/main.tf': module,
      'main.tf': `
module "p" {
  source = "./pools"
  pools  = { z = 1 }
}
resource "kubectl_manifest" "class" {
  yaml_body = "name: \${module.p.first}"
}`,
    };
    expect(evaluated(texts).sources[0]).toMatchObject({ file: '.: kubectl_manifest.class', text: 'name: z' });
  });

  describe('with several instances return the outputs of each', () => {
    const press = `
variable "name" {}
output "name" { value = var.name }
output "manifest" {
  value = yamlencode({ apiVersion = "karpenter.k8s.aws/v1", kind = "EC2NodeClass", metadata = { name = var.name } })
}
`;
    /** The name of what one expression refers to in a call of the module. */
    const nameOf = (call: string, expression: string): string | undefined =>
      evaluated({
        'press/main.tf': press,
        'main.tf': `# karpenter\nvariable "all" {}\nmodule "p" {\n  source = "./press"\n  ${call}\n}\nresource "kubectl_manifest" "x" {\n  yaml_body = "name: \${${expression}}"\n}\n`,
      }).sources.find(({ file }) => file === '.: kubectl_manifest.x')?.text;

    const three = 'count = 3\n  name = "n${count.index}"';
    const keyed = 'for_each = { a = "x", b = "y" }\n  name = "${each.key}-${each.value}"';
    test.each([
      ['count, by a number', three, 'module.p[1].name', 'name: n1'],
      ['count, as a whole', three, 'join("+", module.p[*].name)', 'name: n0+n1+n2'],
      ['count, by a loop', three, 'join("+", [for one in module.p : one.name])', 'name: n0+n1+n2'],
      ['count, by their number', three, 'length(module.p)', 'name: 3'],
      [
        'a condition that is false',
        'count = false ? 1 : 0\n  name = "n"',
        'try(module.p[0].name, "none")',
        'name: none',
      ],
      ['a condition that is not known', 'count = var.all ? 1 : 0\n  name = "n"', 'module.p[0].name', 'name: n'],
      ['a number that is not known', 'count = length(var.all)\n  name = "n"', 'length(module.p)', 'name: ${unknown}'],
      ['for_each, by a key', keyed, 'module.p["b"].name', 'name: b-y'],
      ['for_each, by a loop', keyed, 'join("+", [for key, one in module.p : one.name])', 'name: a-x+b-y'],
      ['for_each of a set', 'for_each = toset(["a"])\n  name = each.key', 'module.p["a"].name', 'name: a'],
      ['keys that are not known', 'for_each = var.all\n  name = "n"', 'module.p["b"].name', 'name: n'],
      ['an output that does not exist', three, 'module.p[0].other', 'name: ${other}'],
    ])('%s', (_, call, expression, expected) => {
      expect(nameOf(call, expression)).toBe(expected);
    });

    test.each([
      ['a known number', 'count = length(local.all)', 'local.all[count.index]', ['web', 'batch']],
      ['a number that is not known', 'count = length(var.all)', 'var.all[count.index].name', ['${var.all.name}']],
    ])('that a resource of the same count decodes: %s', (_, count, name, expected) => {
      const texts = {
        'press/main.tf': press,
        'main.tf': `variable "all" {}
locals { all = ["web", "batch"] }
module "class" {
  ${count}
  source = "./press"
  name   = ${name}
}
resource "kubernetes_manifest" "class" {
  ${count}
  manifest = yamldecode(module.class[count.index].manifest)
}
`,
      };
      const { sources } = evaluated(texts);
      const objects = sources.map(({ text }) => parseYaml(text) as { kind: string; metadata: { name: string } });
      expect(objects.map(({ kind, metadata }) => [kind, metadata.name])).toEqual(
        expected.map((one) => ['EC2NodeClass', one]),
      );
      if (expected.length > 1) expect(tracedTo(sources[1]!, 'batch', texts)).toBe('main.tf: batch');
    });
  });

  test.each<[string, more: Readonly<Record<string, string>>, expected: string]>([
    ['a module that others call', {}, 'role: ${var.press}-x'],
    [
      'a module with required providers',
      { 'versions.tf': 'terraform {\n  required_providers {}\n}\n' },
      'role: ${var.press}-x',
    ],
    ['a root with a provider', { 'providers.tf': 'provider "aws" {}\n' }, 'role: -x'],
    ['a root with a backend', { 'versions.tf': 'terraform {\n  backend "s3" {}\n}\n' }, 'role: -x'],
    ['a root with variables', { 'terraform.tfvars': 'other = 1\n' }, 'role: -x'],
    ['a root that sets the variable', { 'terraform.tfvars': 'press = "a"\n' }, 'role: a-x'],
    ['a module that a root calls', { 'root/main.tf': 'module "m" {\n  source = "../"\n}\n' }, 'role: -x'],
  ])('that leave a variable empty by default: %s', (_, more, expected) => {
    const main =
      'variable "press" {\n  default = ""\n}\nresource "kubectl_manifest" "class" {\n  yaml_body = "role: ${var.press}-x"\n}\n# karpenter\n';
    expect(evaluated({ 'main.tf': main, ...more }).sources.map(({ text }) => text)).toEqual([expected]);
  });

  describe('that leave a variable of any type empty by default', () => {
    const variable = (name: string, type: string) => `variable "${name}" {\n  ${type}\n  default = {}\n}\n`;
    const provider = (host: string, more = '') => `provider "kubectl" {\n  host = ${host}\n${more}}\n`;
    const tags = '  tags = var.host\n';

    const given = 'zones: ${unknown}';

    test.each<[string, type: string, more: string, expected: string]>([
      ['a module that others call', 'type = any', '', given],
      ['a module without types', '', '', given],
      ['a module whose provider needs such a variable', 'type = any', provider('var.host'), given],
      ['one that needs it in a function', 'type = any', provider('base64decode(var.host)'), given],
      [
        'one that needs it in a block',
        'type = any',
        'provider "helm" {\n  kubernetes {\n    host = var.host\n  }\n}\n',
        given,
      ],
      ['a module whose variables are objects', 'type = map(string)', '', 'zones: {}'],
      ['a root with a provider', 'type = any', provider('"https://a"'), 'zones: {}'],
      ['a root whose provider may have no tags', 'type = any', provider('"https://a"', tags), 'zones: {}'],
    ])('%s', (_, type, more, expected) => {
      const main = `${variable('zones', type)}${variable('host', type)}resource "kubectl_manifest" "class" {\n  yaml_body = "zones: $\{jsonencode(var.zones)}"\n}\n# karpenter\n${more}`;
      expect(evaluated({ 'main.tf': main }).sources.map(({ text }) => text)).toEqual([expected]);
    });
  });

  test('that call each other terminate', () => {
    const texts = {
      'main.tf': 'module "a" { source = "./a" }',
      'a/main.tf': `module "b" { source = "../b" }\n${module}`,
      'b/main.tf': 'module "a" { source = "../a" }',
    };
    expect(names(texts).length).toBeLessThan(20);
  });

  describe('with variables files of other names', () => {
    const main = `
variable "cpu" { default = 1 }
resource "kubectl_manifest" "pool" {
  yaml_body = "kind: NodePool\\ncpu: \${var.cpu}\\n"
}`;
    const passed = (commands: string) => ({
      'config/common.tfvars': 'cpu = 2\n',
      'config/a.tfvars': 'cpu = 3\n',
      '.github/workflows/apply.yml': commands,
    });
    const cpu = (files: Readonly<Record<string, string>>) =>
      evaluated({ 'infra/main.tf': main, ...files }).sources.map(({ text }) => /cpu: (.*)/.exec(text)?.[1]);

    test.each([
      ['the only one', { 'infra/variables.tfvars': 'cpu = 2\n' }, ['2']],
      ['the only one, as JSON', { 'infra/cluster.tfvars.json': '{"cpu": 2}\n' }, ['2']],
      ['one of several', { 'infra/a.tfvars': 'cpu = 2\n', 'infra/b.tfvars': 'cpu = 3\n' }, ['1']],
      [
        'next to one that Terraform loads',
        { 'infra/a.tfvars': 'cpu = 2\n', 'infra/terraform.tfvars': 'cpu = 3\n' },
        ['3'],
      ],
      ['next to those of environments', { 'infra/a.tfvars': 'cpu = 2\n', 'infra/env/prod.tfvars': 'cpu = 3\n' }, ['3']],
      ['an example', { 'infra/cluster.example.tfvars': 'cpu = 2\n' }, ['1']],
      ['of a folder without modules', { 'other/a.tfvars': 'cpu = 2\n' }, ['1']],
      ['one that is no HCL', { 'infra/variables.tfvars': 'cpu = = 2\n' }, ['${var.cpu}']],
      ['in a folder that a command names', passed('terraform apply -var-file=../config/common.tfvars'), ['2']],
      [
        'of two that a command names',
        passed('apply -var-file=../config/a.tfvars -var-file=../config/common.tfvars'),
        ['2'],
      ],
      ['in lines of a list', passed('- -var-file=../config/common.tfvars\n- -var-file=../config/a.tfvars'), ['3']],
      ['in lines that go on', passed('plan \\\n  -lock=false \\\n  -var-file "../config/common.tfvars"'), ['2']],
      ['from the root of the repository', passed('plan -var-file=${{ github.workspace }}/config/common.tfvars'), ['2']],
      ['in a comment', passed('# terraform apply -var-file=../config/common.tfvars'), ['1']],
      ['of other folders', passed('terraform apply -var-file=config/common.tfvars'), ['1']],
      [
        'that only some commands name',
        passed('-var-file=../config/common.tfvars\n\n-var-file=../config/a.tfvars'),
        ['1'],
      ],
      [
        'next to those of environments, by a command',
        {
          ...passed('a -var-file=../config/common.tfvars -var-file=env/$ENV.tfvars'),
          'infra/env/prod.tfvars': 'cpu = 4\n',
        },
        ['4'],
      ],
      [
        'after those of environments, by a command',
        {
          ...passed('a -var-file=env/$ENV.tfvars -var-file=../config/common.tfvars'),
          'infra/env/prod.tfvars': 'cpu = 4\n',
        },
        ['2'],
      ],
      [
        'without a variable of the module',
        { ...passed('a -var-file=../config/common.tfvars'), 'config/common.tfvars': 'memory = 2\n' },
        ['1'],
      ],
    ])('%s', (_, files, expected) => expect(cpu(files)).toEqual(expected));
  });

  describe('with subnets that use `count` or `for_each`', () => {
    const ids = (subnets: string, use: string, base?: TerraformSources) =>
      evaluated({ 'main.tf': made(subnets, use) }, base).sources.find(({ text }) => text.includes('NodePool'))?.text;
    const made = (subnets: string, use: string) => `${subnets}
resource "kubectl_manifest" "pool" {
  yaml_body = yamlencode({ kind = "NodePool", ids = ${use} })
}`;
    const each = 'resource "aws_subnet" "a" {\n  for_each = toset(["x", "y"])\n}\n';
    const counted = 'resource "aws_subnet" "a" {\n  count = 2\n}\n';
    const moved = (from: string, to: string) => `moved {\n  from = aws_subnet.${from}\n  to = aws_subnet.${to}\n}\n`;
    const both = moved('a[0]', 'a["x"]') + moved('a[1]', 'a["y"]');
    const list = (...names: string[]) => names.map((name) => `  - \${aws_subnet.${name}}\n`).join('');

    test.each([
      ['a splat', counted, 'aws_subnet.a[*].id', list('a.0.id', 'a.1.id')],
      ['`for`', each, '[for one in aws_subnet.a : one.id]', list('a.x.id', 'a.y.id')],
      ['`values`', each, 'values(aws_subnet.a)[*].id', list('a.x.id', 'a.y.id')],
      ['single ones', each, '[aws_subnet.a["x"].id, aws_subnet.a["z"].id]', list('a.x.id', 'a.id')],
      ['an unknown number', counted.replace('2', 'var.number'), 'aws_subnet.a[*].id', undefined],
      ['instances that have moved before', each + both, 'values(aws_subnet.a)[*].id', list('a.x.id', 'a.y.id')],
    ])('%s', (_, subnets, use, expected) => {
      const text = ids(subnets, use);
      if (expected === undefined) expect(text).not.toContain('  - ');
      else expect(text).toContain(`ids:\n${expected}`);
    });

    test.each([
      ['instances that move', each + both, list('a.0.id', 'a.1.id')],
      ['a resource that moves', each.replace('"a"', '"b"') + moved('a', 'b'), list('a.x.id', 'a.y.id')],
    ])('%s', (_, subnets, expected) => {
      const base = evaluated({ 'main.tf': made(counted, 'aws_subnet.a[*].id') });
      const name = subnets.includes('"b"') ? 'b' : 'a';
      expect(ids(subnets, `values(aws_subnet.${name})[*].id`, base)).toContain(`ids:\n${expected}`);
    });
  });

  test('keep what callers set once a variable gets a default', () => {
    const texts = (variables: string) => ({
      'main.tf': `
${variables}
resource "kubectl_manifest" "pool" {
  yaml_body = "kind: NodePool\\nname: \${var.name}\\nexpireAfter: \${var.pool.expire_after}\\n"
}`,
    });
    const required = evaluated(texts('variable "name" {}\nvariable "pool" {}'));
    const optional = 'variable "name" {\n  default = "web"\n}\nvariable "pool" {\n  default = null\n}';
    const text = (base?: typeof required) => evaluated(texts(optional), base).sources[0]!.text;

    expect(text(required)).toBe(required.sources[0]!.text);
    expect(text(evaluated(texts(optional)))).toBe(text());
    expect(text()).toContain('name: web');
  });

  test('use variables from tfvars files, later ones overriding earlier ones', () => {
    const texts = {
      'main.tf':
        'variable "cpu" { default = 1 }\nresource "kubectl_manifest" "x" { yaml_body = "kind: NodePool # ${var.cpu}" }',
      'terraform.tfvars': 'cpu = 2\n',
      'b.auto.tfvars': 'cpu = 3\n',
      'example.tfvars': 'cpu = 4\n',
    };
    expect(evaluated(texts).sources.map(({ text }) => text)).toEqual(['kind: NodePool # 3']);
  });

  test.each([
    ['{"cpu": 2}', '2'],
    ['{\n  "other": {"a": [1, {"b": "}, \\"cpu\\": 9"}]},\n  "cpu": "x,{:y"\n}\n', 'x,{:y'],
    ['{"cpu": 2, "cpu = 3 #": 4, "//": "a comment"}', '2'],
  ])('use variables from JSON: %s', (json, cpu) => {
    const texts = {
      'main.tf':
        'variable "cpu" { default = 1 }\nvariable "other" {}\nresource "kubectl_manifest" "x" { yaml_body = "kind: NodePool # ${var.cpu}" }',
      'a.auto.tfvars.json': json,
    };
    expect(evaluated(texts).sources.map(({ text }) => text)).toEqual([`kind: NodePool # ${cpu}`]);
  });

  test('are evaluated once for each environment with its own variables', () => {
    const texts = {
      'infra/main.tf':
        'variable "cpu" { default = 1 }\nvariable "a" { default = 0 }\nresource "kubectl_manifest" "x" { yaml_body = "kind: NodePool # ${var.cpu} ${var.a}" }',
      'infra/terraform.tfvars': 'a = 1\ncpu = 2\n',
      'infra/prod.tfvars': 'cpu = 3\n',
      'infra/env/staging/terraform.tfvars': 'cpu = 4\n',
      'infra/env/staging/more.tfvars': 'a = 5\n',
      'infra/modules/other/dev.tfvars': 'cpu = 6\n',
      'infra/modules/other/main.tf': '',
      'elsewhere/dev.tfvars': 'cpu = 7\n',
    };
    expect(evaluated(texts).sources.map(({ file, text, origin }) => [file, text, origin!.place])).toEqual([
      ['infra with prod.tfvars: kubectl_manifest.x', 'kind: NodePool # 3 1', 'infra/prod.tfvars'],
      [
        'infra with env/staging/more.tfvars, env/staging/terraform.tfvars: kubectl_manifest.x',
        'kind: NodePool # 4 5',
        'infra/env/staging/more.tfvars',
      ],
    ]);
  });
});

describe('variables of environments in a folder next to root modules', () => {
  const root = (more: string): string =>
    `provider "aws" {\n  region = var.region\n}\nvariable "region" { default = "eu-west-1" }\nvariable "cpu" { default = 1 }\n${more}`;
  const pool = 'resource "kubectl_manifest" "x" { yaml_body = "kind: NodePool # ${var.cpu}" }';
  const values = (cpu: number): string => `region = "us-east-1"\ncpu = ${cpu}\nbucket = "states"\n`;

  test.each<[what: string, files: Readonly<Record<string, string>>, expected: readonly string[]]>([
    [
      'are those of a root module that declares them',
      {
        'tf/eks/main.tf': root(pool),
        'tf/environments/dev.tfvars': values(2),
        'tf/environments/prod.tfvars': values(3),
      },
      [
        'tf/eks with tf/environments/dev.tfvars: kubectl_manifest.x 2',
        'tf/eks with tf/environments/prod.tfvars: kubectl_manifest.x 3',
      ],
    ],
    [
      'are those of the root module after which the folder is named',
      { 'tf/eks/main.tf': root(pool), 'tf/vpc/main.tf': root(''), 'tf/vars/eks/dev.tfvars': values(2) },
      ['tf/eks with tf/vars/eks/dev.tfvars: kubectl_manifest.x 2'],
    ],
    [
      'are not those of another root module',
      { 'tf/eks/main.tf': root(pool), 'tf/vpc/main.tf': root(''), 'tf/vars/vpc/dev.tfvars': values(2) },
      ['tf/eks: kubectl_manifest.x 1'],
    ],
    [
      'are not those of a root module with other variables',
      { 'tf/eks/main.tf': root(pool), 'tf/environments/dev.tfvars': 'cpu = 2\nbucket = "b"\nzone = "z"\n' },
      ['tf/eks: kubectl_manifest.x 1'],
    ],
    [
      'are not those of a root module with its own ones',
      { 'tf/eks/main.tf': root(pool), 'tf/eks/dev.tfvars': 'cpu = 4\n', 'tf/environments/dev.tfvars': values(2) },
      ['tf/eks with dev.tfvars: kubectl_manifest.x 4'],
    ],
    [
      'are not those next to another root module',
      { 'tf/eks/main.tf': root(pool), 'tf/vpc/main.tf': root(''), 'tf/vpc/env/dev.tfvars': values(2) },
      ['tf/eks: kubectl_manifest.x 1'],
    ],
    [
      'are not those of a module that nothing applies',
      { 'tf/eks/main.tf': root(pool).replace(/provider[^}]*\}\n/, ''), 'tf/environments/dev.tfvars': values(2) },
      ['tf/eks: kubectl_manifest.x 1'],
    ],
  ])('%s', (_, files, expected) => {
    const made = evaluated(files).sources.map(({ file, text }) => `${file} ${text.split('# ')[1]}`);
    expect(made).toEqual(expected);
  });
});

test('count and for_each create the right number of objects, or one if it is unknown', () => {
  const texts = {
    'main.tf': `
variable "open" {}
resource "kubectl_manifest" "none" {
  count     = 0
  yaml_body = "kind: NodePool"
}
resource "kubectl_manifest" "two" {
  count     = 2
  yaml_body = "name: \${count.index}"
}
resource "kubectl_manifest" "open" {
  for_each  = var.open
  yaml_body = "name: \${each.key}"
}
`,
  };
  expect(evaluated(texts).sources.map(({ file, text }) => [file, text])).toEqual([
    ['.: kubectl_manifest.two[0]', 'name: 0'],
    ['.: kubectl_manifest.two[1]', 'name: 1'],
    ['.: kubectl_manifest.open["…"]', 'name: ${each.key}'],
  ]);
});

describe('files used as manifests', () => {
  test('are reviewed as files if they are used unchanged', () => {
    const texts = {
      'main.tf': `
resource "kubectl_manifest" "a" { yaml_body = file("a.yaml") }
resource "kubernetes_manifest" "b" { manifest = yamldecode(file("b.yaml")) }
`,
      'a.yaml': pool('a'),
      'b.yaml': pool('b'),
    };
    expect(names(texts)).toEqual([]);
  });

  test('are not reviewed as files if they are templates', () => {
    const texts = {
      'main.tf': 'resource "kubectl_manifest" "a" { yaml_body = templatefile("a.yaml", { name = "x" }) }',
      'a.yaml': pool('${name}'),
    };
    const { sources, templates, originals } = evaluated(texts);
    expect(sources.map(({ text }) => text)).toEqual([pool('x')]);
    expect([...templates]).toEqual(['a.yaml']);
    expect(originals.map(({ file }) => file)).toEqual(['main.tf', 'a.yaml']);
  });

  test('give one object for each document', () => {
    const texts = {
      'main.tf': `
resource "kubectl_manifest" "all" {
  for_each = { for index, one in provider::kubernetes::manifest_decode_multi(templatefile("a.yaml", {})) : index => one }
  yaml_body = yamlencode(each.value)
}
`,
      'a.yaml': `# pools\n---\n${pool('one')}--- # the other\n${pool('two')}`,
    };
    const { sources } = evaluated(texts);
    expect(sources.map(({ file, text }) => [file, /name: (\w+)/.exec(text)?.[1]])).toEqual([
      ['.: kubectl_manifest.all["0"]', 'one'],
      ['.: kubectl_manifest.all["1"]', 'two'],
    ]);
  });

  test('give one object for each document that `split` cuts out, at its place', () => {
    const texts = {
      'main.tf': `
locals {
  documents = [for one in split("---", templatefile("pools.yaml", { weight = data.x.y.z })) : trimspace(one) if trimspace(one) != ""]
}
resource "kubectl_manifest" "all" {
  for_each  = { first = local.documents[0], second = local.documents[1] }
  yaml_body = each.value
}
resource "kubectl_manifest" "plain" {
  for_each  = toset(split("---", file("plain.yaml")))
  yaml_body = each.value
}
`,
      'pools.yaml': `---\n${pool('one')}---\n${pool('two')}weight: \${weight}\n`,
      'plain.yaml': `${pool('three')}---\n${pool('four')}`,
    };
    const { sources, templates } = evaluated(texts);
    expect(sources.map(({ file }) => file)).toEqual([
      '.: kubectl_manifest.all["first"]',
      '.: kubectl_manifest.all["second"]',
    ]);
    expect(sources[1]!.text).toContain('weight: ${data.x.y.z}');
    expect(tracedTo(sources[1]!, 'name: two', texts)).toBe('pools.yaml: name: two');
    expect([...templates]).toEqual(['pools.yaml']);
  });

  test('are reviewed as they are if nothing is known to come of them', () => {
    const texts = {
      'main.tf': `
resource "kubectl_manifest" "a" { yaml_body = replace(templatefile("a.yaml", { name = var.name }), "x", "y") }
variable "name" {}
`,
      'a.yaml': pool('${name}'),
    };
    const { sources, templates, originals } = evaluated(texts);
    expect([sources, [...templates], originals.map(({ file }) => file)]).toEqual([[], [], ['main.tf']]);
  });

  test('are not lost if they are templates without variables', () => {
    const texts = {
      'main.tf': 'resource "kubectl_manifest" "a" { yaml_body = templatefile("a.yaml", { name = "x" }) }',
      'a.yaml': pool('plain'),
    };
    const { sources, templates } = evaluated(texts);
    expect(sources.map(({ file }) => file)).toEqual(['.: kubectl_manifest.a']);
    expect([...templates]).toEqual(['a.yaml']);
  });
});

describe('resources for one kind', () => {
  const main = (type: string, body: string): string => `resource "kubernetes_${type}" "x" {\n${body}\n}\n`;
  const textOf = (type: string, body: string) => evaluated({ 'main.tf': main(type, body) }).sources[0]?.text;

  test('become objects: blocks are fields or lists, and maps keep their keys', () => {
    const body = `
  metadata {
    name   = "web"
    labels = { "app.kubernetes.io/part_of" = "shop" }
  }
  spec {
    replicas = "2"
    template {
      spec {
        host_network       = null
        service_account_name = "not read"
        toleration { key = "a" }
        toleration { key = "b" }
        dynamic "container" {
          for_each = ["one", "two"]
          content {
            name = container.value
            resources {
              limits { cpu = "1" }
            }
          }
        }
      }
    }
  }`;
    expect(parseYaml(textOf('deployment', body) ?? '')).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', labels: { 'app.kubernetes.io/part_of': 'shop' } },
      spec: {
        replicas: 2,
        template: {
          spec: {
            tolerations: [{ key: 'a' }, { key: 'b' }],
            containers: ['one', 'two'].map((name) => ({ name, resources: { limits: { cpu: '1' } } })),
          },
        },
      },
    });
  });

  test.each([
    ['job_v1', 'spec {\n template {\n spec {}\n }\n }', 'restartPolicy: Never'],
    [
      'cron_job',
      'spec {\n job_template {\n spec {\n template {\n spec {\n restart_policy = "OnFailure"\n }\n }\n }\n }\n }',
      'restartPolicy: OnFailure',
    ],
    ['pod_disruption_budget_v1', 'spec {\n min_available = "50%"\n }', 'minAvailable: 50%'],
    ['horizontal_pod_autoscaler_v2', 'spec {\n scale_target_ref {\n name = "a"\n }\n }', 'apiVersion: apps/v1'],
    ['storage_class', 'storage_provisioner = "ebs.csi.aws.com"', 'provisioner: ebs.csi.aws.com'],
    ['daemon_set_v1', 'spec {\n replicas = var.n\n }', 'replicas: ${var.n}'],
  ])('%s: %s', (type, body, expected) => {
    expect(textOf(type, body)?.replaceAll('"', '')).toContain(expected);
  });

  test('of other kinds give nothing', () => {
    expect(textOf('service_v1', 'metadata {}')).toBeUndefined();
  });
});

describe('places', () => {
  const texts = {
    'main.tf': `locals { size = "100" }
resource "kubectl_manifest" "heredoc" {
  yaml_body = <<-YAML
    kind: NodePool
    spec:
      limits:
        cpu: \${local.size}
      weight: 10
  YAML
}
resource "kubernetes_manifest" "object" {
  manifest = {
    kind = "NodePool"
    spec = { weight = 20, "a.b/c" = "text", zones = [for zone in ["a", "b"] : "eu-\${zone}"] }
  }
}
resource "kubectl_manifest" "template" {
  yaml_body = templatefile("pool.tftpl", { weight = 30 })
}
`,
    'pool.tftpl': 'kind: NodePool\nspec:\n  weight: ${weight}\n  replicas: 2\n',
  };
  const sources = new Map(evaluated(texts).sources.map((source) => [source.file.split('.').at(-1), source]));

  test.each([
    ['heredoc', 'NodePool', 'main.tf: NodePool'],
    ['heredoc', 'weight: 10', 'main.tf: weight: 10'],
    ['heredoc', 'cpu: 100', 'main.tf (about): cpu: ${local.size}'],
    ['heredoc', 'limits:\n    cpu', 'main.tf: limits:\n        cpu'],
    ['object', '"NodePool"', 'main.tf: "NodePool"'],
    ['object', '20', 'main.tf: 20'],
    ['object', 'weight', 'main.tf: weight'],
    ['object', 'a.b/c', 'main.tf: a.b/c'],
    ['object', 'eu-b', 'main.tf (about): eu-${zone}'],
    ['template', 'replicas: 2', 'pool.tftpl: replicas: 2'],
    ['template', '30', 'pool.tftpl (about): ${weight}'],
  ])('%s: %s', (name, text, expected) => {
    expect(tracedTo(sources.get(name)!, text, texts)).toBe(expected);
  });

  const edited = (name: string, text: string, newText: string): string | undefined => {
    const source = sources.get(name)!;
    const start = source.text.indexOf(text);
    const edit = source.origin!.edit!(start, start + text.length, newText);
    if (!edit) return undefined;
    const whole = texts[edit.file as keyof typeof texts];
    const changed = applyEdits(whole, [edit]).split('\n');
    return changed.filter((line) => !whole.split('\n').includes(line)).join('\n');
  };

  test.each([
    ['heredoc', 'weight: 10', 'weight: 20', '      weight: 20'],
    ['heredoc', 'spec:\n', 'spec:\n  replicas: 1\n', '      replicas: 1'],
    ['heredoc', 'NodePool', '${X}', '    kind: $${X}'],
    ['heredoc', 'cpu: 100', 'cpu: 200', undefined],
    ['object', '"NodePool"', 'Other', '    kind = "Other"'],
    ['object', '"NodePool"', "'Other'", '    kind = "Other"'],
    ['object', 'NodePool', 'Other', undefined],
    [
      'object',
      '20',
      '"30"',
      '    spec = { weight = "30", "a.b/c" = "text", zones = [for zone in ["a", "b"] : "eu-${zone}"] }',
    ],
    [
      'object',
      'weight',
      'new.name',
      '    spec = { "new.name" = 20, "a.b/c" = "text", zones = [for zone in ["a", "b"] : "eu-${zone}"] }',
    ],
    ['object', 'kind: "NodePool"', 'kind: X', undefined],
    ['object', 'eu-b', 'eu-c', undefined],
    ['template', 'replicas: 2', 'replicas: ${x}', '  replicas: $${x}'],
    ['template', '30', '40', undefined],
  ])('an edit of %s: %s to %s', (name, text, newText, expected) => {
    expect(edited(name, text, newText)).toBe(expected);
  });
});

describe('files that cannot be read', () => {
  test('give a finding at the line, with a higher severity if they contain Karpenter’s objects', () => {
    const broken = 'locals {\n  a = {\n';
    const { faults } = evaluated({ 'main.tf': `# karpenter\n${broken}`, 'x/main.tf': `# karpenter.sh/v1\n${broken}` });
    expect(faults.map(({ code, severity, span }) => [code, severity, span.file])).toEqual([
      ['terraform/syntax', 'warning', 'main.tf'],
      ['terraform/syntax', 'error', 'x/main.tf'],
    ]);
  });

  test('give a finding if they are too long, and nothing in them is guessed', () => {
    const padding = '# nothing\n'.repeat(maxTerraformLength / 10 + 1);
    const { faults, sources } = evaluated({
      'main.tf': `resource "kubectl_manifest" "x" {\n  yaml_body = "apiVersion: karpenter.sh/v1"\n}\n${padding}`,
    });
    expect(faults.map(({ code, severity, span }) => [code, severity, span.file])).toEqual([
      ['io/too-large', 'error', 'main.tf'],
    ]);
    expect(sources).toEqual([]);
  });

  test('an object with an unknown body is known by name', () => {
    const { sources, unknown } = evaluated({
      'main.tf': 'resource "kubectl_manifest" "x" { yaml_body = data.http.karpenter.body }',
    });
    expect(sources).toEqual([]);
    expect([...unknown]).toEqual(['.: kubectl_manifest.x']);
  });

  test('modules and resources that multiply each other reach the limit', () => {
    const wide = 'for_each = { for i in range(400) : "k${i}" => i }';
    const level = (next: string): string => `module "next" {\n  source = "../${next}"\n  ${wide}\n}\n# karpenter`;
    const texts = {
      'a/main.tf': level('b'),
      'b/main.tf': level('c'),
      'c/main.tf': level('d'),
      'd/main.tf': `resource "kubectl_manifest" "x" {\n  ${wide}\n  yaml_body = "kind: NodePool"\n}`,
    };
    const { sources, faults } = evaluated(texts);
    expect(sources.length).toBeLessThan(50_000);
    expect(faults.map(({ code }) => code)).toEqual(['terraform/limit']);
  });

  test('deep nesting does not crash', () => {
    const deep = `${'['.repeat(5000)}1${']'.repeat(5000)}`;
    expect(evaluated({ 'main.tf': `# karpenter\nlocals { a = ${deep} }` }).sources).toEqual([]);
  });
});

test('without Karpenter or manifests, nothing is evaluated', () => {
  const { originals } = evaluated({ 'main.tf': 'resource "aws_vpc" "main" {}', 'm/main.tf': 'locals { a = 1 }' });
  expect(originals).toEqual([]);
});

test('a Helm release of another chart has the Karpenter objects in its values, which the chart creates', () => {
  const pool = (name: string) => ({ apiVersion: 'karpenter.sh/v1', kind: 'NodePool', metadata: { name } });
  const texts = {
    'pools.yaml.tpl': `resources: [${JSON.stringify(pool('${name}'))}]\ntemplates:\n  - |\n    ${JSON.stringify(pool('b'))}\n`,
    'main.tf': `
resource "helm_release" "pools" {
  chart  = "raw"
  values = [templatefile("\${path.module}/pools.yaml.tpl", { name = "a" })]
}
resource "helm_release" "none" {
  chart  = "raw"
  values = ["resources: [{apiVersion: v1, kind: ConfigMap, metadata: {name: karpenter.sh/v1}}]"]
}
`,
  };
  const { sources } = evaluated(texts);
  const manifests = sources.flatMap((source) => parseManifests(source, { set: {} }).manifests);
  expect(manifests.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['NodePool a', 'NodePool b']);
});

test('a Helm release of Karpenter’s chart has the values that Helm would use', () => {
  const texts = {
    'main.tf': `
resource "helm_release" "karpenter" {
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.6.2"
  values = [
    yamlencode({ settings = { clusterName = "a", batchIdleDuration = "2s" }, replicas = 1 }),
    <<-EOT
      settings:
        clusterName: b
        featureGates: {spotToSpotConsolidation: true}
    EOT
  ]
  set {
    name  = "settings.featureGates.nodeRepair"
    value = "true"
  }
  set_list {
    name  = "controller.hosts"
    value = ["x", "y"]
  }
  dynamic "set" {
    for_each = { "settings.interruptionQueue" = "q", "serviceAccount.annotations.eks\\\\.amazonaws\\\\.com/role-arn" = "arn" }
    content {
      name  = set.key
      value = set.value
    }
  }
}
resource "helm_release" "other" {
  chart = "nginx"
}
`,
  };
  const { sources } = evaluated(texts);
  expect(sources.map(({ text }) => text)).toEqual([
    `apiVersion: "terraform/v1"
kind: "HelmRelease"
metadata:
  name: "karpenter"
spec:
  chart:
    spec:
      chart: "karpenter"
      version: "1.6.2"
      repository: "oci://public.ecr.aws/karpenter"
  values:
    settings:
      clusterName: b
      batchIdleDuration: "2s"
      featureGates:
        spotToSpotConsolidation: true
        nodeRepair: true
      interruptionQueue: "q"
    replicas: 1
    serviceAccount:
      annotations:
        eks.amazonaws.com/role-arn: "arn"
    controller:
      hosts:
        - "x"
        - "y"
`,
  ]);
});

test('a resource with arguments for each field has values of the types that its provider declares', () => {
  const { sources } = evaluated({
    'main.tf': `
resource "kubernetes_storage_class_v1" "gp3" {
  metadata {
    name        = "gp3"
    annotations = { "storageclass.kubernetes.io/is-default-class" = true }
  }
  storage_provisioner = "ebs.csi.aws.com"
  parameters          = { encrypted = true, iops = 3000 }
}
resource "kubernetes_deployment_v1" "web" {
  metadata { name = "web" }
  spec {
    replicas = "3"
    template {
      spec {
        host_network  = "true"
        node_selector = { gpu = true }
        toleration {
          key                = "gpu"
          value              = true
          toleration_seconds = "60"
        }
        container {
          name = "web"
          resources { requests = { cpu = 1 } }
        }
      }
    }
  }
}
`,
  });
  const [storage, web] = sources.flatMap((source) => parseManifests(source, { set: {} }).manifests);
  expect(storage!.get(['parameters'])).toEqual({ encrypted: 'true', iops: '3000' });
  expect(storage!.get(['metadata', 'annotations'])).toEqual({ 'storageclass.kubernetes.io/is-default-class': 'true' });
  expect(web!.get(['spec', 'replicas'])).toBe(3);
  expect(web!.get(['spec', 'template', 'spec'])).toMatchObject({
    hostNetwork: true,
    nodeSelector: { gpu: 'true' },
    tolerations: [{ key: 'gpu', value: 'true', tolerationSeconds: 60 }],
    containers: [{ resources: { requests: { cpu: '1' } } }],
  });
});

describe('a chart that Terraform installs and that is not read', () => {
  const pool = 'kind: NodePool\nmetadata: {name: "{{ .Values.name }}"}\n';
  const charts = {
    'charts/pools/Chart.yaml': 'name: pools\n',
    'charts/pools/templates/pool.yaml': pool,
    'charts/web/Chart.yaml': 'name: web\n',
    'charts/web/templates/deployment.yaml': 'kind: Deployment\n',
  };
  const unread = (tf: string): [string, string][] =>
    [...evaluated({ ...charts, 'prod/main.tf': tf }).unread].map(([name, { said }]) => [name, said]);
  const release = (given: string): string => `resource "helm_release" "a" {\n  atomic = true\n  ${given}\n}\n`;
  const application = (spec: string): string =>
    `resource "kubernetes_manifest" "a" {\n  manifest = {\n    apiVersion = "argoproj.io/v1alpha1"\n    kind = "Application"\n    metadata = { name = "a" }\n    spec = { ${spec} }\n  }\n}\n`;

  test.each([
    [
      'a chart of the repository with NodePools',
      release('chart = "${path.module}/../charts/pools"\n  set = [{ name = "cpu", value = 8 }]'),
    ],
    ['the same, relative to the module', release('chart = "../charts/pools"\n  values = ["cpu: 8"]')],
    ['a chart whose name is about nodes', release('chart = "karpenter-nodepools"\n  version = "8"')],
    [
      'values with NodePools',
      release(
        'chart = "platform"\n  values = [yamlencode({ nodePools = { a = { cpu = 8, ref = { group = "karpenter.k8s.aws", kind = "EC2NodeClass" } } } })]',
      ),
    ],
    [
      'an Application of such a chart',
      application('source = { path = "charts/pools", helm = { values = yamlencode({ cpu = 8 }) } }'),
    ],
    [
      'an ApplicationSet',
      application('template = { spec = { sources = [{ chart = "node-pools", targetRevision = "8" }] } }'),
    ],
    [
      'a HelmRelease as text',
      `resource "kubectl_manifest" "a" {\n  yaml_body = <<-EOT\n    apiVersion: helm.toolkit.fluxcd.io/v2\n    kind: HelmRelease\n    metadata: {name: a}\n    spec: {chart: {spec: {chart: ./charts/pools}}, values: {cpu: 8}}\n  EOT\n}\n`,
    ],
  ])('%s', (_, tf) => {
    const [[name, said] = [], ...others] = unread(tf);
    expect(others).toEqual([]);
    expect(name).toMatch(/^prod: \w+\.a$/);
    expect(said).toMatch('8');
    expect(said).not.toMatch('atomic');
  });

  test.each([
    ['a chart of the repository without NodePools', release('chart = "../charts/web"')],
    [
      'a chart whose name is not about nodes',
      release('chart = "nginx"\n  values = ["nodeSelector: {karpenter.sh/nodepool: web}"]'),
    ],
    ['Karpenter’s own chart', release('chart = "oci://public.ecr.aws/karpenter/karpenter"')],
    [
      'whole objects in values',
      release(
        'name = "karpenter-pools"\n  chart = "raw"\n  values = ["resources: [{apiVersion: karpenter.sh/v1, kind: NodePool, spec: {}}]"]',
      ),
    ],
    ['an Application of a folder that is reviewed', application('source = { path = "charts/web/templates" }')],
    ['an Application of another chart', application('source = { chart = "nginx" }')],
  ])('not %s', (_, tf) => expect(unread(tf)).toEqual([]));
});

describe('a resource behind a flag', () => {
  const flag = (more: string): string => `variable "on" {\n  type = bool\n  ${more}\n}\n`;
  const guarded = (count: string, block = pool('gpu')): string =>
    `resource "kubectl_manifest" "pool" {\n  ${count}\n  yaml_body = <<-YAML\n${block}YAML\n}\n`;
  const counted = guarded('count = var.on ? 1 : 0');
  const off = flag('default = false');
  const keyed = (forEach: string): string => guarded(`for_each = ${forEach}`, pool('${each.key}'));

  /** The names of all texts, each with the condition on which it exists. */
  const conditions = (texts: Readonly<Record<string, string>>): string[] =>
    evaluated(texts).sources.map(({ file, origin }) => `${file} ← ${origin?.condition?.text ?? 'certain'}`);

  test.each<[what: string, texts: Readonly<Record<string, string>>, expected: readonly string[]]>([
    [
      'that a default turns on',
      { 'main.tf': flag('default = true') + counted },
      ['.: kubectl_manifest.pool[0] ← certain'],
    ],
    [
      'that only a default of the root module turns off',
      { 'main.tf': off + counted },
      ['.: kubectl_manifest.pool[…] ← var.on ? 1 : 0'],
    ],
    ['without a default', { 'main.tf': flag('') + counted }, ['.: kubectl_manifest.pool[…] ← var.on ? 1 : 0']],
    [
      'that a variables file turns on',
      { 'main.tf': off + counted, 'terraform.tfvars': 'on = true\n' },
      ['.: kubectl_manifest.pool[0] ← certain'],
    ],
    ['that a variables file turns off', { 'main.tf': flag('') + counted, 'terraform.tfvars': 'on = false\n' }, []],
    [
      'that each environment decides',
      { 'infra/main.tf': off + counted, 'infra/dev.tfvars': 'on = false\n', 'infra/prod.tfvars': 'on = true\n' },
      ['infra with prod.tfvars: kubectl_manifest.pool[0] ← certain'],
    ],
    [
      'that a variables file turns off, whatever another variable is',
      {
        'main.tf': `${off}variable "more" { default = true }\n${guarded('count = var.on && var.more ? 1 : 0')}`,
        'a.auto.tfvars': 'on = false\n',
      },
      [],
    ],
    [
      'whose caller leaves the default',
      { 'pools/main.tf': off + counted, 'main.tf': 'module "pools" {\n  source = "./pools"\n}\n' },
      [],
    ],
    [
      'whose caller passes its own flag',
      {
        'pools/main.tf': off + counted,
        'main.tf': `${off}module "pools" {\n  source = "./pools"\n  on = var.on\n}\n`,
      },
      ['.: module.pools.kubectl_manifest.pool[…] ← var.on ? 1 : 0'],
    ],
    [
      'whose caller turns it on',
      { 'pools/main.tf': off + counted, 'main.tf': 'module "pools" {\n  source = "./pools"\n  on = true\n}\n' },
      ['.: module.pools.kubectl_manifest.pool[0] ← certain'],
    ],
    [
      'whose module is behind one',
      {
        'pools/main.tf': guarded(''),
        'main.tf': `${off}module "pools" {\n  source = "./pools"\n  count = var.on ? 1 : 0\n}\n`,
      },
      ['.: module.pools[…].kubectl_manifest.pool ← var.on ? 1 : 0'],
    ],
    [
      'with an empty map as default',
      { 'main.tf': `variable "pools" { default = {} }\n${guarded('for_each = var.pools')}` },
      ['.: kubectl_manifest.pool["…"] ← var.pools'],
    ],
    [
      'that only a filter leaves out',
      { 'main.tf': off + keyed('{ for k in ["a", "b"] : k => k if var.on || k != "b" }') },
      ['.: kubectl_manifest.pool["a"] ← certain', '.: kubectl_manifest.pool["b"] ← var.on || k != "b"'],
    ],
    [
      'that only a filter in a function leaves out',
      { 'main.tf': off + keyed('toset([for k in ["a", "b"] : k if k == "a" || var.on])') },
      ['.: kubectl_manifest.pool["a"] ← certain', '.: kubectl_manifest.pool["b"] ← k == "a" || var.on'],
    ],
    [
      'that is one of several, and only a flag adds',
      { 'main.tf': off + keyed('merge({ a = 1 }, var.on ? { b = 2 } : {})') },
      [
        '.: kubectl_manifest.pool["a"] ← certain',
        '.: kubectl_manifest.pool["b"] ← merge({ a = 1 }, var.on ? { b = 2 } : {})',
      ],
    ],
    [
      'that a filter leaves out as a variables file says',
      {
        'main.tf': off + keyed('{ for k in ["a", "b"] : k => k if var.on || k != "b" }'),
        'terraform.tfvars': 'on = false\n',
      },
      ['.: kubectl_manifest.pool["a"] ← certain'],
    ],
    [
      'that a filter leaves out whatever a variable is',
      { 'main.tf': off + keyed('{ for k in ["a", "b"] : k => k if k != "b" }') },
      ['.: kubectl_manifest.pool["a"] ← certain'],
    ],
    ['that a literal turns off', { 'main.tf': guarded('count = 0') }, []],
    [
      'that is no NodePool, whose default leaves it out',
      {
        'main.tf': off + guarded('count = var.on ? 1 : 0', 'apiVersion: v1\nkind: Namespace\nmetadata: {name: gpu}\n'),
      },
      [],
    ],
    [
      'that creates something in AWS, whose default leaves it out',
      {
        'main.tf': `# karpenter\n${off}resource "aws_subnet" "a" {\n  count = var.on ? 1 : 0\n  vpc_id = "vpc-1"\n}\n`,
      },
      [],
    ],
  ])('%s', (_, texts, expected) => {
    expect(conditions(texts)).toEqual(expected);
  });
});

const roles = (names: string, more: string, each = 'each.value'): string =>
  `# karpenter\nresource "aws_iam_role" "node" {\n  for_each = ${names}\n  name = ${each}\n  ${more}\n}\n`;
const ignoresName = 'lifecycle { ignore_changes = [name] }';

/** The names of roles after a change. */
const rolesAfter = (base: string, head: string): readonly (string | undefined)[] =>
  evaluated({ 'main.tf': head }, evaluated({ 'main.tf': base })).made.map(
    ({ text }) => /^ {2}name: "([^"]*)"$/m.exec(text.slice(text.indexOf('spec:')))?.[1],
  );

test.each<[what: string, base: string, head: string, expected: readonly string[]]>([
  ['of each instance', roles('{ a = "x" }', ignoresName), roles('{ a = "y" }', ignoresName), ['x']],
  [
    'of an instance that is new',
    roles('{ a = "x" }', ignoresName),
    roles('{ a = "y", b = "z" }', ignoresName),
    ['x', 'z'],
  ],
  ['that it does not ignore', roles('{ a = "x" }', ''), roles('{ a = "y" }', ''), ['y']],
  [
    'of a resource that something else may replace',
    roles('{ a = "x" }', ignoresName),
    roles('{ a = "y" }', 'lifecycle {\n    ignore_changes = all\n    replace_triggered_by = [terraform_data.x]\n  }'),
    ['y'],
  ],
])('Terraform leaves an ignored argument as it was: %s', (_, base, head, expected) => {
  expect(rolesAfter(base, head)).toEqual(expected);
});

test('a reference to an ignored argument has the value from before the change', () => {
  const text = (name: string): string =>
    `resource "aws_iam_role" "node" {\n  name = "${name}"\n  ${ignoresName}\n}\nresource "kubectl_manifest" "x" {\n  yaml_body = "# karpenter\\nrole: \${aws_iam_role.node.name}\\n"\n}\n`;
  const after = evaluated({ 'main.tf': text('new') }, evaluated({ 'main.tf': text('old') }));
  expect(after.made.find(({ file }) => file.endsWith('kubectl_manifest.x'))?.text).toContain('role: old');
});

test.each([
  ['set {\n    name = "tolerations[0].operator"\n    value = "Exists"\n  }', 'operator: "Exists"'],
  ['set = [{ name = "tolerations[0].key", value = "dedicated" }]', 'key: "dedicated"'],
  ['set = [{ name = "tolerations[1].key", value = "dedicated" }]', '- null\n'],
  [
    'values = [yamlencode({ tolerations = [{ key = "a" }] })]\n  set = [{ name = "tolerations[0].operator", value = "Exists" }]',
    'key: "a"',
  ],
])('a setting of a chart names an item of a list: %s', (setting, expected) => {
  const release = `resource "helm_release" "karpenter" {\n  name = "karpenter"\n  chart = "karpenter"\n  ${setting}\n}\n`;
  const [object] = evaluated({ 'main.tf': release }).made;
  expect(object?.text).toContain('tolerations:');
  expect(object?.text).toContain(expected);
});
