import { podRequests } from '../../../karpenter/scheduling/pod-requests.ts';
import { addToGroup } from '../../../text/group-by.ts';
import { binderFor } from '../../provisioning/binding/pod-binder.ts';
import type { Launch } from '../../provisioning/input/results.ts';
import type { PodClass } from '../../provisioning/input/scheduler-input.ts';
import { daemonsOnNode } from '../../provisioning/nodes/daemons-on-node.ts';
import { joinedLabels } from '../../provisioning/nodes/joined-node.ts';
import type { Cluster, ClusterNode } from '../cluster/cluster.ts';
import { launchedNode } from '../cluster/launched-node.ts';
import type { PodGroup } from '../cluster/pod-group.ts';
import { existingNode, podClassOf, schedulerInputOf } from '../cluster/scheduler-input-of.ts';
import { type PlacedPods, simulateScheduling } from '../cluster/simulate-scheduling.ts';
import { isOverLimit } from './controller.ts';

/** Turns a launched NodeClaim into a ready node with its DaemonSets' pods. */
export function joinNode(cluster: Cluster, launched: ClusterNode): ClusterNode {
  const { name } = launched.state;
  const labels = { ...launched.state.labels, ...joinedLabels(name) };

  const node: ClusterNode = {
    ...launched,
    state: { ...launched.state, labels, startupTaints: [], isInFlight: false },
    isInitialized: true,
    lastPodEvent: cluster.now,
  };

  node.pods = daemonsOf(cluster, node);
  cluster.add(node);

  return node;
}

/** The DaemonSets' pods that run on a node. */
export function daemonsOf(
  { setup, now }: Pick<Cluster, 'setup' | 'now'>,
  { state }: Pick<ClusterNode, 'state'>,
): readonly PodGroup[] {
  return daemonsOnNode(setup.daemonSets, state).map((pod) => ({
    workload: `DaemonSet/${pod.metadata.namespace}/${pod.metadata.name}`,
    pod,
    count: 1,
    isDaemon: true,
    order: 0,
    firstIndex: 0,
    startedAt: now,
    isReady: true,
  }));
}

const requestsBySpec = new WeakMap<object, ReadonlyMap<string, number>>();

/** The requests of a pod, cached by spec because pods of one workload share it. */
function requestsOf({ spec }: PodGroup['pod']): ReadonlyMap<string, number> {
  const requests = requestsBySpec.get(spec) ?? podRequests(spec);
  requestsBySpec.set(spec, requests);
  return requests;
}

/** How many of the pods fit on a node. */
function room({ state, pods }: ClusterNode, group: PodGroup, wanted: number): number {
  const requests = requestsOf(group.pod);
  const used = new Map<string, number>();
  for (const { pod, count } of pods)
    for (const [name, amount] of requestsOf(pod)) used.set(name, (used.get(name) ?? 0) + amount * count);

  let fitting = wanted;
  for (const [name, amount] of requests) {
    if (amount <= 0) continue;

    const free = (state.allocatable.get(name) ?? 0) - (used.get(name) ?? 0);
    fitting = Math.min(fitting, Math.max(0, Math.floor(free / amount)));
  }

  return fitting;
}

/** Pods that moved, by their new node; null if they are now pending. */
export interface MovedPods {
  readonly group: PodGroup;
  readonly to: string | null;
  readonly count: number;
}

/**
 * Binds pods that nodes had to give up: as kube-scheduler does, or where Karpenter planned them if that cannot be simulated. Pods that are
 * bound nowhere become pending.
 */
export function bindEvicted(
  cluster: Cluster,
  groups: readonly PodGroup[],
  placements: ReadonlyMap<PodGroup, readonly PlacedPods[]>,
): readonly MovedPods[] {
  const scheduler = schedulerFor(cluster, groups, ({ isMarkedForDeletion }) => !isMarkedForDeletion);
  if (scheduler === undefined) return groups.flatMap((group) => bindPods(cluster, group, placements.get(group) ?? []));
  const moves = scheduler.bind();
  return [...moves, ...scheduler.waiting().flatMap((group) => bindPods(cluster, group, []))];
}

/** kube-scheduler for some groups of waiting pods; undefined if it is not simulated. */
function schedulerFor(cluster: Cluster, groups: readonly PodGroup[], isUsed?: (node: ClusterNode) => boolean) {
  const groupOf = new Map(groups.map((group) => [podClassOf(group), group]));
  const binder = binderFor(schedulerInputOf(cluster, [...groupOf.keys()], isUsed), { preempts: false });
  if (binder === undefined) return undefined;

  const unbound = new Map([...groupOf.keys()].map((podClass) => [podClass, podClass.count]));

  const waiting = (): readonly { podClass: PodClass; count: number }[] =>
    [...unbound].flatMap(([podClass, count]) => {
      if (count === 0) return [];
      return [{ podClass, count }];
    });

  const bind = (joined?: string): readonly MovedPods[] =>
    binder.bind(waiting(), joined).map(({ podClass, node, count }) => {
      const group = groupOf.get(podClass)!;
      const firstIndex = group.firstIndex + group.count - unbound.get(podClass)!;
      unbound.set(podClass, unbound.get(podClass)! - count);
      put(cluster, cluster.nodes.get(node)!, { ...group, firstIndex, count });
      return { group, to: node, count };
    });

  return {
    bind,
    /** Nodes get ready one after the other, so the first one takes what fits. */
    fill(joining: readonly ClusterNode[]): readonly MovedPods[] {
      binder.announce(joining.map(existingNode));
      const filled = binder.readyGroups(joining).flatMap((ready) => {
        for (const node of ready) binder.add(existingNode(node));
        return bind(ready.length === 1 ? ready[0]!.state.name : undefined);
      });
      return [...filled, ...bind()];
    },
    waiting: (): readonly PodGroup[] =>
      waiting().map(({ podClass, count }) => {
        const group = groupOf.get(podClass)!;
        return { ...group, firstIndex: group.firstIndex + group.count - count, count };
      }),
  };
}

