import { expect, test } from 'vitest';
import { evaluated, tracedTo } from '../terraform.test-support.ts';

const pool = (name: string, cpu: string): string =>
  `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: { name: ${name} }\nspec: { limits: { cpu: ${cpu} } }\n`;

const each = (type: string): string => `resource "kubectl_manifest" "all" {
  for_each  = data.${type}.all.manifests
  yaml_body = each.value
}
`;
const counted = (type: string): string => `resource "kubectl_manifest" "all" {
  count     = length(data.${type}.all.documents)
  yaml_body = element(data.${type}.all.documents, count.index)
}
`;
const data = (type: string, body: string): string => `data "${type}" "all" {\n${body}\n}\n`;

const texts = (files: Readonly<Record<string, string>>): readonly string[] =>
  evaluated(files)
    .sources.filter(({ file }) => file.includes('kubectl_manifest'))
    .map(({ text }) => text.trim());

test('the documents of a text are manifests', () => {
  const files = {
    'main.tf':
      data('kubectl_file_documents', '  content = replace(file("all.yaml"), "name: b", "name: c")') +
      counted('kubectl_file_documents'),
    'all.yaml': `${pool('a', '1')}---\n${pool('b', '2')}---\n# nothing\n`,
  };
  expect(texts(files)).toEqual([pool('a', '1').trim(), pool('c', '2').trim()]);
});

test('the files that match a pattern are templates', () => {
  const vars =
    '  pattern = "${path.module}/pools/*.yaml"\n  vars = { cpu = 7 }\n  sensitive_vars = { name = "secret" }';
  const files = {
    'tf/main.tf': data('kubectl_path_documents', vars) + each('kubectl_path_documents'),
    'tf/pools/a.yaml': pool('a', '${cpu}'),
    'tf/pools/b.yaml': pool('${name}', '1'),
    'tf/other/c.yaml': pool('c', '1'),
  };
  expect(texts(files)).toEqual([pool('a', '7').trim(), pool('secret', '1').trim()]);
  const [first] = evaluated(files).sources.filter(({ file }) => file.includes('kubectl_manifest'));
  expect(tracedTo(first!, 'NodePool', files)).toBe('tf/pools/a.yaml: NodePool');
});

test('without templates, files are read as they are', () => {
  const files = {
    'main.tf':
      data('kubectl_path_documents', '  pattern = "./pools/*.yaml"\n  disable_template = true') +
      // A file that stays as it is would be reviewed as a file.
      each('kubectl_path_documents').replace('each.value\n', 'replace(each.value, "name: a", "name: b")\n'),
    'pools/a.yaml': pool('a', '$${cpu}'),
  };
  expect(texts(files)).toEqual([pool('b', '$${cpu}').trim()]);
});

test.each([
  ['a pattern that is not known', '  pattern = "${var.folder}/*.yaml"'],
  ['variables that are not known', '  pattern = "pools/*.yaml"\n  vars = var.all'],
  ['several data sources', '  count = 2\n  pattern = "pools/*.yaml"'],
])('%s gives unknown documents', (_, body) => {
  const files = {
    'main.tf': `variable "folder" {}\nvariable "all" {}\n${data('kubectl_path_documents', body)}${each('kubectl_path_documents')}# karpenter`,
    'pools/a.yaml': pool('a', '1'),
  };
  expect(texts(files).join()).not.toContain('NodePool');
});
