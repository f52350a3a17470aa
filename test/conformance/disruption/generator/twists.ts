import type { KubeObject } from '../../generator/draft.ts';
import { Random } from '../../generator/random.ts';
import { type WorldDraft, zoneLabel, zones } from './world-draft.ts';

/** Changes a finished cluster in a way that the generator itself does not use. Returns false if there was nothing to change. */
type WorldTwist = (draft: WorldDraft) => boolean;

interface PoolSpec {
  template: { spec: { requirements: object[]; startupTaints?: object[] } };
  disruption: Record<string, unknown>;
  limits?: Record<string, string>;
  replicas?: number;
}

interface PodSpec {
  nodeName?: string;
  containers: { ports?: object[]; resources: { requests: Record<string, string> } }[];
  [field: string]: unknown;
}

const ofKind = ({ objects }: WorldDraft, kind: string): KubeObject[] =>
  objects.filter((object) => object.kind === kind);
const poolSpecs = (draft: WorldDraft): PoolSpec[] => ofKind(draft, 'NodePool').map(({ spec }) => spec as PoolSpec);
const labelsOf = ({ metadata }: KubeObject): Record<string, string> => metadata.labels as Record<string, string>;

/** Running pods, without those of DaemonSets. */
const runningPods = (draft: WorldDraft): KubeObject[] =>
  ofKind(draft, 'Pod').filter((pod) => labelsOf(pod).app !== undefined);

/** Some of the values, or none if there are none. */
const someOf = <T>({ random }: WorldDraft, values: readonly T[]): T[] =>
  values.length === 0 ? [] : random.some(values);

/** A twist that changes some of the running pods, one workload at a time. */
const ofApps =
  (change: (draft: WorldDraft, spec: PodSpec, app: string) => void): WorldTwist =>
  (draft) => {
    const pods = runningPods(draft);
    const apps = someOf(draft, [...new Set(pods.map((pod) => labelsOf(pod).app!))]);
    for (const app of apps) {
      const seed = draft.random.integer(0, 2 ** 31);
      // Pods of a workload are equal, so each change makes the same random choices again.
      for (const pod of pods.filter((one) => labelsOf(one).app === app))
        change(
          Object.assign(Object.create(draft) as WorldDraft, { random: new Random(seed) }),
          pod.spec as PodSpec,
          app,
        );
    }
    return apps.length > 0;
  };

/** Nodes that are not Karpenter's, with or without free capacity. */
const unmanagedNodes: WorldTwist = (draft) => {
  const { random } = draft;
  for (let i = random.pick(1, 2); i > 0; i--) {
    const amounts = {
      cpu: random.pick('2', '4', '16'),
      memory: random.pick('4Gi', '16Gi', '64Gi'),
      pods: '58',
      'ephemeral-storage': '20Gi',
    };
    draft.objects.push({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name: `system-${i}`,
        creationTimestamp: draft.ago(90_000),
        labels: {
          'kubernetes.io/hostname': `system-${i}`,
          'kubernetes.io/arch': 'amd64',
          'kubernetes.io/os': 'linux',
          'node.kubernetes.io/instance-type': 'm5.large',
          [zoneLabel]: random.pick(...zones),
        },
      },
      spec: {
        providerID: `aws:///us-east-1a/i-system-${i}`,
        ...(random.chance(0.3) && { taints: [{ key: 'CriticalAddonsOnly', effect: 'NoSchedule' }] }),
      },
      status: { capacity: amounts, allocatable: amounts, conditions: [{ type: 'Ready', status: 'True' }] },
    });
  }
  return true;
};

/** Fewer or more instance types to choose from, so that a replacement has a small or large choice. */
const requirements: WorldTwist = (draft) => {
  const { random } = draft;
  const chosen = someOf(draft, poolSpecs(draft));
  const key = (name: string) => `karpenter.k8s.aws/instance-${name}`;
  for (const { template } of chosen) {
    template.spec.requirements.push(
      random.pick<object>(
        { key: key('cpu'), operator: 'Lte', values: ['4'] },
        { key: key('memory'), operator: 'Gt', values: ['8000'] },
        { key: key('generation'), operator: 'Gte', values: ['6'] },
        { key: zoneLabel, operator: 'NotIn', values: [random.pick(...zones)] },
        { key: 'karpenter.sh/capacity-type', operator: 'NotIn', values: ['spot'] },
        { key: 'node.kubernetes.io/instance-type', operator: 'Exists', minValues: random.pick(2, 5, 20) },
        { key: 'example.com/tier', operator: 'In', values: ['gold', 'silver'] },
        { key: key('size'), operator: 'Exists', minValues: 2 },
      ),
    );
  }
  return chosen.length > 0;
};

const disruption: WorldTwist = (draft) => {
  const { random } = draft;
  const chosen = someOf(draft, poolSpecs(draft));
  for (const spec of chosen) {
    Object.assign(
      spec.disruption,
      random.pick<object>(
        { consolidationPolicy: 'Balanced' },
        { consolidationPolicy: 'WhenEmpty', consolidateAfter: '0s' },
        { budgets: [{ nodes: '100%' }, { nodes: '1', reasons: ['Underutilized', 'Empty', 'Drifted'] }] },
        { budgets: [{ nodes: '33%' }] },
        { budgets: [{ nodes: '0' }] },
        { consolidateAfter: '2h' },
      ),
    );
  }
  return chosen.length > 0;
};

