import { doNotDisrupt } from '../../../karpenter/api/disruption-keys.ts';
import { quoted } from '../../../text/words/quoted-names.ts';
import { awaitedPods, type Candidate, candidatesOf } from '../cluster/candidates.ts';
import type { Cluster, ClusterNode } from '../cluster/cluster.ts';
import { isDoNotDisrupt } from '../cluster/pod-disruption-limits.ts';
import { simulateScheduling } from '../cluster/simulate-scheduling.ts';
import type { DisruptionRun } from '../controller/disrupt.ts';
import { isStaticPool } from '../methods/disruption-method.ts';
import type { AwaitedJobs, HeldNodes, StoppingPods } from './disruption-data.ts';
import { graceOf } from './grace-period.ts';

/** How the drifted nodes of one NodePool are replaced. */
export interface DriftForecast {
  /** For each wave, the number of nodes that are replaced at the same time. */
  readonly waves: readonly number[];
  /** For each wave, the workloads with pods on these nodes, without DaemonSets. */
  readonly workloads: readonly (readonly string[])[];
  readonly kept: readonly HeldNodes[];
  /** Nodes that are not ready. They count against the budget. */
  readonly notReady: number;
  /**
   * For each wave, how often pods are evicted one after the other, because PodDisruptionBudgets do not allow all
   * evictions at the same time. Absent if once in each.
   */
  readonly evictions?: readonly number[];
  /** For each wave, how long the pods on these nodes may take to stop. Absent if unknown. */
  readonly stopping?: readonly StoppingPods[];
  /** For each wave, the nodes that wait for Jobs. Absent if none does. */
  readonly awaited?: readonly AwaitedJobs[];
}

/** NodePool → which of its nodes drift: all, or those that no longer match the requirements. */
export type Drifting = ReadonlyMap<string, 'all' | 'outside'>;

/** The effect of a change on running nodes: NodePool → which of its nodes drift, or that they are deleted with it. */
export type NodeEffects = ReadonlyMap<string, 'all' | 'outside' | 'delete'>;

/** A simulated run, and the time at which it began. */
interface TimedRun extends Pick<DisruptionRun, 'commands'> {
  readonly since: number;
}

/** How the drifted nodes of a NodePool were replaced in a simulated run, and which of them stay. */
export function forecastOf(name: string, { commands, since }: TimedRun, cluster: Cluster): DriftForecast {
  const waves = new Map<number, readonly ClusterNode[]>();
  for (const { wave, command } of commands) {
    const ofCommand = command.candidates.flatMap(({ node }) => {
      if (node.state.nodePool === name) return [node];
      return [];
    });
    if (ofCommand.length > 0) waves.set(wave, [...(waves.get(wave) ?? []), ...ofCommand]);
  }

  const all = [...waves.values()];
  const notReady = [...cluster.nodes.values()].filter(({ state, isReady }) => state.nodePool === name && !isReady);

  return {
    waves: all.map((nodes) => nodes.length),
    evictions: all.map((nodes) => evictionsOf(nodes, cluster)),
    stopping: all.map((nodes) => stoppingOn(nodes, cluster)),
    workloads: all.map(workloadsOn),
    kept: keptNodes(name, cluster),
    notReady: notReady.length,
    ...awaitedIn(all, cluster, since),
  };
}

/** How long the pods on some nodes may take to stop, without those of DaemonSets. Jobs have ended by then. */
function stoppingOn(nodes: readonly ClusterNode[], cluster: Cluster): StoppingPods {
  const pods = nodes.flatMap((node) => {
    const ended = awaitedPods(cluster, node);
    return node.pods.filter((group) => !group.isDaemon && !ended.includes(group));
  });
  const held = new Set(pods.filter((group) => reasonsAmong(cluster, [group]).length > 0));
  const graces = pods.filter((group) => !held.has(group)).map(({ pod }) => graceOf(pod));
  return { longestSeconds: Math.max(0, ...graces), isHeld: held.size > 0 };
}

/** The nodes of each wave that wait for Jobs that ran before. */
function awaitedIn(
  waves: readonly (readonly ClusterNode[])[],
  cluster: Cluster,
  since: number,
): Pick<DriftForecast, 'awaited'> {
  const isOlder = ({ startedAt = 0 }: ClusterNode['pods'][number]): boolean => startedAt < since;
  const awaited = waves.map((nodes): AwaitedJobs => {
    const waiting = nodes.map((node) => awaitedPods(cluster, node).filter(isOlder)).filter((pods) => pods.length > 0);
    const reasons = reasonsAmong(cluster, waiting.flat());
    return {
      nodes: waiting.length,
      workloads: unique(reasons.map(({ workload }) => workload)),
      by: unique(reasons.flatMap(({ by }) => by)),
    };
  });

  if (awaited.every(({ nodes }) => nodes === 0)) return {};
  return { awaited };
}

const workloadsOn = (nodes: readonly ClusterNode[]): readonly string[] =>
  unique(
    nodes.flatMap(({ pods }) =>
      pods.flatMap(({ workload, isDaemon }) => {
        if (isDaemon) return [];
        return [workload];
      }),
    ),
  );

