/** Repositories of small clusters whose pods differ, as most clusters are. Fleets of equal pods are in `trees.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../test/conformance/generator/random.ts';

type Value = unknown;

/** A Deployment and what belongs to it. */
export interface App {
  readonly name: string;
  readonly replicas: number;
  readonly cpu: number;
  readonly memory: number;
  readonly zoneSpread?: 'DoNotSchedule' | 'ScheduleAnyway';
  readonly isOnePerHost?: boolean;
  readonly zone?: string;
  readonly nodePool?: string;
  /** The most pods that its PodDisruptionBudget allows to be missing. */
  readonly maxUnavailable?: number;
  /** Its HorizontalPodAutoscaler allows from half to twice its replicas. */
  readonly isScaled?: boolean;
}

/** A NodePool of one or more capacity types. */
export interface Pool {
  readonly name: string;
  readonly capacityTypes: readonly string[];
  readonly categories?: readonly string[];
  readonly architectures?: readonly string[];
  /** The most CPUs of a node plus one. */
  readonly below?: number;
  readonly consolidateAfter?: string;
  readonly weight?: number;
}

/** The cluster of one side of a change. */
export interface SmallCluster {
  readonly pools: readonly Pool[];
  readonly apps: readonly App[];
  /** CPU requests in millicores of each DaemonSet. */
  readonly daemons: readonly number[];
}

/** A change of a small cluster. */
export interface SmallChange {
  readonly name: string;
  readonly base: SmallCluster;
  readonly head: SmallCluster;
}

/** Ordinary clusters of 2 to about 19 nodes, in which every container requests 100m more after the change. */
export const ordinaryChanges = (count = 40): readonly SmallChange[] =>
  Array.from({ length: count }, (_, at) => {
    const base = ordinaryCluster(new Random(at + 1));
    return { name: `ordinary ${at + 1}`, base, head: { ...base, apps: base.apps.map(withMore) } };
  });

const withMore = (app: App): App => ({ ...app, cpu: app.cpu + 100 });

function ordinaryCluster(random: Random): SmallCluster {
  const pools: Pool[] = [
    {
      name: 'general',
      capacityTypes: random.pick(['on-demand'], ['spot'], ['spot', 'on-demand']),
      categories: random.pick(['c', 'm', 'r'], ['m', 'r'], ['c', 'm', 'r', 't']),
      consolidateAfter: random.pick('0s', '30s', '5m'),
      ...(random.chance(0.8) && { below: random.pick(5, 9, 17) }),
    },
  ];
  if (random.chance(0.4))
    pools.push({ name: 'batch', capacityTypes: ['spot'], weight: 10, architectures: ['amd64', 'arm64'] });

  const apps = Array.from({ length: random.integer(3, 20) }, (_, at) => ordinaryApp(at, random));
  const daemons = Array.from({ length: random.integer(0, 3) }, () => random.pick(50, 100, 200));
  return { pools, apps, daemons };
}

function ordinaryApp(at: number, random: Random): App {
  return {
    name: `app-${String(at).padStart(2, '0')}`,
    replicas: random.pick(1, 1, 2, 2, 3, 3, 4, 5, 6, 8),
    cpu: random.pick(50, 100, 200, 250, 500, 750, 1000, 1500, 2000),
    memory: random.pick(64, 128, 256, 512, 768, 1024, 2048, 4096),
    ...(random.chance(0.3) && { zoneSpread: random.pick('DoNotSchedule', 'ScheduleAnyway') }),
    ...(random.chance(0.25) && { isOnePerHost: true }),
    ...(random.chance(0.05) && { zone: random.pick('us-east-1a', 'us-east-1b', 'us-east-1c') }),
    ...(random.chance(0.3) && { maxUnavailable: 1 }),
    ...(random.chance(0.25) && { isScaled: true }),
  };
}

/** Changes that took longest, because many equal pods run one on each node. */
export const hostChanges: readonly SmallChange[] = [
  {
    name: '6 → 60 replicas on spot, one on each host',
    base: hostCluster({ apps: 1, replicas: 6, capacityType: 'spot' }),
    head: hostCluster({ apps: 1, replicas: 60, capacityType: 'spot' }),
  },
  grown('12 × 20 pods, one of each app on each host', { apps: 12, replicas: 20, capacityType: 'on-demand' }),
  grown('12 × 20 pods, with zone spread, PDB and HPA', {
    ...{ apps: 12, replicas: 20, capacityType: 'on-demand' },
    more: { zoneSpread: 'DoNotSchedule', maxUnavailable: 1, isScaled: true },
  }),
  grown('20 × 30 pods, one of each app on each host, with HPA', {
    ...{ apps: 20, replicas: 30, capacityType: 'on-demand' },
    more: { isScaled: true },
  }),
  grown('60 × 10 pods on spot, one of each app on each host, with zone spread, PDB and HPA', {
    ...{ apps: 60, replicas: 10, capacityType: 'spot' },
    more: { zoneSpread: 'DoNotSchedule', maxUnavailable: 1, isScaled: true },
  }),
];

