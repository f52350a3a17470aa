import type { InstanceTypes } from '../catalog/instance-types.ts';
import { bitset } from '../scheduling/bitset.ts';
import { Interner } from '../scheduling/intern.ts';
import { Requirement } from '../scheduling/requirement.ts';
import { RequirementTable } from '../scheduling/requirement-table.ts';
import { Requirements } from '../scheduling/requirements.ts';
import { announceLabels, announceResources } from './announced-labels.ts';
import { ClaimEvaluation, type Counters, type Refusal } from './claim-evaluation.ts';
import { InstanceTypeTable } from './instance-type-table.ts';
import { hostnameOf, NodeClaim } from './node-claim.ts';
import { finalizedClaims } from './node-claim-results.ts';
import { NodeClaimTemplate } from './node-claim-template.ts';
import { NodePoolLimits } from './node-pool-limits.ts';
import { patternDefeatingSort, type Sortable } from './pattern-defeating-sort.ts';
import { compilePods, distinctPods, listPods } from './pending-pods.ts';
import { countsByWorkload, type PodFailure, podErrors } from './pod-errors.ts';
import type { PodContext, PodShape, PodVariant } from './pod-shape.ts';
import { type PendingPods, Queue } from './queue.ts';
import { limitText, refusalTexts } from './refusal-text.ts';
import { Reservations } from './reservations.ts';
import type { IgnoredPod, Results } from './results.ts';
import { SchedulableNode } from './schedulable-node.ts';
import type { ExistingNode, PodClass, SchedulerInput } from './scheduler-input.ts';
import { type CountedNode, Topology } from './topology.ts';
import type { TopologyGroup } from './topology-group.ts';

/**
 * One scheduling pass: what Karpenter's provisioner would do with these pods, NodePools and nodes.
 * Source: core pkg/controllers/provisioning/{provisioner.go,scheduling/scheduler.go}, v1.14.1.
 */
export function solve(input: SchedulerInput): Results {
  return new Scheduler(input).solve();
}

/** State of one pass. Hot: what is tried for every pod avoids allocation, and what was refused is not asked again. */
export class Scheduler {
  readonly #input: SchedulerInput;
  readonly #counters: Counters = { typesFiltered: 0, fitsTried: 0, attempts: 0 };
  readonly #table = new RequirementTable();
  readonly #resources = new Interner();
  readonly #templates: readonly NodeClaimTemplate[];
  readonly #emptyTemplates: readonly NodeClaimTemplate[];
  readonly #limits = new Map<NodeClaimTemplate, NodePoolLimits>();
  readonly #topology: Topology;
  readonly #reservations: Reservations;
  readonly #evaluation: ClaimEvaluation;
  readonly #nodes: readonly SchedulableNode[];
  readonly #pods: readonly PendingPods[];
  #shapes: readonly PodShape[] = [];
  readonly #ignored: readonly IgnoredPod[];
  /** Open NodeClaims, fewest pods first. */
  readonly #claims: NodeClaim[] = [];
  readonly #byPodCount: Sortable;
  #isSorted = true;
  /** Counts successes: a class that failed needs no second try before something has changed. */
  #progress = 0;
  readonly #failedAt = new Map<PodShape, number>();

