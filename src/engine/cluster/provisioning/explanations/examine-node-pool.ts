import { label, normalizeLabel, schedulingLabels } from '../../../karpenter/api/labels.ts';
import { plus } from '../../../karpenter/api/resources.ts';
import {
  andInto,
  type Bitset,
  bitset,
  countBits,
  membersOf,
  orInto,
  overlaps,
} from '../../../karpenter/scheduling/bitset.ts';
import { conflicts } from '../../../karpenter/scheduling/host-ports.ts';
import { podRequests } from '../../../karpenter/scheduling/pod-requests.ts';
import { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import { meets, Requirements } from '../../../karpenter/scheduling/requirements.ts';
import { untolerated } from '../../../karpenter/scheduling/taints.ts';
import { compareNames } from '../../../text/name-order.ts';
import { blankClaim, type CompiledPass } from '../scheduler/compiled-pass.ts';
import type { CountedDaemon, DaemonOverheadGroup } from '../scheduler/daemon-overhead.ts';
import { isReserved } from '../scheduler/failure-reasons.ts';
import { unmetMinValues } from '../scheduler/min-values.ts';
import { hostnameOf } from '../scheduler/node-claim.ts';
import type { NodeClaimTemplate } from '../scheduler/node-claim-template.ts';
import type { PodVariant } from '../scheduler/pod-shape.ts';
import { amountText } from './amount-text.ts';
import { type ExaminationStep, type Exclusion, isAllowed, type NodePoolExamination } from './exclusion.ts';

/**
 * Checks a pod against a NodePool, one constraint at a time, in the current state of the pass. Karpenter checks all criteria of
 * an instance type at once. One at a time is easier to read, and the instance types that remain at the end are the same.
 */
export function examineNodePool(
  pass: CompiledPass,
  template: NodeClaimTemplate,
  { variant, index }: NewNode,
): NodePoolExamination {
  const { within, bottleneck } = pass.limits.get(template)!;
  const unlimited = new Filter(pass, template, { variant, index }).examination;
  // A constraint that fails even without limits comes first, because a higher limit alone would not help.
  if (unlimited.exclusion !== undefined || template.nodePool.spec.limits === undefined) {
    if (unlimited.exclusion === undefined) return withStateOfPass(unlimited, pass, { template, variant, index });
    return unlimited;
  }

  const options = 'exhausted' in within ? bitset(template.types.size) : within.options;
  const limited = new Filter(pass, template, { variant, index }, options).examination;

  if (limited.exclusion === undefined) return withStateOfPass(limited, pass, { template, variant, index });
  return { ...limited, exclusion: { kind: 'limits', resource: bottleneck } };
}

/** The new node that the pass would try for a pod; `index` is its position among the new nodes. */
export interface NewNode {
  readonly variant: PodVariant;
  readonly index: number;
}

/**
 * Adds what only the state of the pass shows: reservations that are full, and constraints that leave nothing together. Each NodePool that refuses
 * a pod then has a reason.
 */
function withStateOfPass(
  examination: NodePoolExamination,
  pass: CompiledPass,
  { template, variant, index }: NewNode & { readonly template: NodeClaimTemplate },
): NodePoolExamination {
  const claim = blankClaim(pass, template, index);
  const refusal = claim && pass.evaluation.evaluate(claim, variant, pass.input.minValuesPolicy === 'BestEffort');

  if (refusal === undefined || refusal === 'reserved-passed') return examination;
  if (isReserved(refusal)) return { ...examination, exclusion: { kind: 'reserved' } };

  return { ...examination, exclusion: { kind: 'together' } };
}

/** Whether a pod requires labels, and the requirements of a NodePool allow all of them. */
export const hasAllRequired = (
  { table }: CompiledPass,
  { requirements }: PodVariant,
  ofNodePool: Requirements,
): boolean => {
  const required = [...requirements.ids].map((id) => table.get(id));
  const allowedBy = (key: string): Requirement | undefined => {
    if (ofNodePool.has(key)) return ofNodePool.get(key);
    return undefined;
  };

  return required.length > 0 && required.every((requirement) => isAllowed(allowedBy(requirement.key), requirement));
};

class Filter {
  readonly #pass: CompiledPass;
  readonly #template: NodeClaimTemplate;
  readonly #variant: PodVariant;
  readonly #index: number;
  readonly #limited: Bitset | undefined;
  readonly #steps: ExaminationStep[] = [];
  readonly #options: Bitset;
  readonly #requirements: Requirements;
  readonly examination: NodePoolExamination;

  /** `limited`: the types that the NodePool's limits still allow. */
  constructor(pass: CompiledPass, template: NodeClaimTemplate, { variant, index }: NewNode, limited?: Bitset) {
    this.#pass = pass;
    this.#template = template;
    this.#variant = variant;
    this.#index = index;
    this.#limited = limited;
    this.#options = (limited ?? template.options).slice();

    this.#requirements = new Requirements(pass.table.requirements(template.vector)).replace(
      label.hostname,
      Requirement.in(label.hostname, [hostnameOf(index)]),
    );

    const { nodePool } = template;
    const exclusion = this.#exclusion(limited !== undefined);
    this.examination = { nodePool: template.name, weight: nodePool.spec.weight ?? 0, steps: this.#steps, exclusion };
  }

  #step(kind: ExaminationStep['kind'], detail = ''): number {
    const remaining = countBits(this.#options);
    this.#steps.push({ kind, detail, left: remaining });
    return remaining;
  }

  #exclusion(isLimited: boolean): Exclusion | undefined {
    const { types, options, taints } = this.#template;
    this.#steps.push({ kind: 'known', detail: '', left: types.size });
    this.#steps.push({ kind: 'node-pool', detail: '', left: countBits(options) });
    if (isLimited) this.#step('limits');

    const missing = untolerated(taints, this.#variant.constraints.tolerations);
    if (missing.length > 0) return { kind: 'taints', taints: missing, ...(this.#isMeant() && { isMeant: true }) };

    return this.#pods() ?? this.#volumes() ?? this.#topology() ?? this.#daemons() ?? this.#resources() ?? this.#rest();
  }

  /** Whether the NodePool has what the pods require, and without its taints it could launch a node for them. */
  #isMeant(): boolean {
    if (!hasAllRequired(this.#pass, this.#variant, this.#requirements)) return false;

    const untainted = { ...this.#template, taints: [] };
    const place = { variant: this.#variant, index: this.#index };
    const { exclusion } = new Filter(this.#pass, untainted, place, this.#limited).examination;
    return exclusion?.kind !== 'requirement' && exclusion?.kind !== 'resource';
  }

  #pods(): Exclusion | undefined {
    const { table } = this.#pass;
    for (const id of this.#variant.requirements.ids) {
      const exclusion = this.#narrow(table.get(id), 'pod');
      if (exclusion !== undefined) return exclusion;
    }
    return undefined;
  }

  /** Of several volume alternatives, only the first compatible one is examined. */
  #volumes(): Exclusion | undefined {
    const { table } = this.#pass;
    const { volumes } = this.#variant.shape;
    const alternatives = volumes.map(({ ids }) => [...ids].map((id) => table.get(id)));

    const isCompatible = (wanted: readonly Requirement[]): boolean =>
      this.#requirements.isCompatible(new Requirements(wanted), schedulingLabels);

    for (const wanted of alternatives.find(isCompatible) ?? alternatives[0] ?? []) {
      const exclusion = this.#narrow(wanted, 'volume');
      if (exclusion !== undefined) return exclusion;
    }

    return undefined;
  }

  #narrow(wanted: Requirement, by: 'pod' | 'volume'): Exclusion | undefined {
    const { key } = wanted;
    const allowed = this.#requirements.has(key) ? this.#requirements.get(key) : undefined;
    if (!isAllowed(allowed, wanted)) return { kind: 'requirement', wanted, allowed, by };

    this.#requirements.add([wanted]);
    this.#keep(key);
    const remaining = this.#step(by === 'pod' ? 'requirement' : 'volume', String(wanted));
    if (remaining === 0) return { kind: 'requirement', wanted, allowed, by };
    return undefined;
  }

  #keep(key: string): void {
    const { table } = this.#pass;
    andInto(this.#options, this.#template.types.requirementRow(table.id(this.#requirements.get(key))));
  }

  #topology(): Exclusion | undefined {
    const { table } = this.#pass;
    const before = new Requirements(this.#requirements);

    for (const { group, podRequirement, isSelfSelecting } of this.#variant.bindings) {
      const { key, type } = group.term;
      const node = before.has(key) ? table.id(before.get(key)) : 0;
      const next = group.next(podRequirement, node, isSelfSelecting);

      const neediest = () => {
        if (type === 'topology spread' && !group.isHostname) return group.neediest(podRequirement);
        return [];
      };

      const exclusion: Exclusion = { kind: 'topology', type, key, neediest: neediest() };
      if (next === 0) return exclusion;

      const domain = table.get(next);
      if (this.#requirements.has(key) && !meets(this.#requirements.get(key), domain)) return exclusion;

      this.#requirements.add([domain]);
      if (group.isHostname) continue;

      this.#keep(key);
      if (this.#step('topology', `${type}, ${this.#requirements.get(key)}`) === 0) return exclusion;
    }

    return undefined;
  }

  /** Karpenter adds what DaemonSets request to each new node. Source: core …/scheduling/nodeclaim.go CanAdd. */
  #daemons(): Exclusion | undefined {
    const { resources } = this.#pass;

    for (let id = 0; id < resources.size; id++) {
      const counting = this.#template.daemons.filter(({ overhead }) => overhead[id]! > 0);
      if (counting.length === 0) continue;

      const before = countBits(this.#options);
      andInto(this.#options, this.#fitting(this.#template.daemons, id, 0));
      const requested = Math.max(...counting.map(({ overhead }) => overhead[id]!));
      const resource = resources.name(id);
      const remaining = countBits(this.#options);
      if (remaining < before) this.#step('daemons', amountText(resource, requested));
      if (remaining === 0) return { kind: 'daemons', resource, requested, ...this.#requesting(counting, resource) };
    }

    return undefined;
  }

  /** The DaemonSets that request a resource: those that can run on no node of the NodePool, or else all of them. */
  #requesting(
    groups: readonly DaemonOverheadGroup[],
    resource: string,
  ): Pick<Extract<Exclusion, { kind: 'daemons' }>, 'daemonSets' | 'unruled'> {
    const daemons = [...new Set(groups.flatMap((group) => group.daemons))].filter(
      ({ pod }) => (podRequests(pod.spec).get(resource) ?? 0) > 0,
    );
    const misplaced = daemons.filter(({ types }) => !overlaps(types, this.#template.options));

    const named = (counted: readonly CountedDaemon[]): readonly string[] =>
      counted.map(({ pod }) => `${pod.metadata.namespace}/${pod.metadata.name}`);

    if (misplaced.length === 0) return { daemonSets: named(daemons), unruled: undefined };
    return { daemonSets: named(misplaced), unruled: this.#unruled(misplaced[0]!) };
  }

  /** The label that a DaemonSet requires, no instance type of the NodePool has, and the NodePool does not mention. */
  #unruled({ alternatives }: CountedDaemon): Extract<Exclusion, { kind: 'daemons' }>['unruled'] {
    const { table } = this.#pass;
    const { options, types, nodePool } = this.#template;
    const written = new Set((nodePool.spec.template.spec.requirements ?? []).map(({ key }) => normalizeLabel(key)));

    const key = alternatives
      .flatMap((required) => required.values())
      .filter((requirement) => !written.has(requirement.key))
      .find((requirement) => !overlaps(options, types.requirementRow(table.id(requirement))))?.key;
    if (key === undefined) return undefined;

    const column = types.instanceTypes.labels.get(key);
    const values = new Set(membersOf(options).flatMap((type) => column?.[type] ?? []));

    return { key, values: [...values].sort() };
  }

  #resources(): Exclusion | undefined {
    const { shape } = this.#variant;
    const groups = this.#template.daemons.filter(({ ports }) => !conflicts(shape.ports, ports));
    if (groups.length === 0) return { kind: 'ports' };

    const offered = this.#options.slice();
    andInto(offered, this.#template.types.offeringRow(this.#pass.table.vector(this.#requirements)));
    const { resources } = this.#pass;

    for (const id of this.#requested()) {
      const requested = shape.requests[id]!;
      const best = this.#largest(groups, offered, id);
      andInto(offered, this.#fitting(groups, id, requested));
      andInto(this.#options, this.#fitting(groups, id, requested));
      const name = resources.name(id);
      const remaining = this.#resourceStep(name, requested);
      if (remaining > 0 && countBits(offered) > 0) continue;
      if (remaining === 0 || best.largest < requested) return { kind: 'resource', resource: name, requested, ...best };

      return undefined;
    }

    return undefined;
  }

  /** Every pod needs one of the node's pod slots. A step for that is shown only when it rules out types. */
  #resourceStep(name: string, requested: number): number {
    const remaining = countBits(this.#options);
    if (name === 'pods' && remaining === this.#steps.at(-1)!.left) return remaining;
    return this.#step('resource', amountText(name, requested));
  }

  /** Ids of the requested resources: CPU, memory, then the others by name, and the number of pods last. */
  #requested(): readonly number[] {
    const { requests } = this.#variant.shape;
    const { resources } = this.#pass;

    const rank = (id: number): string => {
      const name = resources.name(id);
      const at = ['cpu', 'memory'].indexOf(name);
      if (at >= 0) return `${at}`;
      if (name === 'pods') return '3';
      return `2 ${name}`;
    };

    return [...requests.keys()].filter((id) => requests[id]! > 0).sort((a, b) => compareNames(rank(a), rank(b)));
  }

  #fitting(groups: readonly DaemonOverheadGroup[], resource: number, requested: number): Bitset {
    const fitting = this.#options.slice().fill(0);

    for (const { types, overhead } of groups) {
      const fit = types.slice();
      andInto(fit, this.#template.types.fitRow(resource, plus(requested, overhead[resource]!)));
      orInto(fitting, fit);
    }

    return fitting;
  }

  #largest(
    groups: readonly DaemonOverheadGroup[],
    options: Bitset,
    resource: number,
  ): { largest: number; instanceType: string | undefined } {
    const { names, allocatable } = this.#template.types.instanceTypes;
    const column = allocatable.get(this.#pass.resources.name(resource));
    let best: { largest: number; instanceType: string | undefined } = { largest: 0, instanceType: undefined };

    for (const { types, overhead } of groups) {
      const candidates = types.slice();
      andInto(candidates, options);

      for (const type of membersOf(candidates)) {
        const room = (column?.[type] || 0) - overhead[resource]!;
        if (room > best.largest) best = { largest: room, instanceType: names[type] };
      }
    }

    return best;
  }

  #rest(): Exclusion | undefined {
    const { table, input } = this.#pass;
    const vector = table.vector(this.#requirements);
    andInto(this.#options, this.#template.types.offeringRow(vector));
    if (this.#step('offering') === 0) return { kind: 'offering' };
    if (input.minValuesPolicy === 'BestEffort') return undefined;

    const [unmet] = unmetMinValues(this.#template, table, { vector, options: this.#options });
    if (unmet === undefined) return undefined;

    const [key, count] = unmet;
    return {
      kind: 'min-values',
      label: table.keys.name(key),
      wanted: table.get(vector[key]!).minValues ?? 0,
      found: count,
    };
  }
}
