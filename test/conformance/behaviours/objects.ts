import type { KubeObject, Taint } from '../generator/draft.ts';

/** Objects for hand-written scenarios, each with only the fields it needs, so that a scenario shows only what it is about. */

export const zone = 'topology.kubernetes.io/zone';
export const hostname = 'kubernetes.io/hostname';
export const arch = 'kubernetes.io/arch';
export const os = 'kubernetes.io/os';
export const type = 'node.kubernetes.io/instance-type';
export const capacityType = 'karpenter.sh/capacity-type';
export const aws = 'karpenter.k8s.aws/';
export const family = `${aws}instance-family`;
export const size = `${aws}instance-size`;
export const cpuLabel = `${aws}instance-cpu`;
export const zones = ['us-east-1a', 'us-east-1b', 'us-east-1c'];

export interface Expression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
  readonly minValues?: number;
}

export const expression = (key: string, operator: string, ...values: readonly string[]): Expression =>
  values.length === 0 ? { key, operator } : { key, operator, values };
export const within = (key: string, ...values: readonly string[]): Expression => expression(key, 'In', ...values);

/** Few instance types, so that recordings stay small. */
const usual: readonly Expression[] = [
  within(arch, 'amd64'),
  within(capacityType, 'on-demand'),
  within(family, 'm5', 'c5', 'r5'),
  within(size, 'large', 'xlarge', '2xlarge'),
];

interface PoolOptions {
  /** Replace the usual requirements with the same key. */
  readonly requirements?: readonly Expression[];
  /** Keys of usual requirements to leave out. */
  readonly without?: readonly string[];
  readonly taints?: readonly Taint[];
  readonly startupTaints?: readonly Taint[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, string>>;
  readonly weight?: number;
  readonly replicas?: number;
  readonly nodeClass?: string;
}

export function pool(name = 'default', options: PoolOptions = {}): KubeObject {
  const { requirements = [], without = [], labels, weight, limits, replicas, taints, startupTaints } = options;
  const own = new Set([...requirements.map(({ key }) => key), ...without]);
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name },
    spec: {
      ...(weight !== undefined && { weight }),
      ...(replicas !== undefined && { replicas }),
      ...(limits && { limits }),
      template: {
        ...(labels && { metadata: { labels } }),
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: options.nodeClass ?? 'default' },
          requirements: [...usual.filter(({ key }) => !own.has(key)), ...requirements],
          ...(taints && { taints }),
          ...(startupTaints && { startupTaints }),
        },
      },
    },
  };
}

export function nodeClass(name = 'default', spec: object = {}, status?: object): KubeObject {
  const discovery = [{ tags: { 'karpenter.sh/discovery': 'demo' } }];
  return {
    apiVersion: 'karpenter.k8s.aws/v1',
    kind: 'EC2NodeClass',
    metadata: { name },
    spec: {
      role: 'KarpenterNodeRole-demo',
      amiSelectorTerms: [{ alias: 'al2023@latest' }],
      subnetSelectorTerms: discovery,
      securityGroupSelectorTerms: discovery,
      ...spec,
    },
    ...(status && { status }),
  };
}

interface PodOptions {
  readonly cpu?: string;
  readonly memory?: string;
  readonly requests?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly container?: object;
  readonly spec?: object;
}

const podSpec = ({ cpu = '500m', memory = '512Mi', requests, container, spec }: PodOptions): object => ({
  containers: [{ name: 'app', image: 'app', resources: { requests: requests ?? { cpu, memory } }, ...container }],
  ...spec,
});

interface WorkloadOptions extends PodOptions {
  readonly replicas?: number;
  readonly namespace?: string;
  /** For a StatefulSet. */
  readonly claims?: readonly object[];
}

const controller = (kind: string, name: string, options: WorkloadOptions): KubeObject => {
  const labels = { app: name, ...options.labels };
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name, ...(options.namespace && { namespace: options.namespace }) },
    spec: {
      ...(kind !== 'DaemonSet' && { replicas: options.replicas ?? 1 }),
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels, ...(options.annotations && { annotations: options.annotations }) },
        spec: podSpec(options),
      },
      ...(options.claims && { serviceName: name, volumeClaimTemplates: options.claims }),
    },
  };
};

export const deployment = (name: string, options: WorkloadOptions = {}): KubeObject =>
  controller('Deployment', name, options);
