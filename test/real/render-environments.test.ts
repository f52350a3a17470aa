import { afterEach, expect, test } from 'vitest';
import { run } from '../../src/hosts/cli/terminal/terminal.test-support.ts';
import { cleanUp, folderOf, kustomization, nodePool } from './rendering.ts';

afterEach(cleanUp);

const overlay = (name: string, cpu: number, ...more: string[]) => ({
  [`deploy/${name}/kustomization.yaml`]: `${kustomization('../base', ...more)}patches: [{path: limits.yaml}]\n`,
  [`deploy/${name}/limits.yaml`]: `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: general}\nspec: {limits: {cpu: ${cpu}}}\n`,
});
const tree = {
  'deploy/base/kustomization.yaml': kustomization('pool.yaml'),
  'deploy/base/pool.yaml': nodePool('general'),
  ...overlay('prod', 1000),
  ...overlay('staging', 100),
  ...overlay('dev', 100, 'gpu.yaml'),
  'deploy/dev/gpu.yaml': nodePool('gpu'),
};
const env = { PATH: process.env.PATH! };

test('`sources` lists the roots with their environments', async () => {
  const { stdout } = await run(['sources', '--format', 'json'], { cwd: folderOf(tree), env });
  const { roots, tools } = JSON.parse(stdout);
  expect(
    roots.map((root: { name: string; tool: string; environment: string; files: number }) => [
      ...[root.name, root.tool, root.environment, root.files],
    ]),
  ).toEqual([
    ['deploy/dev', 'kustomize', 'dev', 5],
    ['deploy/prod', 'kustomize', 'prod', 4],
    ['deploy/staging', 'kustomize', 'staging', 4],
  ]);
  expect(tools.kustomize).toMatch(/^v5\./);
});

test('`sources --environments` shows what is not promoted yet, and what differs', async () => {
  const { stdout, code } = await run(['sources', '--environments'], { cwd: folderOf(tree), env });
  expect(code).toBe(0);
  expect(stdout).toBe(
    [
      '                   dev  staging  prod',
      'NodePool general   yes  yes      yes',
      '  spec.limits.cpu  100  100      1000',
      'NodePool gpu       yes  missing  missing',
      '',
    ].join('\n'),
  );
});

test('without kustomizations, charts and modules, the list is empty', async () => {
  const { stdout } = await run(['sources'], { cwd: folderOf({ 'pool.yaml': nodePool('a') }), env });
  expect(stdout.split('\n')[0]).toBe('No kustomizations, charts or Terraform modules found.');
  expect(stdout).toMatch(/^Read as they are +Environment +Files\n\. +1$/m);
});

test('an unknown format is an error', async () => {
  const { code, stderr } = await run(['sources', '--format', 'html'], { cwd: folderOf(tree), env });
  expect([code, stderr]).toEqual([
    2,
    'error: `sources` does not support `--format html`\n  help: Use `text` or `json`, or add `--environments` for other formats.\n',
  ]);
});

test('it is a finding if two roots of one environment contain different versions of an object', async () => {
  const cwd = folderOf({
    ...tree,
    'plumbline.yaml':
      'sources: {roots: [{path: deploy/prod, environment: live}, {path: deploy/staging, environment: live}]}\n',
  });
  const { stdout } = await run(['check', '.', '--format', 'json', '--quiet'], { cwd, env });
  const found = JSON.parse(stdout).diagnostics.filter((one: { code: string }) => one.code === 'render/conflict');
  expect(found.map((one: { file: string }) => one.file)).toEqual(['deploy/base/pool.yaml']);
});

