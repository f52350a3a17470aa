import type { Draft, KubeObject } from './draft.ts';
import { podSpec } from './pods.ts';
import { claimTemplates, volumes } from './storage.ts';
import { expression } from './vocabulary.ts';

/** Karpenter evaluates its NodePools only if a pod is pending, so the first workload has some pods. */
const fewPods = ({ random, apps }: Draft): number =>
  random.pick(apps.length === 0 ? 1 : 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 10, 12, 15);

/** Adds a workload with at most that many pods. Returns how many it has. */
export function addWorkload(draft: Draft, app: string, most: number): number {
  const { random } = draft;
  const kind = random.pick(
    'Deployment',
    'Deployment',
    'Deployment',
    'Deployment',
    'Deployment',
    'StatefulSet',
    'Job',
    'Pod',
    'ReplicaSet',
  );
  const replicas =
    kind === 'Pod' ? 1 : Math.min(most, draft.has('many-pods', 0.03) ? random.pick(30, 45, 70) : fewPods(draft));
  const namespace = draft.has('namespaces', 0.06) ? random.pick('team-a', 'team-b') : 'default';
  const spec = podSpec(draft, { app, kind, namespace });
  const mounted = volumes(draft, app, namespace);
  if (mounted.length > 0) spec.volumes = mounted;
  const metadata = { name: app, ...(namespace !== 'default' && { namespace }) };
  const labels = { app, group: random.pick('blue', 'blue', 'green') };
  const template = { metadata: { labels }, spec };
  const selector = { matchLabels: { app } };
  const object = (apiVersion: string, content: object): KubeObject => ({ apiVersion, kind, metadata, spec: content });
  switch (kind) {
    case 'StatefulSet':
      draft.objects.push(
        object('apps/v1', {
          serviceName: app,
          replicas,
          selector,
          template,
          ...(draft.has('volume-claim-templates', 0.6) && {
            volumeClaimTemplates: claimTemplates(draft, app, namespace, replicas),
          }),
        }),
      );
      break;
    case 'Job':
      draft.objects.push(
        object('batch/v1', {
          parallelism: replicas,
          completions: random.pick(replicas, replicas, replicas + 2, Math.min(1, replicas)),
          template: { ...template, spec: { ...spec, restartPolicy: 'Never' } },
        }),
      );
      break;
    case 'Pod':
      draft.objects.push({ apiVersion: 'v1', kind, metadata: { ...metadata, labels }, spec });
      break;
    default:
      draft.objects.push(object('apps/v1', { replicas, selector, template }));
  }
  draft.apps.push(app);
  return replicas;
}

const daemonNames = ['node-exporter', 'log-agent', 'cni-node', 'csi-node', 'security-agent'];

/** Adds the DaemonSets of a scenario. */
export function addDaemonSets(draft: Draft): void {
  const { random } = draft;
  if (!draft.has('daemon-sets', 0.6)) return;
  for (const name of random.sample(daemonNames, random.pick(1, 1, 2, 3))) addDaemonSet(draft, name);
}

/** A DaemonSet with that name. */
export function addDaemonSet(draft: Draft, name: string): void {
  const { random } = draft;
  const container = {
    name,
    image: `registry.example.com/${name}:1`,
    ...(!draft.has('daemon-set-no-requests', 0.05) && {
      resources: { [random.pick('requests', 'requests', 'limits')]: daemonRequests(draft) },
    }),
    ...(draft.has('daemon-set-host-port', 0.12) && {
      ports: [{ containerPort: 9100, hostPort: random.pick(9100, 8080) }],
    }),
  };
  const template = { metadata: { labels: { app: name } }, spec: { containers: [container], ...placement(draft) } };
  draft.objects.push({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name, namespace: 'kube-system' },
    spec: { selector: { matchLabels: { app: name } }, template },
  });
}

const daemonRequests = ({ random }: Draft): object => ({
  cpu: random.pick('10m', '50m', '100m', '200m', '1'),
  memory: random.pick('64Mi', '128Mi', '512Mi'),
  ...(random.chance(0.1) && { 'ephemeral-storage': '1Gi' }),
});

function placement(draft: Draft): object {
  const { random } = draft;
  const terms = (count: number) => Array.from({ length: count }, () => ({ matchExpressions: [expression(draft)] }));
  return {
    ...(random.chance(0.6) && { tolerations: [{ operator: 'Exists' }] }),
    ...(draft.has('daemon-set-node-selector', 0.15) && {
      nodeSelector: random.pick<object>(
        { 'kubernetes.io/arch': 'amd64' },
        { 'kubernetes.io/arch': 'arm64' },
        { 'kubernetes.io/os': 'linux' },
      ),
    }),
    ...(draft.has('daemon-set-affinity', 0.12) && {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms(random.pick(1, 1, 2)) },
        },
      },
    }),
  };
}
