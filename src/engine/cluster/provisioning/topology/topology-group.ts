import { selects, spellSelector } from '../../../karpenter/api/label-selector.ts';
import { label } from '../../../karpenter/api/labels.ts';
import type { LabelSelector, Pod, Taint } from '../../../karpenter/api/pod.ts';
import { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import type { RequirementTable, RequirementVector } from '../../../karpenter/scheduling/requirement-table.ts';
import type { TopologyNodeFilter } from './topology-node-filter.ts';

export type TopologyType = 'topology spread' | 'pod affinity' | 'pod anti-affinity';

/** What defines a topology group. */
export interface TopologyTerm {
  readonly type: TopologyType;
  readonly key: string;
  readonly namespaces: ReadonlySet<string>;
  readonly selector: LabelSelector | undefined;
  readonly maxSkew: number;
  readonly minDomains: number | undefined;
  readonly filter: TopologyNodeFilter | undefined;
}

/**
 * A text that is equal for terms that Karpenter counts together. The minDomains and selector values of the first one apply to
 * all, because Karpenter's hash omits them.
 */
export const termKey = ({ type, key, namespaces, selector, maxSkew, filter }: TopologyTerm): string =>
  JSON.stringify([type, key, [...namespaces].sort(), maxSkew, filter?.spelling, spellSelector(selector)]);

const maxCount = 2 ** 31 - 1;

/**
 * Counts the pods of one topology term by domain (the values of one label) and decides where the next pod can go. Where
 * upstream chooses at random, the smallest name wins. Hot path. Source: core …/scheduling/topologygroup.go.
 */
export class TopologyGroup {
  readonly term: TopologyTerm;
  readonly key: number;
  readonly isHostname: boolean;
  readonly #table: RequirementTable;
  /** Domain → number of pods in it; 0 for known domains without pods. */
  readonly #counts = new Map<string, number>();
  #populated = 0;
  #names: string[] | undefined = [];
  readonly #memo = new Map<number, number>();
  /** Increases whenever an answer may change. */
  version = 0;
  /** Number of choices that upstream makes at random. */
  ties = 0;

  constructor(table: RequirementTable, term: TopologyTerm, domains: Iterable<string>) {
    this.#table = table;
    this.term = term;
    this.key = table.key(term.key);
    this.isHostname = term.key === label.hostname;
    for (const domain of domains) this.register(domain);
  }

  /** Whether the term selects a pod. */
  selects({ metadata }: Pod): boolean {
    return this.term.namespaces.has(metadata.namespace) && selects(this.term.selector, metadata.labels);
  }

  /** Whether the pods of a node are counted. */
  matches(taints: readonly Taint[], vector: RequirementVector): boolean {
    return this.term.filter?.matches(taints, vector) ?? true;
  }

  /** Adds a domain. */
  register(domain: string): void {
    if (this.#counts.has(domain)) return;
    this.#counts.set(domain, 0);
    this.#names = undefined;
    // A new hostname does not change the answer for any other hostname.
    if (!this.isHostname) this.#change();
  }

  /** Counts one more pod in a domain. */
  record(domain: string): void {
    const count = this.#counts.get(domain);
    if (count === undefined) this.#names = undefined;
    if (!count) this.#populated++;
    this.#counts.set(domain, (count ?? 0) + 1);
    // For affinity it only matters whether a domain has any pods.
    if (!count || this.term.type === 'topology spread') this.#change();
  }

  #change(): void {
    this.version++;
    this.#memo.clear();
  }

  /** Domain → count, sorted by name. */
  get counts(): readonly (readonly [string, number])[] {
    return this.#sorted().map((name) => [name, this.#counts.get(name)!] as const);
  }

  #sorted(): readonly string[] {
    this.#names ??= [...this.#counts.keys()].sort();
    return this.#names;
  }

  /**
   * The id of the requirement for the domains that the pod can use on a node; 0 if there is none. `pod` and `node` are the
   * ids of the pod's and the node's requirements for the label; 0 means no requirement.
   */
  next(pod: number, node: number, isSelfSelecting: boolean): number {
    if (this.isHostname) return this.#choose(pod, node, isSelfSelecting);

    const question = (node * 2 ** 20 + pod) * 2 + (isSelfSelecting ? 1 : 0);
    const cached = this.#memo.get(question);
    if (cached !== undefined) return cached;

    const answer = this.#choose(pod, node, isSelfSelecting);
    this.#memo.set(question, answer);

    return answer;
  }

  #choose(pod: number, node: number, isSelfSelecting: boolean): number {
    const podDomains = pod === 0 ? Requirement.any(this.term.key) : this.#table.get(pod);
    const nodeDomains = node === 0 ? Requirement.any(this.term.key) : this.#table.get(node);
    const question: Question = { podDomains, nodeDomains, isSelfSelecting };

    if (this.isHostname && nodeDomains.values.size === 1) {
      const [hostname] = nodeDomains.values;
      if (this.#takesHost(hostname!, question)) {
        if (nodeDomains.isComplement) return this.#in([hostname!]);
        return node;
      }

      return 0;
    }

    const domains = this.#domains(question);
    if (domains.length === 0) return 0;
    return this.#in(domains);
  }

  #in(domains: readonly string[]): number {
    return this.#table.id(Requirement.in(this.term.key, domains));
  }

  /** Whether a host refuses all further pods that select themselves, because counts never decrease in a pass. */
  isFullHost(hostname: string): boolean {
    return (this.#counts.get(hostname) ?? 0) >= this.term.maxSkew;
  }

  /** Whether a pod can use a host. A new node adds its own hostname, so no other host needs a check. */
  #takesHost(hostname: string, question: Question): boolean {
    const count = this.#counts.get(hostname) ?? 0;
    switch (this.term.type) {
      case 'topology spread':
        return count + (question.isSelfSelecting ? 1 : 0) <= this.term.maxSkew;
      case 'pod anti-affinity':
        return count === 0;
      case 'pod affinity':
        return question.podDomains.has(hostname) && (count > 0 || this.#mayBootstrap(question));
    }
  }

  #domains(question: Question): string[] {
    switch (this.term.type) {
      case 'topology spread':
        return this.#emptiest(question);
      case 'pod anti-affinity':
        return this.#sorted().filter((name) => this.#counts.get(name) === 0 && isAllowed(name, question));
      case 'pod affinity':
        return this.#populatedDomains(question);
    }
  }

  /** The domain with the fewest pods that does not exceed the maximum skew. */
  #emptiest({ podDomains, nodeDomains, isSelfSelecting }: Question): string[] {
    const least = this.#leastCount(podDomains);
    let chosen: string | undefined;
    let fewest = maxCount;

    for (const name of this.#sorted()) {
      if (!nodeDomains.has(name)) continue;

      const count = this.#counts.get(name)! + (isSelfSelecting ? 1 : 0);
      if (count - least > this.term.maxSkew) continue;

      if (count === fewest) this.ties++;
      if (count >= fewest) continue;

      chosen = name;
      fewest = count;
    }

    if (chosen === undefined) return [];
    return [chosen];
  }

  /** The global minimum for the skew, over the domains that the pod itself allows. */
  #leastCount(podDomains: Requirement): number {
    // A new host is always possible.
    if (this.isHostname) return 0;

    let least = maxCount;
    let supported = 0;
    for (const [name, count] of this.#counts) {
      if (!podDomains.has(name)) continue;

      supported++;
      if (count < least) least = count;
    }

    const { minDomains } = this.term;
    if (minDomains !== undefined && supported < minDomains) return 0;
    return least;
  }

  /** The domains that a spread's next pod has to go to first: those with the fewest pods, of those that the pod allows. `pod` is as for `next`. */
  neediest(pod: number): string[] {
    const podDomains = pod === 0 ? Requirement.any(this.term.key) : this.#table.get(pod);
    const least = this.#leastCount(podDomains);
    return this.#sorted().filter((name) => podDomains.has(name) && this.#counts.get(name) === least);
  }

  /**
   * The domains that already have pods of the affinity term. The first of pods that select themselves may start in any
   * domain.
   */
  #populatedDomains(question: Question): string[] {
    const { podDomains, nodeDomains } = question;
    const names = this.#sorted();
    const populated = names.filter((name) => this.#counts.get(name)! > 0 && isAllowed(name, question));
    if (populated.length > 0 || !this.#mayBootstrap(question)) return populated;

    const here = names.find((name) => podDomains.has(name) && nodeDomains.has(name));
    const viable = names.find((name) => podDomains.has(name));

    // Upstream uses one of each, so a node without a fixed domain may keep two.
    return [...new Set([here, viable])].filter((name) => name !== undefined);
  }

  #mayBootstrap({ podDomains, isSelfSelecting }: Question): boolean {
    if (!isSelfSelecting) return false;
    if (this.#populated === 0) return true;
    for (const [name, count] of this.#counts) if (count > 0 && podDomains.has(name)) return false;
    return true;
  }
}

interface Question {
  readonly podDomains: Requirement;
  readonly nodeDomains: Requirement;
  readonly isSelfSelecting: boolean;
}

const isAllowed = (name: string, { podDomains, nodeDomains }: Question): boolean =>
  podDomains.has(name) && nodeDomains.has(name);
