import { describe, expect, test } from 'vitest';
import { evaluated } from '../terraform.test-support.ts';

const flag = (name: string, value = 'false'): string => `variable "${name}" {\n  default = ${value}\n}\n`;

const nodeClass = (guard: string, role: string): string => `resource "kubectl_manifest" "class" {
  ${guard}
  yaml_body = <<-YAML
    apiVersion: karpenter.k8s.aws/v1
    kind: EC2NodeClass
    spec:
      role: ${role}
  YAML
}
`;

const role = `locals {
  name = "nodes"
}
output "role" {
  value = var.on ? local.name : null
}
`;

const call = 'module "k" {\n  source = "./k"\n  on     = var.on\n}\n';
const module = { 'k/main.tf': `variable "on" {}\n${role}` };
const orEmpty = '${module.k.role != null ? module.k.role : ""}';

/** The roles of all node classes. */
const roles = (texts: Readonly<Record<string, string>>): string[] =>
  evaluated(texts).sources.flatMap(({ text }) => /role: ?(.*)/.exec(text)?.[1] ?? []);

describe('a node class behind a flag that is off has the values of the flag that is on', () => {
  const on = 'count = var.on ? 1 : 0';

  test.each<[what: string, texts: Readonly<Record<string, string>>, expected: readonly string[]]>([
    ['of an output', { 'main.tf': `${flag('on')}${call}${nodeClass(on, orEmpty)}`, ...module }, ['nodes']],
    [
      'of a local',
      {
        'main.tf': `${flag('on')}locals {\n  role = var.on ? "nodes" : ""\n}\n${nodeClass(on, '${local.role}')}`,
      },
      ['nodes'],
    ],
    [
      'of a local that is the condition',
      {
        'main.tf': `${flag('on')}locals {\n  n = var.on ? 1 : 0\n  role = local.n > 0 ? "nodes" : ""\n}\n${nodeClass('count = local.n', '${local.role}')}`,
      },
      ['nodes'],
    ],
    [
      'of a module behind the same flag',
      {
        'main.tf': `${flag('on')}module "k" {\n  source = "./k"\n  count = ${'var.on ? 1 : 0'}\n  on = var.on\n}\n${nodeClass(on, '${try(module.k[0].role, "")}')}`,
        ...module,
      },
      ['nodes'],
    ],
    [
      'in a module behind the flag',
      {
        'main.tf': `${flag('on')}module "k" {\n  source = "./k"\n  count = var.on ? 1 : 0\n  role = var.on ? "nodes" : ""\n}\n`,
        'k/main.tf': `variable "role" {}\n${nodeClass('', '${var.role}')}`,
      },
      ['nodes'],
    ],
    [
      'in a module with a second flag',
      {
        'main.tf': `${flag('on')}${flag('pools')}module "k" {\n  source = "./k"\n  count = var.on ? 1 : 0\n  pools = var.pools\n  role = var.on && var.pools ? "nodes" : ""\n}\n`,
        'k/main.tf': `variable "role" {}\nvariable "pools" {}\n${nodeClass('count = var.pools ? 1 : 0', '${var.role}')}`,
      },
      ['nodes'],
    ],
    [
      'of the module that gets the flag',
      {
        'main.tf': `${flag('on')}${call}`,
        'k/main.tf': `variable "on" {}\n${role}${nodeClass(on, '${var.on ? local.name : ""}')}`,
      },
      ['nodes'],
    ],
    [
      'of a set',
      {
        'main.tf': `${flag('on')}${nodeClass('for_each = var.on ? toset(["a"]) : toset([])', '${var.on ? "nodes" : ""}-${each.key}')}`,
      },
      ['nodes-a'],
    ],
    [
      'of a flag that turns it off',
      { 'main.tf': `${flag('off', 'true')}${nodeClass('count = var.off ? 0 : 1', '${var.off ? "" : "nodes"}')}` },
      ['nodes'],
    ],
    [
      'of two flags',
      {
        'main.tf': `${flag('on')}${flag('karpenter')}${nodeClass('count = var.on && var.karpenter ? 1 : 0', '${var.on ? "nodes" : ""}')}`,
      },
      ['nodes'],
    ],
    [
      'of a resource, which AWS knows',
      {
        'main.tf': `${flag('on')}resource "aws_iam_role" "node" {\n  count = var.on ? 1 : 0\n  name = "nodes"\n}\n${nodeClass(on, '${var.on ? aws_iam_role.node[0].name : ""}')}`,
      },
      ['${aws_iam_role.node.name}'],
    ],
    [
      'of an output that is the condition',
      {
        'main.tf': `${flag('on')}${call}${nodeClass('count = module.k.role != null ? 1 : 0', orEmpty)}`,
        ...module,
      },
      ['nodes'],
    ],
  ])('%s', (_, texts, expected) => {
    expect(roles(texts)).toEqual(expected);
  });
});

