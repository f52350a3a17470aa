import { beforeAll, expect, test } from 'vitest';
import { reportMarkOf } from '../src/engine/report/coverage/report-mark.ts';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { plainRenderer } from './plain-renderer.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Reviews of changes that make an unknown number of nodes drift, and of the budgets that hold them. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const pool = (name: string, budgets: string, lifetime: string): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: ${name} }
spec:
  limits: { cpu: 100 }
  disruption: { consolidateAfter: 1m, budgets: ${budgets} }
  template:
    spec:
      expireAfter: ${lifetime}
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: orchard }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }]
---
`;

const changed = async (...pools: readonly (readonly [name: string, budgets: string])[]) => {
  const text = (lifetime: string): string => pools.map(([name, budgets]) => pool(name, budgets, lifetime)).join('');
  const files = (lifetime: string) => ({ 'nodes.yaml': text(lifetime) });
  return reviewOfTexts(files('720h'), files('336h'), { renderer });
};

test.each([
  ['for the reason', '[{ nodes: "0", reasons: [Drifted] }]', 'the budget of 0 for `Drifted` allows none'],
  ['as a share', '[{ nodes: 0% }, { nodes: 10% }]', 'the budget of 0% allows none'],
  [
    'for several reasons',
    '[{ nodes: 10% }, { nodes: 0%, reasons: [Underutilized, Drifted] }]',
    'the budget of 0% for `Underutilized`, `Drifted` allows none',
  ],
])('a budget of 0 keeps nodes whose number is unknown: %s', async (_, budgets, reason) => {
  const report = await changed(['orchard', budgets]);
  expect(summaryLine(report)).toContain(
    `Running nodes of NodePool \`orchard\` must be replaced, but Karpenter cannot disrupt them (${reason})`,
  );
  expect(reportMarkOf(report)).toBe('warn');
});

test('a NodePool whose budgets allow drift is named alone', async () => {
  const report = await changed(['orchard', '[{ nodes: 10% }]'], ['meadow', '[{ nodes: "0" }]']);
  expect(summaryLine(report)).toMatch(/^Replaces running nodes of NodePool `orchard`, number unknown/);
  expect(summaryLine(report)).not.toMatch(/meadow/);
});

test.each([
  ['of another reason', '[{ nodes: "0", reasons: [Underutilized] }]'],
  ['at times', '[{ nodes: "0", schedule: "0 9 * * *", duration: 8h }]'],
  ['that rounds up', '[{ nodes: 1% }]'],
])('a budget holds nothing for good: %s', async (_, budgets) => {
  expect(summaryLine(await changed(['orchard', budgets]))).toMatch(/^Replaces running nodes of NodePool `orchard`/);
});
