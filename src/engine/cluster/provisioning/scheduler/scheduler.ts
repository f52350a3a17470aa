import { plus } from '../../../karpenter/api/resources.ts';
import { bitset } from '../../../karpenter/scheduling/bitset.ts';
import { patternDefeatingSort, type Sortable } from '../../../karpenter/scheduling/pattern-defeating-sort.ts';
import type { Results } from '../input/results.ts';
import type { PodClass, SchedulerInput } from '../input/scheduler-input.ts';
import { blankClaim, type CompiledPass, compilePass } from './compiled-pass.ts';
import { failureReasons, isReserved } from './failure-reasons.ts';
import { NodeClaim } from './node-claim.ts';
import { finalizedClaims } from './node-claim-results.ts';
import type { NodeClaimTemplate } from './node-claim-template.ts';
import { OpenHosts } from './open-hosts.ts';
import { countsByWorkload, type PodFailure, podErrors } from './pod-errors.ts';
import { markPlaced, type PodShape, type PodVariant } from './pod-shape.ts';
import type { SchedulableNode } from './schedulable-node.ts';
import { type PendingPods, SchedulingQueue } from './scheduling-queue.ts';

/**
 * Runs one scheduling pass: what Karpenter's provisioner would do with these pods, NodePools and nodes.
 * Source: core pkg/controllers/provisioning/{provisioner.go,scheduling/scheduler.go}, v1.14.1.
 */
export function solve(input: SchedulerInput): Results {
  return new Scheduler(compilePass(input)).solve();
}

/**
 * Called before a pod is tried on any node, and before a new node is tried for it. `index` is the number of new nodes so far.
 */
type SchedulerObserver = (
  stage: 'any node' | 'new node',
  tried: { readonly podClass: PodClass; readonly variant: PodVariant; readonly index: number },
) => void;

/** The state of one pass. Hot path: what runs for every pod avoids allocation, and refused tries are not repeated. */
export class Scheduler {
  readonly #pass: CompiledPass;
  readonly #watch: SchedulerObserver | undefined;
  /** Open NodeClaims, fewest pods first. */
  readonly #claims: NodeClaim[] = [];
  /** The same NodeClaims in order of opening, which is the order of their indexes. */
  readonly #opened: NodeClaim[] = [];
  readonly #byPodCount: Sortable;
  #isSorted = true;
  readonly #openHosts: OpenHosts;
  /** Counts placed pods. Failed pods need no second try until something has changed. */
  #progress = 0;
  readonly #failedAt = new Map<PodShape, number>();

  constructor(pass: CompiledPass, watch?: SchedulerObserver) {
    this.#pass = pass;
    this.#watch = watch;
    this.#byPodCount = podCountOrder(this.#claims);
    this.#openHosts = new OpenHosts(pass.nodes);
  }

