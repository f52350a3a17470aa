import { plus } from '../../api/resources.ts';
import { andInto, type Bitset, bitset, hasBit, isEmptyBitset, overlaps } from '../../scheduling/bitset.ts';
import { conflicts } from '../../scheduling/host-ports.ts';
import type { RequirementList, RequirementTable, RequirementVector } from '../../scheduling/requirement-table.ts';
import { tolerates } from '../../scheduling/taints.ts';
import type { ReservedOffering } from '../instance-types/offering-kinds.ts';
import type { Reservations } from '../instance-types/reservations.ts';
import type { SchedulerInput } from '../scheduler-input.ts';
import { unmetMinValues } from './min-values.ts';
import type { NodeClaim } from './node-claim.ts';
import type { DaemonOverheadGroup } from './node-claim-template.ts';
import type { PodVariant } from './pod-shape.ts';
import type { RefusalGrounds, TopologyBinding } from './refusals.ts';

/** Why a pod cannot join a NodeClaim; the text is made later, from the facts the evaluation holds. */
export type Refusal =
  | 'taints'
  | 'requirements'
  | 'volumes'
  | 'topology'
  | 'topology-requirements'
  | 'instance-types'
  | 'min-values'
  | 'reserved-unavailable'
  | 'reserved-lost'
  | 'reserved-full'
  | 'reserved-passed';

/** Work done, for tests that guard it. */
export interface Counters {
  typesFiltered: number;
  fitsTried: number;
  attempts: number;
}

const noVolumes: readonly (RequirementList | undefined)[] = [undefined];
const nothingReserved: readonly ReservedOffering[] = [];

/**
 * Tries a pod on a NodeClaim without changing it, in Karpenter's order of checks; resources are looked at early because
 * which check fails first shows only in errors. Results stay in its fields until the next try. Hot.
 * Source: core …/scheduling/nodeclaim.go CanAdd.
 */
export class ClaimEvaluation implements RefusalGrounds {
  readonly #table: RequirementTable;
  readonly #reservations: Reservations;
  /** Reserved capacity may be given up. */
  readonly #fallsBack: boolean;
  readonly #counters: Counters;
  /** Requirements of NodeClaim and pod together. */
  readonly #base: RequirementVector;
  /** Those and what volumes and topology add: the NodeClaim's requirements if the pod joins. */
  readonly vector: RequirementVector;
  readonly #domains: RequirementVector;
  /** Instance types left if the pod joins. */
  options: Bitset = bitset(0);
  #fitting: Bitset = bitset(0);
  /** Scratch: rows of one daemon group. */
  readonly #rows: Bitset[] = [];
  reserved: readonly ReservedOffering[] = nothingReserved;
  /** The refusal depends on what the topology looks like now. */
  isTopologyBound = false;
  /** The refusal is for good: a host that is full stays full, and instance types that are ruled out do not come back. */
  isForGood = false;
  /** The binding that alone refused. */
  binding: TopologyBinding | undefined;
  nodeRequirement = 0;
  volumes: RequirementList | undefined;

  constructor(context: {
    table: RequirementTable;
    reservations: Reservations;
    reservedOfferingMode: SchedulerInput['reservedOfferingMode'];
    counters: Counters;
  }) {
    this.#table = context.table;
    this.#reservations = context.reservations;
    this.#fallsBack = context.reservedOfferingMode === 'Fallback';
    this.#counters = context.counters;
    const labels = context.table.keys.size;
    this.#base = new Int32Array(labels);
    this.vector = new Int32Array(labels);
    this.#domains = new Int32Array(labels);
  }