const limits: WorldTwist = (draft) => {
  const { random } = draft;
  const chosen = someOf(draft, poolSpecs(draft)).filter(({ replicas }) => replicas === undefined);
  for (const spec of chosen) {
    spec.limits = random.pick<Record<string, string>>(
      { cpu: random.pick('4', '8', '24') },
      { memory: random.pick('16Gi', '64Gi') },
      { nodes: random.pick('1', '3', '6') },
    );
  }
  return chosen.length > 0;
};

const startupTaints: WorldTwist = (draft) => {
  const chosen = someOf(draft, poolSpecs(draft));
  for (const { template } of chosen)
    template.spec.startupTaints = [{ key: 'node.cilium.io/agent-not-ready', value: 'true', effect: 'NoExecute' }];
  return chosen.length > 0;
};

const ports: WorldTwist = ofApps(({ random }, { containers }) => {
  containers[0]!.ports = [{ containerPort: 80, hostPort: random.pick(8080, 9100), protocol: 'TCP' }];
});

const topology: WorldTwist = ofApps(({ random }, spec, app) => {
  const labelSelector = { matchLabels: { app } };
  const topologyKey = random.pick('kubernetes.io/hostname', zoneLabel, 'karpenter.sh/capacity-type');
  Object.assign(
    spec,
    random.pick<() => object>(
      () => ({
        topologySpreadConstraints: [
          {
            maxSkew: random.pick(1, 2),
            topologyKey,
            whenUnsatisfiable: random.pick('DoNotSchedule', 'ScheduleAnyway'),
            labelSelector,
          },
        ],
      }),
      () => ({
        affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector, topologyKey }] } },
      }),
      () => ({
        affinity: {
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 5, podAffinityTerm: { labelSelector, topologyKey } },
            ],
          },
        },
      }),
      () => ({
        affinity: {
          nodeAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              {
                weight: 5,
                preference: {
                  matchExpressions: [{ key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot'] }],
                },
              },
            ],
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                { matchExpressions: [{ key: zoneLabel, operator: 'In', values: [random.pick(...zones)] }] },
                { matchExpressions: [{ key: 'kubernetes.io/os', operator: 'In', values: ['linux'] }] },
              ],
            },
          },
        },
      }),
    )(),
  );
});

/** A volume in the zone of the node that runs its pod. */
const volumes: WorldTwist = (draft) => {
  const zoneOf = new Map(draft.nodes.map(({ name, zone }) => [name, zone]));
  const chosen = someOf(draft, runningPods(draft)).filter(({ spec }) => zoneOf.has((spec as PodSpec).nodeName ?? ''));
  for (const { metadata, spec } of chosen) {
    const name = `data-${metadata.name}`;
    const zone = zoneOf.get((spec as PodSpec).nodeName!)!;
    Object.assign(spec as object, { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: name } }] });
    const terms = [{ matchExpressions: [{ key: zoneLabel, operator: 'In', values: [zone] }] }];
    const common = { accessModes: ['ReadWriteOnce'], storageClassName: 'gp3' };
    draft.objects.push(
      {
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name },
        spec: {
          ...common,
          capacity: { storage: '1Gi' },
          claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'default', name },
          csi: { driver: 'ebs.csi.aws.com', volumeHandle: name },
          nodeAffinity: { required: { nodeSelectorTerms: terms } },
        },
      },
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name, namespace: 'default' },
        spec: { ...common, resources: { requests: { storage: '1Gi' } }, volumeName: name },
      },
    );
  }
  return chosen.length > 0;
};

const nodes: WorldTwist = (draft) => {
  const { random } = draft;
  const chosen = someOf(draft, ofKind(draft, 'Node'));
  for (const node of chosen) {
    random.pick<() => void>(
      () =>
        Object.assign(node.spec as object, {
          taints: [
            ...((node.spec as { taints?: object[] }).taints ?? []),
            { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' },
          ],
          unschedulable: true,
        }),
      () => delete labelsOf(node)['karpenter.sh/initialized'],
      () =>
        Object.assign(node.metadata, {
          annotations: { ...(node.metadata.annotations as object), 'karpenter.sh/do-not-disrupt': 'true' },
        }),
      () =>
        Object.assign(node.spec as object, {
          taints: [
            ...((node.spec as { taints?: object[] }).taints ?? []),
            { key: 'preferred', value: 'no', effect: 'PreferNoSchedule' },
          ],
        }),
    )();
  }
  return chosen.length > 0;
};

/** Pending pods in addition to the running ones. If all NodePools are static, Karpenter leaves them to kube-scheduler. */
const waiting: WorldTwist = (draft) => {
  if (poolSpecs(draft).every(({ replicas }) => replicas !== undefined)) return false;
  const { random } = draft;
  const labels = { app: 'waiting' };
  const requests = { cpu: random.pick('250m', '1', '3'), memory: random.pick('512Mi', '4Gi') };
  draft.objects.push({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'waiting' },
    spec: {
      replicas: random.pick(1, 3, 8),
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'c', image: 'registry.example.com/a:1', resources: { requests } }] },
      },
    },
  });
  return true;
};

