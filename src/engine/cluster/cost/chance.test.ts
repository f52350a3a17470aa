import { expect, test } from 'vitest';
import { aws } from '../../aws/aws.ts';
import { karpenter } from '../../karpenter/api/karpenter.ts';
import { noZoneHints } from '../../manifest/hints/zone-hints.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { catalogOf, deployment, nodeClass, nodePool, settingsOf } from '../provisioning/simulation.test-support.ts';
import type { Estimate } from './estimate.ts';
import { estimateCost } from './estimate-cost.ts';

const parsed = (text: string) => manifestSet([parseManifests({ file: 'manifests.yaml', text }, { set: {} })]);

const estimate = (head: string, base?: string): Estimate =>
  estimateCost({
    base: base === undefined ? null : parsed(base),
    head: parsed(head),
    live: null,
    settings: settingsOf(),
    region: 'us-east-1',
    regionSource: '`--region`',
    providers: [aws],
    zoneHints: noZoneHints,
    catalog: catalogOf('us-east-1'),
    karpenter: karpenter('1.14'),
  }).estimate;

const types =
  '        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.large, m6i.xlarge, m6i.2xlarge] }';
const pool = nodePool('web', '  disruption: { consolidateAfter: Never }', types) + nodeClass;
const batch = deployment('batch', 4, 'cpu: 3, memory: 64Mi');
/** Three nodes have room for all pods of batch only if no pod of web is in the way. */
const uncertain = pool + deployment('web', 10, 'cpu: 1, memory: 64Mi') + batch;

test('where chance decides whether one more node is needed, the figures are a range around the likely one', () => {
  const { head } = estimate(uncertain);
  expect(head?.nodes).toMatchObject({ low: 4, likely: 4, high: 5 });
  expect(head?.chance).toEqual({
    runs: 17,
    nodes: { low: 4, high: 5 },
    hourlyUsd: { low: head?.hourlyUsd.low, high: head?.hourlyUsd.high },
  });
  expect(head?.spread.map(({ kind }) => kind)).toContain('chance');
});

test('no change changes nothing, whatever chance decides before', () => {
  const { base, head, difference } = estimate(uncertain, uncertain);
  expect(base?.chance?.nodes).toMatchObject({ low: 4, high: 5 });
  expect(head?.chance).toEqual(base?.chance);
  expect(difference.nodes).toMatchObject({ low: 0, likely: 0, high: 0 });
  expect(difference.monthlyUsd).toMatchObject({ low: 0, likely: 0, high: 0 });
});

test.each([
  ['one pod', pool + deployment('web', 1, 'cpu: 1, memory: 64Mi')],
  ['equal pods on equal nodes', pool + deployment('web', 21, 'cpu: 1, memory: 64Mi')],
])('%s end without a range', (_, head) => {
  const { head: placement } = estimate(head);
  expect(placement?.chance).toBeUndefined();
  expect(placement?.nodes.low).toBe(placement?.nodes.high);
});
