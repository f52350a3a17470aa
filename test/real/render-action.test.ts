import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isolation } from '../../src/io/render/isolation.ts';
import { runAction } from '../github/action.ts';
import { checkout } from '../github/checkout.ts';
import { FakeGitHub } from '../github/github.ts';
import { openScene, type Scene, workflowRun } from '../github/scene.ts';
import { chartYaml, nodePool } from './rendering.ts';

let fake: FakeGitHub;

beforeEach(async () => {
  fake = await FakeGitHub.start();
});
afterEach(() => fake.close());

/** A chart whose helper returns the capacity type, and an overlay. */
const files: Record<string, string> = {
  'charts/pools/Chart.yaml': chartYaml('pools'),
  'charts/pools/values.yaml': 'name: general\n',
  'charts/pools/templates/_helpers.tpl': '{{- define "capacity" }}[spot]{{ end }}\n',
  'charts/pools/templates/pool.yaml': nodePool('{{ .Values.name }}').replace('[spot]', '{{ include "capacity" . }}'),
};
const change = { 'charts/pools/templates/_helpers.tpl': '{{- define "capacity" }}[spott]{{ end }}\n' };

async function act(scene: Scene, mode: 'review' | 'comment', workspace?: string) {
  const token = await fake.token({ contents: 'read', pull_requests: 'write', checks: 'write' });
  const env = { PATH: process.env.PATH! };
  const common = { token, env, inputs: { mode }, ...(workspace && { workspace }) };
  return mode === 'comment'
    ? runAction(fake, { ...common, event: 'workflow_run', payload: workflowRun(scene), sha: scene.base })
    : runAction(fake, {
        ...common,
        event: 'pull_request',
        payload: { pull_request: await fake.pull(scene.number) },
        sha: scene.merge,
      });
}

test('the job on pull_request renders both commits, from a shallow clone and the API', async () => {
  const scene = await openScene(fake, files, change);
  const workspace = checkout(fake, scene.merge, '--depth=1');
  const { outputs, failure } = await act(scene, 'review', workspace);
  rmSync(workspace, { recursive: true });
  const { diagnostics, changes } = JSON.parse(outputs['report-json']!);
  expect(failure).toBeDefined();
  expect(
    diagnostics.map((one: { code: string; file: string; start: { line: number }; isNew: boolean }) => [
      ...[one.code, one.file, one.start.line, one.isNew],
    ]),
  ).toContainEqual(['lint/unknown-capacity-type', 'charts/pools/templates/pool.yaml', 15, true]);
  expect(changes.map((one: { roots: string[] }) => one.roots)).toEqual([['charts/pools']]);
});

test('`mode: comment` renders where programs are isolated, and otherwise says what it left out and what to do', async () => {
  const scene = await openScene(fake, files, change, 'mallory');
  const { outputs } = await act(scene, 'comment');
  const { diagnostics } = JSON.parse(outputs['report-json']!);
  const isHere = 'unshare' in (await isolation());
  expect(diagnostics.map((one: { code: string; file: string }) => [one.code, one.file])).toContainEqual(
    isHere
      ? ['lint/unknown-capacity-type', 'charts/pools/templates/pool.yaml']
      : ['render/not-here', 'charts/pools/Chart.yaml'],
  );
});
