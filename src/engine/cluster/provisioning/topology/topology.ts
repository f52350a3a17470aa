import { selects } from '../../../karpenter/api/label-selector.ts';
import type { Pod, PodAffinityTerm, TopologySpreadConstraint } from '../../../karpenter/api/pod.ts';
import type { RequirementTable, RequirementVector } from '../../../karpenter/scheduling/requirement-table.ts';
import type { BoundPod, ExistingNode, SchedulerInput } from '../input/scheduler-input.ts';
import { type PodConstraints, podConstraints } from '../pods/pod-constraints.ts';
import { TopologyDomains } from './topology-domains.ts';
import { TopologyGroup, type TopologyTerm, termKey } from './topology-group.ts';
import { TopologyNodeFilter } from './topology-node-filter.ts';

/** A node of the cluster, whether or not it can take more pods, with the pods on it that are counted. */
export interface CountedNode {
  readonly node: ExistingNode;
  /** Its labels, as requirements. */
  readonly vector: RequirementVector;
  readonly pods: readonly BoundPod[];
}

/** No limit on the skew, because affinity terms have none. */
const noSkew = 2 ** 31 - 1;

/**
 * All topology groups of a pass. Equal terms of many pods share a group. Required anti-affinity is also tracked in the
 * opposite direction, from the pods that repel to the pods they repel. Source: core …/scheduling/topology.go.
 */
export class Topology {
  readonly #table: RequirementTable;
  readonly #input: SchedulerInput;
  readonly #domains: TopologyDomains;
  readonly #nodes: readonly CountedNode[];
  readonly #groups = new Map<string, TopologyGroup>();
  readonly #inverse = new Map<string, TopologyGroup>();
  readonly #repelling = new Map<Pod, readonly TopologyGroup[]>();
  readonly #hostnameGroups: TopologyGroup[] = [];
  readonly #onGroup: (group: TopologyGroup) => void;
  #alike: readonly AlikePods[] | undefined;

  constructor(
    table: RequirementTable,
    input: SchedulerInput,
    options: { nodes: readonly CountedNode[]; onGroup: (group: TopologyGroup) => void },
  ) {
    this.#table = table;
    this.#input = input;
    this.#domains = new TopologyDomains(input.nodePools);
    this.#nodes = options.nodes;
    this.#onGroup = options.onGroup;

    for (const { node, pods } of options.nodes) {
      for (const { pod, count = 1 } of pods) {
        const constraints = podConstraints(pod.spec);
        if (constraints.antiAffinity.length === 0) continue;

        for (const group of this.repelling(pod, constraints)) {
          const domain = labelValue(node.labels, group.term.key);
          for (let at = 0; domain !== undefined && at < count; at++) group.record(domain);
        }
      }
    }
  }

  /** The groups that count pods, in order of creation. */
  get groups(): Iterable<TopologyGroup> {
    return this.#groups.values();
  }

  /** The groups of pods that repel others. */
  get inverseGroups(): Iterable<TopologyGroup> {
    return this.#inverse.values();
  }

