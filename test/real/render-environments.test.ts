import { afterEach, expect, test } from 'vitest';
import { run } from '../../src/hosts/cli/terminal.test-support.ts';
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

test('where nothing is rendered there is nothing to list', async () => {
  const { stdout } = await run(['sources'], { cwd: folderOf({ 'pool.yaml': nodePool('a') }), env });
  expect(stdout).toBe('There are no kustomizations, charts and modules here.\n');
});

test('another form is refused', async () => {
  const { code, stderr } = await run(['sources', '--format', 'github'], { cwd: folderOf(tree), env });
  expect([code, stderr]).toEqual([2, 'error: sources has no `github` form\n  help: Use `text` or `json`.\n']);
});

test('two roots of one environment that give an object differently are a finding', async () => {
  const cwd = folderOf({
    ...tree,
    'plumbline.yaml':
      'sources: {roots: [{path: deploy/prod, environment: live}, {path: deploy/staging, environment: live}]}\n',
  });
  const { stdout } = await run(['check', '.', '--format', 'json', '--quiet'], { cwd, env });
  const found = JSON.parse(stdout).diagnostics.filter((one: { code: string }) => one.code === 'render/conflict');
  expect(found.map((one: { file: string }) => one.file)).toEqual(['deploy/base/pool.yaml']);
});
