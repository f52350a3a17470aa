import { parseDuration } from '../../../karpenter/api/duration.ts';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import { addToGroup } from '../../../text/group-by.ts';
import { type NewNodeClaim, type PodCounts, placedPods } from '../../provisioning/input/results.ts';
import type { ExistingNode, PodClass } from '../../provisioning/input/scheduler-input.ts';
import { solve } from '../../provisioning/scheduler/scheduler.ts';
import type { Candidate } from './candidates.ts';
import type { Cluster, ClusterNode } from './cluster.ts';
import type { PodGroup } from './pod-group.ts';

/** Pods of a group on a node, or on a new NodeClaim, which is identified by its index. */
export interface PlacedPods {
  readonly to: string | number;
  readonly count: number;
}

/** The result of scheduling pending pods and those of nodes that would be removed. */
export interface SimulatedScheduling {
  /** Whether all running pods can move to nodes that are ready. */
  readonly isComplete: boolean;
  readonly newNodeClaims: readonly NewNodeClaim[];
  readonly placements: ReadonlyMap<PodGroup, readonly PlacedPods[]>;
  /** Pods that could not be scheduled. */
  readonly failed: ReadonlyMap<PodGroup, number>;
  /** Existing nodes that get some of the pods. */
  readonly nominated: readonly string[];
}

interface SchedulingOptions {
  readonly candidates?: readonly Candidate[];
  /** Consolidation moves no pods to nodes that recently got other pods. */
  readonly isConsolidation?: boolean;
  /** During provisioning, pods wait for reserved capacity. */
  readonly isProvisioning?: boolean;
}

interface Moved {
  readonly group: PodGroup;
  readonly from: ClusterNode | undefined;
  readonly isCandidate: boolean;
}

/** What the scheduler would do if candidates were removed. Source: core pkg/controllers/disruption/helpers.go SimulateScheduling. */
export function simulateScheduling(cluster: Cluster, options: SchedulingOptions = {}): SimulatedScheduling {
  const leaving = new Set((options.candidates ?? []).map(({ node }) => node));
  const moved = movedPods(cluster, leaving);
  const { nodePools, limits: _, behavior: __, hasSpotToSpotConsolidation: ___, ...setup } = cluster.setup;
  const isConsolidation = options.isConsolidation === true;

  cluster.countSimulation();
  cluster.passes++;
  const results = solve({
    ...setup,
    nodePools,
    isUnexplained: true,
    reservedOfferingMode: options.isProvisioning ? 'Strict' : 'Fallback',
    podClasses: moved.map((pods, id) => podClass(pods, { id, isConsolidation })),
    existingNodes: cluster.sorted().map((node) =>
      existingNode(node, {
        isDeleting: node.isMarkedForDeletion || leaving.has(node),
        isUnderConsolidateAfter:
          isConsolidation && cluster.setup.behavior.sparesRecentNodes && isUnderConsolidateAfter(cluster, node),
      }),
    ),
  });

  const placements = new Map<PodGroup, PlacedPods[]>();

  const place = (pods: PodCounts, to: PlacedPods['to']): void => {
    for (const [id, count] of pods) addToGroup(placements, moved[Number(id)]!.group, { to, count });
  };

  // kube-scheduler places pods that Karpenter gives up on.
  const placed = options.isProvisioning ? placedPods(results) : results;
  const newNodeClaims = results.newNodeClaims.toSorted((a, b) => a.position - b.position);

  for (const { name, pods } of placed.existingNodes) place(pods, name);
  for (const [index, { pods }] of newNodeClaims.entries()) place(pods, index);

  const hasRealPods = ({ pods }: { readonly pods: PodCounts }): boolean =>
    [...pods.keys()].some((id) => moved[Number(id)]!.group.isVirtual !== true);

  const failed = new Map(placed.podErrors.map(({ workload, count }) => [moved[Number(workload)]!, count]));
  const onUnready = placed.existingNodes
    .filter(({ name }) => !cluster.nodes.get(name)!.isInitialized)
    .some(({ pods }) => [...pods.keys()].some((id) => moved[Number(id)]!.isCandidate));

  return {
    isComplete: !onUnready && [...failed.keys()].every(({ from }) => from === undefined),
    newNodeClaims,
    placements,
    failed: new Map([...failed].map(([{ group }, count]) => [group, count])),
    // Pods of CapacityBuffers nominate no node. Source: core …/provisioning/scheduling/scheduler.go Results.Record.
    nominated: placed.existingNodes.filter(hasRealPods).map(({ name }) => name),
  };
}

/** Pending pods and those of CapacityBuffers, then those of candidates and of nodes that are being deleted, if they will move to other nodes. */
function movedPods(cluster: Cluster, leaving: ReadonlySet<ClusterNode>): readonly Moved[] {
  const { limits } = cluster.setup;

  const of = (node: ClusterNode): Moved[] =>
    node.pods
      .filter((group) => limits.isCurrentlyReschedulable(group, cluster.now))
      .map((group) => ({ group, from: node, isCandidate: leaving.has(node) }));

  const going = cluster.sorted().filter((node) => leaving.has(node) || node.isMarkedForDeletion);
  const waiting = [...cluster.pending, ...cluster.virtual];

  return [...waiting.map((group) => ({ group, from: undefined, isCandidate: false })), ...going.flatMap(of)];
}

/** The workload's name is the group's number, so that results can be matched to groups. */
const podClass = (
  { group, from, isCandidate }: Moved,
  { id, isConsolidation }: { readonly id: number; readonly isConsolidation: boolean },
): PodClass => ({
  workload: `${id}`,
  order: group.order,
  firstIndex: group.firstIndex,
  count: group.count,
  pod: group.pod,
  ...(group.isVirtual && { isVirtual: true }),
  ...(from !== undefined && { fromNode: from.state.name }),
  ...(isCandidate && isConsolidation && { isConsolidated: true }),
});

const existingNode = (
  { state, isInitialized, pods }: ClusterNode,
  how: { readonly isDeleting: boolean; readonly isUnderConsolidateAfter: boolean },
): ExistingNode => ({
  ...state,
  ...how,
  isInitialized,
  pods,
});

/** Cached, because a NodePool never changes and each pass asks about every node. */
const knownConsolidateAfter = new WeakMap<NodePool, { readonly millis: number | undefined }>();

/** Milliseconds of a NodePool's consolidateAfter; undefined for Never. */
export function consolidateAfter(nodePool: NodePool): number | undefined {
  let millis = knownConsolidateAfter.get(nodePool);
  if (millis === undefined) {
    const nanos = parseDuration(nodePool.spec.disruption?.consolidateAfter ?? '0s');
    millis = { millis: nanos === undefined ? undefined : Number(nanos / 1_000_000n) };
    knownConsolidateAfter.set(nodePool, millis);
  }

  return millis.millis;
}

/** Whether a node got pods too recently. Source: core pkg/utils/disruption/disruption.go. */
export function isUnderConsolidateAfter(cluster: Cluster, node: ClusterNode, now = cluster.now): boolean {
  const pool = cluster.nodePool(node.state.nodePool);
  const after = pool === undefined ? undefined : consolidateAfter(pool.nodePool);
  return after !== undefined && node.isInitialized && now - node.lastPodEvent < after;
}