  /** Undefined when the pod may join. `relaxesMinValues` lowers minValues to what is there (new NodeClaims under BestEffort). */
  evaluate(claim: NodeClaim, variant: PodVariant, relaxesMinValues: boolean): Refusal | undefined {
    this.#counters.attempts++;
    this.isTopologyBound = false;
    this.isForGood = false;
    this.binding = undefined;
    if (!tolerates(claim.template.taints, variant.constraints.tolerations)) {
      this.isForGood = true;
      return 'taints';
    }
    this.#base.set(claim.vector);
    if (!this.#narrow(this.#base, variant.requirements)) return 'requirements';
    if (!this.#fit(claim, variant)) {
      this.isForGood = true;
      return 'instance-types';
    }
    const { volumes } = variant.shape;
    let refusal: Refusal | undefined;
    for (const alternative of volumes.length === 0 ? noVolumes : volumes) {
      refusal = this.#tryVolumes(claim, variant, { alternative, relaxesMinValues });
      if (refusal === undefined) return undefined;
    }
    this.forgiveAlternatives(volumes.length);
    return refusal;
  }

  /** With several alternatives of volumes the last one's group is not alone to blame. */
  forgiveAlternatives(count: number): void {
    if (count === 0) return;
    this.isForGood = false;
    this.binding = undefined;
  }

  #tryVolumes(
    claim: NodeClaim,
    variant: PodVariant,
    { alternative, relaxesMinValues }: { alternative: RequirementList | undefined; relaxesMinValues: boolean },
  ): Refusal | undefined {
    this.vector.set(this.#base);
    this.volumes = alternative;
    if (alternative !== undefined && !this.#narrow(this.vector, alternative)) return 'volumes';
    if (variant.bindings.length > 0) {
      this.isTopologyBound = true;
      const refusal = this.spread(this.vector, variant);
      if (refusal !== undefined) return refusal;
    }
    return this.#filter(claim, relaxesMinValues) ?? this.#reserve(claim);
  }

  /** Narrows requirements in place; a label that is not there must be well-known unless the pod can do without it. */
  #narrow(vector: RequirementVector, { keys, ids }: RequirementList): boolean {
    const { isWellKnown, acceptsAbsence } = this.#table;
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at]!;
      const id = ids[at]!;
      const known = vector[key]!;
      if (known === 0) {
        if (!isWellKnown[key] && !acceptsAbsence[id]) return false;
        vector[key] = id;
      } else {
        const met = this.#table.meet(known, id);
        if (met === 0) return false;
        vector[key] = met;
      }
    }
    return true;
  }

  /** Narrows requirements to the domains that every topology group allows; each group sees the requirements as they were. */
  spread(vector: RequirementVector, variant: PodVariant, allowsUndefined = true): Refusal | undefined {
    const { bindings } = variant;
    const domains = this.#domains;
    for (const { group } of bindings) domains[group.key] = 0;
    for (const binding of bindings) {
      const { group, podRequirement, isSelfSelecting } = binding;
      const known = vector[group.key]!;
      const next = group.next(podRequirement, known, isSelfSelecting);
      if (next === 0) {
        this.binding = binding;
        this.nodeRequirement = known;
        this.isForGood = group.isHostname && group.term.type !== 'pod affinity';
        return 'topology';
      }
      const before = domains[group.key]!;
      domains[group.key] = before === 0 ? next : this.#table.intersection(before, next);
    }
    for (const { group } of bindings) {
      const known = vector[group.key]!;
      const wanted = domains[group.key]!;
      const isAllowed = (allowsUndefined && this.#table.isWellKnown[group.key]) || this.#table.acceptsAbsence[wanted];
      if (known === 0 && !isAllowed) return 'topology-requirements';
      const met = known === 0 ? wanted : this.#table.meet(known, wanted);
      if (met === 0) return 'topology-requirements';
      vector[group.key] = met;
    }
    return undefined;
  }

  /** Instance types that hold NodeClaim and pod together and meet what both require; false when there are none. */
  #fit(claim: NodeClaim, variant: PodVariant): boolean {
    const { template, vector } = claim;
    this.#resize(claim.options.length);
    this.#fitting.fill(0);
    let isFitting = false;
    for (const group of template.daemons) if (this.#fitGroup(claim, variant, group)) isFitting = true;
    if (!isFitting) return false;
    const { keys } = variant.requirements;
    for (let at = 0; at < keys.length; at++) {
      const id = this.#base[keys[at]!]!;
      if (id !== vector[keys[at]!]) this.#filterBy(this.#fitting, template.types.requirementRow(id));
    }
    return keys.length === 0 || !isEmptyBitset(this.#fitting);
  }

  #resize(words: number): void {
    if (this.options.length === words) return;
    this.options = new Uint32Array(words);
    this.#fitting = new Uint32Array(words);
  }

  /** Adds the types of one daemon group that hold everything. */
  #fitGroup(claim: NodeClaim, { shape }: PodVariant, group: DaemonOverheadGroup): boolean {
    if (shape.ports.length > 0 && (conflicts(shape.ports, group.ports) || conflicts(shape.ports, claim.ports)))
      return false;
    const rows = this.#rows;
    let count = 0;
    for (let resource = 0; resource < claim.requests.length; resource++) {
      const amount = plus(plus(claim.requests[resource]!, shape.requests[resource]!), group.overhead[resource]!);
      if (amount > 0) rows[count++] = claim.template.types.fitRow(resource, amount);
    }
    this.#counters.fitsTried += count;
    const { options } = claim;
    const fitting = this.#fitting;
    let any = 0;
    for (let word = 0; word < options.length; word++) {
      let bits = options[word]! & group.types[word]!;
      for (let row = 0; bits !== 0 && row < count; row++) bits &= rows[row]![word]!;
      fitting[word]! |= bits;
      any |= bits;
    }
    return any !== 0;
  }

  #filterBy(options: Bitset, row: Bitset): void {
    this.#counters.typesFiltered++;
    andInto(options, row);
  }

  /** Drops instance types that volumes or topology rule out, or that have no offering left. */
  #filter(claim: NodeClaim, relaxesMinValues: boolean): Refusal | undefined {
    const { options, vector } = this;
    const { template } = claim;
    options.set(this.#fitting);
    for (let key = 0; key < vector.length; key++) {
      if (vector[key] !== this.#base[key] && key !== this.#table.hostnameKey)
        this.#filterBy(options, template.types.requirementRow(vector[key]!));
    }
    if (!template.types.asksSameOfOfferings(vector, claim.vector))
      this.#filterBy(options, template.types.offeringRow(vector));
    const unmet = unmetMinValues(template, this.#table, this);
    if (unmet.size > 0 && !relaxesMinValues) return 'min-values';
    for (const [key, found] of unmet) vector[key] = this.#table.id(this.#table.get(vector[key]!).withMinValues(found));
    return isEmptyBitset(options) ? 'instance-types' : undefined;
  }

  /** Reserved offerings that the NodeClaim could hold. Karpenter rather defers a pod than give them up. */
  #reserve(claim: NodeClaim): Refusal | undefined {
    this.reserved = nothingReserved;
    const { types } = claim.template;
    if (types.reservedOfferings.length === 0) return undefined;
    const compatible = types.reservedOfferings.filter(
      ({ type, kind }) => hasBit(this.options, type) && types.isKindAllowed(kind, this.vector),
    );
    this.reserved = compatible.filter((offering) => this.#reservations.canReserve(claim.index, offering));
    if (this.reserved.length > 0) return undefined;
    const isWaiting = compatible.some(({ reservation }) => reservation.capacity > 0);
    if (isWaiting && !this.#fallsBack) return 'reserved-unavailable';
    if (!isWaiting && compatible.length > 0 && !overlaps(this.options, types.unreservedRow(this.vector)))
      return this.#fallsBack ? 'reserved-passed' : 'reserved-full';
    return claim.reserved.length > 0 && !this.#fallsBack ? 'reserved-lost' : undefined;
  }
}
