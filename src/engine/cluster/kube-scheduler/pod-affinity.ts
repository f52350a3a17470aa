import { labelOf } from './framework/node-selector.ts';
import type { NodeState } from './framework/node-state.ts';
import { type Cycle, type FilterPlugin, maxScore, rejection, type ScorePlugin } from './framework/plugin.ts';
import type { AffinityTerm, PodInfo } from './framework/pod-info.ts';

const noAffinity = rejection(false, "node(s) didn't match pod affinity rules");
const ownAntiAffinity = rejection(true, "node(s) didn't match pod anti-affinity rules");
const othersAntiAffinity = rejection(true, "node(s) didn't satisfy existing pods anti-affinity rules");

/** Topology key → domain → count. */
type DomainCounts = Map<string, Map<string, number>>;

function count(counts: DomainCounts, key: string, { node }: NodeState, amount: number): void {
  const domain = labelOf(node, key);
  if (domain === undefined) return;
  const own = counts.get(key) ?? new Map<string, number>();
  counts.set(key, own.set(domain, (own.get(domain) ?? 0) + amount));
}

const countAt = (counts: DomainCounts, key: string, { node }: NodeState): number => {
  const domain = labelOf(node, key);
  if (domain === undefined) return 0;
  return counts.get(key)?.get(domain) ?? 0;
};

/** The terms of the pod to place, with the namespaces that their selectors select. */
const ownTerms = (terms: readonly AffinityTerm[], { namespacesOf }: Cycle): readonly AffinityTerm[] =>
  terms.map((term) => {
    if (term.namespaceSelector.isEmpty) return term;
    return { ...term, namespaces: new Set([...term.namespaces, ...namespacesOf(term.namespaceSelector)]) };
  });

/** Whether a term of the pod to place means another pod. */
const means = ({ namespaces, namespaceSelector, selector }: AffinityTerm, other: PodInfo): boolean =>
  (namespaceSelector.isEmpty || namespaces.has(other.namespace)) && selector.matches(other.labels);

/** Whether a term of another pod means the pod to place. */
const meansPod = ({ namespaces, namespaceSelector, selector }: AffinityTerm, cycle: Cycle): boolean =>
  (namespaces.has(cycle.pod.namespace) || namespaceSelector.matches(cycle.namespaceLabels)) &&
  selector.matches(cycle.pod.labels);

const meanAll = (terms: readonly AffinityTerm[], other: PodInfo): boolean =>
  terms.length > 0 && terms.every((term) => means(term, other));

const hostname = 'kubernetes.io/hostname';

/** Whether all terms are about single hosts. */
export const areByHost = (terms: readonly AffinityTerm[]): boolean =>
  terms.every(({ topologyKey }) => topologyKey === hostname);

/** The nodes on which pods matter for terms: only the hosts in question if all terms are about single hosts. */
function nodesToCount({ nodes, among }: Cycle, isByHost: boolean): readonly NodeState[] {
  if (!isByHost || among.length === nodes.length) return nodes;
  const hosts = new Set(among.map(({ node }) => labelOf(node, hostname)));
  return nodes.filter(({ node }) => hosts.has(labelOf(node, hostname)));
}

/** Source: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go. */
export const podAffinityFilter: FilterPlugin = {
  name: 'InterPodAffinity',
  prepare(cycle) {
    const { pod } = cycle;
    const existing: DomainCounts = new Map();
    const repelling = new Map<PodInfo, readonly AffinityTerm[]>();

    if (cycle.hasAntiAffinity)
      for (const node of nodesToCount(cycle, !cycle.hasWideAntiAffinity))
        for (const [other, pods] of node.withAntiAffinity) {
          let terms = repelling.get(other);
          if (terms === undefined) {
            terms = other.antiAffinity.filter((term) => meansPod(term, cycle));
            repelling.set(other, terms);
          }

          for (const term of terms) count(existing, term.topologyKey, node, pods);
        }

    if (existing.size === 0 && pod.affinity.length + pod.antiAffinity.length === 0) return undefined;

    const [affinity, antiAffinity] = [ownTerms(pod.affinity, cycle), ownTerms(pod.antiAffinity, cycle)];
    const wanted: DomainCounts = new Map();
    const unwanted: DomainCounts = new Map();
    const avoided = new Map<PodInfo, readonly AffinityTerm[]>();

    if (affinity.length + antiAffinity.length > 0)
      for (const node of nodesToCount(cycle, affinity.length === 0 && areByHost(antiAffinity)))
        for (const [other, pods] of node.pods) {
          if (meanAll(affinity, other)) for (const term of affinity) count(wanted, term.topologyKey, node, pods);
          let terms = avoided.get(other);
          if (terms === undefined) {
            terms = antiAffinity.filter((term) => means(term, other));
            avoided.set(other, terms);
          }

          for (const term of terms) count(unwanted, term.topologyKey, node, pods);
        }

    // The first pod of a group that wants to be together may run anywhere.
    const isFirst = wanted.size === 0 && meanAll(affinity, pod);

    return (node) => {
      if (affinity.some(({ topologyKey }) => labelOf(node.node, topologyKey) === undefined)) return noAffinity;
      if (!isFirst && affinity.some(({ topologyKey }) => countAt(wanted, topologyKey, node) <= 0)) return noAffinity;
      if (antiAffinity.some(({ topologyKey }) => countAt(unwanted, topologyKey, node) > 0)) return ownAntiAffinity;
      for (const key of existing.keys()) if (countAt(existing, key, node) > 0) return othersAntiAffinity;
      return undefined;
    };
  },
};

/** What a required term of another pod counts, if it means the pod to place. */
const hardAffinityWeight = 1;

/** Source: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go. */
export const podAffinityScore: ScorePlugin = {
  name: 'InterPodAffinity',
  weight: 2,
  prepare(cycle) {
    const { pod, nodes } = cycle;
    const hasPreferences = pod.preferredAffinity.length + pod.preferredAntiAffinity.length > 0;
    if (!hasPreferences && !cycle.hasAffinity) return undefined;

    const likes = ownTerms(pod.preferredAffinity, cycle);
    const dislikes = ownTerms(pod.preferredAntiAffinity, cycle);
    const sums: DomainCounts = new Map();

    for (const node of nodes)
      for (const [other, pods] of hasPreferences ? node.pods : node.withAffinity) {
        for (const term of likes) if (means(term, other)) count(sums, term.topologyKey, node, term.weight * pods);
        for (const term of dislikes) if (means(term, other)) count(sums, term.topologyKey, node, -term.weight * pods);
        if (!other.hasAffinity) continue;

        const add = (terms: readonly AffinityTerm[], factor: number): void => {
          for (const term of terms)
            if (meansPod(term, cycle)) count(sums, term.topologyKey, node, factor * term.weight * pods);
        };

        add(other.affinity, hardAffinityWeight);
        add(other.preferredAffinity, 1);
        add(other.preferredAntiAffinity, -1);
      }

    if (sums.size === 0) return undefined;

    const keys = [...sums.keys()];

    return {
      score: (node) => keys.reduce((sum, key) => sum + countAt(sums, key, node), 0),
      normalize: spread,
    };
  },
};

/** The lowest score becomes 0 and the highest 100. */
function spread(scores: number[]): void {
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  for (let at = 0; at < scores.length; at++)
    scores[at] = most > least ? Math.trunc(maxScore * ((scores[at]! - least) / (most - least))) : 0;
}
