import { addToGroup } from '../../text/group-by.ts';
import { labelOf } from './framework/node-selector.ts';
import type { HostConflict, NodeState } from './framework/node-state.ts';
import {
  type Cycle,
  type FilterPlugin,
  maxScore,
  type Rejection,
  rejection,
  type ScorePlugin,
} from './framework/plugin.ts';
import type { AffinityTerm, PodInfo } from './framework/pod-info.ts';

const noAffinity = rejection(false, "node(s) didn't match pod affinity rules");
const ownAntiAffinity = rejection(true, "node(s) didn't match pod anti-affinity rules");
const othersAntiAffinity = rejection(true, "node(s) didn't satisfy existing pods anti-affinity rules");

/** Topology key → domain → count. */
type DomainCounts = Map<string, Map<string, number>>;

function count(counts: DomainCounts, key: string, { node }: NodeState, amount: number): void {
  const domain = labelOf(node, key);
  if (domain === undefined) return;
  const ofKey = counts.get(key) ?? new Map<string, number>();
  counts.set(key, ofKey.set(domain, (ofKey.get(domain) ?? 0) + amount));
}

const countAt = (counts: DomainCounts, key: string, { node }: NodeState): number => {
  const domain = labelOf(node, key);
  if (domain === undefined) return 0;
  return counts.get(key)?.get(domain) ?? 0;
};

/** Whether a term of the pod to place means another pod. */
function means({ namespaces, namespaceSelector, selector }: AffinityTerm, other: PodInfo, cycle: Cycle): boolean {
  if (!selector.matches(other.labels)) return false;
  if (namespaceSelector.isEmpty || namespaces.has(other.namespace)) return true;

  const labels = cycle.namespaces.get(other.namespace);
  return labels !== undefined && namespaceSelector.matches(labels);
}

/** Whether a term of another pod means the pod to place. */
const meansPod = ({ namespaces, namespaceSelector, selector }: AffinityTerm, cycle: Cycle): boolean =>
  (namespaces.has(cycle.pod.namespace) || namespaceSelector.matches(cycle.namespaceLabels)) &&
  selector.matches(cycle.pod.labels);

const meanAll = (terms: readonly AffinityTerm[], other: PodInfo, cycle: Cycle): boolean =>
  terms.length > 0 && terms.every((term) => means(term, other, cycle));

const hostname = 'kubernetes.io/hostname';

const isByHost = ({ topologyKey }: AffinityTerm): boolean => topologyKey === hostname;
const isWide = (term: AffinityTerm): boolean => !isByHost(term);

/** Whether all terms are about single hosts. */
export const areByHost = (terms: readonly AffinityTerm[]): boolean => terms.every(isByHost);

/** Binding a pod changes one node, so the answers of all others are known when the next equal pod is tried. */
function hostConflict(cycle: Cycle, node: NodeState): HostConflict {
  const { pod } = cycle;
  const cached = node.conflicts.get(pod);
  if (cached !== undefined) return cached;

  const conflict = { isAvoided: avoidsAny(cycle, node), isRepelled: isRepelledByAny(cycle, node) };
  node.conflicts.set(pod, conflict);
  return conflict;
}

function avoidsAny(cycle: Cycle, { pods }: NodeState): boolean {
  for (const term of cycle.pod.antiAffinity.filter(isByHost))
    for (const other of pods.keys()) if (means(term, other, cycle)) return true;

  return false;
}

function isRepelledByAny(cycle: Cycle, { withAntiAffinity }: NodeState): boolean {
  for (const { antiAffinity } of withAntiAffinity.keys())
    for (const term of antiAffinity) if (isByHost(term) && meansPod(term, cycle)) return true;

  return false;
}

/** The nodes by their host name. Several have the same if a label was set by hand. Nodes without the label are left out. */
export function nodesOfHost(nodes: readonly NodeState[]): ReadonlyMap<string, readonly NodeState[]> {
  const byHost = new Map<string, NodeState[]>();
  for (const state of nodes) {
    const host = labelOf(state.node, hostname);
    if (host !== undefined) addToGroup(byHost, host, state);
  }
  return byHost;
}

/** What keeps a pod away from a host, which is usually one node. */
function hostRejection(cycle: Cycle, { node }: NodeState): Rejection | undefined {
  const host = labelOf(node, hostname);
  if (host === undefined) return undefined;

  const conflicts = cycle.nodesOfHost.get(host)!.map((sharing) => hostConflict(cycle, sharing));
  if (conflicts.some(({ isAvoided }) => isAvoided)) return ownAntiAffinity;
  if (conflicts.some(({ isRepelled }) => isRepelled)) return othersAntiAffinity;
  return undefined;
}

/** Counts the running pods whose wide terms keep the pod to place away. */
function repellingPods(cycle: Cycle): DomainCounts {
  const counts: DomainCounts = new Map();
  if (!cycle.hasWideAntiAffinity) return counts;

  for (const node of cycle.nodes)
    for (const [other, pods] of node.withAntiAffinity)
      for (const term of other.antiAffinity)
        if (isWide(term) && meansPod(term, cycle)) count(counts, term.topologyKey, node, pods);

  return counts;
}

/** Source: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go. */
export const podAffinityFilter: FilterPlugin = {
  name: 'InterPodAffinity',
  prepare(cycle) {
    const { pod, nodes } = cycle;
    const { affinity, antiAffinity } = pod;
    if (!cycle.hasAntiAffinity && affinity.length + antiAffinity.length === 0) return undefined;

    const existing = repellingPods(cycle);
    const wideAntiAffinity = antiAffinity.filter(isWide);
    const wanted: DomainCounts = new Map();
    const unwanted: DomainCounts = new Map();

    if (affinity.length + wideAntiAffinity.length > 0)
      for (const node of nodes)
        for (const [other, pods] of node.pods) {
          if (meanAll(affinity, other, cycle)) for (const term of affinity) count(wanted, term.topologyKey, node, pods);

          for (const term of wideAntiAffinity)
            if (means(term, other, cycle)) count(unwanted, term.topologyKey, node, pods);
        }

    // The first pod of a group that wants to be together may run anywhere.
    const isFirst = wanted.size === 0 && meanAll(affinity, pod, cycle);

    return (node) => {
      if (affinity.some(({ topologyKey }) => labelOf(node.node, topologyKey) === undefined)) return noAffinity;
      if (!isFirst && affinity.some(({ topologyKey }) => countAt(wanted, topologyKey, node) <= 0)) return noAffinity;
      if (wideAntiAffinity.some(({ topologyKey }) => countAt(unwanted, topologyKey, node) > 0)) return ownAntiAffinity;

      const onHost = hostRejection(cycle, node);
      if (onHost !== undefined) return onHost;

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
    const { preferredAffinity: likes, preferredAntiAffinity: dislikes } = pod;
    const hasPreferences = likes.length + dislikes.length > 0;
    if (!hasPreferences && !cycle.hasScoredAffinity) return undefined;

    const sums: DomainCounts = new Map();

    for (const node of nodes)
      for (const [other, pods] of hasPreferences ? node.pods : node.withScoredAffinity) {
        for (const term of likes)
          if (means(term, other, cycle)) count(sums, term.topologyKey, node, term.weight * pods);
        for (const term of dislikes)
          if (means(term, other, cycle)) count(sums, term.topologyKey, node, -term.weight * pods);
        if (!other.hasScoredAffinity) continue;

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
