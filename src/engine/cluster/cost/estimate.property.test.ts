import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aws } from '../../aws/aws.ts';
import { karpenter } from '../../karpenter/api/karpenter.ts';
import { noZoneHints } from '../../manifest/hints/zone-hints.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { catalogOf, deployment, nodeClass, nodePool, settingsOf } from '../provisioning/simulation.test-support.ts';
import { estimateCost } from './estimate-cost.ts';

interface File {
  readonly file: string;
  readonly text: string;
}

/** The whole estimate of files as text, with the files in a given order. */
function estimateText(files: readonly File[]): string {
  const { estimate, diagnostics } = estimateCost({
    base: null,
    live: null,
    settings: settingsOf(),
    catalog: catalogOf(),
    providers: [aws],
    karpenter: karpenter('1.14'),
    region: 'us-east-1',
    regionSource: 'as set',
    zoneHints: noZoneHints,
    head: manifestSet(files.map((file) => parseManifests(file, { set: {} }))),
  });
  return JSON.stringify({ estimate, diagnostics });
}

const m5 = '        - { key: karpenter.k8s.aws/instance-family, operator: In, values: [m5] }';
const autoscaler = (name: string): string => `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: ${name} }
spec: { scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${name} }, minReplicas: 1, maxReplicas: 9 }
---
`;

const requests = fc.constantFrom('cpu: 500m', 'cpu: 500m', 'cpu: 3', 'cpu: 100', 'cpu: 1, memory: 9Gi');
const document = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 0, max: 6 }), requests)
      .map((all) => deployment(...all)),
  },
  { weight: 1, arbitrary: fc.constantFrom('a', 'b').map(autoscaler) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('small', 'large').map((name) => nodePool(name, '  limits: { cpu: 20 }', m5)),
  },
  { weight: 1, arbitrary: fc.constant(nodeClass) },
);
const files: fc.Arbitrary<readonly File[]> = fc
  .array(fc.array(document, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 5 })
  .map((all) => all.map((documents, i) => ({ file: `apps/${i}.yaml`, text: documents.join('') })));

test('the order in which files are read makes no difference: workloads are sorted by path and position', () => {
  const shuffled = files.chain((all) =>
    fc
      .shuffledSubarray([...all], { minLength: all.length, maxLength: all.length })
      .map((other) => [all, other] as const),
  );
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      expect(estimateText(other)).toBe(estimateText(one));
    }),
    { numRuns: 40 },
  );
});
