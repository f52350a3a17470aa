import type { Pod } from '../../../karpenter/api/pod.ts';
import { podRequests } from '../../../karpenter/scheduling/pod-requests.ts';
import { lastingTaints } from '../../../karpenter/scheduling/taints.ts';
import { compareNames } from '../../../text/name-order.ts';
import { LabelMatcher } from '../../kube-scheduler/framework/label-matcher.ts';
import { type PodInfo, podInfo } from '../../kube-scheduler/framework/pod-info.ts';
import { schedulerRelease } from '../../kube-scheduler/framework/release.ts';
import type { ClaimOfPod } from '../../kube-scheduler/framework/volume-claim.ts';
import { KubeScheduler } from '../../kube-scheduler/kube-scheduler.ts';
import { preempt, type SchedulerBudget } from '../../kube-scheduler/preemption.ts';
import type { BindingFacts, ExistingNode, PodClass, SchedulerInput } from '../input/scheduler-input.ts';
import { daemonsOnNode } from '../nodes/daemons-on-node.ts';
import { claimName } from '../pods/volumes.ts';
import { isWithoutPreemption, priorityOf, spreadSelectors } from './binding-facts.ts';
import { PodQueue, type Waiting } from './pod-queue.ts';

/** Pods that kube-scheduler bound to a node, or with a negative number, removed from it for pods with a higher priority. */
export interface Bound {
  readonly podClass: PodClass;
  readonly node: string;
  readonly count: number;
}

/** Running pods that kube-scheduler removed for pods of another workload, which have a higher priority. */
export interface Removed extends Bound {
  readonly by: string;
}

/** More preemptions than this are not simulated. */
const maxPreemptions = 100;
/** How often kube-scheduler looks for pods to remove. Each search looks at all nodes and their pods. */
const maxSearches = 500;
/**
 * With more waiting pods, all of them run where Karpenter planned them. A review has to be quick, and consolidation, which packs pods again,
 * is not simulated to its end in clusters that large.
 */
export const maxBoundPods = 1_000;

/** Whether kube-scheduler binds the pods of a pass. Otherwise they run where Karpenter planned them. */
export const isBound = ({ podClasses, bindings }: SchedulerInput): boolean =>
  bindings !== undefined && podClasses.reduce((sum, { count }) => sum + count, 0) <= maxBoundPods;

interface BinderOptions {
  /** Whether pods are removed for pods with a higher priority. Default: true. */
  readonly preempts?: boolean;
  /** Running pods that a controller creates again if they are removed, and the class of the new ones. Default: none. */
  readonly recreated?: ReadonlyMap<Pod, PodClass> | undefined;
  /** Pods that none of these protects are removed first. Default: none. */
  readonly budgets?: readonly SchedulerBudget[] | undefined;
}

/** kube-scheduler for the pods of a pass; undefined if they run where Karpenter planned them. */
export const binderFor = (input: SchedulerInput, options: BinderOptions = {}): PodBinder | undefined => {
  if (isBound(input)) return new PodBinder(input, input.bindings!, options);
  return undefined;
};

/** kube-scheduler on the nodes of a cluster that Karpenter grows. */
export class PodBinder {
  readonly #scheduler: KubeScheduler;
  readonly #input: SchedulerInput;
  readonly #facts: BindingFacts;
  readonly #shapes = new Map<Pod, PodInfo>();
  /** Shapes of pods that ran before. They are removed for others only if a controller creates them again. */
  readonly #running = new Map<Pod, PodInfo>();
  readonly #classes = new Map<PodInfo, PodClass>();
  readonly #queue: PodQueue;
  readonly #preempts: boolean;
  readonly #recreated: ReadonlyMap<Pod, PodClass>;
  readonly #budgets: readonly SchedulerBudget[];
  readonly removed: Removed[] = [];
  #preemptions = 0;
  #searches = 0;

