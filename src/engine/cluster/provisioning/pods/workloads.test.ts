import { expect, test } from 'vitest';
import { deployment, manifestsOf } from '../simulation.test-support.ts';
import { podOf } from './workload-pods.ts';
import { readWorkloads } from './workloads.ts';

const one = (text: string) => readWorkloads(manifestsOf(text)).workloads[0]!;

const pod = (spec: string) => `
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop, labels: { app: web } }
spec: ${spec}
`;

test('the API server fills in requests, protocols and host ports', () => {
  const { spec } = one(
    pod(`{ hostNetwork: true, containers: [
      { name: a, ports: [{ containerPort: 80 }], resources: { limits: { cpu: 1, memory: 1Gi }, requests: { cpu: 200m } } }] }`),
  );
  expect(spec.containers[0]).toMatchObject({
    resources: { requests: { cpu: '200m', memory: '1Gi' } },
    ports: [{ containerPort: 80, hostPort: 80, protocol: 'TCP' }],
  });
});

test.each([
  ['limits alone', 'limits: { cpu: 2 }', { cpu: '600m' }],
  ['limits without containers that request', 'limits: { memory: 1Gi }', { cpu: '600m', memory: '1Gi' }],
  ['requests alone', 'requests: { cpu: 1 }', { cpu: 1 }],
])('pod-level requests from %s', (_, resources, expected) => {
  const spec = `{ resources: { ${resources} }, containers: [
    { name: a, resources: { requests: { cpu: 500m } } }, { name: b, resources: { requests: { cpu: 100m } } }] }`;
  expect(one(pod(spec)).spec.resources?.requests).toEqual(expected);
});

const statefulSet = `
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db }
spec:
  replicas: 2
  template: { metadata: { labels: { app: db } }, spec: { containers: [{ name: db }] } }
  volumeClaimTemplates: [{ metadata: { name: data }, spec: { storageClassName: gp3 } }]
`;

test('pods of a StatefulSet have its labels and claims', () => {
  const created = podOf(one(statefulSet), 1);
  expect(created.metadata.name).toBe('db-1');
  expect(created.metadata.labels).toMatchObject({ app: 'db', 'apps.kubernetes.io/pod-index': '1' });
  expect(created.spec.volumes).toEqual([{ name: 'data', persistentVolumeClaim: { claimName: 'data-db-1' } }]);
});

test('pods of two Deployments differ in their template hash', () => {
  const [a, b] = readWorkloads(manifestsOf(deployment('a', 1) + deployment('b', 1))).workloads;
  const hash = 'pod-template-hash';
  expect(podOf(a!, 0).metadata.labels[hash]).not.toBe(podOf(b!, 0).metadata.labels[hash]);
  expect(podOf(a!, 0).metadata.name).toBe('a-0000');
});

test.each([
  ['requests', deployment('web', 1, 'cpu: "${CPU}", memory: 1Gi'), 'placeholder'],
  ['a node selector', pod('{ nodeSelector: { disk: "${DISK}" }, containers: [{ name: a }] }'), 'placeholder'],
  ['all resources', pod('{ containers: [{ name: a, resources: "{{ toYaml .Values.resources }}" }] }'), 'placeholder'],
  [
    'limits that are also requested',
    pod('{ containers: [{ name: a, resources: { requests: { cpu: 1 }, limits: { cpu: "${CPU}" } } }] }'),
    undefined,
  ],
  ['an image', pod('{ containers: [{ name: a, image: "app:${TAG}" }] }'), undefined],
  ['replicas', deployment('web', '${N}'), 'bad-replicas'],
  ['nothing', deployment('web', 1, 'cpu: -1'), 'bad-request'],
  ['nothing valid', deployment('web', 1, 'cpu: lots'), 'bad-request'],
])('a placeholder in %s', (_, text, kind) => {
  expect(one(text).problem?.kind).toBe(kind);
});

const near = (selector: string, more = '') =>
  pod(
    `{ containers: [{ name: a }], affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: zone, labelSelector: ${selector}${more} }] } } }`,
  );

test.each<[what: string, text: string, problem: string | undefined]>([
  ['in angle brackets', near('{ matchLabels: { app: "<app_name>" } }'), 'placeholder'],
  ['in capitals', near('{ matchLabels: { app: CLUSTER_NAME } }'), 'placeholder'],
  [
    'of a shell, in an expression',
    near('{ matchExpressions: [{ key: app, operator: In, values: ["${APP}"] }] }'),
    'placeholder',
  ],
  ['for a key', near('{ matchLabels: { "${LABEL}": web } }'), 'placeholder'],
  ['for a namespace', near('{ matchLabels: { app: web } }', ', namespaces: ["<namespace>"]'), 'placeholder'],
  ['that no selector has', near('{ matchLabels: { app: other } }'), undefined],
  [
    'that other pods have as well',
    `${near('{ matchLabels: { app: "${APP}" } }')}---\n${deployment('${APP}', 1)}`,
    undefined,
  ],
])('a placeholder %s, of pods that others have to be next to', (_, text, problem) => {
  expect(readWorkloads(manifestsOf(text)).workloads[0]!.problem?.kind).toBe(problem);
});

const rollout = `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: web }
spec: { replicas: 3, workloadRef: { apiVersion: apps/v1, kind: Deployment, name: web } }
---
`;

test('a Rollout uses the template of the Deployment that it refers to', () => {
  const { workloads } = readWorkloads(manifestsOf(rollout + deployment('web', 0)));
  expect(workloads.map(({ key, replicas, labels }) => [key, replicas.likely, labels.app])).toEqual([
    ['Rollout/default/web', 3, 'web'],
    ['Deployment/default/web', 0, 'web'],
  ]);
});

test.each([
  ['test', 0],
  ['test-success', 0],
  ['post-install,test', 0],
  ['pre-install', 1],
])('number of pods counted for a chart’s pod with the hook %s: %i', (hook, count) => {
  const text = `apiVersion: v1\nkind: Pod\nmetadata: { name: a, annotations: { helm.sh/hook: "${hook}" } }\nspec: { containers: [{ name: a }] }\n`;
  expect(readWorkloads(manifestsOf(text)).workloads).toHaveLength(count);
});

test('fragments and repeated objects are recognized', () => {
  const patch = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: 9 }\n---\n';
  const read = readWorkloads(manifestsOf(patch + deployment('web', 2) + deployment('web', 3)));
  expect(read.workloads.map(({ replicas }) => replicas.likely)).toEqual([2]);
  expect(read.uncounted.map(({ why }) => why)).toEqual(['fragment']);
  expect(read.repeated).toHaveLength(1);
});

test.each([
  ['text instead of a list', '{ containers: none, tolerations: all, affinity: [1] }'],
  [
    'lists of invalid values',
    '{ containers: [1, [], { resources: x, ports: [7] }], volumes: [{}], topologySpreadConstraints: [{}] }',
  ],
])('the valid parts of a pod with %s are read', (_, spec) => {
  expect(() => podOf(one(pod(spec)), 0)).not.toThrow();
});
