import { plus } from '../../../karpenter/api/resources.ts';
import { andInto, type Bitset, bitset, hasBit, isEmptyBitset, overlaps } from '../../../karpenter/scheduling/bitset.ts';
import { conflicts } from '../../../karpenter/scheduling/host-ports.ts';
import type {
  RequirementList,
  RequirementTable,
  RequirementVector,
} from '../../../karpenter/scheduling/requirement-table.ts';
import { tolerates } from '../../../karpenter/scheduling/taints.ts';
import type { SchedulerInput } from '../input/scheduler-input.ts';
import type { ReservedOffering } from '../instance-types/offering-kinds.ts';
import type { Reservations } from '../instance-types/reservations.ts';
import type { DaemonOverheadGroup } from './daemon-overhead.ts';
import { unmetMinValues } from './min-values.ts';
import type { NodeClaim } from './node-claim.ts';
import type { PodVariant } from './pod-shape.ts';
import type { RefusalCause, TopologyBinding } from './refusals.ts';

/** Why a pod cannot join a NodeClaim. The text is created later, from the fields of the evaluation. */
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

/** Counts of the work done, for tests that limit it. */
export interface Counters {
  typesFiltered: number;
  fitsTried: number;
  attempts: number;
}

const noVolumes: readonly (RequirementList | undefined)[] = [undefined];
const nothingReserved: readonly ReservedOffering[] = [];

/**
 * Tries a pod on a NodeClaim without changing it, in Karpenter's order of checks. Resources are checked early, because the
 * order of checks only affects error messages. Results stay in the fields until the next try. Hot path.
 * Source: core …/scheduling/nodeclaim.go CanAdd.
 */
export class ClaimEvaluation implements RefusalCause {
  readonly #table: RequirementTable;
  readonly #reservations: Reservations;
  /** Whether the pod can give up reserved capacity. */
  readonly #fallsBack: boolean;
  readonly #counters: Counters;
  /** The requirements of NodeClaim and pod together. */
  readonly #base: RequirementVector;
  /** The requirements above and those of volumes and topology: the NodeClaim's requirements if the pod joins. */
  readonly vector: RequirementVector;
  readonly #domains: RequirementVector;
  /** The remaining instance types if the pod joins. */
  options: Bitset = bitset(0);
  #fitting: Bitset = bitset(0);
  /** Reused buffer: the rows of one daemon group. */
  readonly #rows: Bitset[] = [];
  reserved: readonly ReservedOffering[] = nothingReserved;
  /** Whether the refusal depends on the current state of the topology. */
  isTopologyBound = false;
  /** Whether the refusal is permanent: a full host stays full, and excluded instance types stay excluded. */
  isPermanent = false;
  /** The topology binding that alone caused the refusal. */
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

  /**
   * Undefined if the pod can join. `relaxesMinValues` lowers minValues to the number of available values (new NodeClaims
   * under BestEffort).
   */
  evaluate(claim: NodeClaim, variant: PodVariant, relaxesMinValues: boolean): Refusal | undefined {
    this.#counters.attempts++;
    this.isTopologyBound = false;
    this.isPermanent = false;
    this.binding = undefined;

    if (!tolerates(claim.template.taints, variant.constraints.tolerations)) {
      this.isPermanent = true;
      return 'taints';
    }

    this.#base.set(claim.vector);
    if (!this.#narrow(this.#base, variant.requirements)) return 'requirements';

    if (!this.#fit(claim, variant)) {
      this.isPermanent = true;
      return 'instance-types';
    }

    const { volumes } = variant.shape;
    let refusal: Refusal | undefined;

    for (const alternative of volumes.length === 0 ? noVolumes : volumes) {
      refusal = this.#tryVolumes(claim, variant, { alternative, relaxesMinValues });
      if (refusal === undefined) return undefined;
    }

    this.clearSingleCause(volumes.length);

    return refusal;
  }

  /** If volumes have several alternatives, the group of the last one is not the only cause of the refusal. */
  clearSingleCause(count: number): void {
    if (count === 0) return;
    this.isPermanent = false;
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

  /** Narrows requirements in place. A label that the NodeClaim lacks must be well-known, unless the pod accepts its absence. */
  #narrow(vector: RequirementVector, { keys, ids }: RequirementList): boolean {
    const { isWellKnown, acceptsAbsence } = this.#table;

    for (let at = 0; at < keys.length; at++) {
      const key = keys[at]!;
      const id = ids[at]!;
      const current = vector[key]!;
      if (current === 0) {
        if (!isWellKnown[key] && !acceptsAbsence[id]) return false;
        vector[key] = id;
      } else {
        const met = this.#table.meet(current, id);
        if (met === 0) return false;

        vector[key] = met;
      }
    }

    return true;
  }

  /**
   * Narrows requirements to the domains that every topology group allows. Each group sees the requirements as they were
   * before.
   */
  spread(vector: RequirementVector, variant: PodVariant, allowsUndefined = true): Refusal | undefined {
    const { bindings } = variant;
    const domains = this.#domains;
    for (const { group } of bindings) domains[group.key] = 0;

    for (const binding of bindings) {
      const { group, podRequirement, isSelfSelecting } = binding;
      const current = vector[group.key]!;
      const next = group.next(podRequirement, current, isSelfSelecting);
      if (next === 0) {
        const full = bindings.find((other) => this.#isFull(vector, other));
        this.binding = full ?? binding;
        this.nodeRequirement = vector[this.binding.group.key]!;
        this.isPermanent = full !== undefined;

        return 'topology';
      }

      const before = domains[group.key]!;
      domains[group.key] = before === 0 ? next : this.#table.intersection(before, next);
    }

    for (const { group } of bindings) {
      const current = vector[group.key]!;
      const wanted = domains[group.key]!;
      const isAllowed = (allowsUndefined && this.#table.isWellKnown[group.key]) || this.#table.acceptsAbsence[wanted];
      if (current === 0 && !isAllowed) return 'topology-requirements';

      const met = current === 0 ? wanted : this.#table.meet(current, wanted);
      if (met === 0) return 'topology-requirements';

      vector[group.key] = met;
    }

    return undefined;
  }

  /** Whether a host refuses a pod for good. That counts more than another group, which may allow its domain again. */
  #isFull(vector: RequirementVector, { group, podRequirement, isSelfSelecting }: TopologyBinding): boolean {
    if (!group.isHostname || group.term.type === 'pod affinity') return false;

    const current = vector[group.key]!;
    return current !== 0 && group.next(podRequirement, current, isSelfSelecting) === 0;
  }

  /**
   * Keeps the instance types that have room for NodeClaim and pod together and meet the requirements of both; false if none
   * remain.
   */
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

  /** Adds the types of one daemon group that have enough of every resource. */
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

  /** Removes instance types that volumes or topology exclude, or that have no offering left. */
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

    for (const [key, count] of unmet) vector[key] = this.#table.id(this.#table.get(vector[key]!).withMinValues(count));

    if (isEmptyBitset(options)) return 'instance-types';
    return undefined;
  }

  /** The reserved offerings that the NodeClaim can hold. Karpenter defers a pod rather than giving them up. */
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
    if (!isWaiting && compatible.length > 0 && !overlaps(this.options, types.unreservedRow(this.vector))) {
      if (this.#fallsBack) return 'reserved-passed';
      return 'reserved-full';
    }

    if (claim.reserved.length > 0 && !this.#fallsBack) return 'reserved-lost';
    return undefined;
  }
}
