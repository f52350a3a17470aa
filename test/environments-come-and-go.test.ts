import { beforeAll, describe, expect, test } from 'vitest';
import { figuresText, firstLines } from '../src/engine/report/first-lines/summary-line.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { environmentIn } from './plain-environment.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Changes that delete an environment or add one: what the first lines say about it. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const linesOf = async (base: Texts, head: Texts): Promise<{ headline: string; figures: string; also: string }> => {
  const { headline, figures, also } = firstLines(await reviewOfTexts(base, head, { renderer }));
  return { headline: headline.join('. '), figures: figures.map(figuresText).join('\n'), also: also.join('. ') };
};

const release = (environment: string): Texts => ({
  [`envs/${environment}/grafana.yaml`]: `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: grafana, namespace: obs }
spec: { chart: { spec: { chart: grafana, version: 8.0.0, sourceRef: { kind: HelmRepository, name: grafana } } } }
`,
});

const dev = environmentIn('envs/dev');
const prod = environmentIn('envs/prod', { replicas: { web: 12 } });
const { 'envs/dev/web.yaml': web, ...devNodes } = dev;

describe('a deleted environment has no nodes afterwards', () => {
  test('whatever charts another environment has', async () => {
    const { figures } = await linesOf(
      { ...dev, ...prod, ...release('dev'), ...release('prod') },
      { ...prod, ...release('prod') },
    );
    expect(figures).toMatch(/^dev: at least 1 node deleted · at least 1 → 0 nodes · at least \$\d+ → \$0\/month/);
  });

  test('although pods of it are still in other files', async () => {
    const apps = { 'apps/dev/web.yaml': web! };
    const { figures } = await linesOf({ ...devNodes, ...prod, ...apps }, { ...prod, ...apps });
    expect(figures).toMatch(/1 → 0 nodes · about \$\d+ → \$0\/month, because pods have no node/);
  });
});

test('a chart of an environment is counted in its own figures', async () => {
  const base = { ...dev, ...prod, ...release('prod') };
  const head = { ...environmentIn('envs/dev', { image: 'v20260810' }), ...prod, ...release('prod') };
  const later = { ...dev, ...environmentIn('envs/prod', { image: 'v20260810' }), ...release('prod') };
  expect((await linesOf(base, head)).figures).toMatch(/^dev: 1 of 1 node replaced · 1 node · /);
  expect((await linesOf(base, later)).figures).toMatch(/^prod: at least 1 node replaced · /);
});

test('pods that fit no other NodePool would need more nodes than are left', async () => {
  const other = { 'envs/dev/other.yaml': dev['envs/dev/pool.yaml']!.replace('name: general', 'name: other') };
  const tainted = other['envs/dev/other.yaml'].replace(
    '      requirements',
    '      taints: [{ key: team, effect: NoSchedule }]\n      requirements',
  );
  const { 'envs/dev/pool.yaml': _, ...left } = dev;
  const { figures } = await linesOf(
    { ...dev, ...prod, 'envs/dev/other.yaml': tainted },
    { ...left, ...prod, 'envs/dev/other.yaml': tainted },
  );
  expect(figures).toMatch(/1 → unknown nodes · cost unknown/);
});

describe('a new environment', () => {
  const flawed = { pool: 'weight: 1' };
  const base = { ...environmentIn('envs/dev', flawed), ...environmentIn('envs/prod', flawed) };

  test('that copies another one is introduced, and its findings are those of the other one', async () => {
    const { headline, also } = await linesOf(base, { ...base, ...environmentIn('envs/qa', flawed) });
    expect(headline).toBe('Adds environment qa. Its 1 warning is that of prod and dev');
    expect(also).not.toMatch(/warning|environment/);
  });

  test('that nobody else is like is introduced before its findings', async () => {
    const fine = { ...dev, ...prod };
    const { headline, also } = await linesOf(fine, { ...fine, ...environmentIn('envs/qa', flawed) });
    expect(headline).toMatch(/^Adds environment qa\. \S/);
    expect(headline).not.toMatch(/those of|that of/);
    expect(also).not.toMatch(/Adds environment/);
  });

  test('with findings of other environments is only mentioned', async () => {
    const fine = { ...dev, ...prod };
    const head = { ...dev, ...environmentIn('envs/prod', { ...flawed, replicas: { web: 12 } }) };
    const { headline } = await linesOf(fine, { ...head, ...environmentIn('envs/qa') });
    expect(headline).not.toMatch(/^Adds environment/);
  });
});
