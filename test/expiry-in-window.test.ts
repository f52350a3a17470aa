import { beforeAll, expect, test } from 'vitest';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { plainRenderer } from './plain-renderer.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const pool = (expireAfter: string): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: kiln }
spec:
  limits: { cpu: 160 }
  disruption:
    consolidationPolicy: WhenEmptyOrUnderutilized
    consolidateAfter: 5m
    budgets:
      - nodes: 10%
      - { nodes: "0", schedule: 0 7 * * mon-fri, duration: 12h }
  template:
    spec:
      ${expireAfter === '' ? '' : `expireAfter: ${expireAfter}`}
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: kiln }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
`;

const isWarned = async (before: string, after: string): Promise<boolean> => {
  const { review } = await reviewOfTexts({ 'kiln.yaml': pool(before) }, { 'kiln.yaml': pool(after) }, { renderer });
  return review.findings.some(({ diagnostic: { code } }) => code === 'disruption/expiry-in-window');
};

test.each([
  ['Never', '24h'],
  ['720h', '168h'],
  ['', '168h'],
])('nodes that expire earlier than before (%s → %s) do so in closed windows, too', async (before, after) => {
  expect(await isWarned(before, after)).toBe(true);
});

test.each([
  ['720h', '1440h'],
  ['', '720h'],
  ['24h', 'Never'],
])('nodes that expire later or as before (%s → %s) are no new hazard', async (before, after) => {
  expect(await isWarned(before, after)).toBe(false);
});
