import { describe, expect, test } from 'vitest';
import { compilePattern } from '../../../io/terraform/linear-pattern.ts';
import { awsResources } from '../../aws/terraform/aws-resources.ts';
import { HclReader } from './modules/terraform-files.ts';
import { parse } from './terraform.test-support.ts';
import { type TerraformSources, terraformSources } from './terraform.ts';

type Texts = Readonly<Record<string, string>>;

function evaluatedBy(reader: HclReader, texts: Texts): TerraformSources {
  const text = (path: string): string | undefined => (Object.hasOwn(texts, path) ? texts[path] : undefined);
  return terraformSources({ files: new Map(Object.entries(texts)), text }, reader, [awsResources]);
}

const newReader = (): HclReader => new HclReader(parse, compilePattern);

/** What is known of a side, with places. */
const all = ({ made, modules, ...others }: TerraformSources) => ({
  ...others,
  modules: [...modules.keys()],
  files: others.files.map(({ source }) => source.file),
  made: made.map(({ file, text, origin }) => [file, text, origin!.trace(0, text.length)]),
  sources: others.sources.map(({ file }) => file),
});

const base: Texts = {
  'a/main.tf': `# karpenter
variable "zones" { default = ["a"] }
module "pools" {
  source = "../pools"
  zones  = var.zones
}
resource "kubectl_manifest" "files" {
  for_each  = fileset("\${path.module}/pools", "*.yaml")
  yaml_body = file("\${path.module}/pools/\${each.value}")
}
resource "kubectl_manifest" "more" {
  count     = fileexists("\${path.module}/more") ? 1 : 0
  yaml_body = templatefile("\${path.module}/more.tpl", { name = "more" })
}
`,
  'a/pools/one.yaml': 'kind: NodePool\nmetadata: {name: one}\n',
  'a/more': '',
  'a/more.tpl': 'kind: NodePool\nmetadata: {name: ${name}}\n',
  'b/main.tf': `# karpenter
resource "kubectl_manifest" "b" {
  yaml_body = file("\${path.module}/../shared.yaml")
}
`,
  'shared.yaml': 'kind: NodePool\nmetadata: {name: shared}\n',
  'pools/main.tf': `variable "zones" {}
resource "kubectl_manifest" "pool" {
  for_each  = toset(var.zones)
  yaml_body = yamlencode({ kind = "NodePool", metadata = { name = each.key } })
}
`,
  'live/terragrunt.hcl': 'terraform {\n  source = "../b"\n}\ninputs = { x = 1 }\n',
};

describe('a root module that neither side changes is evaluated once, and says the same as if it were evaluated again', () => {
  test.each<[change: string, head: Texts]>([
    ['nothing', {}],
    ['code of one root', { 'b/main.tf': `${base['b/main.tf']}# a comment\n` }],
    ['a module that one root calls', { 'pools/main.tf': base['pools/main.tf']!.replace('each.key', '"x"') }],
    ['another file in a module', { 'pools/more.tf': 'resource "kubectl_manifest" "k" { yaml_body = "kind: Pod" }\n' }],
    ['variables', { 'a/terraform.tfvars': 'zones = ["b", "c"]\n' }],
    ['variables of environments', { 'a/prod.tfvars': 'zones = ["b"]\n', 'a/dev.tfvars': 'zones = ["c"]\n' }],
    ['a file that is read', { 'shared.yaml': 'kind: NodePool\nmetadata: {name: other}\n' }],
    ['a file that a pattern finds', { 'a/pools/two.yaml': 'kind: NodePool\nmetadata: {name: two}\n' }],
    ['a template', { 'a/more.tpl': 'kind: NodePool\nmetadata: {name: x-${name}}\n' }],
    ['a unit of Terragrunt', { 'live/terragrunt.hcl': base['live/terragrunt.hcl']!.replace('x = 1', 'x = 2') }],
    ['a syntax error', { 'pools/main.tf': 'resource {{{\n' }],
  ])('%s', (_, changed) => {
    const reader = newReader();
    const head = { ...base, ...changed };
    expect(all(evaluatedBy(reader, base))).toEqual(all(evaluatedBy(newReader(), base)));
    expect(all(evaluatedBy(reader, head))).toEqual(all(evaluatedBy(newReader(), head)));
  });

  test.each(['a/more', 'a/pools/one.yaml', 'pools/main.tf', 'live/terragrunt.hcl', 'b/main.tf'])(
    'without %s',
    (file) => {
      const reader = newReader();
      const { [file]: _, ...head } = base;
      evaluatedBy(reader, base);
      expect(all(evaluatedBy(reader, head))).toEqual(all(evaluatedBy(newReader(), head)));
    },
  );

  test('only what depends on the change is evaluated again', () => {
    const reader = newReader();
    evaluatedBy(reader, base);
    const before = new Map(reader.parts);
    evaluatedBy(reader, { ...base, 'shared.yaml': 'kind: NodePool\n' });
    const again = [...reader.parts].filter(([name, part]) => before.get(name) !== part).map(([name]) => name);
    expect([...before.keys()]).toEqual(['unit live/terragrunt.hcl', 'root a', 'root b with live/terragrunt.hcl']);
    expect(again).toEqual(['root b with live/terragrunt.hcl']);
  });
});