export const statefulSet = (name: string, options: WorkloadOptions = {}): KubeObject =>
  controller('StatefulSet', name, options);
export const daemonSet = (name: string, options: WorkloadOptions = {}): KubeObject =>
  controller('DaemonSet', name, { cpu: '200m', memory: '256Mi', ...options });

/** A pending pod without a controller. */
export const pod = (name: string, options: PodOptions & { readonly namespace?: string } = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    labels: { app: name, ...options.labels },
    ...(options.namespace && { namespace: options.namespace }),
  },
  spec: podSpec(options),
});

interface RunningOptions extends PodOptions {
  readonly namespace?: string;
  readonly phase?: string;
  readonly owner?: readonly [kind: string, name: string];
  readonly metadata?: object;
}

/** A pod that is running on a node. */
export function running(name: string, nodeName: string, options: RunningOptions = {}): KubeObject {
  const { owner, phase = 'Running', namespace, labels, annotations, metadata } = options;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      ...(namespace && { namespace }),
      labels: { app: name, ...labels },
      ...(annotations && { annotations }),
      ...(owner && {
        ownerReferences: [{ apiVersion: 'apps/v1', kind: owner[0], name: owner[1], uid: owner[1], controller: true }],
      }),
      ...metadata,
    },
    spec: { ...podSpec(options), nodeName },
    status: { phase },
  };
}

interface NodeOptions {
  readonly zone?: string;
  /** Null if the node is not Karpenter's. */
  readonly pool?: string | null;
  readonly state?: 'initialized' | 'registered' | 'in-flight' | 'deleting';
  readonly taints?: readonly Taint[];
  readonly startupTaints?: readonly Taint[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly capacityType?: string;
  readonly allocatable?: Readonly<Record<string, string>>;
}

/** A Node of four CPUs with its NodeClaim. */
export function node(name: string, options: NodeOptions = {}): KubeObject[] {
  const { zone: where = zones[0]!, pool: owner = 'default', state = 'initialized' } = options;
  const labels = {
    [arch]: 'amd64',
    [os]: 'linux',
    [type]: 'm5.xlarge',
    [zone]: where,
    ...(owner !== null && {
      'karpenter.sh/nodepool': owner,
      [capacityType]: options.capacityType ?? 'on-demand',
      [family]: 'm5',
      [size]: 'xlarge',
    }),
    ...options.labels,
  };
  const providerID = `aws:///${where}/i-${name}`;
  const amounts = { cpu: '3920m', memory: '14Gi', pods: '58', 'ephemeral-storage': '17Gi', ...options.allocatable };
  const status = { capacity: { ...amounts, cpu: '4', memory: '15Gi' }, allocatable: amounts };
  const isUp = state === 'initialized' || state === 'deleting';
  const { taints, startupTaints } = options;
  const nodeObject: KubeObject = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        ...labels,
        [hostname]: name,
        ...(owner !== null && {
          'karpenter.sh/registered': 'true',
          ...(isUp && { 'karpenter.sh/initialized': 'true' }),
        }),
      },
    },
    spec: { providerID, ...(taints && { taints }) },
    status,
  };
  if (owner === null) return [nodeObject];
  const claim: KubeObject = {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodeClaim',
    metadata: {
      name: `${owner}-${name}`,
      labels,
      ...(state === 'deleting' && {
        deletionTimestamp: '2026-01-01T00:30:00Z',
        finalizers: ['karpenter.sh/termination'],
      }),
    },
    spec: {
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
      requirements: [within(type, 'm5.xlarge')],
      ...(startupTaints && { startupTaints }),
    },
    status: { providerID, ...status },
  };
  return state === 'in-flight' ? [claim] : [claim, nodeObject];
}

interface ClassOptions {
  readonly zones?: readonly (readonly string[])[];
  readonly key?: string;
  readonly provisioner?: string;
  readonly mode?: string;
  readonly isDefault?: boolean;
}

export const storageClass = (name: string, options: ClassOptions = {}): KubeObject => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: {
    name,
    ...(options.isDefault && { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } }),
  },
  provisioner: options.provisioner ?? 'ebs.csi.aws.com',
  volumeBindingMode: options.mode ?? 'WaitForFirstConsumer',
  ...(options.zones && {
    allowedTopologies: options.zones.map((values) => ({
      matchLabelExpressions: [{ key: options.key ?? zone, values }],
    })),
  }),
});

