import { beforeAll, expect, test } from 'vitest';
import { firstLines } from '../src/engine/report/first-lines/summary-line.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { environmentIn } from './plain-environment.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Workloads whose pods all stop because their replicas become 0: the first lines name them. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const cluster = (replicas: Readonly<Record<string, number>>): Texts => environmentIn('nodes', { replicas });
const several = (replicas: Readonly<Record<string, number>>): Texts => ({
  ...environmentIn('envs/dev', { replicas }),
  ...environmentIn('envs/prod'),
});
const running = { web: 6, api: 1, admin: 1 };

test.each<[what: string, base: Texts, head: Texts, sentence: string]>([
  ['the only pod', cluster(running), cluster({ ...running, api: 0 }), 'Stops the only pod of Deployment `shop/api`'],
  ['all pods', cluster(running), cluster({ ...running, web: 0 }), 'Stops all 6 pods of Deployment `shop/web`'],
  [
    'several workloads',
    cluster(running),
    cluster({ ...running, api: 0, admin: 0 }),
    'Stops all pods of 2 workloads (2 pods), among them Deployment `shop/admin`',
  ],
  [
    'one environment',
    several(running),
    several({ ...running, api: 0 }),
    'Stops the only pod of Deployment `shop/api` in dev',
  ],
])('%s', async (_, base, head, sentence) => {
  const { headline } = firstLines(await reviewOfTexts(base, head, { renderer }));
  expect(headline).toContain(sentence);
});

test('a workload without pods is not deleted with the others', async () => {
  const head = cluster({ web: 0, api: 0 });
  const { headline, also } = firstLines(await reviewOfTexts(cluster(running), head, { renderer }));
  const lines = [...headline, ...also].join('. ');
  expect(lines).toMatch(/Deletes Deployment `shop\/admin`/);
  expect(lines).toMatch(/Stops all pods of 2 workloads/);
  expect(lines).not.toMatch(/Deletes (?:all|the only)/);
});

test.each<[what: string, base: Texts, head: Texts]>([
  ['fewer pods', cluster(running), cluster({ ...running, web: 2 })],
  ['no pods before and after', cluster({ web: 6, api: 0 }), cluster({ web: 5, api: 0 })],
  ['pods that start', cluster({ web: 6, api: 0 }), cluster({ web: 6, api: 1 })],
])('%s stop nothing', async (_, base, head) => {
  const { headline, also } = firstLines(await reviewOfTexts(base, head, { renderer }));
  expect([...headline, ...also].join('. ')).not.toMatch(/Stops|0 replicas/);
});