const evictionCosts: WorldTwist = (draft) => {
  const { random } = draft;
  const chosen = someOf(draft, runningPods(draft));
  for (const { metadata, spec } of chosen) {
    random.pick<() => void>(
      () =>
        Object.assign(metadata, {
          annotations: {
            'controller.kubernetes.io/pod-deletion-cost': random.pick('-2147483648', '-134217728', '7', '2147483647'),
          },
        }),
      () => Object.assign(spec as object, { priority: random.pick(-1_000_000_000, 2_000_000_000, 500) }),
      () =>
        Object.assign(metadata, { annotations: { 'karpenter.sh/do-not-disrupt': random.pick('true', 'false', '1h') } }),
    )();
  }
  return chosen.length > 0;
};

/** Prices that Karpenter gets. */
const overlays: WorldTwist = (draft) => {
  const { random, settings } = draft;
  settings.featureGates = { nodeOverlay: true };
  for (const name of ['cheap', 'dear'].slice(0, random.pick(1, 2))) {
    draft.objects.push({
      apiVersion: 'karpenter.sh/v1alpha1',
      kind: 'NodeOverlay',
      metadata: { name },
      spec: {
        weight: random.pick(1, 10),
        priceAdjustment: random.pick('-50%', '+40%', '-0.05', '+0.1'),
        requirements: [
          random.pick<object>(
            { key: 'karpenter.k8s.aws/instance-family', operator: 'In', values: ['m5', 'c6i', 'r6a', 'm7g'] },
            { key: 'karpenter.sh/capacity-type', operator: 'In', values: [random.pick('spot', 'on-demand')] },
            { key: 'karpenter.k8s.aws/instance-cpu', operator: 'Lt', values: ['5'] },
            { key: zoneLabel, operator: 'In', values: [random.pick(...zones)] },
          ),
        ],
      },
    });
  }
  return true;
};

/** Prepaid capacity, of an instance type that nodes have. */
const reservations: WorldTwist = (draft) => {
  const { random, settings, pools } = draft;
  const pool = random.pick(...pools);
  const found = Array.from({ length: random.pick(1, 2) }, (_, i) => ({
    id: `cr-w${i}`,
    instanceType: random.pick(...pool.types.slice(0, 4)),
    availabilityZone: random.pick(...zones),
    instanceMatchCriteria: 'targeted',
    ownerID: '111122223333',
    reservationType: 'default',
    interruptible: false,
    state: 'active',
  }));
  const nodeClass = ofKind(draft, 'EC2NodeClass').find(({ metadata }) => metadata.name === pool.nodeClass)!;
  nodeClass.status = { capacityReservations: found };
  settings.reservations = Object.fromEntries(found.map(({ id }) => [id, random.pick(1, 2, 4)]));
  for (const { template } of poolSpecs(draft)) {
    for (const one of template.spec.requirements as { key: string; operator: string; values: string[] }[])
      if (one.key === 'karpenter.sh/capacity-type' && one.operator === 'In') one.values = [...one.values, 'reserved'];
  }
  return true;
};

/** DaemonSets that do not run everywhere, or have not started yet on running nodes. */
const daemonSets: WorldTwist = (draft) => {
  const { random } = draft;
  const labels = { ds: 'more' };
  const requests = { cpu: random.pick('50m', '200m'), memory: '128Mi' };
  const container = { name: 'c', image: 'registry.example.com/a:1', resources: { requests } };
  const spec = {
    containers: [
      {
        ...container,
        ...(random.chance(0.3) && { ports: [{ containerPort: 8080, hostPort: 8080, protocol: 'TCP' }] }),
      },
    ],
    ...random.pick<object>(
      {},
      { nodeSelector: { 'karpenter.sh/capacity-type': 'spot' } },
      { tolerations: [{ operator: 'Exists' }] },
    ),
  };
  draft.objects.push({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'more' },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  });
  return true;
};

const twists: Readonly<Record<string, WorldTwist>> = {
  'twist-overlays': overlays,
  'twist-reservations': reservations,
  'twist-daemon-sets': daemonSets,
  'twist-unmanaged-nodes': unmanagedNodes,
  'twist-requirements': requirements,
  'twist-disruption': disruption,
  'twist-limits': limits,
  'twist-startup-taints': startupTaints,
  'twist-ports': ports,
  'twist-topology': topology,
  'twist-volumes': volumes,
  'twist-nodes': nodes,
  'twist-waiting': waiting,
  'twist-eviction-costs': evictionCosts,
};

/** Applies some of the twists to a finished cluster, chosen by the seed, and notes their names. */
export function twistWorld(draft: WorldDraft, seed: number): void {
  const random = new Random(seed);
  const chosen = random.sample(Object.entries(twists), random.pick(1, 1, 2, 2, 3, 4));
  for (const [name, change] of chosen) if (change(draft)) draft.note(name);
}
