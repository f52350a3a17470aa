import type { LabelMatcher } from './framework/label-matcher.ts';
import type { NodeState } from './framework/node-state.ts';
import type { PodInfo } from './framework/pod-info.ts';
import { checkOf, type KubeScheduler } from './kube-scheduler.ts';

/** A PodDisruptionBudget. Preemption prefers victims that no budget protects. */
export interface SchedulerBudget {
  readonly namespace: string;
  readonly selector: LabelMatcher;
  readonly disruptionsAllowed: number;
}

/** The node on which pods are removed for a pod with a higher priority. */
export interface Preemption {
  readonly node: NodeState;
  /** Shape → number of removed pods. */
  readonly victims: ReadonlyMap<PodInfo, number>;
}

interface Candidate extends Preemption {
  readonly list: readonly PodInfo[];
  readonly violations: number;
}

/**
 * The pods to remove for a pod that fits on no node; undefined if that would not help. Of nodes that are equal, the first by name.
 * Source: pkg/scheduler/framework/preemption/preemption.go, plugins/defaultpreemption.
 */
export function preempt(
  scheduler: KubeScheduler,
  pod: PodInfo,
  budgets: readonly SchedulerBudget[] = [],
): Preemption | undefined {
  if (pod.pod.spec.preemptionPolicy === 'Never') return undefined;

  const check = checkOf(scheduler.cycle(pod));
  if (typeof check !== 'function') return undefined;

  const candidates = scheduler.nodes.flatMap((node) => {
    if (check(node)?.isResolvable !== true) return [];
    return candidateOn(scheduler, { pod, node, budgets }) ?? [];
  });

  return bestOf(candidates);
}

interface Attempt {
  readonly pod: PodInfo;
  readonly node: NodeState;
  readonly budgets: readonly SchedulerBudget[];
}

const byImportance = (a: PodInfo, b: PodInfo): number => b.priority - a.priority || a.startedAt - b.startedAt;

/** Removes all pods with a lower priority, then returns as many as possible, the most important first. */
function candidateOn(scheduler: KubeScheduler, { pod, node, budgets }: Attempt): Candidate | undefined {
  const lower = [...node.pods]
    .filter(([shape]) => shape.priority < pod.priority)
    .flatMap(([shape, count]) => Array.from({ length: count }, () => shape))
    .sort(byImportance);

  if (lower.length === 0) return undefined;

  const copy = node.clone();
  const nodes = scheduler.nodes.map((candidate) => (candidate === node ? copy : candidate));

  const fits = (): boolean => {
    const check = checkOf(scheduler.cycle(pod, nodes));
    return typeof check === 'function' && check(copy) === undefined;
  };

  for (const shape of lower) copy.add(shape, -1);
  if (!fits()) return undefined;

  const { violating, others } = byViolation(lower, budgets);
  const list: PodInfo[] = [];

  const reprieve = (shape: PodInfo): boolean => {
    copy.add(shape);
    if (fits()) return true;
    copy.add(shape, -1);
    list.push(shape);
    return false;
  };

  const violations = violating.filter((shape) => !reprieve(shape)).length;

  for (const shape of others) reprieve(shape);
  list.sort(byImportance);
  const victims = new Map<PodInfo, number>();
  for (const shape of list) victims.set(shape, (victims.get(shape) ?? 0) + 1);

  return { node, victims, list, violations };
}

function byViolation(
  pods: readonly PodInfo[],
  budgets: readonly SchedulerBudget[],
): { violating: readonly PodInfo[]; others: readonly PodInfo[] } {
  const allowed = budgets.map(({ disruptionsAllowed }) => disruptionsAllowed);
  const violating: PodInfo[] = [];
  const others: PodInfo[] = [];

  for (const shape of pods) {
    let isViolated = false;
    for (const [at, { namespace, selector }] of budgets.entries()) {
      if (namespace !== shape.namespace || selector.isEmpty || !selector.matches(shape.labels)) continue;

      allowed[at] = allowed[at]! - 1;
      if (allowed[at]! < 0) isViolated = true;
    }

    (isViolated ? violating : others).push(shape);
  }

  return { violating, others };
}

/** Source: preemption.go pickOneNodeForPreemption. */
function bestOf(candidates: readonly Candidate[]): Preemption | undefined {
  const criteria: readonly ((candidate: Candidate) => number)[] = [
    ({ violations }) => violations,
    ({ list }) => list[0]!.priority,
    ({ list }) => list.reduce((sum, { priority }) => sum + priority + 2 ** 31, 0),
    ({ list }) => list.length,
    // The pods with the highest priority: the later the first of them started, the better.
    ({ list }) =>
      -Math.min(...list.filter(({ priority }) => priority === list[0]!.priority).map(({ startedAt }) => startedAt)),
  ];

  let remaining = candidates.filter(({ list }) => list.length > 0);

  for (const criterion of criteria) {
    const least = Math.min(...remaining.map(criterion));
    remaining = remaining.filter((candidate) => criterion(candidate) === least);
  }

  return remaining.toSorted((a, b) => {
    if (a.node.node.name < b.node.node.name) return -1;
    return 1;
  })[0];
}
