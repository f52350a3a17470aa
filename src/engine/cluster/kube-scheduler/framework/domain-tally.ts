import type { NodeState } from './node-state.ts';
import type { PodInfo, SpreadConstraint } from './pod-info.ts';

/** Which nodes take part in a constraint, and which pods it counts. */
export interface TallyRules {
  /** The domain of a node; undefined if the node does not take part. */
  readonly domainOf: (node: NodeState) => string | undefined;
  readonly counts: (pod: PodInfo) => boolean;
}

/** A node that joins or leaves, or pods that come to a node or with a negative number, leave it. */
type Change =
  | { readonly kind: 'joins' | 'leaves'; readonly node: NodeState }
  | { readonly kind: 'pods'; readonly node: NodeState; readonly pod: PodInfo; readonly count: number };

interface Domain {
  nodes: number;
  pods: number;
}

/** The pods in each domain of one spread constraint. A change of one node takes the same time in clusters of any size. */
class DomainTally {
  readonly #rules: TallyRules;
  /** The domains of the nodes that take part. */
  readonly #domainOf = new Map<NodeState, string>();
  readonly #domains = new Map<string, Domain>();
  /** Number of pods → number of domains that have as many. */
  readonly #domainsWith = new Map<number, number>();
  #fewest = 0;

  constructor(rules: TallyRules) {
    this.#rules = rules;
  }

  /** The number of domains. */
  get size(): number {
    return this.#domains.size;
  }

  /** The pods in the domain that has the fewest; there has to be a domain. */
  get fewest(): number {
    while (!this.#domainsWith.has(this.#fewest)) this.#fewest++;
    return this.#fewest;
  }

  podsIn(domain: string): number {
    return this.#domains.get(domain)?.pods ?? 0;
  }

  follow(change: Change): void {
    const { kind, node } = change;

    if (kind === 'joins') {
      const domain = this.#rules.domainOf(node);
      if (domain === undefined) return;

      this.#domainOf.set(node, domain);
      this.#add(domain, 1, 0);
      return;
    }

    const domain = this.#domainOf.get(node);
    if (domain === undefined) return;

    if (kind === 'pods') {
      if (this.#rules.counts(change.pod)) this.#add(domain, 0, change.count);
      return;
    }

    this.#domainOf.delete(node);
    this.#add(domain, -1, 0);
  }

  #add(name: string, nodes: number, pods: number): void {
    const domain = this.#domains.get(name) ?? { nodes: 0, pods: 0 };
    if (domain.nodes > 0) this.#countDomain(domain.pods, -1);
    domain.nodes += nodes;
    domain.pods += pods;

    if (domain.nodes === 0) {
      this.#domains.delete(name);
      return;
    }

    this.#domains.set(name, domain);
    this.#countDomain(domain.pods, 1);
    if (domain.pods < this.#fewest) this.#fewest = domain.pods;
  }

  #countDomain(pods: number, change: number): void {
    const domains = (this.#domainsWith.get(pods) ?? 0) + change;
    if (domains === 0) this.#domainsWith.delete(pods);
    else this.#domainsWith.set(pods, domains);
  }
}

/** The tallies of all constraints that were asked for. Each of them catches up with what has changed since it was last asked for. */
export class Tallies {
  readonly #changes: Change[] = [];
  readonly #known = new Map<SpreadConstraint, { readonly tally: DomainTally; upTo: number }>();
  #waiting: readonly NodeState[];

  /** Starts with nodes and the pods on them. */
  constructor(nodes: readonly NodeState[] = []) {
    this.#waiting = nodes;
  }

  /** Notes a change. A node joins without pods, and its pods go before it leaves. */
  note(change: Change): void {
    this.#changes.push(change);
  }

  of(constraint: SpreadConstraint, rules: TallyRules): DomainTally {
    for (const node of this.#waiting) this.#noteAll(node);
    this.#waiting = [];

    const entry = this.#known.get(constraint) ?? { tally: new DomainTally(rules), upTo: 0 };
    this.#known.set(constraint, entry);
    for (; entry.upTo < this.#changes.length; entry.upTo++) entry.tally.follow(this.#changes[entry.upTo]!);
    return entry.tally;
  }

  #noteAll(node: NodeState): void {
    this.note({ kind: 'joins', node });
    for (const [pod, count] of node.pods) this.note({ kind: 'pods', node, pod, count });
  }
}
