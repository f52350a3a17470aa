import { describe, expect, test } from 'vitest';
import { nodePool } from '../src/engine/changes/plan/plan.test-support.ts';
import { type ComparedPlans, plansBetween, type Texts } from './plans-between.ts';

const chart = (values: string): Texts => ({
  'pool.yaml': nodePool(),
  'web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'web/values.yaml': values,
  'web/templates/all.yaml': '{{ range until (int .Values.count) }}\n---\nkind: {{ $.Values.kind }}\n{{ end }}\n',
});

const service = (name: string): string => `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\n`;

/** The plan of a change of values of a chart that renders to some texts before and after it. */
const plannedFor = (values: string, texts: readonly string[]): Promise<ComparedPlans> =>
  plansBetween(chart('count: 1\n'), chart(values), {
    prints: (_, read) => (read('web/values.yaml') === values ? texts.join('---\n') : nodePool('first')),
  });

const times = (count: number, make: (name: string) => string): string[] =>
  Array.from({ length: count }, (_, i) => make(`web-${i}`));

describe('T50: what a chart renders to is bounded by the length of its files', () => {
  test.each([
    ['NodePools of one line', 'count: 3000\n', times(3000, (name) => nodePool(name))],
    ['other objects of one line', 'count: 9000\n', times(9000, service)],
    ['NodePools in JSON', 'count: 2999\n', ['{"kind": "List", "items": [{"kind": "NodePool"}'.repeat(2999)]],
  ])('%s', async (_, values, texts) => {
    const { plans } = await plannedFor(values, texts);
    expect(plans.map((plan) => (plan.digest === null ? plan.problems : 'a plan'))).toEqual([
      ['`web/Chart.yaml (helm template)` cannot be read'],
    ]);
  });

  test.each([
    ['some NodePools of one line', 'count: 80\n', 80],
    ['many NodePools, each with its values', times(600, (name) => `- {name: ${name}, cpu: 10}\n`).join(''), 600],
  ])('but not %s', async (_, values, count) => {
    const { plans } = await plannedFor(
      values,
      times(count, (name) => nodePool(name)),
    );
    expect(plans.map((plan) => plan.digest !== null && [plan.opaque.length, plan.objects.length])).toEqual([
      [0, count + 1],
    ]);
  });
});
