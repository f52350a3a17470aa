import { expect, test } from 'vitest';
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
