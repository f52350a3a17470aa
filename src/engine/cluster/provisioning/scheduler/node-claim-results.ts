import { label } from '../../../karpenter/api/labels.ts';
import { plus } from '../../../karpenter/api/resources.ts';
import { bitsetOf, membersOf, overlaps } from '../../../karpenter/scheduling/bitset.ts';
import type { Interner } from '../../../karpenter/scheduling/intern.ts';
import { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import type { RequirementTable, RequirementVector } from '../../../karpenter/scheduling/requirement-table.ts';
import { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import { compareNames } from '../../../text/name-order.ts';
import type { Launch, NewNodeClaim } from '../input/results.ts';
import type { SchedulerInput } from '../input/scheduler-input.ts';
import { cheapestTypes, chooseLaunch, type LaunchOption, minValuesError } from '../nodes/launch.ts';
import { unmetMinValues } from './min-values.ts';
import type { NodeClaim } from './node-claim.ts';
import type { NodeClaimTemplate } from './node-claim-template.ts';
import { countsByWorkload, type PodFailure } from './pod-errors.ts';

/** The input for finalizing NodeClaims. */
interface FinalizeContext {
  readonly table: RequirementTable;
  readonly resources: Interner;
  readonly input: SchedulerInput;
}

interface Finalized {
  readonly instanceTypes: readonly string[];
  readonly requirements: Requirements;
  /** Chosen once somebody asks. Consolidation decides about most NodeClaims without it. */
  readonly launch: Launch | { readonly error: string };
  /** Labels whose minValues are no longer met after the truncation. */
  readonly unmet: readonly string[];
}

/** Cached, because passes that share a template often end with the same NodeClaims. */
const maxFinalized = 500;
const knownFinalized = new WeakMap<NodeClaimTemplate, Map<string, Finalized>>();

/**
 * NodeClaims as Karpenter would create them, in order of opening, truncated to the number of types a NodeClaim may have, each
 * with its launch. The pods of NodeClaims that no longer meet minValues after the truncation fail. Source: nodeclaim.go
 * FinalizeScheduling, scheduler.go.
 */
export function finalizedClaims(
  claims: readonly NodeClaim[],
  context: FinalizeContext,
): { newNodeClaims: NewNodeClaim[]; failed: PodFailure[] } {
  const { maxInstanceTypes, minValuesPolicy } = context.input;
  const newNodeClaims: NewNodeClaim[] = [];
  const failed: PodFailure[] = [];
  const positions = new Map(claims.map((claim, at) => [claim, at]));

  for (const claim of claims.toSorted((a, b) => a.index - b.index)) {
    const vector = finalVector(claim, context.table);
    const key = `${maxInstanceTypes} ${minValuesPolicy} ${vector.join()} ${claim.options.join()}`;
    const byKey = knownFinalized.get(claim.template) ?? new Map<string, Finalized>();
    if (byKey.size === maxFinalized) byKey.clear();
    knownFinalized.set(claim.template, byKey);
    const finalized = byKey.get(key) ?? finalize(claim, vector, context);
    byKey.set(key, finalized);
    if (finalized.unmet.length > 0) failed.push(...failures(claim, finalized.unmet));
    else newNodeClaims.push(newNodeClaim(claim, finalized, { position: positions.get(claim)!, ...context }));
  }

  return { newNodeClaims, failed };
}

/** The requirements without the placeholder hostname. A NodeClaim with reservations is restricted to them. */
function finalVector(claim: NodeClaim, table: RequirementTable): RequirementVector {
  const vector = claim.vector.slice();
  vector[table.hostnameKey] = 0;
  if (claim.reserved.length === 0) return vector;

  const ids = claim.reserved.map(({ reservation }) => reservation.id);
  const wanted = table.id(Requirement.in(label.capacityReservationId, ids));
  const current = vector[table.key(label.capacityReservationId)]!;

  vector[table.key(label.capacityReservationId)] = current === 0 ? wanted : table.intersection(current, wanted);
  vector[table.key(label.capacityType)] = table.id(Requirement.in(label.capacityType, ['reserved']));

  return vector;
}

function finalize(claim: NodeClaim, vector: RequirementVector, { table, input }: FinalizeContext): Finalized {
  const { types } = claim.template;
  const { instanceTypes } = types;
  const requirements = new Requirements(table.requirements(vector));
  const offeringsOf = types.launchableOfferings(vector);
  const options = membersOf(claim.options).map((type): LaunchOption => ({ type, offerings: offeringsOf(type) }));
  const kept = cheapestTypes(instanceTypes, options, input.maxInstanceTypes);

  const remaining = bitsetOf(
    types.size,
    kept.map(({ type }) => type),
  );

  const broken =
    input.minValuesPolicy === 'Strict' ? unmetMinValues(claim.template, table, { vector, options: remaining }) : [];

  let launch: Finalized['launch'] | undefined;

  return {
    instanceTypes: kept.map(({ type }) => instanceTypes.names[type]!).sort(),
    requirements,
    get launch() {
      launch ??= chooseLaunch({
        instanceTypes,
        options: kept,
        requirements: withCapacityTypes(requirements, kept),
        minValuesPolicy: input.minValuesPolicy,
        countsAllowedOnly: claim.template.countsAllowedOnly,
      });
      return launch;
    },
    unmet: [...broken].map(([key]) => table.keys.name(key)).sort(),
  };
}

/** Adds the capacity types in which the types are available. */
export function withCapacityTypes(requirements: Requirements, options: readonly LaunchOption[]): Requirements {
  const capacityTypes = new Set(options.flatMap(({ offerings }) => offerings.map(({ capacityType }) => capacityType)));
  return new Requirements(requirements).add(
    capacityTypes.size === 0 ? [] : [Requirement.in(label.capacityType, capacityTypes)],
  );
}

function failures({ pods, template }: NodeClaim, unmet: readonly string[]): PodFailure[] {
  const reason =
    'pod didn’t schedule because NodePool couldn’t meet minValues requirements, ' +
    `validating minValues, ${minValuesError(unmet)} (NodePool=${template.name})`;
  return [...pods].map(([podClass, count]) => ({ podClass, count, reasons: [{ nodePool: template.name, reason }] }));
}

function newNodeClaim(
  claim: NodeClaim,
  finalized: Finalized,
  { position, resources }: Pick<NewNodeClaim, 'position'> & Pick<FinalizeContext, 'resources'>,
): NewNodeClaim {
  return {
    position,
    nodePool: claim.template.name,
    nodeClass: claim.template.nodePool.spec.template.spec.nodeClassRef.name,
    pods: countsByWorkload(claim.pods),
    classes: claim.pods,
    requirements: finalized.requirements,
    requests: requestsOf(claim, resources),
    instanceTypes: finalized.instanceTypes,
    get launch() {
      return finalized.launch;
    },
  };
}

/** The requests of its pods plus the smallest overhead of DaemonSets on any of its types. */
function requestsOf(claim: NodeClaim, resources: Interner): ReadonlyMap<string, number> {
  const requests = new Map<string, number>();
  for (const id of claim.requested) requests.set(resources.name(id), claim.requests[id]!);
  for (const [id, amount] of leastOverhead(claim)) {
    requests.set(resources.name(id), plus(requests.get(resources.name(id)) ?? 0, amount));
  }
  return new Map([...requests].sort(([a], [b]) => compareNames(a, b)));
}

/**
 * The smallest overhead, by resource id. As upstream, it contains only resources that all groups name, and an empty minimum
 * is replaced by the next group.
 */
function leastOverhead({ template, options }: NodeClaim): ReadonlyMap<number, number> {
  let least = new Map<number, number>();
  for (const { types, overhead, resources } of template.daemons) {
    if (!overlaps(types, options)) continue;

    const amounts = new Map(resources.map((id) => [id, overhead[id]!]));
    least =
      least.size === 0
        ? amounts
        : new Map(
            [...least]
              .filter(([id]) => amounts.has(id))
              .map(([id, amount]) => [id, Math.min(amount, amounts.get(id)!)]),
          );
  }

  return least;
}
