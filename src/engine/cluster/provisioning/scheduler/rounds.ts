import { label } from '../../../karpenter/api/labels.ts';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import type { Pod } from '../../../karpenter/api/pod.ts';
import { plus } from '../../../karpenter/api/resources.ts';
import type { InstanceTypes, Offering } from '../../../karpenter/cloud-provider/instance-types.ts';
import { podRequests, readResources } from '../../../karpenter/scheduling/pod-requests.ts';
import { compareNames } from '../../../text/name-order.ts';
import type { SchedulerBudget } from '../../kube-scheduler/preemption.ts';
import { type Bound, binderFor, type PodBinder, type Removed } from '../binding/pod-binder.ts';
import type { Waiting } from '../binding/pod-queue.ts';
import { type ClassCounts, type NewNodeClaim, placedPods, type Results } from '../input/results.ts';
import type { BoundPod, ExistingNode, NodePoolInput, PodClass, SchedulerInput } from '../input/scheduler-input.ts';
import { joinedNode, nextNodeName } from '../nodes/joined-node.ts';
import { countsByWorkload, type PodFailure, podErrors } from './pod-errors.ts';
import { solve } from './scheduler.ts';

/** A scheduling pass and its results. */
export interface Round {
  readonly input: SchedulerInput;
  /** The pass runs once somebody asks for it. While pods are replaced step by step, kube-scheduler alone finds places for most of them. */
  readonly results: Results;
}

/** A node after the last round. */
export interface SettledNode {
  /** The node with all pods on it. */
  readonly node: ExistingNode;
  /** The pods that the rounds placed on it, and those of CapacityBuffers that the last round planned there. */
  readonly classes: ClassCounts;
  /** The NodeClaim it was launched from; undefined for a node that existed before. */
  readonly claim: NewNodeClaim | undefined;
}

/** The rounds of the scheduler, until nothing more is placed. */
export interface Rounds {
  /** The first round, before anything is launched. */
  readonly first: Round;
  /** The round that placed nothing more or left nothing to place. Pods that it refuses stay unscheduled. */
  readonly last: Round;
  /** All rounds in order. */
  readonly all: readonly Round[];
  /** The final result in the form of one round: all NodeClaims, all pods, and the errors of the last round. */
  readonly results: Results;
  /** Whether there are NodeClaims for which nothing could be launched. */
  readonly hasLaunchErrors: boolean;
  /** The nodes that existed before, then those of all rounds in order of launch. */
  readonly nodes: readonly SettledNode[];
  /** Pods that no round placed, including ignored ones, without those of CapacityBuffers. */
  readonly left: ClassCounts;
  /** Pods that ran before, and that kube-scheduler removed for pods with a higher priority. */
  readonly removed: readonly Removed[];
  /** The work limit was reached while pods were still being placed, so the figures are a lower bound. */
  readonly isCut: boolean;
  /** The maximum number of rounds; undefined means no maximum. */
  readonly most: number | undefined;
}

/** The work limit for all rounds after the first: the number of nodes checked. */
const maxNodesLookedAt = 150_000;
const maxRounds = 400;
/** Larger ordered StatefulSets create several pods at a time. A hundred rounds end much like fifty. */
const maxTurns = 50;

interface Options {
  /** A full reservation is still available (from Karpenter 1.15 on). */
  readonly offersFullReservations: boolean;
  /** 1 stops after the first round. */
  readonly most?: number;
  /** The work limit for the rounds after the first, as a number of nodes, if it is less than the general one. */
  readonly mostNodes?: number;
  /** The result of the first round, if it is already known. */
  readonly first?: Results;
  /** Reservation id → number of used instances that are still counted as free. */
  readonly reserved?: ReadonlyMap<string, number>;
  /** Running pods that kube-scheduler may remove for pods with a higher priority, and the class of those that replace them. */
  readonly recreated?: ReadonlyMap<Pod, PodClass>;
  /** kube-scheduler removes pods first that no budget protects. */
  readonly budgets?: readonly SchedulerBudget[];
}

/**
 * Runs rounds as Karpenter does. The NodeClaims of a round become nodes with their real size, zone and capacity type, which
 * count against limits, reservations and topologies. The next round schedules the pods that still wait.
 * Source: core pkg/controllers/provisioning/provisioner.go (Reconcile runs again while pods are pending; Synced waits for
 * launches).
 */
