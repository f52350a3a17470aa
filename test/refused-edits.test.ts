import { beforeAll, expect, test } from 'vitest';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { environmentIn } from './plain-environment.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Edits of objects that the API server refuses before and after the change: nothing of them reaches the cluster. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const withPool = (pool: string): Texts => environmentIn('nodes', { pool });
const wrong = 'disruption: { consolidationPolicy: WhenEmpty, consolidateAfter: banana }';
const refusedPool = (more: string): Texts => withPool(`${wrong}\n  ${more}`);

const refusedApp = (replicas: number): Texts => {
  const { 'nodes/web.yaml': web, ...nodes } = environmentIn('nodes', { replicas: { web: replicas } });
  return { ...nodes, 'nodes/web.yaml': web!.replace('labels: { app: web }', 'labels: { app: other }') };
};

test.each<[what: string, base: Texts, head: Texts, name: string]>([
  ['a limit', refusedPool('limits: { cpu: 10 }'), refusedPool('limits: { cpu: 20 }'), 'NodePool `general`'],
  ['a weight', refusedPool('weight: 10'), refusedPool('weight: 20'), 'NodePool `general`'],
  ['replicas', refusedApp(3), refusedApp(4), 'Deployment `web`'],
])('%s of a refused object has no effect', async (_, base, head, name) => {
  const report = await reviewOfTexts(base, head, { renderer });
  expect(report.verdict.result).toBe('warn');
  expect(summaryLine(report)).toMatch(
    new RegExp(`^The API server refuses ${name} before and after the change, so the edit has no effect\\.`),
  );
  expect(summaryLine(report).match(/refuses/g)).toHaveLength(1);
});

test('an object that is refused in one environment arrives in the other', async () => {
  const sides = (cpu: number): Texts => ({
    ...environmentIn('envs/dev', { pool: `${wrong}\n  limits: { cpu: ${cpu} }` }),
    ...environmentIn('envs/prod', { pool: `limits: { cpu: ${cpu} }` }),
  });
  const line = summaryLine(await reviewOfTexts(sides(10), sides(20), { renderer }));
  expect(line).toMatch(/^The API server refuses NodePool `general` in dev before and after the change/);
});

test.each<[what: string, base: Texts, head: Texts]>([
  ['of an accepted object', withPool('limits: { cpu: 100 }'), withPool('limits: { cpu: 200 }')],
  ['of another object', refusedPool('limits: { cpu: 100 }'), { ...refusedPool('limits: { cpu: 100 }'), ...appOf(4) }],
  ['of a comment', refusedPool('limits: { cpu: 100 }'), refusedPool('limits: { cpu: 100 } # cores')],
  ['that corrects the object', refusedPool('limits: { cpu: 100 }'), withPool('limits: { cpu: 100 }')],
])('an edit %s is not named', async (_, base, head) => {
  const report = await reviewOfTexts(base, head, { renderer });
  expect(summaryLine(report)).not.toMatch(/before and after the change/);
});

function appOf(replicas: number): Texts {
  const name = 'nodes/web.yaml';
  return { [name]: environmentIn('nodes', { replicas: { web: replicas } })[name]! };
}
