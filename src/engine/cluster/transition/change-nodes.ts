import type { Pod } from '../../karpenter/api/pod.ts';
import { compareNames } from '../../text/name-order.ts';
import { awaitedPods } from '../disruption/cluster/candidates.ts';
import type { Cluster, ClusterNode } from '../disruption/cluster/cluster.ts';
import { isDoNotDisrupt } from '../disruption/cluster/pod-disruption-limits.ts';
import type { PodGroup } from '../disruption/cluster/pod-group.ts';
import { runningNode } from '../disruption/controller/cluster-setup.ts';
import type { Launch } from '../provisioning/input/results.ts';
import type { KnownNodePool } from '../provisioning/node-pools/node-pools.ts';
import { templateRequirements } from '../provisioning/node-pools/template-requirements.ts';
import { joinedNode } from '../provisioning/nodes/joined-node.ts';
import { launchWithoutPods } from '../provisioning/nodes/launch-without-pods.ts';
import { isStatic, isStaticOff, nodeLimitOf } from '../provisioning/nodes/static-node-pools.ts';
import type { Simulation } from '../provisioning/simulation.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import { runningLaunch } from './running-launch.ts';
import { isKarpenterNode } from './simulated-cluster.ts';
import type { TransitionCauses } from './transition-data.ts';

/** Removes a node. Its pods, except those of DaemonSets, become pending. */
export function removeNode(cluster: Cluster, node: ClusterNode): void {
  cluster.remove(node.state.name);
  const moved = node.pods.filter(({ isDaemon }) => !isDaemon).map((group) => ({ ...group, startedAt: undefined }));
  cluster.pending = [...cluster.pending, ...moved];
}

/**
 * Drains the nodes of deleted NodePools, all at once. A node stays as long as pods on it must not be evicted, unless it
 * has a terminationGracePeriod. Pods of Jobs end before. Karpenter still launches other nodes for such pods if it
 * considers them reschedulable. Returns placeholder pods for them, which are pending in the cluster until `dismiss`
 * removes them. Source: core pkg/controllers/node/termination, pkg/controllers/provisioning/provisioner.go (pods of
 * deleting nodes).
 */
export function drainNodes(cluster: Cluster, isDrained: (node: ClusterNode) => boolean): ReadonlySet<Pod> {
  const { limits } = cluster.setup;
  const standIns = new Set<Pod>();

  const isEvicted = (group: PodGroup): boolean =>
    !isDoNotDisrupt(group, cluster.now) && limits.canEvict(group, cluster.now);

  const leaving = cluster.sorted().filter(isDrained);

  cluster.onMoment?.(
    cluster,
    leaving.flatMap(({ pods }) => pods.filter(isEvicted)),
    'eviction',
  );

  for (const node of leaving) {
    const awaited = awaitedPods(cluster, node);
    const isHeld = (group: PodGroup): boolean => !group.isDaemon && !isEvicted(group) && !awaited.includes(group);
    const held = node.pods.filter(isHeld);
    cluster.end(awaited);

    if (held.length === 0 || node.hasTerminationGracePeriod) {
      removeNode(cluster, node);
      continue;
    }

    const moved = node.pods.filter((group) => !group.isDaemon && !isHeld(group));
    node.pods = node.pods.filter((group) => !moved.includes(group));
    node.isMarkedForDeletion = true;
    const copies = held
      .filter((group) => limits.isCurrentlyReschedulable(group, cluster.now))
      .map((group) => ({ ...group, pod: { ...group.pod } }));
    for (const { pod } of copies) standIns.add(pod);

    const waiting = [...moved, ...copies].map((group) => ({ ...group, startedAt: undefined }));
    cluster.pending = [...cluster.pending, ...waiting];
  }

  return standIns;
}

/** Removes placeholder pods, wherever they were placed. */
export function dismissStandIns(cluster: Cluster, standIns: ReadonlySet<Pod>): void {
  if (standIns.size === 0) return;
  const isReal = ({ pod }: PodGroup): boolean => !standIns.has(pod);
  cluster.pending = cluster.pending.filter(isReal);
  for (const node of cluster.nodes.values()) node.pods = node.pods.filter(isReal);
}

/** Adds and removes nodes that Karpenter does not own, as the files define them. */
export function changeOtherNodes(
  cluster: Cluster,
  head: Simulation,
  { simulator, isLost }: { readonly simulator: Simulator } & Pick<TransitionCauses, 'isLost'>,
): void {
  const others = new Map(
    head.existing.nodes
      .filter((node) => !node.isDeleting && !isKarpenterNode({ state: node }) && isLost?.(node) !== true)
      .map((node) => [node.name, node]),
  );

  for (const node of cluster.sorted())
    if (!isKarpenterNode(node) && !others.has(node.state.name)) removeNode(cluster, node);

  for (const [name, node] of others) {
    const running = cluster.nodes.get(name);
    if (running !== undefined) {
      // The change may add pods of the cluster itself, which take room.
      cluster.add({ ...running, state: { ...running.state, allocatable: node.allocatable } });
      continue;
    }

    const launch = runningLaunch(node, undefined, simulator);
    const added = runningNode(node, { named: new Map(), nodePools: cluster.setup.nodePools, now: cluster.now });
    cluster.add({ ...added, ...(launch && { launch }), isRunning: true });
  }
}

/** NodePools with fixed replicas launch missing nodes and delete surplus ones, the emptiest nodes first. */
export function changeStaticNodes(cluster: Cluster, head: Simulation, simulator: Simulator): void {
  const isKept = (pool: KnownNodePool): boolean => isStatic(pool, simulator) && !isStaticOff(pool, simulator);
  for (const pool of head.nodePools.known.filter(isKept)) {
    const ofPool = cluster.sorted().filter(({ state }) => state.nodePool === pool.name);
    const { replicas = 0 } = pool.nodePool.spec;
    const most = nodeLimitOf(pool.nodePool);
    const missing = Math.min(replicas, Math.floor(most ?? Number.POSITIVE_INFINITY)) - ofPool.length;

    for (const launch of launchWithoutPods(pool, Math.max(0, missing), simulator)) addStaticNode(cluster, pool, launch);

    const emptiestFirst = ofPool.toSorted(
      (a, b) => podCount(a) - podCount(b) || compareNames(a.state.name, b.state.name),
    );
    const surplus = emptiestFirst.slice(0, Math.max(0, ofPool.length - replicas));

    cluster.onMoment?.(
      cluster,
      surplus.flatMap(({ pods }) => pods),
      'eviction',
    );

    for (const node of surplus) removeNode(cluster, node);
  }
}

const podCount = ({ pods }: ClusterNode): number =>
  pods.reduce((sum, { count, isDaemon }) => sum + (isDaemon ? 0 : count), 0);

/** Adds a node launched by a NodePool with fixed replicas. */
function addStaticNode(cluster: Cluster, pool: KnownNodePool, launch: Launch): void {
  const requirements = templateRequirements(pool.nodePool);
  const node = joinedNode({ name: cluster.nextName(pool.name), pool, requirements, launch, attached: pool.attached });
  const { nodePools } = cluster.setup;
  const running = runningNode(node, { named: new Map(), nodePools, now: cluster.now });
  cluster.add({ ...running, launch, instanceTypeOptions: launch.types.length });
}
