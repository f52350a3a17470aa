import { readFileSync } from 'node:fs';
import { aws } from '../src/engine/aws/aws.ts';
import { decodeCatalog } from '../src/engine/aws/catalog/catalog.ts';
import type {
  ExistingNode,
  PodClass,
  SchedulerInput,
} from '../src/engine/cluster/provisioning/input/scheduler-input.ts';
import { type Simulator, simulatorOf } from '../src/engine/cluster/provisioning/simulator/simulator.ts';
import { karpenter } from '../src/engine/karpenter/api/karpenter.ts';
import type { NodePool } from '../src/engine/karpenter/api/node-pool.ts';
import type { PodSpec } from '../src/engine/karpenter/api/pod.ts';
import { defaultSettings } from '../src/engine/karpenter/api/settings.ts';
import { noZoneHints } from '../src/engine/manifest/hints/zone-hints.ts';

/** The size of a generated cluster. */
export interface ClusterSize {
  readonly pods: number;
  readonly workloads: number;
  readonly nodes: number;
}

const gib = 2 ** 30;
const zones = ['us-east-1a', 'us-east-1b', 'us-east-1c'];

const data = (path: string): unknown => JSON.parse(readFileSync(new URL(`../data/${path}`, import.meta.url), 'utf8'));

/** The full catalog of one region. */
export const regionSimulator = (): Simulator =>
  simulatorOf({
    providers: [aws],
    catalog: decodeCatalog(data('instance-types.json'), data('regions/us-east-1.json')),
    settings: defaultSettings,
    karpenter: karpenter('1.14'),
    zoneHints: noZoneHints,
  });

const nodePool = (name: string, architecture: string): NodePool => ({
  metadata: { name },
  spec: {
    template: {
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
        requirements: [
          { key: 'kubernetes.io/arch', operator: 'In', values: [architecture] },
          { key: 'karpenter.k8s.aws/instance-category', operator: 'In', values: ['c', 'm', 'r'] },
          { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] },
        ],
      },
    },
  },
});

/** A third of the workloads spread over zones, a seventh run each pod on a separate node, and a fifth require arm64. */
export function specOf(at: number, labels: Readonly<Record<string, string>>): PodSpec {
  const labelSelector = { matchLabels: labels };
  return {
    containers: [
      { resources: { requests: { cpu: `${100 + 50 * (at % 17)}m`, memory: `${256 + 128 * (at % 23)}Mi` } } },
    ],
    ...(at % 5 === 0 && { nodeSelector: { 'kubernetes.io/arch': 'arm64' } }),
    ...(at % 3 === 0 && {
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector },
      ],
    }),
    ...(at % 7 === 0 && {
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'kubernetes.io/hostname', labelSelector }],
        },
      },
    }),
  };
}

function podClass(at: number, count: number): PodClass {
  const name = `app-${String(at).padStart(4, '0')}`;
  const labels = { app: name };
  const pod = { metadata: { name: `${name}-0000`, namespace: `team-${at % 20}`, labels }, spec: specOf(at, labels) };
  return { workload: `Deployment/team-${at % 20}/${name}`, order: at, firstIndex: 0, count, pod };
}

/** A running m6i.2xlarge of which half is requested. */
function existingNode(at: number): ExistingNode {
  const name = `node-${String(at).padStart(5, '0')}`;
  const used: PodSpec = { containers: [{ resources: { requests: { cpu: `${3 + (at % 4)}`, memory: '12Gi' } } }] };
  return {
    name,
    labels: {
      'kubernetes.io/hostname': name,
      'kubernetes.io/arch': 'amd64',
      'kubernetes.io/os': 'linux',
      'topology.kubernetes.io/zone': zones[at % zones.length]!,
      'node.kubernetes.io/instance-type': 'm6i.2xlarge',
      'karpenter.sh/capacity-type': 'on-demand',
      'karpenter.sh/nodepool': 'amd64',
    },
    taints: [],
    startupTaints: [],
    capacity: new Map([
      ['cpu', 8000],
      ['memory', 32 * gib],
      ['pods', 58],
    ]),
    allocatable: new Map([
      ['cpu', 7910],
      ['memory', 29 * gib],
      ['pods', 58],
    ]),
    nodePool: 'amd64',
    isInitialized: true,
    isDeleting: false,
    pods: [{ pod: { metadata: { name: `used-${at}`, namespace: 'used', labels: {} }, spec: used }, isDaemon: false }],
    volumeLimits: undefined,
  };
}

/** Workloads of similar size on existing nodes and two NodePools that allow the full catalog. */
export function largeCluster({ pods, workloads, nodes }: ClusterSize, simulator = regionSimulator()): SchedulerInput {
  const instanceTypes = simulator.resolve({ metadata: { name: 'default' }, spec: { amiFamily: 'AL2023' } }, zones);
  const each = Math.floor(pods / workloads);
  return {
    nodePools: ['amd64', 'arm64'].map((name) => ({ nodePool: nodePool(name, name), instanceTypes })),
    podClasses: Array.from({ length: workloads }, (_, at) => podClass(at, each + (at < pods % workloads ? 1 : 0))),
    daemonSets: [],
    existingNodes: Array.from({ length: nodes }, (_, at) => existingNode(at)),
    volumeClaims: new Map(),
    namespaces: new Map(Array.from({ length: 20 }, (_, at) => [`team-${at}`, {}])),
    reservations: new Map(),
    preferencePolicy: 'Respect',
    minValuesPolicy: 'Strict',
    maxInstanceTypes: 600,
  };
}
