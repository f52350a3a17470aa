import { selects } from '../../../karpenter/api/label-selector.ts';
import { label } from '../../../karpenter/api/labels.ts';
import type { Pod } from '../../../karpenter/api/pod.ts';
import type { Resources } from '../../../karpenter/api/resources.ts';
import { type InstanceTypes, isLaunchable, type Offering } from '../../../karpenter/cloud-provider/instance-types.ts';
import { podRequests } from '../../../karpenter/scheduling/pod-requests.ts';
import { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import { podConstraints } from '../../provisioning/pods/pod-constraints.ts';
import type { Candidate } from '../cluster/candidates.ts';
import type { Cluster, ClusterNode, ClusterSetup } from '../cluster/cluster.ts';
import type { PodGroup } from '../cluster/pod-group.ts';
import { isUnderConsolidateAfter } from '../cluster/simulate-scheduling.ts';
import { sourceCost } from './command.ts';

/** Sums of amounts are compared with this tolerance. Amounts are millicores, bytes and whole numbers. */
const tolerance = 0.5;

type Pool = ClusterSetup['nodePools'][number];

/** Pods of candidates that have to move, and how many of them other nodes might take at most. */
interface MovingPods {
  readonly group: PodGroup;
  readonly requests: Resources;
  /** They repel each other, so that a node takes one of them. */
  readonly isOnePerHost: boolean;
  taken: number;
}

/**
 * Whether no scheduling pass could find a way to remove candidates or to replace them by something cheaper. It looks at each group of pods
 * alone: as many as possible go to other nodes by room and by anti-affinity between hosts, and one new node has to take the others. If every instance
 * type with room for these costs as much as the candidates, consolidation refuses, whatever else the pass would take into account. False means
 * that a pass has to decide.
 */
export function hasNoCheaperPlace(cluster: Cluster, candidates: readonly Candidate[]): boolean {
  const moving = movingPods(cluster, candidates);
  const room = new Map<string, number>();
  for (const { group, requests } of moving) addTimes(room, requests, group.count);

  const places = takingNodes(cluster, candidates).map((node) => fill(node, moving, room));

  const homeless = moving.filter(({ group, taken }) => taken < group.count);
  if (homeless.some(({ group, taken, isOnePerHost }) => isOnePerHost && group.count - taken > 1)) return true;

  const alone = new Map<string, number>();
  for (const { group, requests, taken } of homeless) addTimes(alone, requests, group.count - taken);

  const needed = new Map(
    [...room].map(([name, amount]) => [name, Math.max(amount, alone.get(name) ?? 0, leastLeft(name, moving, places))]),
  );
  const isNodeNeeded = [...needed.values()].some((amount) => amount > tolerance);

  return isNodeNeeded && !isAnyCheaper(cluster, candidates, needed);
}

/** The pods that a pass would move. */
function movingPods({ setup, now }: Cluster, candidates: readonly Candidate[]): readonly MovingPods[] {
  return candidates
    .flatMap(({ node }) => node.pods)
    .filter((group) => group.count > 0 && setup.limits.isCurrentlyReschedulable(group, now))
    .map((group) => {
      const requests = podRequests(group.pod.spec);
      return { group, requests, isOnePerHost: repels(group.pod, group.pod), taken: 0 };
    });
}

/** The nodes to which consolidation could move pods. */
function takingNodes(cluster: Cluster, candidates: readonly Candidate[]): readonly ClusterNode[] {
  const leaving = new Set(candidates.map(({ node }) => node));
  const spares = cluster.setup.behavior.sparesRecentNodes;

  return [...cluster.nodes.values()].filter(
    (node) =>
      !leaving.has(node) &&
      node.isInitialized &&
      !node.isMarkedForDeletion &&
      !(spares && isUnderConsolidateAfter(cluster, node)),
  );
}

/** A node, and how many pods of each group it could take if nothing else moved there. */
interface Place {
  readonly free: Resources;
  readonly most: readonly number[];
}

/** Lets a node take as many pods of each group as it could take of this group alone, and of all groups together no more than it has room for. */
function fill(node: ClusterNode, moving: readonly MovingPods[], room: Map<string, number>): Place {
  const free = freeOf(node);
  const used = new Map<string, number>();
  const most = moving.map((pods) => mostOn(node, free, pods));

  for (const [at, pods] of moving.entries()) {
    const taken = most[at]!;
    if (taken === 0) continue;

    pods.taken += taken;
    addTimes(used, pods.requests, taken);
  }

  for (const [name, amount] of used) room.set(name, room.get(name)! - Math.min(amount, free.get(name) ?? 0));

  return { free, most };
}

/**
 * How much of a resource the largest pods leave for a new node: of pods that request at least some amount, a node takes
 * no more than this amount goes into what it has free. The best of these bounds counts.
 */
function leastLeft(name: string, moving: readonly MovingPods[], places: readonly Place[]): number {
  const sizes = moving.map(({ requests }) => requests.get(name) ?? 0);
  let most = 0;

  for (const size of new Set(sizes)) {
    if (size <= 0) continue;

    const isLarge = sizes.map((groupSize) => groupSize >= size);
    let count = moving.reduce((sum, { group }, at) => sum + (isLarge[at] ? group.count : 0), 0);

    for (const { free, most } of places) {
      const taken = most.reduce((sum, count, at) => sum + (isLarge[at] ? count : 0), 0);
      if (taken > 0) count -= Math.min(taken, Math.floor(((free.get(name) ?? 0) + tolerance) / size));
    }

    most = Math.max(most, count * size);
  }

  return most;
}

/** How many pods of a group a node could take if nothing else moved there. */
function mostOn(node: ClusterNode, free: Resources, { group, requests, isOnePerHost }: MovingPods): number {
  let most = isOnePerHost ? 1 : group.count;
  for (const [name, amount] of requests) {
    if (amount > 0) most = Math.min(most, Math.floor(((free.get(name) ?? 0) + tolerance) / amount));
    if (most <= 0) return 0;
  }
  if (node.pods.some(({ pod }) => repels(group.pod, pod))) return 0;
  return most;
}

function addTimes(sums: Map<string, number>, amounts: Resources, times: number): void {
  for (const [name, amount] of amounts) sums.set(name, (sums.get(name) ?? 0) + amount * times);
}

/** Cached by the list of pods, which is another one as soon as a pod comes or goes. */
const knownFree = new WeakMap<readonly PodGroup[], { readonly allocatable: Resources; readonly free: Resources }>();

/** What the pods on a node leave of it. */
function freeOf({ state, pods }: ClusterNode): Resources {
  const cached = knownFree.get(pods);
  if (cached?.allocatable === state.allocatable) return cached.free;

  const free = new Map(state.allocatable);
  for (const { pod, count } of pods)
    for (const [name, amount] of podRequests(pod.spec))
      if (free.has(name)) free.set(name, free.get(name)! - amount * count);
  knownFree.set(pods, { allocatable: state.allocatable, free });

  return free;
}

const knownRepelled = new WeakMap<Pod, WeakMap<Pod, boolean>>();

/** Whether a pod's required anti-affinity keeps it from the hosts of another one. */
function repels(pod: Pod, other: Pod): boolean {
  const terms = podConstraints(pod.spec).antiAffinity;
  if (terms.length === 0) return false;

  const repelled = knownRepelled.get(pod) ?? new WeakMap<Pod, boolean>();
  knownRepelled.set(pod, repelled);
  let isRepelled = repelled.get(other);
  if (isRepelled === undefined) {
    isRepelled = terms.some(({ topologyKey, labelSelector, namespaces = [], namespaceSelector }) => {
      if (topologyKey !== label.hostname || namespaceSelector !== undefined) return false;
      const isNamed = (namespaces.length === 0 ? [pod.metadata.namespace] : namespaces).includes(
        other.metadata.namespace,
      );
      return isNamed && selects(labelSelector, other.metadata.labels);
    });

    repelled.set(other, isRepelled);
  }

  return isRepelled;
}

/** Whether any NodePool could launch a node with that much room for less than the candidates cost. */
function isAnyCheaper(cluster: Cluster, candidates: readonly Candidate[], needed: Resources): boolean {
  const cost = sourceCost(candidates);
  // Spot nodes are not replaced by spot nodes unless a feature gate allows it.
  const isWithoutSpot =
    !cluster.setup.hasSpotToSpotConsolidation &&
    candidates.every(({ node }) => node.state.labels[label.capacityType] === 'spot');

  return cluster.setup.nodePools.some((pool) => {
    const { allocatable } = pool.instanceTypes;
    const columns = [...needed].flatMap(([name, amount]) => {
      if (amount > tolerance) return [{ column: allocatable.get(name), amount: amount - tolerance }];
      return [];
    });
    const { types, prices } = cheapestFirst(pool, isWithoutSpot);

    for (let at = 0; at < types.length && prices[at]! < cost; at++)
      if (columns.every(({ column, amount }) => column !== undefined && column[types[at]!]! >= amount)) return true;

    return false;
  });
}

/** The instance types of a NodePool by the price of their cheapest offering. */
interface PricedTypes {
  readonly types: readonly number[];
  readonly prices: readonly number[];
}

const knownPrices = new WeakMap<Pool, Map<boolean, PricedTypes>>();

/** The instance types that a NodePool's requirements allow, with the least that each could cost. None if its number of nodes is fixed. */
function cheapestFirst(pool: Pool, isWithoutSpot: boolean): PricedTypes {
  const ofPool = knownPrices.get(pool) ?? new Map<boolean, PricedTypes>();
  knownPrices.set(pool, ofPool);
  let priced = ofPool.get(isWithoutSpot);
  if (priced === undefined) {
    priced = pricedTypes(pool, isWithoutSpot);
    ofPool.set(isWithoutSpot, priced);
  }

  return priced;
}

function pricedTypes({ nodePool, instanceTypes }: Pool, isWithoutSpot: boolean): PricedTypes {
  const requirements = Requirements.from(nodePool.spec.template.spec.requirements ?? []);

  const isPossible = ({ capacityType, zone }: Offering): boolean =>
    !(isWithoutSpot && capacityType === 'spot') &&
    requirements.get(label.capacityType).has(capacityType) &&
    requirements.get(label.zone).has(zone);

  const priced = instanceTypes.names.flatMap((_, type) => {
    const offerings = instanceTypes.offerings[type]!.filter(
      (offering) => isLaunchable(offering) && isPossible(offering),
    );
    const price = offerings.reduce((least, offering) => Math.min(least, offering.price), Number.POSITIVE_INFINITY);
    if (price < Number.POSITIVE_INFINITY && isAllowed(instanceTypes, type, requirements)) return [{ type, price }];

    return [];
  });

  priced.sort((a, b) => a.price - b.price);

  return { types: priced.map(({ type }) => type), prices: priced.map(({ price }) => price) };
}

/** Whether an instance type can have labels that the requirements allow. */
const isAllowed = ({ labels }: InstanceTypes, type: number, requirements: Requirements): boolean =>
  requirements.values().every((requirement) => {
    const values = labels.get(requirement.key)?.[type];
    if (values === undefined) return true;
    if (values.length === 0) return requirement.acceptsAbsence;
    return values.some((value) => requirement.has(value));
  });
