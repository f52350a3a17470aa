import type { NodePool } from '../../../karpenter/api/node-pool.ts';
import { type InstanceTypes, isLaunchable, type Offering } from '../../../karpenter/cloud-provider/instance-types.ts';
import { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import { meets, type Requirements } from '../../../karpenter/scheduling/requirements.ts';
import type { Launch } from '../input/results.ts';
import { offeringKindsOf } from '../instance-types/offering-kinds.ts';
import { templateRequirements } from '../node-pools/template-requirements.ts';
import type { Simulator } from '../simulator/simulator.ts';
import { chooseLaunch, type LaunchOption } from './launch.ts';

interface Pool {
  readonly nodePool: NodePool;
  readonly instanceTypes: InstanceTypes;
}

/**
 * The launches for NodeClaims without pods and instance types, one after another: always the cheapest. A reservation is used
 * up with its last free instance. Returns fewer than `count` if nothing more can be launched.
 */
export function launchWithoutPods(pool: Pool, count: number, simulator: Simulator): readonly Launch[] {
  const requirements = templateRequirements(pool.nodePool);
  const types = pool.instanceTypes.names.flatMap((_, type) => {
    if (isLaunchableType(pool, type, requirements)) return [type];
    return [];
  });
  const used = new Map<string, number>();
  const launches: Launch[] = [];

  while (launches.length < count) {
    const options = launchOptions(pool.instanceTypes, types, { requirements, used });
    const launch = chooseLaunch({
      instanceTypes: pool.instanceTypes,
      options,
      requirements,
      minValuesPolicy: simulator.karpenterSettings.minValuesPolicy,
      countsAllowedOnly: simulator.karpenter.minValuesCountsAllowed,
    });

    if ('error' in launch) break;

    const reservation = reservationOf(pool, options, launch);
    if (reservation !== undefined) used.set(reservation, (used.get(reservation) ?? 0) + 1);
    // Without a reservation, all further launches are the same.
    launches.push(...Array.from({ length: reservation === undefined ? count - launches.length : 1 }, () => launch));
  }

  return launches;
}

/** Whether the type's labels meet the requirements and every resource has something left after the kubelet's reservations. */
const isLaunchableType = ({ instanceTypes }: Pool, type: number, requirements: Requirements): boolean =>
  meetsType(instanceTypes, type, requirements) &&
  [...instanceTypes.allocatable.values()].every((column) => !(column[type]! < 0));

/** Whether the labels of a type meet requirements. Labels that no type has are not looked at. */
export const meetsType = (instanceTypes: InstanceTypes, type: number, requirements: Requirements): boolean =>
  requirements.values().every((wanted) => {
    const values = instanceTypes.labels.get(wanted.key)?.[type];
    if (values === undefined) return true;
    return meets(values.length === 0 ? Requirement.none(wanted.key) : Requirement.in(wanted.key, values), wanted);
  });

/** The types whose labels meet requirements, by their index. */
export const typesMeeting = (instanceTypes: InstanceTypes, requirements: Requirements): readonly number[] =>
  instanceTypes.names.flatMap((_, type) => {
    if (meetsType(instanceTypes, type, requirements)) return [type];
    return [];
  });

interface Wanted {
  readonly requirements: Requirements;
  /** Reservation id → number of used instances. */
  readonly used: ReadonlyMap<string, number>;
}

/** Instance types, each with the offerings that the requirements allow now. */
export function launchOptions(
  instanceTypes: InstanceTypes,
  types: readonly number[],
  { requirements, used }: Wanted,
): readonly LaunchOption[] {
  const { kinds, kindsOf } = offeringKindsOf(instanceTypes);
  // Hundreds of types have offerings of a few kinds.
  const isAllowed = kinds.map(({ requirements: ofKind }) =>
    ofKind.every(
      (offered) =>
        offered === undefined || !requirements.has(offered.key) || meets(requirements.get(offered.key), offered),
    ),
  );

  return types.map((type) => {
    const allowed = instanceTypes.offerings[type]!.filter((_, at) => isAllowed[kindsOf[type]![at]!]);
    return { type, offerings: allowed.map((offering) => withoutUsed(offering, used)).filter(isLaunchable) };
  });
}

function withoutUsed(offering: Offering, used: ReadonlyMap<string, number>): Offering {
  const { reservation } = offering;
  const taken = reservation === undefined ? undefined : used.get(reservation.id);
  if (reservation === undefined || taken === undefined) return offering;
  return { ...offering, reservation: { ...reservation, capacity: reservation.capacity - taken } };
}

/** The id of the reservation that a launch uses: of several, the one with the most free instances. */
function reservationOf({ instanceTypes }: Pool, options: readonly LaunchOption[], launch: Launch): string | undefined {
  const option = options.find(({ type }) => instanceTypes.names[type] === launch.instanceType);
  const reservations = (option?.offerings ?? []).flatMap(({ zone, capacityType, reservation }) => {
    if (zone === launch.zone && capacityType === launch.capacityType) return reservation ?? [];
    return [];
  });
  return reservations.toSorted((a, b) => b.capacity - a.capacity)[0]?.id;
}
