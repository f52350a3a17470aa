import { untolerated } from '../../karpenter/scheduling/taints.ts';
import { labelOf } from './framework/node-selector.ts';
import type { NodeState } from './framework/node-state.ts';
import { type Cycle, type FilterPlugin, maxScore, rejection, type ScorePlugin } from './framework/plugin.ts';
import type { PodInfo, SpreadConstraint } from './framework/pod-info.ts';

const hostname = 'kubernetes.io/hostname';
const noLabel = rejection(false, "node(s) didn't match pod topology spread constraints (missing required label)");
const tooMany = rejection(true, "node(s) didn't match pod topology spread constraints");

/** The pods of one shape share their constraints and namespace. */
function countPods(node: NodeState, constraint: SpreadConstraint, namespace: string): number {
  if (constraint.selector.isEmpty) return 0;

  const cached = node.counts.get(constraint);
  if (cached !== undefined) return cached;

  const count = countNow(node, constraint, namespace);
  node.counts.set(constraint, count);

  return count;
}

function countNow({ pods }: NodeState, constraint: SpreadConstraint, namespace: string): number {
  let count = 0;
  for (const [shape, copies] of pods) if (isCounted(shape, constraint, namespace)) count += copies;
  return count;
}

/** Whether a constraint counts a pod. Source: podtopologyspread/common.go countPodsMatchSelector. */
const isCounted = (pod: PodInfo, { selector }: SpreadConstraint, namespace: string): boolean =>
  !selector.isEmpty && !pod.isTerminating && pod.namespace === namespace && selector.matches(pod.labels);

/** Whether a node takes part in a constraint: it could run the pod, as far as the constraint's policies ask for it. */
function takesPart(constraint: SpreadConstraint, pod: PodInfo, { node }: NodeState): boolean {
  if (constraint.honorsAffinity && pod.requiredNodes?.(node) === false) return false;
  if (!constraint.honorsTaints || node.taints.length === 0) return true;
  return untolerated(node.taints, pod.tolerations).every(({ effect }) => effect === 'PreferNoSchedule');
}

/** The domain of a node that takes part in one of a pod's hard constraints, and has the labels of all of them. */
function domainIn(constraint: SpreadConstraint, pod: PodInfo, state: NodeState): string | undefined {
  if (state.domains.has(constraint)) return state.domains.get(constraint);

  const isCounted = hasAllKeys(state, pod.hardSpread) && takesPart(constraint, pod, state);
  const domain = isCounted ? labelOf(state.node, constraint.topologyKey) : undefined;
  state.domains.set(constraint, domain);

  return domain;
}

const hasAllKeys = ({ node }: NodeState, constraints: readonly SpreadConstraint[]): boolean =>
  constraints.every(({ topologyKey }) => labelOf(node, topologyKey) !== undefined);

/** Source: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go. */
export const spreadFilter: FilterPlugin = {
  name: 'PodTopologySpread',
  prepare({ pod, tallies }) {
    const constraints = pod.hardSpread;
    if (constraints.length === 0) return undefined;

    const counts = constraints.map((constraint) =>
      tallies.of(constraint, {
        domainOf: (node) => domainIn(constraint, pod, node),
        counts: (other) => isCounted(other, constraint, pod.namespace),
      }),
    );

    const least = counts.map((tally, at) => {
      if (tally.size < constraints[at]!.minDomains) return 0;
      if (tally.size === 0) return 2 ** 31 - 1;
      return tally.fewest;
    });

    const self = constraints.map(({ selector }) => {
      if (selector.matches(pod.labels)) return 1;
      return 0;
    });

    return ({ node }) => {
      for (const [at, { topologyKey, maxSkew }] of constraints.entries()) {
        const domain = labelOf(node, topologyKey);
        if (domain === undefined) return noLabel;
        if (counts[at]!.podsIn(domain) + self[at]! - least[at]! > maxSkew) return tooMany;
      }
      return undefined;
    };
  },
};

/** Source: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go. */
export const spreadScore: ScorePlugin = {
  name: 'PodTopologySpread',
  weight: 2,
  prepare(cycle, feasible) {
    const { pod } = cycle;
    const constraints = pod.softSpread;
    if (constraints.length === 0) return undefined;

    const needsAllKeys = !pod.isSpreadByDefault;
    const ignored = new Set(needsAllKeys ? feasible.filter((node) => !hasAllKeys(node, constraints)) : []);
    const counts = domainCounts(cycle, { feasible, ignored, needsAllKeys });
    const weights = constraints.map(({ topologyKey }, at) =>
      Math.log((topologyKey === hostname ? feasible.length - ignored.size : counts[at]!.size) + 2),
    );

    return {
      score(node) {
        if (ignored.has(node)) return -1;

        let score = 0;

        for (const [at, constraint] of constraints.entries()) {
          const domain = labelOf(node.node, constraint.topologyKey);
          if (domain === undefined) continue;

          const count =
            constraint.topologyKey === hostname
              ? countPods(node, constraint, pod.namespace)
              : (counts[at]!.get(domain) ?? 0);

          score += count * weights[at]! + (constraint.maxSkew - 1);
        }

        return Math.round(score);
      },
      normalize: invert,
    };
  },
};

/** The fewer pods, the higher the score. Ignored nodes (-1) get 0. */
function invert(scores: number[]): void {
  let [least, most] = [Number.MAX_SAFE_INTEGER, 0];

  for (const score of scores) {
    if (score === -1) continue;

    least = Math.min(least, score);
    most = Math.max(most, score);
  }

  for (let at = 0; at < scores.length; at++) {
    const score = scores[at]!;
    if (score === -1) scores[at] = 0;
    else scores[at] = most === 0 ? maxScore : Math.trunc((maxScore * (most + least - score)) / most);
  }
}

interface Counted {
  readonly feasible: readonly NodeState[];
  readonly ignored: ReadonlySet<NodeState>;
  readonly needsAllKeys: boolean;
}

/** The pods in each domain of the feasible nodes, by constraint. Hostnames are counted node by node instead. */
function domainCounts(
  { pod, tallies }: Cycle,
  { feasible, ignored, needsAllKeys }: Counted,
): readonly ReadonlyMap<string, number>[] {
  const constraints = pod.softSpread;
  return constraints.map((constraint) => {
    const { topologyKey } = constraint;
    const counts = new Map<string, number>();
    if (topologyKey === hostname) return counts;

    const tally = tallies.of(constraint, {
      domainOf: (node) => softDomainIn(constraint, { pod, node, needsAllKeys }),
      counts: (other) => isCounted(other, constraint, pod.namespace),
    });

    for (const { node } of feasible.filter((state) => !ignored.has(state))) {
      const domain = labelOf(node, topologyKey) ?? '';
      if (!counts.has(domain)) counts.set(domain, tally.podsIn(domain));
    }

    return counts;
  });
}

interface SoftShare {
  readonly pod: PodInfo;
  readonly node: NodeState;
  readonly needsAllKeys: boolean;
}

/** The domain in which the pods of a node count for one of a pod's soft constraints. */
function softDomainIn(constraint: SpreadConstraint, { pod, node, needsAllKeys }: SoftShare): string | undefined {
  if (needsAllKeys && !hasAllKeys(node, pod.softSpread)) return undefined;
  if (!takesPart(constraint, pod, node)) return undefined;

  // A missing label is a domain with an empty name here, as in kube-scheduler.
  return labelOf(node.node, constraint.topologyKey) ?? '';
}