  /** Places all pods that can be placed, and explains why the others cannot. */
  solve(): Results {
    const { pods, resources } = this.#pass;
    const queue = new SchedulingQueue(pods, { cpu: resources.find('cpu'), memory: resources.find('memory') });

    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (!this.#trySchedule(next.pods)) queue.push(next);
    }

    const counts = new Map<PendingPods, number>();
    for (const { pods: pending } of queue.rest) counts.set(pending, (counts.get(pending) ?? 0) + 1);

    const failures = [...counts].map(([{ podClass, shape }, count]): PodFailure => {
      return { podClass, count, reasons: this.#reasons(shape, this.#claims.length) };
    });
    const results = this.#results(failures);

    if (this.#pass.input.nodePools.length === 0) return this.#givenUp(results);
    return results;
  }

  /**
   * Gives up on all pods, like Karpenter if there are no NodePools. Source: provisioner.go Schedule, where NewScheduler finds no
   * NodePools.
   */
  #givenUp(results: Results): Results {
    const { pods } = this.#pass;
    const { existingNodes, podErrors: unplaced } = results;
    if (existingNodes.length === 0) return results;

    const failures = pods.map(({ podClass, shape }): PodFailure => {
      return { podClass, count: podClass.count, reasons: this.#reasons(shape, 0) };
    });
    const withoutKarpenter = { existingNodes, podErrors: unplaced };

    return { ...results, existingNodes: [], podErrors: podErrors(failures), withoutKarpenter };
  }

  #reasons(shape: PodShape, index: number): PodFailure['reasons'] {
    const { isUnexplained, bindings } = this.#pass.input;
    // Runs with other random choices are only for the range of nodes, so nobody reads why a pod fits none.
    if (isUnexplained || bindings?.chance !== undefined) return [];
    return failureReasons(this.#pass, shape, index);
  }

  #results(failures: readonly PodFailure[]): Results {
    const { nodes, topology, pods: waiting, ignored, emptyTemplates, counters } = this.#pass;
    const emptyNodePools = emptyTemplates.map(({ name, emptyBecause }) => ({ nodePool: name, reason: emptyBecause! }));
    const { newNodeClaims, failed } = finalizedClaims(this.#claims, this.#pass);
    const hasTies = [...topology.groups].some((group) => group.ties > 0);

    return {
      newNodeClaims,
      existingNodes: nodes
        .filter(({ pods }) => pods.size > 0)
        .map(({ node, pods }) => ({ name: node.name, pods: countsByWorkload(pods), classes: pods })),
      podErrors: podErrors([...failures, ...failed]),
      ignored,
      emptyNodePools,
      events: waiting.length === 0 ? [] : emptyNodePools,
      assumptions: hasTies ? [tieAssumption] : [],
      counters,
    };
  }

  /** Tries a pod, giving up one preference after another. */
  #trySchedule({ podClass, shape }: PendingPods): boolean {
    if (shape.hasResourceClaims || this.#failedAt.get(shape) === this.#progress) return false;

    for (let variant: PodVariant | undefined = shape.first; variant !== undefined; variant = variant.next) {
      const outcome = this.#add(podClass, variant);
      if (outcome === 'placed') {
        this.#progress++;
        markPlaced(shape);
        return true;
      }

      // A pod that waits for reserved capacity keeps its preferences.
      if (outcome === 'deferred') break;
    }

    this.#failedAt.set(shape, this.#progress);

    return false;
  }

  #add(podClass: PodClass, variant: PodVariant): 'placed' | 'refused' | 'deferred' {
    const topologyState = variant.topologyState;
    this.#watch?.('any node', { podClass, variant, index: this.#claims.length });
    if (this.#addToNode(podClass, variant, topologyState)) return 'placed';

    if (!this.#isSorted) {
      patternDefeatingSort(this.#byPodCount, this.#claims.length);
      this.#isSorted = true;
    }

    if (this.#addToClaim(podClass, variant, topologyState)) return 'placed';

    return this.#addToNewClaim(podClass, variant);
  }

  #addToNode(podClass: PodClass, variant: PodVariant, topologyState: number): boolean {
    const { nodes, evaluation } = this.#pass;
    const open = this.#openHosts.of(variant, variant.nodeRefusals.open(nodes.length));
    const end = open?.length ?? nodes.length;

    for (let next = 0; next < end; next++) {
      const at = open?.[next] ?? next;
      const node = nodes[at]!;
      if (podClass.isConsolidated && node.node.isUnderConsolidateAfter) continue;
      if (variant.nodeRefusals.holds(at, node.version, topologyState)) continue;

      if (node.refusal(variant, evaluation) === undefined) {
        node.add(podClass, variant.shape, evaluation.vector);
        this.#record(variant, node);
        return true;
      }

      variant.nodeRefusals.keep(at, { version: node.version, topologyState, by: evaluation });
    }

    return false;
  }

  #addToClaim(podClass: PodClass, variant: PodVariant, topologyState: number): boolean {
    const claims = this.#claims;
    const { evaluation } = this.#pass;
    const places = this.#openPlaces(variant);
    const end = places?.length ?? claims.length;

    for (let next = 0; next < end; next++) {
      const at = places?.[next] ?? next;
      const claim = claims[at]!;
      if (variant.claimRefusals.holds(claim.index, claim.version, topologyState)) continue;

      const refusal = evaluation.evaluate(claim, variant, false);
      if (refusal === undefined) {
        this.#commit(claim, podClass, variant);
        this.#isSorted = at + 1 === claims.length || claims[at + 1]!.podCount >= claim.podCount;
        return true;
      }

      // Refusals because of reservations are not remembered, because reservations change.
      if (isReserved(refusal)) continue;

      variant.claimRefusals.keep(claim.index, { version: claim.version, topologyState, by: evaluation });
    }

    return false;
  }

  /**
   * The positions of the NodeClaims that may take such pods, in order; undefined if most of them may, so that each is
   * checked.
   */
  #openPlaces(variant: PodVariant): readonly number[] | undefined {
    const claims = this.#claims;
    const open = variant.claimRefusals.open(claims.length);
    if (open === undefined || open.length > claims.length / 8) return undefined;
    return open.map((index) => this.#opened[index]!.place).sort((a, b) => a - b);
  }

  #addToNewClaim(podClass: PodClass, variant: PodVariant): 'placed' | 'refused' | 'deferred' {
    const { templates, evaluation } = this.#pass;
    this.#watch?.('new node', { podClass, variant, index: this.#claims.length });

    for (const template of templates) {
      const blank = blankClaim(this.#pass, template, this.#claims.length);
      if (blank === undefined) continue;

      const refusal = evaluation.evaluate(blank, variant, this.#relaxesMinValues);
      if (refusal === undefined) {
        this.#open(template, podClass, variant);
        return 'placed';
      }

      // NodePools of lower weight do not replace reserved capacity.
      if (isReserved(refusal)) return 'deferred';
    }

    return 'refused';
  }

  get #relaxesMinValues(): boolean {
    return this.#pass.input.minValuesPolicy === 'BestEffort';
  }

  #open(template: NodeClaimTemplate, podClass: PodClass, variant: PodVariant): void {
    const { evaluation } = this.#pass;
    const claim = new NodeClaim(template, {
      index: this.#claims.length,
      vector: evaluation.vector.slice(),
      options: bitset(template.types.size),
      resources: this.#pass.resources.size,
    });

    this.#commit(claim, podClass, variant);
    claim.place = this.#claims.length;
    this.#claims.push(claim);
    this.#opened.push(claim);
    this.#isSorted = this.#claims.length === 1 || this.#claims.at(-2)!.podCount <= 1;
    this.#pass.limits.get(template)!.take(claim.options);
  }

  /** Adds one pod with the result of the evaluation. */
  #commit(claim: NodeClaim, podClass: PodClass, variant: PodVariant): void {
    const { shape } = variant;
    const { evaluation, topology, reservations } = this.#pass;
    claim.vector.set(evaluation.vector);
    claim.options.set(evaluation.options);
    for (let resource = 0; resource < shape.requests.length; resource++)
      claim.requests[resource] = plus(claim.requests[resource]!, shape.requests[resource]!);
    claim.pods.set(podClass, (claim.pods.get(podClass) ?? 0) + 1);
    for (const id of shape.requested) claim.requested.add(id);
    claim.ports.push(...shape.ports);
    claim.podCount++;
    claim.version++;
    claim.knownToGroups = topology.registerHostname(claim.hostname, claim.knownToGroups);
    this.#record(variant, { taints: claim.template.taints, vector: claim.vector });
    if (claim.template.types.reservedOfferings.length > 0) reservations.hold(claim.index, evaluation.reserved);
    claim.reserved = evaluation.reserved;
  }

