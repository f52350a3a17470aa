import { afterAll, beforeAll, expect, test } from 'vitest';
import { podCreation } from '../../src/engine/cluster/provisioning/pods/admission/created-pods.ts';
import { readWorkloads } from '../../src/engine/cluster/provisioning/pods/workloads.ts';
import { manifestsOf } from '../../src/engine/cluster/provisioning/simulation.test-support.ts';
import { podRequests } from '../../src/engine/karpenter/scheduling/pod-requests.ts';
import { type ApiServer, startApiServer } from '../apiserver/api-server.ts';

/** What the real API server makes of pods when they are created. */

const runtimeClasses = [
  { overhead: { podFixed: { cpu: '250m', memory: '120Mi' } } },
  { scheduling: { nodeSelector: { kata: 'true' }, tolerations: [{ key: 'kata', operator: 'Exists' }] } },
  { overhead: { podFixed: { cpu: '1' } }, scheduling: { tolerations: [{ key: 'own', effect: 'NoSchedule' }] } },
].map((rest, i) => ({
  apiVersion: 'node.k8s.io/v1',
  kind: 'RuntimeClass',
  metadata: { name: `class-${i}` },
  handler: 'runc',
  ...rest,
}));

const limits = [
  [],
  [{ type: 'Container', default: { cpu: '2', memory: '4Gi' }, defaultRequest: { cpu: '300m' } }],
  [{ type: 'Container', max: { cpu: '4' }, min: { cpu: '100m', memory: '64Mi' } }],
  [
    { type: 'PersistentVolumeClaim', max: { storage: '20Gi' } },
    { type: 'Container', defaultRequest: { memory: '256Mi', 'ephemeral-storage': '1Gi' } },
  ],
];
const ranges = limits.flatMap((own, i) =>
  own.length === 0
    ? []
    : [
        {
          apiVersion: 'v1',
          kind: 'LimitRange',
          metadata: { name: 'range', namespace: `space-${i}` },
          spec: { limits: own },
        },
      ],
);

const specs: readonly Record<string, unknown>[] = [
  { containers: [{ name: 'app', image: 'app' }] },
  { containers: [{ name: 'app', image: 'app', resources: { requests: { cpu: '1' } } }] },
  { containers: [{ name: 'app', image: 'app', resources: { limits: { cpu: '3', memory: '1Gi' } } }] },
  {
    containers: [
      { name: 'app', image: 'app' },
      { name: 'b', image: 'b', resources: { requests: { memory: '2Gi' } } },
    ],
    initContainers: [
      { name: 'first', image: 'a' },
      { name: 'side', image: 'a', restartPolicy: 'Always' },
    ],
    nodeSelector: { own: 'true' },
    tolerations: [{ key: 'own', effect: 'NoSchedule' }],
  },
];

const pods = limits.flatMap((_, space) =>
  specs.flatMap((spec, i) =>
    [undefined, ...runtimeClasses.keys()].map((runtime) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `pod-${i}-${runtime ?? 'none'}`, namespace: `space-${space}` },
      spec: { ...spec, ...(runtime !== undefined && { runtimeClassName: `class-${runtime}` }) },
    })),
  ),
);

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server?.stop());

const created = async (path: string, object: object) => {
  const { status, body } = await server.request('POST', path, object);
  expect([status, body.message]).toEqual([201, undefined]);
  return body;
};

/** Requests, node selector and tolerations of pods, by namespace and name. The API server tolerates nodes that have just failed. */
const shown = (objects: readonly unknown[], admission = true) => {
  const manifests = manifestsOf(objects.map((one) => JSON.stringify(one)).join('\n---\n'));
  const create = podCreation(admission ? manifests : [], {});
  return Object.fromEntries(
    readWorkloads(manifests, { create }).workloads.map(({ key, spec }) => [
      key,
      {
        requests: Object.fromEntries([...podRequests(spec)].sort()),
        nodeSelector: spec.nodeSelector ?? {},
        tolerations: (spec.tolerations ?? []).filter(({ key }) => !key?.startsWith('node.kubernetes.io/')),
      },
    ]),
  );
};

test('pods get from RuntimeClasses and LimitRanges what plumbline adds', async () => {
  for (const space of limits.keys())
    await created('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: `space-${space}` } });
  for (const one of runtimeClasses) await created('/apis/node.k8s.io/v1/runtimeclasses', one);
  for (const one of ranges) await created(`/api/v1/namespaces/${one.metadata.namespace}/limitranges`, one);
  const real: unknown[] = [];
  for (const pod of pods) real.push(await created(`/api/v1/namespaces/${pod.metadata.namespace}/pods`, pod));
  expect(real).toHaveLength(64);
  expect(shown([...runtimeClasses, ...ranges, ...pods])).toEqual(shown(real, false));
});