function keptNodes(name: string, cluster: Cluster): readonly HeldNodes[] {
  const free = new Map(candidatesOf(cluster, 'eventual').map((candidate) => [candidate.node, candidate]));
  const remaining = cluster.sorted().filter(({ state, drifted }) => drifted !== undefined && state.nodePool === name);
  // Karpenter disrupts no node of a NodePool that is not ready, whatever its pods allow.
  if (remaining.length > 0 && cluster.nodePool(name) === undefined)
    return [{ nodes: remaining.length, because: 'not-ready', workloads: [], by: [`NodePool ${quoted(name)}`] }];

  const held = remaining.filter((node) => !free.has(node));
  const annotated = held.filter((node) => node.isDoNotDisrupt);
  const starting = held.filter((node) => !node.isDoNotDisrupt && !node.isInitialized);
  const forbidden = held.filter((node) => !node.isDoNotDisrupt && node.isInitialized);

  const unschedulable = remaining
    .flatMap((node) => free.get(node) ?? [])
    .filter((candidate) => !isStaticPool(candidate))
    .map((candidate) => failing(cluster, candidate))
    .filter((workloads) => workloads.length > 0);

  const kept: readonly HeldNodes[] = [
    {
      nodes: forbidden.length,
      because: 'forbidden',
      workloads: unique(forbidden.flatMap((node) => forbidding(cluster, node).map(({ workload }) => workload))),
      by: unique(forbidden.flatMap((node) => forbidding(cluster, node).flatMap(({ by }) => by))),
    },
    { nodes: annotated.length, because: 'annotated', workloads: [], by: [doNotDisrupt] },
    { nodes: starting.length, because: 'not-initialized', workloads: [], by: [] },
    { nodes: unschedulable.length, because: 'unschedulable', workloads: unique(unschedulable.flat()), by: [] },
  ];

  return kept.filter(({ nodes }) => nodes > 0);
}

/**
 * The nodes of a deleted NodePool go all at once, except those whose pods must not be evicted, and those in `waiting`, whose pods are not evicted
 * while others are pending.
 */
export function deletionForecast(
  name: string,
  {
    nodes,
    cluster,
    waiting,
  }: { readonly nodes: readonly ClusterNode[]; readonly cluster: Cluster; readonly waiting: ReadonlySet<string> },
): DriftForecast {
  const held = cluster
    .sorted()
    .filter(({ state, isMarkedForDeletion }) => isMarkedForDeletion && state.nodePool === name);
  const isWaiting = ({ state }: ClusterNode): boolean => waiting.has(state.name);
  const reasons = held.filter((node) => !isWaiting(node)).flatMap((node) => forbidding(cluster, node));
  const pods = held.filter(isWaiting).flatMap((node) => node.pods.filter(({ isDaemon }) => !isDaemon));

  const kept: readonly HeldNodes[] = [
    {
      nodes: held.filter((node) => !isWaiting(node)).length,
      because: 'forbidden',
      workloads: unique(reasons.map(({ workload }) => workload)),
      by: unique(reasons.flatMap(({ by }) => by)),
    },
    {
      nodes: held.filter(isWaiting).length,
      because: 'pending',
      workloads: unique(pods.map(({ workload }) => workload)),
      by: unique(pods.flatMap(({ pod }) => cluster.setup.limits.mostAtOnce(pod).by)),
    },
  ];

  const going = nodes.filter((node) => !held.some(({ state }) => state.name === node.state.name));

  return {
    waves: [going.length],
    workloads: [workloadsOn(nodes)],
    kept: kept.filter((keptNodes) => keptNodes.nodes > 0),
    notReady: 0,
    evictions: [evictionsOf(going, cluster)],
    stopping: [stoppingOn(going, cluster)],
    ...awaitedIn([going], cluster, Number.POSITIVE_INFINITY),
  };
}

/** How often pods of some nodes are evicted one after the other. The next ones wait until those before are ready elsewhere. */
function evictionsOf(nodes: readonly ClusterNode[], { setup, now }: Cluster): number {
  const groups = nodes
    .filter(({ hasTerminationGracePeriod }) => !hasTerminationGracePeriod)
    .flatMap(({ pods }) => pods);
  const counts = new Map<string, { count: number; readonly most: number }>();

  for (const group of groups) {
    if (group.isDaemon || !setup.limits.canEvict(group, now)) continue;

    const { most, by } = setup.limits.mostAtOnce(group.pod);
    const counted = counts.get(by.join()) ?? { count: 0, most };
    counted.count += group.count;
    counts.set(by.join(), counted);
  }

  return Math.max(1, ...[...counts.values()].map(({ count, most }) => Math.ceil(count / Math.max(1, most))));
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

interface Kept extends Pick<HeldNodes, 'by'> {
  readonly workload: string;
}

/** Workloads whose pods keep their node, and what forbids their disruption. */
const forbidding = (cluster: Cluster, node: ClusterNode): readonly Kept[] => {
  const awaited = awaitedPods(cluster, node);
  return reasonsAmong(
    cluster,
    node.pods.filter((group) => !awaited.includes(group)),
  );
};

/** The workloads of the pods that must not be disrupted, and what forbids it. */
const reasonsAmong = ({ setup, now }: Cluster, pods: ClusterNode['pods']): readonly Kept[] =>
  pods.flatMap((group) => {
    const by = isDoNotDisrupt(group, now) ? [doNotDisrupt] : setup.limits.blocking(group, now);
    if (by.length === 0) return [];
    return [{ workload: group.workload, by }];
  });

/** Workloads of a node whose pods could not be scheduled elsewhere. */
function failing(cluster: Cluster, candidate: Candidate): readonly string[] {
  const { failed } = simulateScheduling(cluster, { candidates: [candidate] });
  return candidate.reschedulable.filter((group) => failed.has(group)).map(({ workload }) => workload);
}
