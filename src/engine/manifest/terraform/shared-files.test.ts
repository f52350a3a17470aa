import { describe, expect, test } from 'vitest';
import { evaluated } from './terraform.test-support.ts';
import { withObjectsOf } from './terraform.ts';

const file = 'manifests/agent.yaml';
const agent = 'apiVersion: apps/v1\nkind: DaemonSet\nmetadata: { name: agent }\n';

const root = (name: string): string =>
  `# karpenter\nresource "kubectl_manifest" "${name}" {\n  yaml_body = file("\${path.module}/../../${file}")\n}\n`;

const namesOf = (texts: Readonly<Record<string, string>>): readonly string[] => {
  const side = evaluated(texts);
  return withObjectsOf(side, side.sharedFiles).sources.map((source) => source.file);
};

test('a file that two root modules apply is an object of each', () => {
  const roots = { 'envs/uat/main.tf': root('agent'), 'envs/prod/main.tf': root('agent') };
  expect(namesOf({ ...roots, [file]: agent })).toEqual([
    'envs/prod: kubectl_manifest.agent',
    'envs/uat: kubectl_manifest.agent',
  ]);
});

test('a file that a module applies, which two root modules call, is an object of each', () => {
  const call = 'module "agents" {\n  source = "../../modules/agents"\n}\n';
  const roots = { 'envs/uat/main.tf': call, 'envs/prod/main.tf': call, 'modules/agents/main.tf': root('agent') };
  expect(namesOf({ ...roots, [file]: agent })).toEqual([
    'envs/prod: module.agents.kubectl_manifest.agent',
    'envs/uat: module.agents.kubectl_manifest.agent',
  ]);
});

test('a file that one root module applies is read where it is', () => {
  expect(namesOf({ 'envs/prod/main.tf': root('agent'), [file]: agent })).toEqual([]);
});

describe('a file behind a flag', () => {
  const flag = (value: string): string => `variable "on" {\n  default = ${value}\n}\n`;
  const counted = root('agent').replace('yaml_body', 'count = var.on ? 1 : 0\n  yaml_body');
  const filtered = `# karpenter
data "kubectl_path_documents" "all" {
  pattern          = "\${path.module}/../../manifests/*.yaml"
  disable_template = true
}
resource "kubectl_manifest" "all" {
  for_each  = { for k, v in data.kubectl_path_documents.all.manifests : k => v if var.on || !strcontains(k, "gpu") }
  yaml_body = each.value
}
`;
  const pool = (name: string): string => `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: { name: ${name} }\n`;
  const [cpu, gpu] = ['manifests/cpu.yaml', 'manifests/gpu.yaml'];

  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      'is an object under its condition',
      { 'envs/a/main.tf': flag('false') + counted, [file]: pool('agent') },
      ['envs/a: kubectl_manifest.agent[…]'],
    ],
    [
      'with two objects is both of them',
      {
        'envs/a/main.tf': flag('false') + filtered,
        [cpu]: pool('cpu'),
        [gpu]: `---\n${pool('gpu')}---\n${pool('gpu-big')}`,
      },
      [
        'envs/a: kubectl_manifest.all["karpenter.sh/v1/NodePool/gpu"]',
        'envs/a: kubectl_manifest.all["karpenter.sh/v1/NodePool/gpu-big"]',
      ],
    ],
    [
      'is an object only if it is left out',
      { 'envs/a/main.tf': flag('false') + filtered, [cpu]: pool('cpu'), [gpu]: pool('gpu') },
      ['envs/a: kubectl_manifest.all["karpenter.sh/v1/NodePool/gpu"]'],
    ],
    ['is read where it is if the flag is on', { 'envs/a/main.tf': flag('true') + counted, [file]: pool('agent') }, []],
    [
      'is read where it is if it has more',
      {
        'envs/a/main.tf': flag('false') + filtered.replace('!strcontains(k, "gpu")', 'endswith(k, "cpu")'),
        [cpu]: `${pool('cpu')}---\n${pool('big')}`,
      },
      [],
    ],
  ])('%s', (_, texts, expected) => expect(namesOf(texts)).toEqual(expected));
});