describe('what no flag decides is unknown', () => {
  test.each<[what: string, texts: Readonly<Record<string, string>>, expected: readonly string[]]>([
    [
      'a set that is empty by default',
      { 'main.tf': `${flag('pools', '[]')}${nodeClass('for_each = toset(var.pools)', '${each.key}')}` },
      ['${each.key}'],
    ],
    [
      'a name that is empty by default',
      {
        'main.tf': `provider "aws" {}\n${flag('name', '""')}${nodeClass('count = var.name != "" ? 1 : 0', '${var.name}')}`,
      },
      ['${var.name}'],
    ],
    [
      'a name behind a flag',
      {
        'main.tf': `provider "aws" {}\n${flag('on')}${flag('name', '""')}${nodeClass('count = var.on && var.name != "" ? 1 : 0', '${var.name}')}`,
      },
      ['${var.name}'],
    ],
    [
      'a mode',
      {
        'main.tf': `${flag('mode', '"none"')}${nodeClass('count = var.mode == "karpenter" ? 1 : 0', '${var.mode == "karpenter" ? "nodes" : ""}')}`,
      },
      ['${unknown}'],
    ],
  ])('%s', (_, texts, expected) => {
    expect(roles(texts)).toEqual(expected);
  });
});

describe('a flag changes nothing else', () => {
  test.each<[what: string, texts: Readonly<Record<string, string>>, expected: readonly string[]]>([
    [
      'another flag keeps its default',
      {
        'main.tf': `${flag('on')}${flag('spot')}${nodeClass('count = var.on ? 1 : 0', '${var.spot ? "spot" : "nodes"}')}`,
      },
      ['nodes'],
    ],
    [
      'an object without a condition has the default',
      { 'main.tf': `${flag('on')}${nodeClass('', '${var.on ? "on" : "off"}')}` },
      ['off'],
    ],
    [
      'a variables file decides',
      { 'main.tf': `${flag('on')}${nodeClass('count = var.on ? 1 : 0', 'nodes')}`, 'terraform.tfvars': 'on = false\n' },
      [],
    ],
    [
      'a variables file decides about one of two flags',
      {
        'main.tf': `${flag('on')}${flag('more')}${nodeClass('count = var.on || var.more ? 1 : 0', '${var.on ? "on" : "more"}')}`,
        'terraform.tfvars': 'on = false\n',
      },
      ['more'],
    ],
  ])('%s', (_, texts, expected) => {
    expect(roles(texts)).toEqual(expected);
  });

  test('modules that are behind flags and refer to each other are few', () => {
    const names = Array.from({ length: 14 }, (_, i) => `m${i}`);
    const calls = names.map(
      (name, i) =>
        `${flag(name)}module "${name}" {\n  source = "./k"\n  count = var.${name} ? 1 : 0\n  role = "\${${
          names
            .slice(0, i)
            .map((other) => `try(module.${other}[0].role, "")`)
            .join('}${') || '"x"'
        }}"\n}\n`,
    );
    const texts = {
      'main.tf': calls.join(''),
      'k/main.tf': `variable "role" {}\noutput "role" {\n  value = var.role\n}\n${nodeClass('', '${var.role}')}`,
    };

    const { faults, sources } = evaluated(texts);

    expect(faults).toEqual([]);
    expect(sources).toHaveLength(14);
  });

  test('modules behind flags that refer to each other in a circle end', () => {
    const texts = {
      'main.tf': `${flag('on')}module "a" {\n  source = "./k"\n  count = module.b[0].role != "" && var.on ? 1 : 0\n  role = module.b[0].role\n}\nmodule "b" {\n  source = "./k"\n  count = module.a[0].role != "" && var.on ? 1 : 0\n  role = module.a[0].role\n}\n`,
      'k/main.tf': `variable "role" {}\noutput "role" {\n  value = var.role\n}\n${nodeClass('', '${var.role}')}`,
    };

    expect(roles(texts).length).toBeLessThan(3);
  });
});