  constructor(
    input: SchedulerInput,
    facts: BindingFacts,
    { preempts = true, recreated = new Map(), budgets = [] }: BinderOptions = {},
  ) {
    this.#preempts = preempts;
    this.#recreated = recreated;
    this.#budgets = budgets;
    this.#input = input;
    this.#facts = facts;
    this.#queue = new PodQueue(input.podClasses, facts);

    this.#scheduler = new KubeScheduler({
      release: schedulerRelease(facts.kubernetes),
      namespaces: input.namespaces,
      claimsOf: ({ pod }) => claimsOf(pod, input.volumeClaims),
    });

    for (const node of input.existingNodes) this.add(node);
  }

  /** Nodes that registered and are not ready yet. They take no pods, but kube-scheduler knows their topology domains. */
  announce(nodes: readonly ExistingNode[]): void {
    for (const { name, labels, allocatable, volumeLimits } of nodes)
      this.#scheduler.add({
        name,
        labels: { 'kubernetes.io/hostname': name, ...labels },
        taints: [joining],
        allocatable,
        volumeLimits,
      });
  }

  /** A node that is ready. */
  add(node: ExistingNode): void {
    this.#scheduler.remove(node.name);
    const taints = node.isInitialized ? node.taints : lastingTaints(node.taints, node.startupTaints);
    const lacking = this.#lackingDaemons(node);
    const allocatable = new Map(node.allocatable);
    // Pods of DaemonSets start first. On a running node, it is not known which of them are missing, only how much they request.
    if (node.pods.length > 0)
      for (const [name, amount] of lacking.requests) allocatable.set(name, (allocatable.get(name) ?? 0) - amount);

    this.#scheduler.add({
      name: node.name,
      labels: { 'kubernetes.io/hostname': node.name, ...node.labels },
      taints: node.isDeleting ? [...taints, leaving] : taints,
      allocatable,
      volumeLimits: node.volumeLimits,
    });

    if (node.pods.length === 0) for (const pod of lacking.pods) this.#scheduler.bind(podInfo(pod), node.name);
    for (const { pod, count = 1, isTerminating = false } of node.pods)
      this.#scheduler.bind(isTerminating ? podInfo(pod, { isTerminating }) : this.#runningShape(pod), node.name, count);
  }

  #runningShape(pod: Pod): PodInfo {
    const shape = this.#running.get(pod) ?? { ...podInfo(pod), priority: priorityOf(pod.spec, this.#facts) };
    this.#running.set(pod, shape);
    const podClass = this.#recreated.get(pod);
    if (podClass !== undefined) this.#classes.set(shape, podClass);
    return shape;
  }

  #lackingDaemons(node: ExistingNode): { pods: readonly Pod[]; requests: ReadonlyMap<string, number> } {
    const pods = daemonsOnNode(this.#input.daemonSets, node);
    const requests = new Map<string, number>();

    const count = (pod: Pod, factor: number): void => {
      for (const [name, amount] of podRequests(pod.spec))
        requests.set(name, (requests.get(name) ?? 0) + amount * factor);
    };

    for (const pod of pods) count(pod, 1);
    for (const { pod, isDaemon, count: many = 1 } of node.pods) if (isDaemon) count(pod, -many);

    return { pods, requests: new Map([...requests].filter(([, amount]) => amount > 0)) };
  }

  /**
   * Binds as many of the waiting pods as fit, in the order of kube-scheduler's queue. If only one node has joined since the last time, most
   * pods can only fit there.
   */
  bind(waiting: readonly Waiting[], joined?: string): readonly Bound[] {
    const bound: Bound[] = [];
    const failed = new Set<PodInfo>();

    for (const { podClass, count } of this.#queue.order(waiting)) {
      const shape = this.#shape(podClass);
      if (failed.has(shape)) continue;

      const isOnJoined = joined !== undefined && !this.#scheduler.needsOthers(shape);

      for (let remaining = count; remaining > 0; remaining--) {
        const node = (isOnJoined ? this.#placeOn(shape, joined) : this.#place(shape)) ?? this.#makeRoom(shape, bound);
        // The next pods are equal, so they do not fit either.
        if (node === undefined) {
          failed.add(shape);
          break;
        }

        this.#scheduler.bind(shape, node);
        bound.push({ podClass, node, count: 1 });
        for (const other of failed) if (this.#scheduler.canHelp(shape, other)) failed.delete(other);
      }
    }

    return merged(bound);
  }

  /** Nodes in the order in which they get ready. Those of one group do so before kube-scheduler tries the waiting pods again. */
  readyGroups<T>(joining: readonly T[]): readonly (readonly T[])[] {
    const { chance } = this.#facts;
    if (chance === undefined || joining.length < 2) return joining.map((node) => [node]);

    const groups: T[][] = [];
    for (const node of chance.shuffled(joining)) {
      const last = groups.at(-1);
      if (last !== undefined && chance.next() < chance.together) last.push(node);
      else groups.push([node]);
    }

    return groups;
  }

  /** Binds pods to a node whether or not kube-scheduler would choose it. */
  bindTo({ podClass, node, count }: Bound): void {
    this.#scheduler.bind(this.#shape(podClass), node, count);
  }

  #placeOn(shape: PodInfo, node: string): string | undefined {
    if (this.#scheduler.takes(shape, node)) return node;
    return undefined;
  }

  #place(shape: PodInfo): string | undefined {
    const { nodes, total } = this.#scheduler.find(shape);
    const { chance } = this.#facts;

    if (chance !== undefined) {
      const most = Math.max(...total);
      return chance.oneOf(nodes.filter((_, at) => total[at] === most))?.node.name;
    }

    let best: { name: string; score: number } | undefined;

    for (const [at, { node }] of nodes.entries()) {
      const score = total[at]!;
      if (best === undefined || score > best.score || (score === best.score && compareNames(node.name, best.name) < 0))
        best = { name: node.name, score };
    }

    return best?.name;
  }

  /** Removes pods with a lower priority for one pod. Only pods of known workloads come back. */
  #makeRoom(shape: PodInfo, bound: Bound[]): string | undefined {
    if (!this.#preempts || shape.priority <= this.#lowest || this.#preemptions >= maxPreemptions) return undefined;
    if (this.#searches >= maxSearches || isWithoutPreemption(shape.pod.spec, this.#facts)) return undefined;

    this.#searches++;
    const preemption = preempt(this.#scheduler, shape, this.#budgets);
    if (preemption === undefined || [...preemption.victims.keys()].some((victim) => !this.#classes.has(victim)))
      return undefined;

    this.#preemptions++;
    const node = preemption.node.node.name;

    for (const [victim, count] of preemption.victims) {
      this.#scheduler.bind(victim, node, -count);
      const podClass = this.#classes.get(victim)!;
      bound.push({ podClass, node, count: -count });
      if (this.#recreated.get(victim.pod) === podClass)
        this.removed.push({ podClass, node, count, by: this.#classes.get(shape)!.workload });
    }

    return node;
  }

  /** The lowest priority of all pods that can be removed. */
  get #lowest(): number {
    let lowest = Number.POSITIVE_INFINITY;
    for (const { priority } of this.#classes.keys()) lowest = Math.min(lowest, priority);
    return lowest;
  }

  #shape(podClass: PodClass): PodInfo {
    const { pod, workload } = podClass;
    const cached = this.#shapes.get(pod);
    if (cached !== undefined) return cached;

    const priority = priorityOf(pod.spec, this.#facts);
    const selectors = spreadSelectors(workload, pod, this.#facts);
    const spreadSelector = selectors.length === 0 ? undefined : new LabelMatcher(...selectors);
    // A pod that ran before is created again, without the node that it ran on.
    const { nodeName: _, ...spec } = pod.spec;
    const shape = { ...podInfo(pod, { spreadSelector }), pod: { ...pod, spec }, priority };

    this.#shapes.set(pod, shape);
    this.#classes.set(shape, podClass);

    return shape;
  }
}

const joining = { key: 'karpenter.sh/unregistered', effect: 'NoExecute' };
const leaving = { key: 'karpenter.sh/disrupted', effect: 'NoSchedule' };

function claimsOf(pod: Pod, claims: SchedulerInput['volumeClaims']): readonly ClaimOfPod[] {
  return (pod.spec.volumes ?? []).flatMap((volume): ClaimOfPod[] => {
    const key = `${pod.metadata.namespace}/${claimName(pod, volume)}`;
    const claim = claims.get(key);
    if (claim === undefined) return [];
    const { driver, alternatives } = claim;
    return [{ key, isBound: true, driver, alternatives, zones: new Map() }];
  });
}

/** One entry for each class and node, in the order in which they were first bound. */
function merged(bound: readonly Bound[]): readonly Bound[] {
  const sums = new Map<PodClass, Map<string, number>>();
  for (const { podClass, node, count } of bound) {
    const counts = sums.get(podClass) ?? new Map<string, number>();
    sums.set(podClass, counts.set(node, (counts.get(node) ?? 0) + count));
  }
  return [...sums].flatMap(([podClass, nodes]) => [...nodes].map(([node, count]) => ({ podClass, node, count })));
}