  constructor(input: SchedulerInput) {
    this.#input = { ...input, nodePools: dynamicPools(input) };
    this.#byPodCount = podCountOrder(this.#claims);
    const { listed, ignored } = listPods(this.#input);
    const pods = distinctPods(listed).map(({ podClass }) => podClass.pod);
    announceLabels(this.#table, this.#input, pods);
    announceResources(this.#resources, this.#input, pods);
    this.#table.seal();
    const context = { input: this.#input, table: this.#table, resources: this.#resources };
    const tables = this.#tables();
    const templates = this.#input.nodePools.map(
      (pool) => new NodeClaimTemplate(pool, tables.get(pool.instanceTypes)!, context),
    );
    this.#templates = templates.filter(({ emptyBecause }) => emptyBecause === undefined);
    this.#emptyTemplates = templates.filter(({ emptyBecause }) => emptyBecause !== undefined);
    this.#reservations = new Reservations(tables.values());
    const counted = this.#input.existingNodes.map((node) => this.#countedNode(node));
    this.#topology = new Topology(this.#table, this.#input, { nodes: counted, onGroup: (group) => this.#count(group) });
    this.#evaluation = new ClaimEvaluation({ ...context, reservations: this.#reservations, counters: this.#counters });
    this.#ignored = ignored;
    this.#pods = compilePods(listed, {
      ...context,
      topology: this.#topology,
      toleratePreferNoSchedule: avoidsPods(templates),
    });
    this.#connect();
    this.#nodes = inOrder(counted).map((entry) => this.#schedulableNode(entry, context));
    for (const template of this.#templates)
      this.#limits.set(template, new NodePoolLimits(template, nodesOf(template, this.#input)));
  }

  #tables(): Map<InstanceTypes, InstanceTypeTable> {
    const known = new Set(this.#input.nodePools.map(({ instanceTypes }) => instanceTypes));
    return new Map(
      [...known].map((types) => [
        types,
        new InstanceTypeTable(types, { table: this.#table, resources: this.#resources }),
      ]),
    );
  }

  /** Pods that are about to be scheduled again do not count where they still run. */
  #countedNode(node: ExistingNode): CountedNode {
    const leaving = new Set(
      this.#input.podClasses
        .filter(({ fromNode }) => fromNode === node.name)
        .map(({ pod }) => `${pod.metadata.namespace}/${pod.metadata.name}`),
    );
    const pods = node.pods.map(({ pod }) => pod);
    return {
      node,
      vector: this.#table.vector(Requirements.fromLabels(node.labels)),
      pods: pods.filter(({ metadata }) => !leaving.has(`${metadata.namespace}/${metadata.name}`)),
    };
  }

  /** Tells pods which groups count and repel them. */
  #connect(): void {
    this.#shapes = [...new Set(this.#pods.map(({ shape }) => shape))];
    for (const group of this.#topology.groups) this.#count(group);
    const inverse = [...this.#topology.inverseGroups];
    for (const shape of this.#shapes) {
      shape.repelledBy.push(...inverse.filter((group) => group.selects(shape.pod)));
      shape.first.bind(shape.repelledBy);
    }
  }

  /** A group that a relaxation makes later joins as it comes; those made while pods are compiled wait for all pods. */
  #count(group: TopologyGroup): void {
    for (const shape of this.#shapes) if (group.selects(shape.pod)) shape.counting.push(group);
  }

  #schedulableNode(
    { node, vector }: CountedNode,
    context: Omit<PodContext, 'topology' | 'toleratePreferNoSchedule'>,
  ): SchedulableNode {
    const schedulable = new SchedulableNode(node, vector.slice(), context);
    const { hostnameKey } = this.#table;
    schedulable.vector[hostnameKey] = this.#hostnameId(schedulable.hostname);
    this.#topology.registerHostname(schedulable.hostname);
    return schedulable;
  }

  #hostnameId(hostname: string): number {
    return this.#table.id(Requirement.in(this.#table.keys.name(this.#table.hostnameKey), [hostname]));
  }

  /** Places all pods that can be placed, and says why the others can not. */
  solve(): Results {
    const failures: PodFailure[] = [];
    // Without NodePools Karpenter does nothing, but kube-scheduler still binds pods to the nodes that are there.
    if (this.#input.nodePools.length === 0 && this.#input.existingNodes.length === 0) return this.#withoutNodePools();
    const queue = new Queue(this.#pods, { cpu: this.#resources.find('cpu'), memory: this.#resources.find('memory') });
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (!this.#trySchedule(next.pods)) queue.push(next);
    }
    const counts = new Map<PendingPods, number>();
    for (const { pods } of queue.rest) counts.set(pods, (counts.get(pods) ?? 0) + 1);
    for (const [pods, count] of counts)
      failures.push({ podClass: pods.podClass, count, reasons: this.#reasons(pods.shape) });
    return this.#results(failures);
  }

  #withoutNodePools(): Results {
    const reason = 'no dynamic nodepools found';
    return this.#results(
      this.#pods.map(({ podClass }) => ({ podClass, count: podClass.count, reasons: [{ nodePool: '', reason }] })),
    );
  }

  #results(failures: PodFailure[]): Results {
    const context = { table: this.#table, resources: this.#resources, input: this.#input };
    const { newNodeClaims, failed } = finalizedClaims(this.#claims, context);
    const ties = [...this.#topology.groups].some((group) => group.ties > 0);
    return {
      newNodeClaims,
      existingNodes: this.#nodes
        .filter(({ pods }) => pods.size > 0)
        .map(({ node, pods }) => ({ name: node.name, pods: countsByWorkload(pods) })),
      podErrors: podErrors([...failures, ...failed]),
      ignored: this.#ignored,
      emptyNodePools: this.#emptyTemplates.map(({ name, emptyBecause }) => ({ nodePool: name, reason: emptyBecause! })),
      assumptions: ties ? [tieAssumption] : [],
      counters: this.#counters,
    };
  }

  /** Tries a pod, giving up one preference after the other. */
  #trySchedule({ podClass, shape }: PendingPods): boolean {
    if (this.#failedAt.get(shape) === this.#progress) return false;
    for (let variant: PodVariant | undefined = shape.first; variant !== undefined; variant = variant.next) {
      const outcome = this.#add(podClass, variant);
      if (outcome === 'placed') {
        this.#progress++;
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
    if (this.#addToNode(podClass, variant, topologyState)) return 'placed';
    if (!this.#isSorted) {
      patternDefeatingSort(this.#byPodCount, this.#claims.length);
      this.#isSorted = true;
    }
    if (this.#addToClaim(podClass, variant, topologyState)) return 'placed';
    return this.#addToNewClaim(podClass, variant);
  }

  #addToNode(podClass: PodClass, variant: PodVariant, topologyState: number): boolean {
    for (let at = 0; at < this.#nodes.length; at++) {
      const node = this.#nodes[at]!;
      if (variant.nodeRefusals.holds(at, node.version, topologyState)) continue;
      if (node.accepts(variant, this.#evaluation)) {
        node.add(podClass, variant.shape, this.#evaluation.vector);
        this.#record(variant, node);
        return true;
      }
      variant.nodeRefusals.keep(at, { version: node.version, topologyState, by: this.#evaluation });
    }
    return false;
  }

  #addToClaim(podClass: PodClass, variant: PodVariant, topologyState: number): boolean {
    const claims = this.#claims;
    for (let at = 0; at < claims.length; at++) {
      const claim = claims[at]!;
      if (variant.claimRefusals.holds(claim.index, claim.version, topologyState)) continue;
      const refusal = this.#evaluation.evaluate(claim, variant, false);
      if (refusal === undefined) {
        this.#commit(claim, podClass, variant);
        this.#isSorted = at + 1 === claims.length || claims[at + 1]!.podCount >= claim.podCount;
        return true;
      }
      // Reservations come and go, so their refusals are not kept.
      if (isReserved(refusal)) continue;
      variant.claimRefusals.keep(claim.index, { version: claim.version, topologyState, by: this.#evaluation });
    }
    return false;
  }

  #addToNewClaim(podClass: PodClass, variant: PodVariant): 'placed' | 'refused' | 'deferred' {
    for (const template of this.#templates) {
      const blank = this.#blankClaim(template);
      if (blank === undefined) continue;
      const refusal = this.#evaluation.evaluate(blank, variant, this.#relaxesMinValues);
      if (refusal === undefined) {
        this.#open(template, podClass, variant);
        return 'placed';
      }
      // NodePools of lower weight are no substitute for capacity that is reserved.
      if (isReserved(refusal)) return 'deferred';
    }
    return 'refused';
  }

  get #relaxesMinValues(): boolean {
    return this.#input.minValuesPolicy === 'BestEffort';
  }

  /** A NodeClaim without pods within the NodePool's limits; undefined when they leave nothing. */
  #blankClaim(template: NodeClaimTemplate): NodeClaim | undefined {
    const { within } = this.#limits.get(template)!;
    if ('exhausted' in within) return undefined;
    const index = this.#claims.length;
    const vector = template.vector.slice();
    vector[this.#table.hostnameKey] = this.#hostnameId(hostnameOf(index));
    return new NodeClaim(template, { index, vector, options: within.options, resources: this.#resources.size });
  }

  #open(template: NodeClaimTemplate, podClass: PodClass, variant: PodVariant): void {
    const claim = new NodeClaim(template, {
      index: this.#claims.length,
      vector: this.#evaluation.vector.slice(),
      options: bitset(template.types.size),
      resources: this.#resources.size,
    });
    this.#commit(claim, podClass, variant);
    this.#claims.push(claim);
    this.#isSorted = this.#claims.length === 1 || this.#claims.at(-2)!.podCount <= 1;
    this.#limits.get(template)!.take(claim.options);
  }

  /** Adds one pod as the evaluation found it. */
  #commit(claim: NodeClaim, podClass: PodClass, variant: PodVariant): void {
    const { shape } = variant;
    claim.vector.set(this.#evaluation.vector);
    claim.options.set(this.#evaluation.options);
    for (let resource = 0; resource < shape.requests.length; resource++)
      claim.requests[resource]! += shape.requests[resource]!;
    claim.pods.set(podClass, (claim.pods.get(podClass) ?? 0) + 1);
    for (const id of shape.requested) claim.requested.add(id);
    claim.ports.push(...shape.ports);
    claim.podCount++;
    claim.version++;
    this.#topology.registerHostname(claim.hostname);
    this.#record(variant, { taints: claim.template.taints, vector: claim.vector });
    if (claim.template.types.reservedOfferings.length > 0)
      this.#reservations.hold(claim.index, this.#evaluation.reserved);
    claim.reserved = this.#evaluation.reserved;
  }

  /** Counts a pod in every topology that cares. Source: topology.go Record. */
  #record({ shape }: PodVariant, { taints, vector }: Pick<SchedulableNode, 'taints' | 'vector'>): void {
    for (const group of shape.counting) {
      const id = vector[group.key]!;
      if (id === 0 || !group.matches(taints, vector)) continue;
      const { values, isComplement } = this.#table.get(id);
      // What repels could be in any of the domains; anything else counts only where it surely is.
      const isCounted = group.term.type === 'pod anti-affinity' || (!isComplement && values.size === 1);
      if (isCounted) for (const domain of values) group.record(domain);
    }
    for (const group of shape.repelling) {
      const id = vector[group.key]!;
      if (id !== 0) for (const domain of this.#table.get(id).values) group.record(domain);
    }
  }

  /** Why pods found no place: nothing has changed since their last try, so it is made once more for its reasons. */
  #reasons(shape: PodShape): PodFailure['reasons'] {
    if (this.#templates.length === 0)
      return [{ nodePool: '', reason: 'nodepool requirements filtered out all available instance types' }];
    let reasons: PodFailure['reasons'] = [];
    for (let variant: PodVariant | undefined = shape.first; variant !== undefined; variant = variant.next) {
      const attempt = this.#newClaimReasons(variant);
      reasons = attempt.reasons;
      if (attempt.isDeferred) break;
    }
    return reasons;
  }

  #newClaimReasons(variant: PodVariant): { reasons: PodFailure['reasons']; isDeferred: boolean } {
    const reasons: { nodePool: string; reason: string }[] = [];
    for (const template of this.#templates) {
      const { within } = this.#limits.get(template)!;
      const claim = this.#blankClaim(template);
      if ('exhausted' in within || claim === undefined) {
        reasons.push({
          nodePool: template.name,
          reason: 'exhausted' in within ? limitText(template.name, within.exhausted) : '',
        });
        continue;
      }
      const refusal = this.#evaluation.evaluate(claim, variant, this.#relaxesMinValues);
      if (refusal !== undefined && isReserved(refusal))
        return { reasons: [...reasons, { nodePool: template.name, reason: reservedTexts[refusal] }], isDeferred: true };
      const refused = {
        refusal: refusal!,
        claim,
        variant,
        evaluation: this.#evaluation,
        table: this.#table,
        resources: this.#resources,
      };
      for (const reason of refusalTexts(refused)) reasons.push({ nodePool: template.name, reason });
    }
    return { reasons, isDeferred: false };
  }
}

const isReserved = (refusal: Refusal): refusal is keyof typeof reservedTexts => refusal in reservedTexts;

const reservedTexts = {
  'reserved-unavailable':
    'one or more instance types with compatible reserved offerings are available, but could not be reserved',
  'reserved-lost': 'satisfying updated nodeclaim constraints would remove all compatible reserved offering options',
};

const tieAssumption =
  'Karpenter chooses at random among topology domains with equally few pods; the first one by name was taken.';

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** NodePools that scale with demand, heaviest first, equal ones by name backwards. Source: pkg/utils/nodepool OrderByWeight. */
const dynamicPools = ({ nodePools }: SchedulerInput): SchedulerInput['nodePools'] =>
  nodePools
    .filter(({ nodePool }) => nodePool.spec.replicas === undefined)
    .toSorted(
      (a, b) =>
        (b.nodePool.spec.weight ?? 0) - (a.nodePool.spec.weight ?? 0) ||
        compare(b.nodePool.metadata.name, a.nodePool.metadata.name),
    );

/** Nodes that take pods: initialized ones first, then by name. */
const inOrder = (nodes: readonly CountedNode[]): readonly CountedNode[] =>
  nodes
    .filter(({ node }) => !node.isDeleting)
    .toSorted(
      ({ node: a }, { node: b }) => Number(b.isInitialized) - Number(a.isInitialized) || compare(a.name, b.name),
    );

const nodesOf = ({ name }: NodeClaimTemplate, { existingNodes }: SchedulerInput): readonly ExistingNode[] =>
  existingNodes.filter(({ labels, isDeleting }) => !isDeleting && labels['karpenter.sh/nodepool'] === name);

const avoidsPods = (templates: readonly NodeClaimTemplate[]): boolean =>
  templates.some(({ taints }) => taints.some(({ effect }) => effect === 'PreferNoSchedule'));

const podCountOrder = (claims: NodeClaim[]): Sortable => ({
  less: (i, j) => claims[i]!.podCount < claims[j]!.podCount,
  swap(i, j) {
    const claim = claims[i]!;
    claims[i] = claims[j]!;
    claims[j] = claim;
  },
});
