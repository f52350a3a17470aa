/** Times who puts pods on nodes, and compares it with the real kube-scheduler on the same decisions in the same run. */
import { schedulerOf, shapeOf } from '../test/conformance/kube-scheduler/ours.ts';
import { hasGo } from '../test/oracle/build.ts';
import { schedulerReleases, timeScheduler } from '../test/oracle/kube-scheduler/build.ts';
import type { RecordedCluster, RecordedPod } from '../test/oracle/kube-scheduler/cluster.ts';
import type { Figure } from './figure.ts';
import { specOf } from './large-clusters.ts';
import { median } from './measure.ts';

const minor = '1.36';
const runs = 5;

interface Size {
  readonly nodes: number;
  readonly pods: number;
  readonly workloads: number;
}

/** The second one has so many nodes that the scheduler looks only at some of them for each pod. */
const sizes: readonly Size[] = [
  { nodes: 90, pods: 1000, workloads: 50 },
  { nodes: 1000, pods: 5000, workloads: 200 },
];

/** Empty nodes of one size in three zones, and ReplicaSets of which some spread over zones, avoid their own pods, or require arm64. */
function clusterOf({ nodes, pods, workloads }: Size): RecordedCluster {
  const names = Array.from({ length: workloads }, (_, at) => `app-${at}`);
  return {
    nodes: Array.from({ length: nodes }, (_, at) => ({
      metadata: {
        name: `node-${at}`,
        labels: {
          'kubernetes.io/hostname': `node-${at}`,
          'kubernetes.io/arch': at % 4 === 0 ? 'arm64' : 'amd64',
          'topology.kubernetes.io/zone': `us-east-1${'abc'[at % 3]}`,
        },
      },
      spec: {},
      status: { allocatable: { cpu: '15890m', memory: '58Gi', 'ephemeral-storage': '80Gi', pods: '110' } },
    })),
    ...{ bound: [], services: [], statefulSets: [], claims: [], volumes: [], storageClasses: [], csiNodes: [] },
    ...{ budgets: [], namespaces: [{ metadata: { name: 'default' } }] },
    pending: Array.from({ length: pods }, (_, at) => podOf(at, at % workloads)),
    replicaSets: names.map((name) => ({
      metadata: { name, namespace: 'default' },
      spec: { selector: { matchLabels: { app: name } } },
    })),
  };
}

function podOf(at: number, workload: number): RecordedPod {
  const app = `app-${workload}`;
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: app, uid: app, controller: true } as const;
  const spec = { schedulerName: 'default-scheduler', ...specOf(workload, { app }) };
  const metadata = { name: `pod-${at}`, uid: `pod-${at}`, namespace: 'default', labels: { app } };
  return { metadata: { ...metadata, ownerReferences: [owner] }, spec, status: { phase: 'Pending' } };
}

interface Run {
  readonly cpuMs: number;
  readonly found: readonly number[];
  readonly choices: readonly string[];
}

/** Decides for all pods as in a review, where the pods of a workload are alike. */
function decide(cluster: RecordedCluster, workloads: number): Run {
  const scheduler = schedulerOf(cluster, minor);
  const shapes = cluster.pending.slice(0, workloads).map((pod) => shapeOf(pod, cluster));
  const found: number[] = [];
  const choices: string[] = [];
  const start = process.cpuUsage();
  for (let at = 0; at < cluster.pending.length; at++) {
    const shape = shapes[at % workloads]!;
    const { nodes, total } = scheduler.find(shape);
    const best = nodes[total.indexOf(Math.max(...total))]?.node.name ?? '';
    if (best !== '') scheduler.bind(shape, best);
    found.push(nodes.length);
    choices.push(best);
  }
  const { user, system } = process.cpuUsage(start);
  return { cpuMs: (user + system) / 1000, found, choices };
}

async function figureOf(size: Size): Promise<Figure> {
  const cluster = clusterOf(size);
  const all = Array.from({ length: runs }, () => decide(cluster, size.workloads));
  const [cold, ...later] = all as [Run, ...Run[]];
  const warm = median(later.map(({ cpuMs }) => cpuMs));
  const theirs = await timeScheduler(minor, cluster, cold.choices);
  const differs = theirs.found.findIndex((count, at) => count !== cold.found[at]);
  if (differs !== -1)
    throw new Error(`pod ${differs}: ${cold.found[differs]} nodes, but kube-scheduler finds ${theirs.found[differs]}`);
  const factor = (own: number): string => (theirs.cpuMs / own).toFixed(1);
  return {
    what: `${size.pods.toLocaleString('en')} pods on ${size.nodes.toLocaleString('en')} nodes, with kube-scheduler ${schedulerReleases[minor]}`,
    ours: `${cold.cpuMs.toFixed(0)} ms cold, ${warm.toFixed(0)} ms warm`,
    theirs: `${theirs.cpuMs.toFixed(0)} ms of CPU`,
    ratio: `${factor(cold.cpuMs)} × as fast cold, ${factor(warm)} × warm`,
    target: '≥ 1 ×',
  };
}

/** One figure per cluster. None without Go. */
export async function kubeSchedulerFigures(): Promise<Figure[]> {
  const figures: Figure[] = [];
  if (hasGo()) for (const size of sizes) figures.push(await figureOf(size));
  return figures;
}
