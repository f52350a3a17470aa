import { compareNames } from '../../text/name-order.ts';
import { awaitedPods } from '../disruption/cluster/candidates.ts';
import type { Cluster, ClusterNode } from '../disruption/cluster/cluster.ts';
import { endsWithNode, type PodDisruptionLimits } from '../disruption/cluster/pod-disruption-limits.ts';
import type { PodGroup } from '../disruption/cluster/pod-group.ts';
import type { DisruptionRun } from '../disruption/controller/disrupt.ts';
import { podsByWorkload, sizeOfGroups } from './pods-by-workload.ts';

/** The pods of a workload on nodes that are replaced or deleted at the same time. */
export interface WaveLoss {
  readonly workload: string;
  /** One of the NodePools that lose these nodes. */
  readonly nodePool: string;
  /** Pods that run before the change, or before the wave if the change adds some. */
  readonly replicas: number;
  /** Nodes with these pods before the change. */
  readonly allNodes: number;
  /** Nodes with these pods that go at the same time, in the worst wave. */
  readonly nodes: number;
  /** Pods on these nodes. */
  readonly pods: number;
  /** Most of them that are evicted before others are ready: what PodDisruptionBudgets allow. */
  readonly evicted: number;
  /** The PodDisruptionBudgets (`namespace/name`) that hold these running pods. Their template may have other labels and tolerations. */
  readonly budgets: readonly string[];
  /** Whether some of these running pods end with their node, so that no PodDisruptionBudget is asked. */
  readonly endWithNode: boolean;
}

/** Workload → its running pods and the number of nodes with them, without those of DaemonSets. */
type Running = ReadonlyMap<string, { readonly replicas: number; readonly nodes: number }>;

/** For workloads that ran before, the larger of two counts. Pods that a change adds run when nodes are replaced. */
export const grown = (before: Running, later: Running): Running =>
  new Map(
    [...before].map(([workload, spread]) => {
      const other = later.get(workload);
      return [workload, other !== undefined && other.replicas > spread.replicas ? other : spread];
    }),
  );

/** Counts the pods of each workload that run. */
export function runningBefore(cluster: Cluster): Running {
  const running = new Map<string, { replicas: number; nodes: number }>();
  for (const node of cluster.nodes.values()) {
    for (const [workload, count] of podsByWorkload(node.pods)) {
      const counted = running.get(workload) ?? { replicas: 0, nodes: 0 };
      running.set(workload, { replicas: counted.replicas + count, nodes: counted.nodes + 1 });
    }
  }

  return running;
}

/** The nodes of each wave of a simulated run. */
export function wavesOf({ commands }: DisruptionRun): readonly (readonly ClusterNode[])[] {
  const waves = new Map<number, ClusterNode[]>();
  for (const { wave, command } of commands) {
    const nodes = command.candidates.map(({ node }) => node);
    waves.set(wave, [...(waves.get(wave) ?? []), ...nodes]);
  }
  return [...waves.values()];
}

/** For each workload, the wave that takes most of its pods at the same time, sorted by workload. */
export function waveLosses(
  waves: readonly { readonly nodes: readonly ClusterNode[]; readonly running: Running }[],
  cluster: Cluster,
): readonly WaveLoss[] {
  const { setup } = cluster;
  const worst = new Map<string, WaveLoss>();

  for (const { nodes, running } of waves) {
    for (const [workload, wave] of byWorkload(nodes.map((node) => withoutEnded(node, cluster)))) {
      const before = running.get(workload);
      if (before === undefined) continue;

      const protection = protectionOf(wave.groups, setup.limits);
      const { evicted } = protection;
      const previous = worst.get(workload);
      if (
        previous !== undefined &&
        (previous.evicted > evicted || (previous.evicted === evicted && previous.pods >= wave.pods))
      )
        continue;

      const { pods, count: nodeCount, nodePool } = wave;
      const counts = { replicas: before.replicas, allNodes: before.nodes, nodes: nodeCount, pods, ...protection };
      worst.set(workload, { workload, nodePool, ...counts });
    }
  }

  return [...worst.values()].sort((a, b) => compareNames(a.workload, b.workload));
}

/** A node without the pods of Jobs that end before it is removed. */
function withoutEnded(node: ClusterNode, cluster: Cluster): ClusterNode {
  const ended = awaitedPods(cluster, node);
  if (ended.length === 0) return node;
  return { ...node, pods: node.pods.filter((group) => !ended.includes(group)) };
}

/** How many of some running pods are evicted before others are ready, and what limits it. */
function protectionOf(
  groups: readonly PodGroup[],
  limits: PodDisruptionLimits,
): Pick<WaveLoss, 'evicted' | 'budgets' | 'endWithNode'> {
  const ending = groups.filter(({ pod }) => endsWithNode(pod));
  const asked = groups.filter(({ pod }) => !endsWithNode(pod));
  const bounds = asked.map(({ pod }) => limits.mostAtOnce(pod));
  const allowed = Math.min(...bounds.map(({ most }) => most));

  return {
    evicted: sizeOfGroups(ending) + Math.min(sizeOfGroups(asked), allowed),
    budgets: [...new Set(bounds.flatMap(({ by }) => by))].sort(compareNames),
    endWithNode: ending.length > 0,
  };
}

interface WorkloadInWave {
  pods: number;
  count: number;
  readonly nodePool: string;
  readonly groups: ClusterNode['pods'][number][];
}

function byWorkload(nodes: readonly ClusterNode[]): ReadonlyMap<string, WorkloadInWave> {
  const workloads = new Map<string, WorkloadInWave>();

  for (const node of nodes) {
    for (const [workload, count] of podsByWorkload(node.pods)) {
      const ofWorkload = workloads.get(workload) ?? {
        pods: 0,
        count: 0,
        nodePool: node.state.nodePool ?? '',
        groups: [],
      };
      ofWorkload.pods += count;
      ofWorkload.count += 1;
      ofWorkload.groups.push(...node.pods.filter((group) => group.workload === workload));
      workloads.set(workload, ofWorkload);
    }
  }

  return workloads;
}
