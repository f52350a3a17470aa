import { describe, expect } from 'vitest';
import { reviewFiles } from '../src/hosts/library/library.ts';
import { sceneTest } from './extent.ts';

const test = sceneTest(2);

const nodes = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: default }
spec:
  limits: { cpu: 200 }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: [{ key: node.kubernetes.io/instance-type, operator: In, values: [m7i.xlarge] }]
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: KarpenterNodeRole-prod
  amiSelectorTerms: [{ alias: al2023@v20260701 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
---
`;

const namespace = (labels: string): string => `apiVersion: v1
kind: Namespace
metadata: { name: shop, labels: { ${labels} } }
---
`;
const enforced = (level: string): string => namespace(`pod-security.kubernetes.io/enforce: ${level}`);

/** A workload whose pods and containers have some more fields. */
const workload = (kind: string, pod = '', container = '', place = 'namespace: shop'): string => `apiVersion: apps/v1
kind: ${kind}
metadata: { name: web, ${place} }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      ${pod}
      containers: [{ name: web, image: "nginx:1.27", resources: { requests: { cpu: 900m, memory: 1Gi } }${container} }]
---
`;

const safe =
  ', securityContext: { allowPrivilegeEscalation: false, runAsNonRoot: true, capabilities: { drop: [ALL] }, seccompProfile: { type: RuntimeDefault } }';

async function refused(base: string, head: string): Promise<readonly string[]> {
  const files = (text: string) => ({ 'cluster/all.yaml': nodes + text });
  const options = { today: '2026-11-25', region: 'us-east-1' };
  const { review } = await reviewFiles({ before: files(base), after: files(head) }, options);
  return review.findings.flatMap(({ isNew, diagnostic: { code, severity, message } }) =>
    code === 'provisioning/pods-refused' && isNew ? [`${severity} ${message}`] : [],
  );
}

describe('a namespace that enforces a Pod Security Standard', () => {
  test.each([
    ['baseline', workload('DaemonSet', 'hostNetwork: true'), 'DaemonSet', 'the pods use `hostNetwork`'],
    [
      'baseline',
      workload('DaemonSet', 'volumes: [{ name: logs, hostPath: { path: /var/log } }]'),
      'DaemonSet',
      'the pods mount a `hostPath`',
    ],
    [
      'baseline',
      workload('Deployment', '', ', securityContext: { privileged: true }'),
      'Deployment',
      'a container is `privileged`',
    ],
    [
      'baseline',
      workload('Deployment', '', ', ports: [{ containerPort: 80, hostPort: 80 }]'),
      'Deployment',
      'a container has a `hostPort`',
    ],
    [
      'restricted',
      workload('Deployment', '', safe.replace('[ALL]', '[ALL], add: [NET_ADMIN]')),
      'Deployment',
      'a container adds the capability `NET_ADMIN`',
    ],
    ['restricted', workload('Deployment'), 'Deployment', 'a container has no `allowPrivilegeEscalation: false`'],
    [
      'restricted',
      workload('StatefulSet', '', safe.replace('runAsNonRoot: true, ', '')),
      'StatefulSet',
      'a container has no `runAsNonRoot: true`',
    ],
  ])('as %s refuses pods', async (level, pods, kind, because) =>
    expect(await refused(namespace('') + pods, enforced(level) + pods)).toEqual([
      `warning The API server refuses new pods of \`${kind}/shop/web\`: namespace \`shop\` enforces \`${level}\`, and ${because}`,
    ]),
  );

  const hosted = workload('DaemonSet', 'hostNetwork: true');

  test('refuses pods that the change makes worse', async () =>
    expect(await refused(enforced('baseline') + workload('DaemonSet'), enforced('baseline') + hosted)).toHaveLength(1));

  test.each([
    ['whose pods are safe', '', enforced('restricted') + workload('Deployment', '', safe)],
    ['whose pods need no more than `baseline`', '', enforced('baseline') + workload('Deployment')],
    ['that only warns', hosted, namespace('pod-security.kubernetes.io/warn: baseline') + hosted],
    ['whose level is unknown', hosted, enforced('"${level}"') + hosted],
    [
      'with an old version of it',
      hosted,
      namespace('pod-security.kubernetes.io/enforce: baseline, pod-security.kubernetes.io/enforce-version: v1.20') +
        hosted,
    ],
    ['that did so before', enforced('baseline') + hosted, enforced('baseline') + hosted.replace('900m', '800m')],
    [
      'that is another one',
      '',
      enforced('baseline') + workload('DaemonSet', 'hostNetwork: true', '', 'namespace: other'),
    ],
    [
      'whose pods say so only with a placeholder',
      '',
      enforced('restricted') + workload('Deployment', 'securityContext: "${context}"'),
    ],
    [
      'next to a webhook that may change pods',
      '',
      `${enforced('restricted')}apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingWebhookConfiguration\nmetadata: { name: harden }\nwebhooks: []\n---\n${workload('Deployment')}`,
    ],
  ])('%s refuses none', async (_, base, head) => expect(await refused(base, head)).toEqual([]));
});