interface ClaimOptions {
  readonly storageClass?: string;
  readonly volume?: string;
  readonly phase?: string;
  readonly metadata?: object;
}

export const claim = (name: string, options: ClaimOptions = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, ...options.metadata },
  spec: {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '20Gi' } },
    ...(options.storageClass !== undefined && { storageClassName: options.storageClass }),
    ...(options.volume && { volumeName: options.volume }),
  },
  ...(options.phase && { status: { phase: options.phase } }),
});

interface VolumeOptions {
  /** Each list is one alternative. */
  readonly terms?: readonly (readonly Expression[])[];
  readonly source?: object;
  readonly claim: string;
}

export const volume = (name: string, { terms, source, claim: owner }: VolumeOptions): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '20Gi' },
    claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'default', name: owner },
    ...(source ?? { csi: { driver: 'ebs.csi.aws.com', volumeHandle: `vol-${name}` } }),
    ...(terms && {
      nodeAffinity: { required: { nodeSelectorTerms: terms.map((matchExpressions) => ({ matchExpressions })) } },
    }),
  },
  status: { phase: 'Bound' },
});

export const csiNode = (name: string, count: number): KubeObject => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSINode',
  metadata: { name },
  spec: { drivers: [{ name: 'ebs.csi.aws.com', nodeID: name, topologyKeys: [], allocatable: { count } }] },
});

/** The spec of a pod that mounts these claims. */
export const mounting = (...claims: readonly string[]): object => ({
  volumes: claims.map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } })),
});

/** The spec of a pod with an ephemeral volume. */
export const ephemeral = (storageClassName?: string): object => ({
  volumes: [
    {
      name: 'scratch',
      ephemeral: {
        volumeClaimTemplate: {
          spec: {
            accessModes: ['ReadWriteOnce'],
            resources: { requests: { storage: '20Gi' } },
            ...(storageClassName !== undefined && { storageClassName }),
          },
        },
      },
    },
  ],
});

export const requiring = (...terms: readonly (readonly Expression[])[]): object => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: terms.map((matchExpressions) => ({ matchExpressions })),
      },
    },
  },
});

/** Preferences with decreasing weights, in addition to required expressions. */
export function preferring(preferred: readonly Expression[], required: readonly Expression[] = []): object {
  return {
    affinity: {
      nodeAffinity: {
        ...(required.length > 0 && {
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: required }] },
        }),
        preferredDuringSchedulingIgnoredDuringExecution: preferred.map((one, i) => ({
          weight: 100 - i,
          preference: { matchExpressions: [one] },
        })),
      },
    },
  };
}

export const selecting = (labels: Readonly<Record<string, string>>): object => ({
  labelSelector: { matchLabels: labels },
});

export const spread = (topologyKey: string, labels: Readonly<Record<string, string>>, more: object = {}): object => ({
  maxSkew: 1,
  topologyKey,
  whenUnsatisfiable: 'DoNotSchedule',
  ...selecting(labels),
  ...more,
});

export const spreading = (...topologySpreadConstraints: readonly object[]): object => ({ topologySpreadConstraints });

export const term = (topologyKey: string, labels: Readonly<Record<string, string>>, more: object = {}): object => ({
  topologyKey,
  ...selecting(labels),
  ...more,
});

type Affinity = 'podAffinity' | 'podAntiAffinity';
export const required = (affinity: Affinity, ...terms: readonly object[]): object => ({
  affinity: { [affinity]: { requiredDuringSchedulingIgnoredDuringExecution: terms } },
});
export const preferred = (affinity: Affinity, ...terms: readonly object[]): object => ({
  affinity: {
    [affinity]: {
      preferredDuringSchedulingIgnoredDuringExecution: terms.map((podAffinityTerm) => ({
        weight: 50,
        podAffinityTerm,
      })),
    },
  },
});

export const budget = (name: string, labels: Readonly<Record<string, string>>, spec: object): KubeObject => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name },
  spec: { ...spec, selector: { matchLabels: labels } },
});

export const namespace = (name: string, labels: Readonly<Record<string, string>> = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels },
});

/** Combines two specs. Both affinities apply. */
export const together = (one: { readonly affinity?: object }, other: { readonly affinity?: object }): object => ({
  ...one,
  ...other,
  affinity: { ...one.affinity, ...other.affinity },
});
