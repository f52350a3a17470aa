import { doNotDisrupt } from '../../api/disruption-keys.ts';
import { type Candidate, candidatesOf } from '../cluster/candidates.ts';
import type { Cluster, ClusterNode } from '../cluster/cluster.ts';
import { isDoNotDisrupt } from '../cluster/pod-disruption-limits.ts';
import { simulateScheduling } from '../cluster/simulate-scheduling.ts';
import type { DisruptionRun } from '../controller/disrupt.ts';
import { isStaticPool } from '../methods/disruption-method.ts';

/** Nodes that stay although they drift, with the workloads that keep them. */
export interface KeptNodes {
  readonly nodes: number;
  /** `forbidden`: pods must not be disrupted; `homeless`: pods find no other place. */
  readonly because: 'forbidden' | 'homeless';
  readonly workloads: readonly string[];
  /** What forbids it: `karpenter.sh/do-not-disrupt`, and PodDisruptionBudgets as `namespace/name`. */
  readonly by: readonly string[];
}

/** How the drifted nodes of one NodePool go. */
export interface DriftForecast {
  /** Nodes that go at the same time, wave after wave. */
  readonly waves: readonly number[];
  readonly kept: readonly KeptNodes[];
  /** Nodes that are not ready: they take from the budget. */
  readonly notReady: number;
}

/** NodePool → which of its nodes drift: all, or those that the requirements leave out. */
export type Drifting = ReadonlyMap<string, 'all' | 'outside'>;

/** What a change does to nodes that run: NodePool → its nodes drift, or go with it. */
export type NodeEffects = ReadonlyMap<string, 'all' | 'outside' | 'delete'>;

/** How the drifted nodes of a NodePool went in a course, and which of them stay. */
export function forecastOf(name: string, { commands }: DisruptionRun, cluster: Cluster): DriftForecast {
  const waves = new Map<number, number>();
  for (const { wave, command } of commands) {
    const own = command.candidates.filter(({ node }) => node.state.nodePool === name).length;
    if (own > 0) waves.set(wave, (waves.get(wave) ?? 0) + own);
  }
  const notReady = [...cluster.nodes.values()].filter(({ state, isReady }) => state.nodePool === name && !isReady);
  return { waves: [...waves.values()], kept: keptNodes(name, cluster), notReady: notReady.length };
}

function keptNodes(name: string, cluster: Cluster): readonly KeptNodes[] {
  const free = new Map(candidatesOf(cluster, 'eventual').map((candidate) => [candidate.node, candidate]));
  const left = cluster.sorted().filter(({ state, drifted }) => drifted !== undefined && state.nodePool === name);
  const forbidden = left.filter((node) => !free.has(node));
  const homeless = left
    .flatMap((node) => free.get(node) ?? [])
    .filter((candidate) => !isStaticPool(candidate))
    .map((candidate) => failing(cluster, candidate))
    .filter((workloads) => workloads.length > 0);
  const kept: readonly KeptNodes[] = [
    {
      nodes: forbidden.length,
      because: 'forbidden',
      workloads: unique(forbidden.flatMap((node) => forbidding(cluster, node).map(({ workload }) => workload))),
      by: unique(forbidden.flatMap((node) => forbidding(cluster, node).flatMap(({ by }) => by))),
    },
    { nodes: homeless.length, because: 'homeless', workloads: unique(homeless.flat()), by: [] },
  ];
  return kept.filter(({ nodes }) => nodes > 0);
}

/** How the nodes of a deleted NodePool go: all at once, but for those whose pods may not be evicted. */
export function deletionForecast(
  name: string,
  { nodes, cluster }: { readonly nodes: number; readonly cluster: Cluster },
): DriftForecast {
  const held = cluster
    .sorted()
    .filter(({ state, isMarkedForDeletion }) => isMarkedForDeletion && state.nodePool === name);
  const reasons = held.flatMap((node) => forbidding(cluster, node));
  const kept: KeptNodes = {
    nodes: held.length,
    because: 'forbidden',
    workloads: unique(reasons.map(({ workload }) => workload)),
    by: unique(reasons.flatMap(({ by }) => by)),
  };
  return { waves: [nodes - held.length], kept: held.length === 0 ? [] : [kept], notReady: 0 };
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

interface Kept extends Pick<KeptNodes, 'by'> {
  readonly workload: string;
}

/** Pods that keep their node, each with what forbids that they go. */
const forbidding = ({ setup, now }: Cluster, { pods }: ClusterNode): readonly Kept[] =>
  pods.flatMap((group) => {
    const by = isDoNotDisrupt(group, now) ? [doNotDisrupt] : setup.limits.blocking(group, now);
    return by.length === 0 ? [] : [{ workload: group.workload, by }];
  });

/** Workloads of a node whose pods could not go anywhere. */
function failing(cluster: Cluster, candidate: Candidate): readonly string[] {
  const { failed } = simulateScheduling(cluster, { candidates: [candidate] });
  return candidate.reschedulable.filter((group) => failed.has(group)).map(({ workload }) => workload);
}