const config = `environments:
  dev: {paths: [deploy/dev, plain/dev, infra/env/dev.tfvars], region: us-east-1}
  prod: {paths: [deploy/prod, plain/prod, infra/env/prod.tfvars], clusterArn: "arn:aws:eks:eu-central-1:111122223333:cluster/prod", karpenter: {version: 1.6}}
`;
const everywhere = {
  'plumbline.yaml': config,
  'deploy/base/kustomization.yaml': kustomization('pool.yaml'),
  'deploy/base/pool.yaml': nodePool('rendered'),
  ...overlay('dev', 100),
  ...overlay('prod', 100),
  'deploy/dev/limits.yaml':
    'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: rendered}\nspec: {limits: {cpu: 7}}\n',
  'deploy/prod/limits.yaml':
    'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: rendered}\nspec: {limits: {cpu: 7}}\n',
  'plain/dev/pool.yaml': nodePool('plain'),
  'infra/main.tf': `variable "cpu" {}\nresource "kubectl_manifest" "pool" {\n  yaml_body = <<-EOT\n${nodePool('terraform', '${var.cpu}')}  EOT\n}\n`,
  'infra/env/dev.tfvars': 'cpu = 1\n',
  'infra/env/prod.tfvars': 'cpu = 2\n',
};

test('`--promotion` shows only differences, in plain files, rendered files and Terraform', async () => {
  const cwd = folderOf(everywhere);
  const { stdout } = await run(['sources', '--promotion'], { cwd, env });
  expect(stdout.split('\n')).toEqual([
    '                    dev        prod',
    'region              us-east-1  eu-central-1',
    'Karpenter                      1.6',
    'account                        111122223333',
    'NodePool plain      yes        missing',
    'NodePool terraform  yes        yes',
    '  spec.limits.cpu   1          2',
    '',
  ]);
  const forms = await Promise.all(
    (['markdown', 'html', 'json'] as const).map(async (format) => {
      const { stdout: output } = await run(['sources', '--promotion', '--format', format], { cwd, env });
      return (
        ['plain', 'terraform', 'eu-central-1'].every((name) => output.includes(name)) && !output.includes('rendered')
      );
    }),
  );
  expect(forms).toEqual([true, true, true]);
});

test('what could not be rendered is unknown, not missing', async () => {
  const broken = {
    ...everywhere,
    'deploy/prod/kustomization.yaml': `${kustomization('../base', 'nowhere.yaml')}patches: [{path: limits.yaml}]\n`,
  };
  const { stdout } = await run(['sources', '--environments'], { cwd: folderOf(broken), env });
  const cells = stdout.split('\n').map((line) => line.split(/ {2,}/));
  expect(cells.filter(([name]) => /rendered|plain/.test(name!))).toEqual([
    ['NodePool plain', 'yes', 'unknown'],
    ['NodePool rendered', 'yes', 'unknown'],
  ]);
});

test('the output says so if nothing differs', async () => {
  const alike = {
    ...overlay('dev', 1),
    ...overlay('prod', 1),
    'deploy/base/kustomization.yaml': kustomization('pool.yaml'),
    'deploy/base/pool.yaml': nodePool('general'),
  };
  const { stdout } = await run(['sources', '--promotion'], { cwd: folderOf(alike), env });
  expect(stdout).toBe('Nothing differs between the environments.\n');
});

test('`sources` lists Terraform modules, including those that cannot be read', async () => {
  const cwd = folderOf({
    ...everywhere,
    'other/main.tf': 'resource "kubectl_manifest" "x" {\n  yaml_body = "apiVersion: karpenter.sh/v1',
  });
  const { stdout } = await run(['sources', '--format', 'json'], { cwd, env });
  const listed = JSON.parse(stdout).roots.filter((one: { tool: string }) => one.tool === 'terraform');
  expect(
    listed.map((one: { name: string; environment?: string; obstacles: { code: string }[] }) => [
      ...[one.name, one.environment, one.obstacles.map(({ code }) => code).join()],
    ]),
  ).toEqual([
    ['infra with env/dev.tfvars', 'dev', ''],
    ['infra with env/prod.tfvars', 'prod', ''],
    ['other/main.tf', undefined, 'terraform/syntax'],
  ]);
});
