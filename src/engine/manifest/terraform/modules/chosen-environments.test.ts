import { describe, expect, test } from 'vitest';
import { evaluated } from '../terraform.test-support.ts';
import type { TerraformSources } from '../terraform.ts';

type Texts = Readonly<Record<string, string>>;

const nodeClass = (role: string): string => `resource "kubectl_manifest" "class" {
  yaml_body = yamlencode({
    apiVersion = "karpenter.k8s.aws/v1"
    kind       = "EC2NodeClass"
    metadata   = { name = "default" }
    spec       = { role = ${role} }
  })
}
`;

const roles = 'locals {\n  roles = {\n    dev  = "nodes-dev"\n    prod = "nodes-prod"\n  }\n}\n';

/** The role of the node class of each root, by the name of the root. */
const roleByRoot = (texts: Texts): Readonly<Record<string, string | undefined>> => rolesOf(evaluated(texts));

const rolesOf = ({ sources }: TerraformSources): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    sources
      .filter(({ text }) => text.includes('EC2NodeClass'))
      .map(({ text, origin }) => [origin!.root, /role: ?"?([^"\n]*)/.exec(text)?.[1]]),
  );

describe('a root module is evaluated for each environment that its code chooses between', () => {
  const byWorkspace = { '. with workspace dev': 'nodes-dev', '. with workspace prod': 'nodes-prod' };
  const byVariable = { '. with var.environment dev': 'nodes-dev', '. with var.environment prod': 'nodes-prod' };

  test.each<[what: string, texts: Texts, expected: Readonly<Record<string, string>>]>([
    ['by the workspace', { 'main.tf': `${roles}${nodeClass('local.roles[terraform.workspace]')}` }, byWorkspace],
    [
      'by a local with the workspace, although a part of each environment is unknown',
      {
        'main.tf': `locals {
  envs = {
    dev  = { role = "nodes-dev", vpc = data.aws_vpc.main.id }
    prod = { role = "nodes-prod", vpc = data.aws_vpc.main.id }
  }
  workspace = terraform.workspace
  env       = local.envs[local.workspace]
}
${nodeClass('local.env.role')}`,
      },
      byWorkspace,
    ],
    ['by lookup', { 'main.tf': `${roles}${nodeClass('lookup(local.roles, terraform.workspace)')}` }, byWorkspace],
    [
      'by a variable that nothing sets',
      { 'main.tf': `variable "environment" {}\n${roles}${nodeClass('local.roles[var.environment]')}` },
      byVariable,
    ],
    [
      'by a variable with a default, in a module',
      {
        'main.tf':
          'variable "environment" {\n  default = "dev"\n}\nmodule "k" {\n  source = "./k"\n  stage  = var.environment\n}\n',
        'k/main.tf': `variable "stage" {}\n${roles}${nodeClass('local.roles[var.stage]')}`,
      },
      byVariable,
    ],
    [
      'by a map that is the default of a variable',
      {
        'main.tf': `variable "roles" {
  default = {
    dev  = "nodes-dev"
    prod = "nodes-prod"
  }
}
${nodeClass('var.roles[terraform.workspace]')}`,
      },
      byWorkspace,
    ],
  ])('%s', (_, texts, expected) => {
    expect(roleByRoot(texts)).toEqual(expected);
  });
});

describe('a root module is evaluated once', () => {
  test.each<[what: string, texts: Texts, expected: string]>([
    [
      'if a variable chooses no environment',
      {
        'main.tf': `variable "env_size" {}\nlocals {\n  roles = {\n    small = "s"\n    large = "l"\n  }\n}\n${nodeClass('local.roles[var.env_size]')}`,
      },
      '${unknown}',
    ],
    [
      'if a file sets the variable',
      {
        'main.tf': `variable "environment" {}\n${roles}${nodeClass('local.roles[var.environment]')}`,
        'terraform.tfvars': 'environment = "dev"\n',
      },
      'nodes-dev',
    ],
    [
      'if other keys may be in the map',
      {
        'main.tf': `variable "more" {}\n${roles}${nodeClass('merge(local.roles, var.more)[terraform.workspace]')}`,
      },
      '${unknown}',
    ],
    ['if the map has one key', { 'main.tf': nodeClass('{ prod = "nodes" }[terraform.workspace]') }, '${unknown}'],
  ])('%s', (_, texts, expected) => {
    expect(roleByRoot(texts)).toEqual({ '.': expected });
  });
});

