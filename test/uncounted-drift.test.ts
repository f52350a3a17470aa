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

const requiring = (requirements: string, disruption = 'consolidateAfter: 1m'): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: orchard }
spec:
  limits: { cpu: 100 }
  disruption: { ${disruption} }
  template:
    spec:
      expireAfter: 720h
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: orchard }
      requirements: [${requirements}]
`;
const capacity = (...kinds: string[]): string => inValues('karpenter.sh/capacity-type', kinds);
const inValues = (key: string, values: readonly string[]): string =>
  `{ key: ${key}, operator: In, values: [${values.join(', ')}] }`;
const families = (...names: string[]): string => inValues('karpenter.k8s.aws/instance-family', names);

test.each<[string, before: string, after: string, disruption: string | undefined, mayConsolidate: boolean]>([
  ['spot', capacity('on-demand'), capacity('on-demand', 'spot'), undefined, true],
  ['everything', capacity('on-demand'), '', undefined, true],
  ['more families', families('m7i'), families('m7i', 'm7a'), undefined, true],
  ['on-demand', capacity('spot'), capacity('spot', 'on-demand'), undefined, false],
  ['spot, and never consolidates', capacity('on-demand'), '', 'consolidateAfter: Never', false],
  [
    'spot, and removes only empty nodes',
    capacity('on-demand'),
    '',
    'consolidateAfter: 1m, consolidationPolicy: WhenEmpty',
    false,
  ],
])('a NodePool that begins to allow %s', async (_, before, after, disruption, mayConsolidate) => {
  const files = (requirements: string) => ({ 'nodes.yaml': requiring(requirements, disruption) });
  const line = summaryLine(await reviewOfTexts(files(before), files(after), { renderer }));
  const text = 'consolidation may then replace running nodes with cheaper ones';
  expect(line.includes(text)).toBe(mayConsolidate);
  expect(line.includes('No nodes are replaced')).toBe(!mayConsolidate);
});
