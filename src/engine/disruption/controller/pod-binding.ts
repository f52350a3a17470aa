import { joinedLabels } from '../../provisioning/nodes/joined-node.ts';
import { podConstraints, strictPodRequirements } from '../../provisioning/pods/pod-constraints.ts';
import type { Launch } from '../../provisioning/results.ts';
import { podRequests } from '../../scheduling/pod-requests.ts';
import { Requirements } from '../../scheduling/requirements.ts';
import { tolerates } from '../../scheduling/taints.ts';
import type { Cluster, ClusterNode } from '../cluster/cluster.ts';
import { launchedNode } from '../cluster/launched-node.ts';
import type { PodGroup } from '../cluster/pod-group.ts';
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
  const labels = Requirements.fromLabels(state.labels);
  return setup.daemonSets
    .filter(({ spec }) => {
      const constraints = podConstraints(spec);
      const wanted = strictPodRequirements(constraints);
      return tolerates(state.taints, constraints.tolerations) && labels.isCompatible(new Requirements(wanted));
    })
    .map((pod) => ({
      workload: `DaemonSet/${pod.metadata.namespace}/${pod.metadata.name}`,
      ...{ pod, count: 1, isDaemon: true, order: 0, firstIndex: 0, startedAt: now, isReady: true },
    }));
}

const requestsBySpec = new WeakMap<object, ReadonlyMap<string, number>>();

/** The requests of a pod, cached by spec because pods of one workload share it. */
function requestsOf({ spec }: PodGroup['pod']): ReadonlyMap<string, number> {
  const known = requestsBySpec.get(spec) ?? podRequests(spec);
  requestsBySpec.set(spec, known);
  return known;
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
    const left = (state.allocatable.get(name) ?? 0) - (used.get(name) ?? 0);
    fitting = Math.min(fitting, Math.max(0, Math.floor(left / amount)));
  }
  return fitting;
}

/** Pods that moved, by their new node; null if they are now pending. */
export interface MovedPods {
  readonly group: PodGroup;
  readonly to: string | null;
  readonly count: number;
}

/** Places as many pods of a group on nodes as fit there; the others become pending. Returns where they went. */
export function bindPods(cluster: Cluster, group: PodGroup, placed: readonly PlacedPods[]): readonly MovedPods[] {
  const moves: MovedPods[] = [];
  let firstIndex = group.firstIndex;
  let left = group.count;
  for (const { to, count } of placed) {
    const node = cluster.nodes.get(`${to}`);
    const fitting = node === undefined ? 0 : room(node, group, Math.min(count, left));
    if (node === undefined || fitting === 0) continue;
    const bound = { ...group, firstIndex, count: fitting, startedAt: cluster.now, isReady: true };
    node.pods = [...node.pods, bound];
    node.lastPodEvent = cluster.now;
    moves.push({ group, to: node.state.name, count: fitting });
    firstIndex += fitting;
    left -= fitting;
  }
  if (left > 0) {
    cluster.pending = [...cluster.pending, { ...group, firstIndex, count: left, startedAt: undefined }];
    moves.push({ group, to: null, count: left });
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

/** Launches nodes for pending pods, and binds all pods that can be placed; undefined if none are pending. */
export function provisionPendingPods(cluster: Cluster): ProvisionedNodes | undefined {
  const waiting = cluster.pending;
  if (waiting.length === 0) return undefined;
  const { newNodeClaims, placements, failed } = simulateScheduling(cluster, { isProvisioning: true });
  const nodes: ProvisionedNodes['nodes'][number][] = [];
  const names = newNodeClaims.map(({ nodePool }) => cluster.nextName(nodePool));
  const refused = new Set(newNodeClaims.filter(({ nodePool }) => isOverLimit(cluster, nodePool)));
  let error: string | undefined;
  for (const [index, claim] of newNodeClaims.entries()) {
    const { launch, requirements } = claim;
    if ('error' in launch) error = launch.error;
    if ('error' in launch || refused.has(claim)) continue;
    const pool = cluster.nodePool(claim.nodePool)!;
    const launched = launchedNode({ name: names[index]!, pool, requirements, launch });
    nodes.push({ node: joinNode(cluster, launched), launch, types: claim.instanceTypes.length });
  }
  cluster.pending = [];
  const moves = waiting.flatMap((group) => {
    const placed = (placements.get(group) ?? []).map(({ to, count }) => ({
      to: typeof to === 'number' ? names[to]! : to,
      count,
    }));
    return bindPods(cluster, group, placed);
  });
  return { nodes, moves, failed, error };
}
