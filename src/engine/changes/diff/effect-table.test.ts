import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { aws } from '../../aws/aws.ts';
import { nodeClassEffects } from '../../aws/node-class/field-effects.ts';
import { decodeCrdPack } from '../../files/schema/definitions/crd-pack.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { diff } from './diff.ts';
import { nodePoolEffects, overlayEffects } from './effect-table.ts';

const pack = decodeCrdPack(JSON.parse(readFileSync('data/crds/1.14.json', 'utf8')));
const set = (text: string) => manifestSet([parseManifests({ file: 'a.yaml', text }, { set: {} })]);
const causes = (base: string, head: string) =>
  diff(set(base), set(head), { pack, providers: [aws] }).flatMap(({ fields }) =>
    fields.map(({ path, cause, effect }) => `${path.join('.')} ${cause} ${effect}`),
  );

describe('every field of the API has its own effect', () => {
  test.each([
    ['NodePool', 'karpenter.sh/v1', nodePoolEffects],
    ['EC2NodeClass', 'karpenter.k8s.aws/v1', nodeClassEffects],
    ['NodeOverlay', 'karpenter.sh/v1alpha1', overlayEffects('AWS')],
  ])('%s', (kind, apiVersion, rows) => {
    const fields = Object.keys(pack.find(apiVersion, kind)?.schema.properties?.spec?.properties ?? {});
    expect(fields.length).toBeGreaterThan(4);
    const other = fields.filter((field) => rows.find(({ path }) => path.test(`spec.${field}`))?.cause === 'other');
    expect(other).toEqual([]);
  });
});

const workload = (spec: string, pod: string, container: string, metadata = '{}') => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: cart }
spec:
  ${spec}
  template:
    metadata: ${metadata}
    spec:
      ${pod}
      containers: [{ name: app, image: x, ${container} }]
`;
const plain = workload('replicas: 2', 'priority: 1', 'resources: { requests: { cpu: 1 } }');
const cron = (parallelism: number) =>
  `apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: cart }\nspec: { jobTemplate: { spec: { parallelism: ${parallelism} } } }\n`;
const claims = (size: string, name: string) =>
  `apiVersion: apps/v1\nkind: StatefulSet\nmetadata: { name: cart }\nspec: { volumeClaimTemplates: [{ metadata: { name: ${name} }, spec: { resources: { requests: { storage: ${size} } } } }] }\n`;
const budget = (spec: string) =>
  `apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: { name: cart }\nspec: { ${spec} }\n`;
const scaler = (max: number) =>
  `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: { name: cart }\nspec: { maxReplicas: ${max}, scaleTargetRef: { kind: Deployment, name: cart } }\n`;
const priority = (value: number) =>
  `apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: { name: high }\nvalue: ${value}\n`;

describe('workloads', () => {
  test.each([
    ['replicas', plain, plain.replace('replicas: 2', 'replicas: 3'), ['spec.replicas pod-count none']],
    [
      'requests',
      plain,
      plain.replace('cpu: 1 ', 'cpu: 2 '),
      ['spec.template.spec.containers.0.resources.requests.cpu pod-requests none'],
    ],
    [
      'selectors',
      plain,
      plain.replace('priority: 1', 'priority: 1\n      nodeSelector: { team: red }'),
      ['spec.template.spec.nodeSelector pod-placement none'],
    ],
    [
      'ports of the host',
      plain,
      plain.replace('image: x', 'image: x, ports: [{ containerPort: 80, hostPort: 80 }]'),
      ['spec.template.spec.containers.0.ports pod-placement none'],
    ],
    [
      'the size of volumes',
      claims('50Gi', 'data'),
      claims('100Gi', 'data'),
      ['spec.volumeClaimTemplates.0.spec.resources.requests.storage other none'],
    ],
    [
      'other volumes',
      claims('50Gi', 'data'),
      claims('50Gi', 'logs'),
      ['spec.volumeClaimTemplates.0 pod-placement none', 'spec.volumeClaimTemplates.0 pod-placement none'],
    ],
    ['other ports', plain, plain.replace('image: x', 'image: x, ports: [{ containerPort: 80 }]'), []],
    ['jobs of a CronJob', cron(2), cron(20), ['spec.jobTemplate.spec.parallelism pod-count none']],
    ['priority', plain, plain.replace('priority: 1', 'priority: 2'), ['spec.template.spec.priority pod-priority none']],
    ['priority classes', priority(1), priority(2), ['value pod-priority none']],
    ['autoscalers', scaler(4), scaler(8), ['spec.maxReplicas pod-count none']],
    ['budgets', budget('maxUnavailable: 1'), budget('maxUnavailable: 0'), ['spec.maxUnavailable pod-disruption none']],
    [
      'the pods a budget selects',
      budget('selector: { matchLabels: { app: a } }'),
      budget('selector: { matchLabels: { app: b } }'),
      ['spec.selector.matchLabels.app pod-disruption none'],
    ],
    [
      'do-not-disrupt',
      plain.replace('metadata: {}', 'metadata: { annotations: { karpenter.sh/do-not-disrupt: "false" } }'),
      plain.replace('metadata: {}', 'metadata: { annotations: { karpenter.sh/do-not-disrupt: "true" } }'),
      ['spec.template.metadata.annotations.karpenter.sh/do-not-disrupt pod-disruption none'],
    ],
    [
      'the first annotation of pods',
      plain,
      plain.replace('metadata: {}', 'metadata: { annotations: { karpenter.sh/do-not-disrupt: "true" } }'),
      ['spec.template.metadata.annotations.karpenter.sh/do-not-disrupt pod-disruption none'],
    ],
    [
      'how long pods take to stop',
      plain.replace('priority: 1', 'terminationGracePeriodSeconds: 30'),
      plain.replace('priority: 1', 'terminationGracePeriodSeconds: 300'),
      ['spec.template.spec.terminationGracePeriodSeconds pod-disruption none'],
    ],
    ['an image', plain, plain.replace('image: x', 'image: y'), []],
  ])('%s', (_, base, head, expected) => {
    expect(causes(base, head)).toEqual(expected);
  });
});

const overlay = (spec: string) =>
  `apiVersion: karpenter.sh/v1alpha1\nkind: NodeOverlay\nmetadata: { name: cheap }\nspec: { requirements: [], ${spec} }\n`;

test.each([
  ['price: "1"', 'price: "2"', ['spec.price overlay new-nodes']],
  ['weight: 1', 'weight: 2', ['spec.weight overlay new-nodes']],
  ['capacity: { a.com/x: 1 }', 'capacity: { a.com/x: 2 }', ['spec.capacity.a.com/x overlay new-nodes']],
])('a NodeOverlay from %s to %s', (base, head, expected) => {
  expect(causes(overlay(base), overlay(head))).toEqual(expected);
});