  /** Counts a pod in every topology group that selects it. Source: topology.go Record. */
  #record({ shape }: PodVariant, { taints, vector }: Pick<SchedulableNode, 'taints' | 'vector'>): void {
    for (const group of shape.counting) {
      const id = vector[group.key]!;
      if (id === 0 || !group.matches(taints, vector)) continue;

      const { values, isComplement } = this.#pass.table.get(id);
      // Anti-affinity counts in every domain the node may be in. Other terms count only if the domain is certain.
      const isCounted = group.term.type === 'pod anti-affinity' || (!isComplement && values.size === 1);
      if (isCounted) for (const domain of values) group.record(domain);
    }

    for (const group of shape.repelling) {
      const id = vector[group.key]!;
      if (id !== 0) for (const domain of this.#pass.table.get(id).values) group.record(domain);
    }
  }
}

const tieAssumption =
  'Karpenter chooses at random among topology domains with equally few pods. Assuming the first one by name.';

const podCountOrder = (claims: NodeClaim[]): Sortable => ({
  less: (i, j) => claims[i]!.podCount < claims[j]!.podCount,
  swap(i, j) {
    const claim = claims[i]!;
    claims[i] = claims[j]!;
    claims[j] = claim;
    claims[i]!.place = i;
    claim.place = j;
  },
});