  /** The inverse groups of a pod's required anti-affinity. */
  repelling(pod: Pod, constraints: PodConstraints): readonly TopologyGroup[] {
    const cached = this.#repelling.get(pod);
    if (cached !== undefined) return cached;
    const groups = constraints.antiAffinity.map((term) => this.#inverseGroup(pod, constraints, term));
    this.#repelling.set(pod, groups);
    return groups;
  }

  /** The groups that constrain a pod. New groups count the pods that are already in the cluster. */
  binding(pod: Pod, constraints: PodConstraints): readonly TopologyGroup[] {
    const terms = [...this.#spreadTerms(pod, constraints), ...this.#affinityTerms(pod, constraints)];
    return [...new Set(terms.map((term) => this.#group(term, constraints)))];
  }

  /** Adds the hostname of a node to all groups from the given index on, and returns the number of groups. */
  registerHostname(hostname: string, from = 0): number {
    const groups = this.#hostnameGroups;
    for (let at = from; at < groups.length; at++) groups[at]!.register(hostname);
    return groups.length;
  }

  #inverseGroup(pod: Pod, constraints: PodConstraints, term: PodAffinityTerm): TopologyGroup {
    const wanted = this.#affinityTerm('pod anti-affinity', pod, term);
    const spelling = termKey(wanted);
    let group = this.#inverse.get(spelling);
    if (group === undefined) {
      group = this.#newGroup(wanted, constraints);
      this.#inverse.set(spelling, group);
    }

    return group;
  }

  #group(term: TopologyTerm, constraints: PodConstraints): TopologyGroup {
    const spelling = termKey(term);
    let group = this.#groups.get(spelling);
    if (group !== undefined) return group;

    group = this.#newGroup(term, constraints);
    this.#count(group);
    this.#groups.set(spelling, group);
    this.#onGroup(group);

    return group;
  }

  #newGroup(term: TopologyTerm, constraints: PodConstraints): TopologyGroup {
    // Affinity terms have no policy, which Karpenter treats as "honor taints".
    const honorsTaints = term.filter?.honorsTaints ?? true;
    const group = new TopologyGroup(this.#table, term, this.#domains.of(term.key, constraints, honorsTaints));
    if (group.isHostname) this.#hostnameGroups.push(group);
    return group;
  }

  /** Adds the domains of existing nodes, then counts the pods on them. */
  #count(group: TopologyGroup): void {
    const nodes = this.#nodes.filter(({ node }) => !node.isInFlight);
    const matching = nodes.filter(({ node, vector }) => group.matches(node.taints, vector));

    for (const { node } of matching) {
      const domain = labelValue(node.labels, group.term.key);
      if (domain !== undefined && !node.isDeleting) group.register(domain);
    }

    const domains = new Map<CountedNode, string>();
    for (const entry of matching) {
      // A node that is not ready yet may lack its hostname label.
      const domain = labelValue(entry.node.labels, group.term.key) ?? (group.isHostname ? entry.node.name : undefined);
      if (domain !== undefined) domains.set(entry, domain);
    }

    for (const { pod, counts } of this.#alikePods()) {
      if (!isCounted(group.term, pod)) continue;
      for (const [node, count] of counts) {
        const domain = domains.get(node);
        for (let at = 0; domain !== undefined && at < count; at++) group.record(domain);
      }
    }
  }

  /** The pods on nodes, grouped by labels so that each selector checks each group once. */
  #alikePods(): readonly AlikePods[] {
    this.#alike ??= alikePods(this.#nodes);
    return this.#alike;
  }

  #spreadTerms({ metadata }: Pod, constraints: PodConstraints): TopologyTerm[] {
    return constraints.spreads
      .filter(({ whenUnsatisfiable }) => this.#respectsPreferences || whenUnsatisfiable === 'DoNotSchedule')
      .map((spread) => ({
        type: 'topology spread',
        key: spread.topologyKey,
        namespaces: new Set([metadata.namespace]),
        selector: withMatchLabelKeys(spread, metadata.labels),
        maxSkew: spread.maxSkew,
        minDomains: spread.minDomains,
        filter: new TopologyNodeFilter(this.#table, constraints, spread),
      }));
  }

  #affinityTerms(pod: Pod, constraints: PodConstraints): TopologyTerm[] {
    const preferred = this.#respectsPreferences ? constraints : { preferredAffinity: [], preferredAntiAffinity: [] };
    const near = [...constraints.affinity, ...preferred.preferredAffinity.map((term) => term.podAffinityTerm)];
    const far = [...constraints.antiAffinity, ...preferred.preferredAntiAffinity.map((term) => term.podAffinityTerm)];

    return [
      ...near.map((term) => this.#affinityTerm('pod affinity', pod, term)),
      ...far.map((term) => this.#affinityTerm('pod anti-affinity', pod, term)),
    ];
  }

  get #respectsPreferences(): boolean {
    return this.#input.preferencePolicy === 'Respect';
  }

  #affinityTerm(type: TopologyTerm['type'], pod: Pod, term: PodAffinityTerm): TopologyTerm {
    return {
      type,
      key: term.topologyKey,
      namespaces: this.#namespaces(pod, term),
      selector: term.labelSelector,
      maxSkew: noSkew,
      minDomains: undefined,
      filter: undefined,
    };
  }

  #namespaces({ metadata }: Pod, { namespaces = [], namespaceSelector }: PodAffinityTerm): ReadonlySet<string> {
    if (namespaceSelector === undefined) return new Set(namespaces.length === 0 ? [metadata.namespace] : namespaces);
    const selected = [...this.#input.namespaces].filter(([, labels]) => selects(namespaceSelector, labels));
    return new Set([...namespaces, ...selected.map(([name]) => name)]);
  }
}

/** Pods that no selector can distinguish, counted by node. */
interface AlikePods {
  readonly pod: Pod;
  readonly counts: Map<CountedNode, number>;
}

function alikePods(nodes: readonly CountedNode[]): readonly AlikePods[] {
  const all: AlikePods[] = [];
  const byLabels = new Map<Pod['metadata']['labels'], Map<string, AlikePods>>();

  for (const node of nodes) {
    for (const { pod, isTerminating, count = 1 } of node.pods) {
      if (isTerminating) continue;

      const { labels, namespace } = pod.metadata;
      const byNamespace = byLabels.get(labels) ?? new Map<string, AlikePods>();
      byLabels.set(labels, byNamespace);
      let alike = byNamespace.get(namespace);
      if (alike === undefined) {
        alike = { pod, counts: new Map() };
        byNamespace.set(namespace, alike);
        all.push(alike);
      }

      alike.counts.set(node, (alike.counts.get(node) ?? 0) + count);
    }
  }

  return all;
}

/** The value of a label. Topology keys come from manifests, so `constructor` must not find a property that every object has. */
const labelValue = (labels: Readonly<Record<string, string>>, key: string): string | undefined => {
  if (Object.hasOwn(labels, key)) return labels[key];
  return undefined;
};

/** Upstream lists pods on nodes by selector, and a list without a selector contains all pods. */
const isCounted = ({ namespaces, selector }: TopologyTerm, { metadata }: Pod): boolean =>
  namespaces.has(metadata.namespace) && (selector === undefined || selects(selector, metadata.labels));

function withMatchLabelKeys(
  { labelSelector, matchLabelKeys = [] }: TopologySpreadConstraint,
  labels: Readonly<Record<string, string>>,
): TopologySpreadConstraint['labelSelector'] {
  const keys = matchLabelKeys.filter((key) => Object.hasOwn(labels, key));
  if (keys.length === 0) return labelSelector;
  const expressions = keys.map((key) => ({ key, operator: 'In', values: [labels[key]!] }));
  return { ...labelSelector, matchExpressions: [...(labelSelector?.matchExpressions ?? []), ...expressions] };
}