interface HostCluster {
  readonly apps: number;
  readonly replicas: number;
  readonly capacityType: string;
  readonly more?: Partial<App>;
}

function grown(name: string, shape: HostCluster): SmallChange {
  const base = hostCluster(shape);
  return { name, base, head: { ...base, apps: base.apps.map(withMore) } };
}

function hostCluster({ apps, replicas, capacityType, more }: HostCluster): SmallCluster {
  return {
    pools: [{ name: 'web', capacityTypes: [capacityType], below: 9 }],
    apps: Array.from({ length: apps }, (_, at) => ({
      name: `app-${String(at).padStart(2, '0')}`,
      replicas,
      cpu: 250 + 150 * (at % 12),
      memory: 256 + 256 * (at % 7),
      isOnePerHost: true,
      ...more,
    })),
    daemons: [],
  };
}

/** The files of a cluster: name → text. Objects are written as JSON, which is YAML. */
export const filesOf = ({ pools, apps, daemons }: SmallCluster): ReadonlyMap<string, string> =>
  new Map([
    ['karpenter.yaml', documents([...pools.map(nodePool), nodeClass])],
    ...apps.map((app) => [`${app.name}.yaml`, documents(objectsOf(app))] as const),
    ['daemons.yaml', documents(daemons.map(daemonSet))],
  ]);

/** Writes a change as folders `base` and `head`. */
export function writeChange(folder: string, { base, head }: SmallChange): void {
  for (const [side, cluster] of Object.entries({ base, head })) {
    const path = join(folder, side);
    mkdirSync(path, { recursive: true });
    for (const [name, text] of filesOf(cluster)) writeFileSync(join(path, name), text);
  }
}

const documents = (objects: readonly Value[]): string =>
  objects.map((object) => `${JSON.stringify(object, null, 2)}\n`).join('---\n');

const nodeClass = {
  apiVersion: 'karpenter.k8s.aws/v1',
  kind: 'EC2NodeClass',
  metadata: { name: 'default' },
  spec: {
    role: 'KarpenterNodeRole-shop',
    amiSelectorTerms: [{ alias: 'al2023@v20250715' }],
    securityGroupSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'shop' } }],
    subnetSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'shop' } }],
  },
};

function nodePool(pool: Pool): Value {
  const { name, capacityTypes, categories = ['c', 'm', 'r'], architectures = ['amd64'] } = pool;
  const { below, consolidateAfter = '30s', weight } = pool;
  const size = { key: 'karpenter.k8s.aws/instance-cpu', operator: 'Lt', values: [`${below}`] };
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name },
    spec: {
      weight,
      disruption: { consolidationPolicy: 'WhenEmptyOrUnderutilized', consolidateAfter },
      template: {
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: [
            { key: 'karpenter.sh/capacity-type', operator: 'In', values: capacityTypes },
            { key: 'kubernetes.io/arch', operator: 'In', values: architectures },
            { key: 'karpenter.k8s.aws/instance-category', operator: 'In', values: categories },
            { key: 'karpenter.k8s.aws/instance-generation', operator: 'Gt', values: ['4'] },
            ...(below === undefined ? [] : [size]),
          ],
        },
      },
    },
  };
}

const container = (cpu: number, memory: number): Value => ({
  name: 'main',
  image: 'example.com/main:1.0.0',
  resources: { requests: { cpu: `${cpu}m`, memory: `${memory}Mi` } },
});

function objectsOf(app: App): readonly Value[] {
  const { name, replicas, maxUnavailable, isScaled } = app;
  const metadata = { name, namespace: 'shop' };
  const labels = { app: name };
  const selector = { matchLabels: labels };
  const spec = { replicas: isScaled ? undefined : replicas, selector, template: podTemplate(app, labels) };
  const budget = {
    ...{ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata },
    spec: { maxUnavailable, selector },
  };
  const autoscaler = {
    ...{ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      minReplicas: Math.ceil(replicas / 2),
      maxReplicas: replicas * 2,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
      ],
    },
  };
  return [
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec },
    ...(maxUnavailable === undefined ? [] : [budget]),
    ...(isScaled ? [autoscaler] : []),
  ];
}

function podTemplate(app: App, labels: Readonly<Record<string, string>>): Value {
  const labelSelector = { matchLabels: labels };
  const spread = {
    ...{ maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: app.zoneSpread, labelSelector },
  };
  const hosts = [{ topologyKey: 'kubernetes.io/hostname', labelSelector }];
  return {
    metadata: { labels },
    spec: {
      containers: [container(app.cpu, app.memory)],
      ...(app.zone && { nodeSelector: { 'topology.kubernetes.io/zone': app.zone } }),
      ...(app.zoneSpread && { topologySpreadConstraints: [spread] }),
      ...(app.isOnePerHost && {
        affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: hosts } },
      }),
    },
  };
}

function daemonSet(cpu: number, at: number): Value {
  const labels = { daemon: `${at}` };
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: `daemon-${at}`, namespace: 'kube-system' },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container(cpu, 64)] } },
    },
  };
}
