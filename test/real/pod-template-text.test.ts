import { afterAll, beforeAll, expect, test } from 'vitest';
import { podTemplateText } from '../../src/engine/cluster/transition/pod-template-text.ts';
import { type ApiServer, startApiServer } from '../apiserver/api-server.ts';

/** Whether two pod templates are the same one for a controller, because the real API server stores the same text. */

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server?.stop());

const metadata = { labels: { app: 'a' } };
const container = { name: 'app', image: 'app:1' };
const probe = { httpGet: { path: '/', port: 80 } };
const volume = (name: string, source: object) => ({ volumes: [{ name: 'v', [name]: source }] });
const of = (own: object, spec: object = {}) => ({
  metadata,
  spec: { containers: [{ ...container, ...own }], ...spec },
});

const pairs: readonly (readonly [what: string, a: object, b: object])[] = [
  ['fields of the pod', of({}), of({}, { restartPolicy: 'Always', dnsPolicy: 'ClusterFirst' })],
  [
    'more fields of the pod',
    of({}),
    of({}, { schedulerName: 'default-scheduler', terminationGracePeriodSeconds: 30, securityContext: {} }),
  ],
  ['service links', of({}), of({}, { enableServiceLinks: true })],
  ['no service links', of({}), of({}, { enableServiceLinks: false })],
  ['the network of the host', of({}), of({}, { hostNetwork: false, hostPID: false, hostIPC: false })],
  ['another grace period', of({}), of({}, { terminationGracePeriodSeconds: 31 })],
  ['another DNS policy', of({}), of({}, { dnsPolicy: 'Default' })],
  ['an empty list', of({}), of({ env: [], args: [] }, { tolerations: [], volumes: [] })],
  ['an empty node selector', of({}), of({}, { nodeSelector: {} })],
  ['null', of({}), of({ env: null }, { affinity: null })],
  ['an account by its old name', of({}, { serviceAccountName: 'a' }), of({}, { serviceAccount: 'a' })],
  [
    'an account by both names',
    of({}, { serviceAccountName: 'a' }),
    of({}, { serviceAccountName: 'a', serviceAccount: 'a' }),
  ],
  ['another account', of({}, { serviceAccountName: 'a' }), of({}, { serviceAccountName: 'b' })],
  [
    'the message of the end',
    of({}),
    of({ terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File' }),
  ],
  ['another message', of({}), of({ terminationMessagePolicy: 'FallbackToLogsOnError' })],
  ['standard input', of({}), of({ stdin: false, tty: false, stdinOnce: false })],
  ['empty resources', of({}), of({ resources: {} })],
  ['empty requests', of({}), of({ resources: { requests: {}, limits: {} } })],
  [
    'amounts',
    of({ resources: { requests: { cpu: 1, memory: '1Gi' } } }),
    of({ resources: { requests: { cpu: '1000m', memory: '1024Mi' } } }),
  ],
  [
    'requests like the limits',
    of({ resources: { limits: { cpu: 1 } } }),
    of({ resources: { limits: { cpu: 1 }, requests: { cpu: 1 } } }),
  ],
  ['an empty security context of a container', of({}), of({ securityContext: {} })],
  ['a container that is not privileged', of({}), of({ securityContext: { privileged: false } })],
  ...(
    [
      'app',
      'app:latest',
      'app:1',
      'host:5000/app',
      'host:5000/app:1',
      'app@sha256:0000000000000000000000000000000000000000000000000000000000000000',
    ] as const
  ).flatMap((image) =>
    (['Always', 'IfNotPresent', 'Never'] as const).map(
      (policy) => [`${policy} for ${image}`, of({ image }), of({ image, imagePullPolicy: policy })] as const,
    ),
  ),
  [
    'the protocol of a port',
    of({ ports: [{ containerPort: 80 }] }),
    of({ ports: [{ containerPort: 80, protocol: 'TCP' }] }),
  ],
  ['another protocol', of({ ports: [{ containerPort: 80 }] }), of({ ports: [{ containerPort: 80, protocol: 'UDP' }] })],
  [
    'times of a probe',
    of({ livenessProbe: probe }),
    of({ livenessProbe: { ...probe, timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 } }),
  ],
  ['other times', of({ readinessProbe: probe }), of({ readinessProbe: { ...probe, periodSeconds: 5 } })],
  ['a scheme', of({ startupProbe: probe }), of({ startupProbe: { httpGet: { ...probe.httpGet, scheme: 'HTTP' } } })],
  [
    'the scheme of a hook',
    of({ lifecycle: { preStop: probe } }),
    of({ lifecycle: { preStop: { httpGet: { ...probe.httpGet, scheme: 'HTTP' } } } }),
  ],
  [
    'the version of a field',
    of({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] }),
    of({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name', apiVersion: 'v1' } } }] }),
  ],
  ['an empty variable', of({ env: [{ name: 'A' }] }), of({ env: [{ name: 'A', value: '' }] })],
  ...(['configMap', 'secret'] as const).flatMap((kind) =>
    [420, 0o400].map((defaultMode) => {
      const source = kind === 'secret' ? { secretName: 's' } : { name: 's' };
      return [
        `the mode ${defaultMode} of a ${kind}`,
        of({}, volume(kind, source)),
        of({}, volume(kind, { ...source, defaultMode })),
      ] as const;
    }),
  ),
  [
    'the mode of a projection',
    of({}, volume('projected', { sources: [] })),
    of({}, volume('projected', { sources: [], defaultMode: 420 })),
  ],
  [
    'the life of a token',
    of({}, volume('projected', { sources: [{ serviceAccountToken: { path: 'a' } }] })),
    of({}, volume('projected', { sources: [{ serviceAccountToken: { path: 'a', expirationSeconds: 3600 } }] })),
  ],
  [
    'a path of the host',
    of({}, volume('hostPath', { path: '/a' })),
    of({}, volume('hostPath', { path: '/a', type: '' })),
  ],
  ['an empty volume', of({}, volume('emptyDir', {})), of({}, volume('emptyDir', { medium: '' }))],
  [
    'a mount that can be written',
    of({ volumeMounts: [{ name: 'v', mountPath: '/a' }] }, volume('emptyDir', {})),
    of({ volumeMounts: [{ name: 'v', mountPath: '/a', readOnly: false }] }, volume('emptyDir', {})),
  ],
  ['annotations', of({}), { ...of({}), metadata: { ...metadata, annotations: {}, creationTimestamp: null } }],
  ['another annotation', of({}), { ...of({}), metadata: { ...metadata, annotations: { a: 'b' } } }],
  [
    'an init container',
    of({}, { initContainers: [{ ...container, name: 'first' }] }),
    of({}, { initContainers: [{ ...container, name: 'first', tty: false, imagePullPolicy: 'IfNotPresent' }] }),
  ],
];

async function stored(template: object): Promise<string> {
  const path = '/apis/apps/v1/namespaces/default/deployments?dryRun=All';
  const object = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'a', namespace: 'default' },
    spec: { selector: { matchLabels: { app: 'a' } }, template },
  };
  const { status, body } = await server.request('POST', path, object);
  expect([status, body.message]).toEqual([201, undefined]);
  return JSON.stringify((body.spec as { readonly template: unknown }).template);
}

test('templates are the same for plumbline if the API server stores the same', async () => {
  const real: string[] = [];
  const own: string[] = [];
  for (const [what, a, b] of pairs) {
    const isSame = (await stored(a)) === (await stored(b));
    real.push(`${what}: ${isSame}`);
    own.push(
      `${what}: ${podTemplateText(JSON.parse(JSON.stringify(a))) === podTemplateText(JSON.parse(JSON.stringify(b)))}`,
    );
  }
  expect(own).toEqual(real);
  expect(new Set(real.map((line) => line.split(': ').at(-1))).size).toBe(2);
});
