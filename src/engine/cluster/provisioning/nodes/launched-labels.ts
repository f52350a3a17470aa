import { isRestrictedLabel, label, schedulingLabels } from '../../../karpenter/api/labels.ts';
import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import type { InstanceTypes, Offering } from '../../../karpenter/cloud-provider/instance-types.ts';
import { nodeClassLabel } from '../../../karpenter/cloud-provider/node-class.ts';
import type { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import type { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import type { Launch } from '../input/results.ts';

interface Pool {
  readonly nodePool: NodePool;
  readonly instanceTypes: InstanceTypes;
}

/**
 * The labels of a NodeClaim after launch. Source: core …/scheduling/nodeclaimtemplate.go ToNodeClaim and provider-aws
 * pkg/cloudprovider/cloudprovider.go instanceToNodeClaim.
 */
export function launchedLabels(
  { nodePool, instanceTypes }: Pool,
  { requirements, launch }: { readonly requirements: Requirements; readonly launch: Launch },
): Record<string, string> {
  const placed = {
    ...typeLabels(instanceTypes, instanceTypes.names.indexOf(launch.instanceType)),
    [label.instanceType]: launch.instanceType,
    [label.zone]: launch.zone,
    [label.capacityType]: launch.capacityType,
  };

  const { zoneId, reservation } = offeringOf(instanceTypes, placed) ?? {};

  return {
    ...customLabels(requirements),
    ...nodePool.spec.template.metadata?.labels,
    ...placed,
    ...(zoneId !== undefined && { [label.zoneId]: zoneId }),
    [label.instanceTenancy]: requirements.get(label.instanceTenancy).has('default') ? 'default' : 'dedicated',
    ...(reservation && {
      [label.capacityReservationId]: reservation.id,
      [label.capacityReservationType]: reservation.type,
      [label.capacityReservationInterruptible]: String(reservation.isInterruptible),
    }),
    [label.nodePool]: nodePool.metadata.name,
    [nodeClassLabel(nodePool.spec.template.spec.nodeClassRef)]: nodePool.spec.template.spec.nodeClassRef.name,
  };
}

/**
 * The offering that a node with these labels was launched from. Of several reservations, the one with the most free
 * instances.
 */
export function offeringOf(
  instanceTypes: InstanceTypes,
  labels: Readonly<Record<string, string>>,
): Offering | undefined {
  const type = instanceTypes.names.indexOf(labels[label.instanceType] ?? '');
  const offerings = (instanceTypes.offerings[type] ?? []).filter(
    ({ zone, capacityType }) => zone === labels[label.zone] && capacityType === labels[label.capacityType],
  );

  const free = ({ reservation }: Offering): number => reservation?.capacity ?? 0;

  return offerings.reduce<Offering | undefined>((best, offering) => {
    if (best && free(best) >= free(offering)) return best;
    return offering;
  }, undefined);
}

/** Labels of reserved offerings. A type can have these values although its node does not use a reservation. */
const ofReservations: ReadonlySet<string> = new Set([
  label.capacityReservationId,
  label.capacityReservationType,
  label.capacityReservationInterruptible,
]);

/** The labels that depend only on the type. Cached, because a pass may launch thousands of nodes of one type. */
function typeLabels(instanceTypes: InstanceTypes, type: number): Readonly<Record<string, string>> {
  const byType = labelsByType.get(instanceTypes) ?? new Map<number, Readonly<Record<string, string>>>();
  labelsByType.set(instanceTypes, byType);
  const labels = byType.get(type) ?? fixedLabels(instanceTypes, type);
  byType.set(type, labels);
  return labels;
}

const labelsByType = new WeakMap<InstanceTypes, Map<number, Readonly<Record<string, string>>>>();

function fixedLabels(instanceTypes: InstanceTypes, type: number): Record<string, string> {
  const fixed = [...instanceTypes.labels].flatMap(([key, column]): [string, string][] => {
    const values = column[type] ?? [];
    if (values.length === 1 && !ofReservations.has(key)) return [[key, values[0]!]];
    return [];
  });
  return Object.fromEntries(fixed);
}

/** The labels that the requirements of the NodePool or the pods ask for. */
function customLabels(requirements: Requirements): Record<string, string> {
  const labels = requirements
    .values()
    .filter(({ key }) => isCustom(key))
    .flatMap((requirement): [string, string][] => {
      const value = anyValue(requirement);
      if (value === undefined) return [];
      return [[requirement.key, value]];
    });

  return Object.fromEntries(labels);
}

/**
 * Any of the allowed values. For a complement, Karpenter chooses a random number. Source: core pkg/scheduling/requirement.go
 * Any.
 */
function anyValue({ isComplement, values, gte }: Requirement): string | undefined {
  if (isComplement) return String(gte ?? 0);
  return [...values].sort()[0];
}

const isCustom = (key: string): boolean => !schedulingLabels.has(key) && !isRestrictedLabel(key);