export function solveRounds(input: SchedulerInput, options: Options): Rounds {
  const state = new RoundState(input, options);
  const start = options.reserved === undefined ? input : state.next();
  const first = lazyRound(start, options.first);
  const all = [first];
  // kube-scheduler acts before Karpenter. If that changes what Karpenter sees, its real first round is another one.
  const isFirst = !state.bindWaiting() && !state.holdsBack;

  if (!isFirst) all.push(roundOf(state.next()));

  let lookedAt = 0;
  let isCut = false;

  for (;;) {
    const round = all.at(-1)!;
    // A pass without pods places nothing.
    if (round.input.podClasses.length === 0) break;

    const { results } = round;
    const isProgress = state.absorb(results, isFirst ? all.length : all.length - 1);
    if (!isProgress || !state.isAnyLeft(results) || all.length === options.most) break;

    if (all.length === maxRounds || lookedAt > Math.min(maxNodesLookedAt, options.mostNodes ?? maxNodesLookedAt)) {
      isCut = true;
      break;
    }

    const next = state.next();
    if (next.podClasses.length === 0) break;

    lookedAt += next.existingNodes.length;
    all.push(roundOf(next));
  }

  // Pods that an ordered StatefulSet never creates are unschedulable like the one that they wait for.
  if (!isCut && state.holdsBack) all.push(roundOf(state.next(true)));

  const last = all.at(-1)!;
  const end = state.end();
  let results: Results | undefined;

  return {
    first,
    last,
    all,
    ...end,
    get results() {
      results ??= state.results(first, last, end.nodes);
      return results;
    },
    hasLaunchErrors: state.hasLaunchErrors,
    isCut,
    most: options.most,
  };
}

/** Counts a round, whether or not its pass runs. */
function roundOf(input: SchedulerInput): Round {
  const { chance } = input.bindings ?? {};
  if (chance !== undefined) chance.passes++;
  return lazyRound(input);
}

function lazyRound(input: SchedulerInput, cached?: Results): Round {
  let results = cached;
  return {
    input,
    get results() {
      results ??= solve(input);
      return results;
    },
  };
}

interface Carrier {
  node: ExistingNode;
  readonly pods: Map<PodClass, number>;
  readonly claim: NewNodeClaim | undefined;
}

/** The state between two rounds. */
class RoundState {
  readonly #input: SchedulerInput;
  readonly #options: Options;
  readonly #carriers = new Map<string, Carrier>();
  /** NodeClaims that cannot be launched keep their pods, because Karpenter retries them. */
  readonly #failed: NewNodeClaim[] = [];
  /** Pods for which the last round planned nodes that Karpenter then refuses to launch. */
  readonly #refused = new Map<PodClass, PodFailure>();
  hasLaunchErrors = false;
  readonly #names = new Map<string, number>();
  readonly #left: Map<PodClass, number>;
  /** Maps pod classes of later rounds to those of the first round. */
  readonly #origins = new Map<PodClass, PodClass>();
  /** Reservation id → number of instances launched into it. */
  readonly #reserved = new Map<string, number>();
  /** Ordered StatefulSet → how many pods it creates at a time. */
  readonly #atATime = new Map<string, number>();
  /** Pods of CapacityBuffers, if kube-scheduler binds pods: each round plans all of them again. */
  readonly #virtual: readonly PodClass[];
  /** Node → pods of CapacityBuffers that the last round planned there. */
  readonly #held = new Map<string, Map<PodClass, number>>();
  /** kube-scheduler; undefined if pods run where Karpenter planned them. */
  readonly #binder: PodBinder | undefined;

