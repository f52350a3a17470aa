import { expect, test } from 'vitest';
import { podSettings } from './pod-settings.ts';

const found = (value: unknown): readonly string[] =>
  podSettings(value).map(({ path, value: set }) => `${path.join('.')}=${set}`);

test('finds how many pods there are, what they request and where they may run', () => {
  const values = {
    image: { tag: 'v2' },
    server: {
      replicaCount: 3,
      resources: { requests: { cpu: 2, memory: '4Gi', 'nvidia.com/gpu': 1 } },
      tolerations: [{ key: 'gpu', operator: 'Exists' }],
      nodeSelector: { 'kubernetes.io/arch': 'arm64' },
    },
    autoscaling: { enabled: true, maxReplicas: 9 },
  };
  expect(found(values)).toEqual([
    'server.replicaCount=3',
    'server.resources.requests.cpu=2',
    'server.resources.requests.memory=4Gi',
    'server.resources.requests.nvidia.com/gpu=1',
    'server.tolerations.0.key=gpu',
    'server.tolerations.0.operator=Exists',
    'server.nodeSelector.kubernetes.io/arch=arm64',
    'autoscaling.enabled=true',
    'autoscaling.maxReplicas=9',
  ]);
});

test('finds the sizes of groups of pods', () => {
  expect(found({ leaderWorkerTemplate: { size: 4 }, nodeSets: [{ count: 3 }], minRunners: 2 })).toEqual([
    'leaderWorkerTemplate.size=4',
    'nodeSets.0.count=3',
    'minRunners=2',
  ]);
  expect(found({ storage: { size: '1Gi' }, count: 2 })).toEqual([]);
});

test('reads values within a text, and values that are set by their path', () => {
  expect(found({ helm: { values: 'replicaCount: 2' } })).toEqual(['helm.values.replicaCount=2']);
  expect(found([{ name: 'web.resources.limits.cpu', value: '2' }])).toEqual(['0.web.resources.limits.cpu=2']);
});

test('leaves out storage, images and other settings', () => {
  const storage = { volumeClaimTemplate: { spec: { resources: { requests: { storage: '10Gi' } } } } };
  expect(found([storage, { image: 'a:1', ingress: { enabled: true }, resources: ['pods'], rules: 3 }])).toEqual([]);
});

test('searches a limited number of values', () => {
  const many = Array.from({ length: 30_000 }, () => 1);
  expect(found({ many, replicas: 1 })).toEqual([]);
  let deep: unknown = { replicas: 1 };
  for (let depth = 0; depth < 100; depth++) deep = { deep };
  expect(found(deep)).toEqual([]);
});