test('a map without an environment leaves it out, because Terraform fails there', () => {
  const code =
    'locals {\n  sizes = {\n    dev  = 1\n    prod = 2\n    qa   = 3\n  }\n  size = local.sizes[terraform.workspace]\n}\n';
  const texts = { 'main.tf': `${roles}${code}${nodeClass('local.roles[terraform.workspace]')}` };
  expect(Object.keys(roleByRoot(texts))).toEqual(['. with workspace dev', '. with workspace prod']);
});

describe('a map that Terraform can do without leaves no environment out', () => {
  const accounts = 'locals {\n  accounts = {\n    prod = "111122223333"\n  }\n}\n';

  test.each<[what: string, code: string]>([
    ['in `try`', 'output "account" {\n  value = try(local.accounts[terraform.workspace], null)\n}\n'],
    ['in `can`', 'output "account" {\n  value = can(local.accounts[terraform.workspace])\n}\n'],
    [
      'in a branch',
      'output "account" {\n  value = terraform.workspace == "prod" ? local.accounts[terraform.workspace] : null\n}\n',
    ],
    [
      'in a branch of a text',
      'output "account" {\n  value = "%{ if var.has_account }${local.accounts[terraform.workspace]}%{ endif }"\n}\n',
    ],
    [
      'in a resource that may not exist',
      'resource "aws_sns_topic" "alarms" {\n  count = terraform.workspace == "prod" ? 1 : 0\n  name  = local.accounts[terraform.workspace]\n}\n',
    ],
    [
      'in a module that may not be called',
      'module "alarms" {\n  source  = "./alarms"\n  count   = terraform.workspace == "prod" ? 1 : 0\n  account = local.accounts[terraform.workspace]\n}\n',
    ],
  ])('%s', (_, code) => {
    const texts = {
      'main.tf': `${roles}${accounts}${code}${nodeClass('local.roles[terraform.workspace]')}`,
      'alarms/main.tf': 'variable "account" {}\n',
    };

    expect(Object.keys(roleByRoot(texts))).toEqual(['. with workspace dev', '. with workspace prod']);
  });
});

describe('an environment stays the same when a change only hides or shows it', () => {
  const variable = 'variable "environment" {\n  default = "prod"\n}\n';
  const byVariable = { 'main.tf': `${variable}${roles}${nodeClass('local.roles[var.environment]')}` };
  const oneRole = 'locals {\n  roles = {\n    prod = "nodes-prod"\n  }\n}\n';

  test.each<[what: string, base: Texts, head: Texts, expected: Readonly<Record<string, string>>]>([
    [
      'a file sets the variable',
      byVariable,
      { ...byVariable, 'terraform.tfvars': 'environment = "prod"\n' },
      { '. with var.environment dev': 'nodes-dev', '. with var.environment prod': 'nodes-prod' },
    ],
    [
      'no file sets the variable any longer',
      { ...byVariable, 'terraform.tfvars': 'environment = "prod"\n' },
      byVariable,
      { '.': 'nodes-prod' },
    ],
    [
      'a map loses a key, and Terraform fails there',
      byVariable,
      { 'main.tf': `${variable}${oneRole}${nodeClass('local.roles[var.environment]')}` },
      { '. with var.environment dev': '${dev}', '. with var.environment prod': 'nodes-prod' },
    ],
    [
      'the workspace decides instead, so the variable is unknown',
      byVariable,
      {
        'main.tf': `${variable}${roles}${nodeClass('"$' + '{local.roles[terraform.workspace]}-$' + '{var.environment}"')}`,
      },
      {
        '. with workspace dev': 'nodes-dev-${var.environment}',
        '. with workspace prod': 'nodes-prod-${var.environment}',
      },
    ],
    [
      'another environment comes',
      byVariable,
      {
        'main.tf': `${variable}${roles.replace('  roles = {\n', '  roles = {\n    qa = "nodes-qa"\n')}${nodeClass('local.roles[var.environment]')}`,
      },
      {
        '. with var.environment dev': 'nodes-dev',
        '. with var.environment prod': 'nodes-prod',
        '. with var.environment qa': 'nodes-qa',
      },
    ],
  ])('%s', (_, base, head, expected) => {
    const after = evaluated(head, evaluated(base));

    expect(rolesOf(after)).toEqual(expected);
  });
});