  constructor(input: SchedulerInput, options: Options) {
    this.#input = input;
    this.#options = options;
    for (const [id, count] of options.reserved ?? []) this.#reserved.set(id, count);
    for (const node of input.existingNodes) this.#carriers.set(node.name, { node, pods: new Map(), claim: undefined });
    this.#binder = options.most === 1 ? undefined : binderFor(input, options);
    const isVirtual = (podClass: PodClass): boolean => this.#binder !== undefined && podClass.isVirtual === true;
    this.#virtual = input.podClasses.filter(isVirtual);
    this.#left = new Map(
      input.podClasses.flatMap((podClass) => {
        if (isVirtual(podClass)) return [];
        return [[podClass, podClass.count] as const];
      }),
    );
    for (const [workload, count] of countsByWorkload(this.#left))
      this.#atATime.set(workload, Math.ceil(count / maxTurns));
  }

  /** Whether ordered StatefulSets still have to create pods, after those that wait now. */
  get holdsBack(): boolean {
    if (this.#binder === undefined) return false;
    return (
      this.#released().reduce((sum, { count }) => sum + count, 0) < [...this.#left.values()].reduce((a, b) => a + b, 0)
    );
  }

  /** The pods that exist and wait: an ordered StatefulSet creates a pod once the previous one runs. */
  #released(): readonly Waiting[] {
    const ordered = this.#input.bindings?.orderedSets;
    const released = new Map<string, number>();

    return [...this.#left].flatMap(([podClass, count]): Waiting[] => {
      const { workload } = podClass;
      if (count === 0) return [];
      if (!ordered?.has(workload)) return [{ podClass, count }];

      const already = released.get(workload) ?? 0;
      const share = Math.min(count, (this.#atATime.get(workload) ?? count) - already);
      released.set(workload, already + share);

      if (share === 0) return [];
      return [{ podClass, count: share }];
    });
  }

  /** Lets kube-scheduler bind what fits on the nodes that exist; false if nothing does. */
  bindWaiting(): boolean {
    let isAny = false;
    for (;;) {
      const bound = this.#binder?.bind(this.#released()) ?? [];
      if (bound.length === 0) return isAny;

      isAny = true;
      for (const binding of bound) this.#record(binding);
      // Without ordered StatefulSets, nothing new waits now.
      if (this.#input.bindings?.orderedSets.size === 0) return true;
    }
  }

  /** Notes where kube-scheduler bound pods. */
  #record({ podClass, node, count }: Bound): void {
    this.#put(this.#carriers.get(node)!, new Map([[podClass, count]]));
  }

  /** Turns the plan of a round into nodes with pods; false if it placed nothing. */
  absorb(results: Results, round: number): boolean {
    let placed = 0;
    const planned: Bound[] = [];
    const joining: ExistingNode[] = [];
    const waiting = new Map(this.#binder && this.#released().map(({ podClass, count }) => [podClass, count]));

    this.#held.clear();

    const place = (carrier: Carrier, all: ClassCounts): void => {
      const classes = this.#hold(carrier.node.name, all);
      if (this.#binder === undefined) placed += this.#put(carrier, classes);
      else
        for (const [podClass, count] of classes)
          planned.push({ podClass: this.#origins.get(podClass) ?? podClass, node: carrier.node.name, count });
    };

    for (const { name, classes } of placedPods(results).existingNodes) place(this.#carriers.get(name)!, classes);

    const pools = new Map(this.#input.nodePools.map((pool) => [pool.nodePool.metadata.name, pool]));
    const overLimits = this.#poolsOverLimits();
    this.#refused.clear();

    for (const claim of results.newNodeClaims) {
      if (overLimits.has(claim.nodePool)) {
        this.#refuse(claim);
        continue;
      }

      const roundClaim: NewNodeClaim = round === 1 ? claim : { ...claim, round };
      const { launch } = claim;

      if ('error' in launch) {
        this.hasLaunchErrors = true;
        const classes = this.#real(claim.classes);
        // Karpenter plans the same node again in the next round if it is only for CapacityBuffers.
        if (classes.size === 0) continue;

        this.#failed.push({ ...roundClaim, classes: this.#ofOrigins(classes) });
        for (const [podClass, count] of classes) this.#take(podClass, count);
        continue;
      }

      const pool = pools.get(claim.nodePool)!;
      const name = nextNodeName(claim.nodePool, this.#names, (taken) => this.#carriers.has(taken));
      const attached = [...claim.requests.keys()];
      const node = joinedNode({ name, pool, requirements: claim.requirements, launch, attached });
      const reservation = node.labels[label.capacityReservationId];

      if (launch.capacityType === 'reserved' && reservation !== undefined)
        this.#reserved.set(reservation, (this.#reserved.get(reservation) ?? 0) + 1);

      const pods = this.#ofOrigins(claim.classes);
      const carrier: Carrier = { node, pods: new Map(), claim: { ...roundClaim, classes: pods } };
      this.#carriers.set(name, carrier);
      place(carrier, claim.classes);
      joining.push(node);
    }

    if (this.#binder === undefined) return placed > 0;

    this.#binder.announce(joining);

    // Nodes get ready one after the other, so the first one takes what fits.
    for (const ready of this.#binder.readyGroups(joining)) {
      for (const node of ready) this.#binder.add(node);
      const here = [...waiting].map(([podClass, count]) => ({ podClass, count }));

      for (const binding of this.#binder.bind(here, ready.length === 1 ? ready[0]!.name : undefined)) {
        placed += binding.count;
        waiting.set(binding.podClass, (waiting.get(binding.podClass) ?? 0) - binding.count);
        this.#record(binding);
      }
    }

    const isMore = this.bindWaiting();
    return placed > 0 || isMore || this.#bindPlanned(planned) || (this.#virtual.length > 0 && joining.length > 0);
  }

  #isVirtual(podClass: PodClass): boolean {
    return this.#binder !== undefined && podClass.isVirtual === true;
  }

  #real(classes: ClassCounts): ClassCounts {
    return new Map([...classes].filter(([podClass]) => !this.#isVirtual(podClass)));
  }

  /** Notes which pods of CapacityBuffers are planned on a node, and returns the others. */
  #hold(node: string, classes: ClassCounts): ClassCounts {
    if (this.#virtual.length === 0) return classes;
    const virtualPods = [...this.#ofOrigins(classes)].filter(([podClass]) => this.#isVirtual(podClass));
    if (virtualPods.length > 0) this.#held.set(node, new Map(virtualPods));
    return this.#real(classes);
  }

  /** Pods that kube-scheduler would not bind anywhere run where Karpenter planned them, so that a difference never makes them unschedulable. */
  #bindPlanned(planned: readonly Bound[]): boolean {
    for (const binding of planned) {
      const count = Math.min(binding.count, this.#left.get(binding.podClass) ?? 0);
      if (count === 0) continue;
      this.#binder!.bindTo({ ...binding, count });
      this.#record({ ...binding, count });
    }

    return planned.length > 0;
  }

  /** NodePools that exceed their limits launch nothing. Source: core …/provisioning/provisioner.go Create. */
  #poolsOverLimits(): ReadonlySet<string> {
    const nodes = [...this.#carriers.values()].map(({ node }) => node);
    const names = this.#input.nodePools.filter(({ nodePool }) => isOverLimits(nodePool, nodes));
    return new Set(names.map(({ nodePool }) => nodePool.metadata.name));
  }

  #refuse({ nodePool, classes }: NewNodeClaim): void {
    const reason = `limits exceeded for nodepool, NodePool=${nodePool}`;
    for (const [podClass, count] of classes) {
      const previous = this.#refused.get(podClass)?.count ?? 0;
      this.#refused.set(podClass, { podClass, count: previous + count, reasons: [{ nodePool, reason }] });
    }
  }

  #ofOrigins(classes: ClassCounts): ClassCounts {
    return new Map([...classes].map(([podClass, count]) => [this.#origins.get(podClass) ?? podClass, count]));
  }

  /** Whether pods still wait after a round. */
  isAnyLeft(results: Results): boolean {
    if (this.#virtual.length > 0) return true;
    if (this.#binder !== undefined) return [...this.#left.values()].some((count) => count > 0);
    return placedPods(results).podErrors.length > 0 || this.#refused.size > 0;
  }

  #take(podClass: PodClass, count: number): PodClass {
    const origin = this.#origins.get(podClass) ?? podClass;
    this.#left.set(origin, (this.#left.get(origin) ?? 0) - count);
    const from = origin.fromNode === undefined ? undefined : this.#carriers.get(origin.fromNode);
    if (from !== undefined)
      from.node = { ...from.node, pods: from.node.pods.filter(({ pod }) => !isSamePod(pod, origin.pod)) };
    return origin;
  }

  #put(carrier: Carrier, classes: ClassCounts): number {
    const bound: BoundPod[] = [];
    let placed = 0;

    for (const [podClass, count] of classes) {
      const origin = this.#take(podClass, count);

      if (count < 0) {
        this.#evict(carrier, origin, -count);
        continue;
      }

      carrier.pods.set(origin, (carrier.pods.get(origin) ?? 0) + count);
      bound.push({ pod: origin.pod, count, isDaemon: false });
      placed += count;
    }

    carrier.node = { ...carrier.node, pods: [...carrier.node.pods, ...bound] };

    return placed;
  }

  /** Pods that made room for others wait again. */
  #evict(carrier: Carrier, podClass: PodClass, count: number): void {
    const remaining = (carrier.pods.get(podClass) ?? 0) - count;
    if (remaining > 0) carrier.pods.set(podClass, remaining);
    else carrier.pods.delete(podClass);
    carrier.node = { ...carrier.node, pods: withoutSome(carrier.node.pods, podClass.pod, count) };
  }

  /** The input of the next round: the pods that wait, or all that are left. */
  next(hasAll = this.#binder === undefined): SchedulerInput {
    const waiting = new Map(hasAll ? this.#left : this.#released().map(({ podClass, count }) => [podClass, count]));
    const podClasses = [...new Set([...this.#input.podClasses, ...this.#left.keys()])].flatMap((origin): PodClass[] => {
      if (this.#isVirtual(origin)) return [origin];
      const count = waiting.get(origin) ?? 0;
      if (count === 0) return [];
      const rest = { ...origin, firstIndex: origin.firstIndex + origin.count - this.#left.get(origin)!, count };
      this.#origins.set(rest, origin);
      return [rest];
    });

    const existingNodes = [...this.#carriers.values()].map(({ node }) => node);

    return { ...this.#input, podClasses, existingNodes, nodePools: this.#nodePools() };
  }

  #nodePools(): SchedulerInput['nodePools'] {
    if (this.#reserved.size === 0) return this.#input.nodePools;
    const cache = new Map<InstanceTypes, InstanceTypes>();
    return this.#input.nodePools.map((pool): NodePoolInput => {
      const instanceTypes = cache.get(pool.instanceTypes) ?? this.#withoutReserved(pool.instanceTypes);
      cache.set(pool.instanceTypes, instanceTypes);
      return { ...pool, instanceTypes };
    });
  }

  #withoutReserved(types: InstanceTypes): InstanceTypes {
    const withoutUsed = (offering: Offering): Offering => {
      const { reservation } = offering;
      const used = reservation === undefined ? 0 : (this.#reserved.get(reservation.id) ?? 0);
      if (reservation === undefined || used === 0) return offering;
      const capacity = Math.max(0, reservation.capacity - used);
      const isAvailable = offering.isAvailable && (capacity > 0 || this.#options.offersFullReservations);
      return { ...offering, isAvailable, reservation: { ...reservation, capacity } };
    };

    return { ...types, offerings: types.offerings.map((list) => list.map(withoutUsed)) };
  }

  /** All placed pods. */
  end(): Pick<Rounds, 'nodes' | 'left' | 'removed'> {
    const nodes = [...this.#carriers.values()].map(({ claim, node, pods: real }): SettledNode => {
      const pods = new Map([...real, ...(this.#held.get(node.name) ?? [])]);
      return { node, classes: pods, claim: claim && withPods(claim, pods) };
    });

    const remaining = new Map([...this.#left].filter(([, count]) => count > 0));
    return { nodes, left: remaining, removed: this.#binder?.removed ?? [] };
  }

  /** All placed pods in the form of one round. */
  results(first: Round, last: Round, nodes: readonly SettledNode[]): Results {
    const isUnchanged = first === last && this.#refused.size === 0 && [...this.#carriers.values()].every(isAsPlanned);
    const errors = isUnchanged ? placedPods(first.results).podErrors : [];
    const isPlain = isUnchanged && errors.length === this.#lasting(errors).length;

    if (isPlain) return first.results;
    return this.#joined(first.results, last.results, nodes);
  }

  /** The errors of pods that wait in the end. kube-scheduler may have bound others where Karpenter saw no room. */
  #lasting(errors: Results['podErrors']): Results['podErrors'] {
    if (this.#binder === undefined) return errors;
    const remaining = countsByWorkload(this.#left);
    return errors.flatMap((error) => {
      const count = Math.min(error.count, remaining.get(error.workload) ?? 0);
      if (count === 0) return [];
      return [{ ...error, count }];
    });
  }

  #joined(first: Results, last: Results, nodes: readonly SettledNode[]): Results {
    const claims = [...nodes.flatMap(({ claim }) => claim ?? []), ...this.#failed];
    const existingNodes = nodes.flatMap(({ node, classes, claim }) => {
      if (claim !== undefined || classes.size === 0) return [];
      return [{ name: node.name, pods: countsByWorkload(classes), classes }];
    });
    const { withoutKarpenter: _, ...rest } = last;

    return {
      ...rest,
      podErrors: this.#lasting(withRefused(placedPods(last).podErrors, [...this.#refused.values()])),
      newNodeClaims: claims.map((claim, position) => ({ ...claim, position })),
      existingNodes,
      emptyNodePools: first.emptyNodePools,
      events: first.events,
      assumptions: [...new Set([...first.assumptions, ...last.assumptions])],
      counters: first.counters,
    };
  }
}

/** The pods of a node without a number of equal ones. */
export function withoutSome<P extends BoundPod>(pods: readonly P[], pod: Pod, count: number): readonly P[] {
  let gone = count;
  return pods.flatMap((bound): P[] => {
    if (bound.pod !== pod || gone === 0) return [bound];
    const { count: all = 1 } = bound;
    const share = Math.min(gone, all);
    gone -= share;
    if (share === all) return [];
    return [{ ...bound, count: all - share }];
  });
}

/** Whether a launched node runs what Karpenter planned. Without kube-scheduler, all do. */
const isAsPlanned = ({ claim, pods }: Carrier): boolean =>
  claim === undefined ||
  (claim.classes.size === pods.size && [...claim.classes].every(([podClass, count]) => pods.get(podClass) === count));

/** The errors of the last round and of the pods whose nodes are not launched. */
function withRefused(errors: Results['podErrors'], refused: readonly PodFailure[]): Results['podErrors'] {
  if (refused.length === 0) return errors;

  const more = podErrors(refused);
  const byWorkload = new Map(errors.map((error) => [error.workload, error]));
  for (const error of more) {
    const before = byWorkload.get(error.workload);
    byWorkload.set(error.workload, before === undefined ? error : { ...before, count: before.count + error.count });
  }

  return [...byWorkload.values()].sort((a, b) => compareNames(a.workload, b.workload));
}

/** Whether the nodes of a NodePool exceed its limits. */
export function isOverLimits(
  { metadata, spec }: NodePool,
  nodes: readonly Pick<ExistingNode, 'nodePool' | 'isDeleting' | 'capacity'>[],
): boolean {
  const poolNodes = nodes.filter((node) => node.nodePool === metadata.name && !node.isDeleting);

  const used = (resource: string): number => {
    if (resource === 'nodes') return poolNodes.length;
    return poolNodes.reduce((sum, { capacity }) => sum + (capacity.get(resource) ?? 0), 0);
  };
  return [...readResources(spec.limits)].some(([resource, limit]) => used(resource) > limit);
}

const isSamePod = ({ metadata: a }: Pod, { metadata: b }: Pod): boolean =>
  a.name === b.name && a.namespace === b.namespace;

/** A NodeClaim with the pods that later rounds placed on its node, and their requests. */
function withPods(claim: NewNodeClaim, pods: ClassCounts): NewNodeClaim {
  const requests = new Map(claim.requests);
  let isChanged = false;
  for (const podClass of new Set([...pods.keys(), ...claim.classes.keys()])) {
    const more = (pods.get(podClass) ?? 0) - (claim.classes.get(podClass) ?? 0);
    if (more === 0) continue;

    isChanged = true;
    for (const [name, amount] of podRequests(podClass.pod.spec))
      requests.set(name, plus(requests.get(name) ?? 0, amount * more));
  }

  if (isChanged) return { ...claim, pods: countsByWorkload(pods), classes: pods, requests };
  return claim;
}