function put(cluster: Cluster, node: ClusterNode, group: PodGroup): void {
  node.pods = [...node.pods, { ...group, startedAt: cluster.now, isReady: true }];
  node.lastPodEvent = cluster.now;
}

/** Places as many pods of a group on nodes as fit there; the others become pending. Returns where they went. */
function bindPods(cluster: Cluster, group: PodGroup, placed: readonly PlacedPods[]): readonly MovedPods[] {
  const moves: MovedPods[] = [];
  let firstIndex = group.firstIndex;
  let unbound = group.count;

  for (const { to, count } of placed) {
    const node = cluster.nodes.get(`${to}`);
    const fitting = node === undefined ? 0 : room(node, group, Math.min(count, unbound));
    if (node === undefined || fitting === 0) continue;

    put(cluster, node, { ...group, firstIndex, count: fitting });
    moves.push({ group, to: node.state.name, count: fitting });
    firstIndex += fitting;
    unbound -= fitting;
  }

  if (unbound > 0) {
    cluster.pending = [...cluster.pending, { ...group, firstIndex, count: unbound, startedAt: undefined }];
    moves.push({ group, to: null, count: unbound });
  }

  return moves;
}

/** Nodes launched for pending pods. */
export interface ProvisionedNodes {
  readonly nodes: readonly { readonly node: ClusterNode; readonly launch: Launch; readonly types: number }[];
  readonly moves: readonly MovedPods[];
  readonly failed: ReadonlyMap<PodGroup, number>;
  /** A NodeClaim for which nothing could be launched. */
  readonly error: string | undefined;
}

/** Launches nodes for pending pods and CapacityBuffers, and binds all pods that can be placed; undefined if nothing is to be done. */
export function provisionPendingPods(cluster: Cluster): ProvisionedNodes | undefined {
  const waiting = cluster.pending;
  if (waiting.length === 0 && cluster.virtual.length === 0) return undefined;

  const { newNodeClaims, placements, failed } = simulateScheduling(cluster, { isProvisioning: true });
  const nodes: ProvisionedNodes['nodes'][number][] = [];
  const names = newNodeClaims.map(({ nodePool }) => cluster.nextName(nodePool));

  cluster.held = heldNodes(cluster.virtual, placements, names);
  if (waiting.length === 0 && newNodeClaims.length === 0) return undefined;

  const refused = new Set(newNodeClaims.filter(({ nodePool }) => isOverLimit(cluster, nodePool)));
  const moves: MovedPods[] = [];
  let error: string | undefined;

  for (const [index, claim] of newNodeClaims.entries()) {
    const { launch, requirements } = claim;
    if ('error' in launch) error = launch.error;
    if ('error' in launch || refused.has(claim)) continue;

    const pool = cluster.nodePool(claim.nodePool)!;
    const launched = launchedNode({ name: names[index]!, pool, requirements, launch });
    nodes.push({ node: joinNode(cluster, launched), launch, types: claim.instanceTypes.length });
  }

  const scheduler =
    waiting.length === 0
      ? undefined
      : schedulerFor(cluster, waiting, (node) => !nodes.some(({ node: launched }) => launched === node));

  if (scheduler !== undefined) moves.push(...scheduler.fill(nodes.map(({ node }) => node)));
  cluster.pending = [];

  // Pods run where Karpenter planned them if kube-scheduler would bind none at all, so that a difference never makes them unschedulable.
  const planned = (group: PodGroup): readonly PlacedPods[] =>
    (placements.get(group) ?? []).map(({ to, count }) => ({ to: typeof to === 'number' ? names[to]! : to, count }));

  const isPlanned = moves.length === 0;
  for (const group of isPlanned || scheduler === undefined ? waiting : scheduler.waiting())
    moves.push(...bindPods(cluster, group, isPlanned ? planned(group) : []));

  return { nodes, moves, failed, error };
}

/** Node → the pods of CapacityBuffers on it. New nodes are numbered. */
function heldNodes(
  groups: readonly PodGroup[],
  placements: ReadonlyMap<PodGroup, readonly PlacedPods[]>,
  names: readonly string[],
): Cluster['held'] {
  const held = new Map<string, PodGroup[]>();
  for (const group of groups)
    for (const { to, count } of placements.get(group) ?? [])
      addToGroup(held, typeof to === 'number' ? names[to]! : to, { ...group, count });
  return held;
}
