import { describe, expect, test } from 'vitest';
import { deployment, manifestsOf } from '../simulation.test-support.ts';
import { bufferPods, readCapacityBuffers } from './capacity-buffers.ts';
import { readWorkloads } from './workloads.ts';

const buffer = (spec: string): string => `
apiVersion: autoscaling.x-k8s.io/v1beta1
kind: CapacityBuffer
metadata: { name: web }
spec: { ${spec} }
---
`;
const template = `
apiVersion: v1
kind: PodTemplate
metadata: { name: chunk }
template:
  metadata: { labels: { app: chunk } }
  spec:
    nodeName: node-1
    containers: [{ name: a, resources: { limits: { cpu: "1", memory: 2Gi } } }]
    volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
---
`;
const of = (kind: string): string => `scalableRef: { kind: ${kind}, name: web }`;

const read = (text: string) => {
  const manifests = manifestsOf(text);
  return readCapacityBuffers(manifests, readWorkloads(manifests).workloads);
};

describe('for how many pods a buffer keeps room', () => {
  // The first six are the table of Karpenter's page about CapacityBuffers.
  test.each<[string, number, string, number | null]>([
    ['replicas', 10, 'replicas: 5', 5],
    ['a percentage', 10, 'percentage: 20', 2],
    ['the larger of both', 10, 'replicas: 5, percentage: 80', 8],
    ['not more than the limits', 10, 'replicas: 10, limits: { cpu: "3" }', 3],
    ['limits of both', 10, 'replicas: 5, percentage: 80, limits: { cpu: "4" }', 4],
    ['limits only', 10, 'limits: { cpu: "5" }', 5],
    ['the scarcest resource', 10, 'limits: { cpu: "5", memory: 2560Mi }', 2],
    ['limits of what no pod requests', 10, 'replicas: 4, limits: { nvidia.com/gpu: "1" }', 4],
    ['a percentage rounds up to 1', 10, 'percentage: 1', 1],
    ['a percentage of nothing', 0, 'percentage: 50', 0],
    ['nothing', 10, '', 0],
    ['a placeholder', 10, 'replicas: "${COUNT}"', null],
    ['a placeholder in limits', 10, 'replicas: 4, limits: { cpu: "${CPU}" }', null],
    ['more than is simulated', 10, 'replicas: 1000000', null],
  ])('%s', (_, replicas, spec, expected) => {
    const text = buffer(`${of('Deployment')}, ${spec}`) + deployment('web', replicas, 'cpu: "1", memory: 1Gi');
    expect(read(text)).toMatchObject([{ target: 'Deployment/default/web', replicas: { likely: expected } }]);
  });

  test.each<[string, string, string | undefined]>([
    [
      'a kind that Karpenter does not support',
      'scalableRef: { apiGroup: argoproj.io, kind: Rollout, name: web }, replicas: 3',
      undefined,
    ],
    ['an object that is not there', 'podTemplateRef: { name: gone }, replicas: 3', 'PodTemplate/default/gone'],
    ['nothing', 'replicas: 3', undefined],
  ])('of %s: none', (_, spec, target) => {
    expect(read(buffer(spec))).toMatchObject([{ target, pod: undefined, replicas: { likely: 0 } }]);
  });
});

test('a pod has the labels of the template, its limits as requests, and neither a node nor claims', () => {
  const [pods, ...more] = bufferPods(read(buffer('podTemplateRef: { name: chunk }, replicas: 3') + template), {
    first: 7,
    which: 'likely',
  });
  expect(more).toEqual([]);
  expect(pods).toMatchObject({ workload: 'CapacityBuffer/default/web', order: 7, count: 3, isVirtual: true });
  expect(pods!.pod.metadata.labels).toEqual({ app: 'chunk' });
  expect(pods!.pod.spec).not.toHaveProperty('nodeName');
  expect(pods!.pod.spec).not.toHaveProperty('volumes');
  expect(pods!.pod.spec.containers[0]!.resources!.requests).toEqual({ cpu: '1', memory: '2Gi' });
});

test('pods of a Deployment have no hash of a ReplicaSet', () => {
  const all = read(buffer(`${of('Deployment')}, replicas: 1`) + deployment('web', 2));
  expect(bufferPods(all, { first: 0, which: 'likely' })[0]!.pod.metadata.labels).toEqual({ app: 'web' });
});

test('Karpenter reads only v1beta1, and the first of equal names counts', () => {
  const text = buffer(`${of('Deployment')}, replicas: 1`);
  expect(read(text.replace('v1beta1', 'v1alpha1') + deployment('web', 2))).toEqual([]);
  expect(read(text + text.replace('replicas: 1', 'replicas: 2') + deployment('web', 2))).toMatchObject([
    { replicas: { likely: 1 } },
  ]);
});
