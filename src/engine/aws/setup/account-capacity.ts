import { type Check, checksOf } from '../../files/setup/check.ts';
import type { Settings, VcpuQuotas } from '../../karpenter/api/settings.ts';
import { listIf } from '../../text/list-if.ts';
import { compareNames } from '../../text/name-order.ts';
import { ownValue } from '../../text/own-value.ts';
import { quotedNames } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { vcpuQuotaCodes } from '../cluster/vcpu-quotas.ts';

/** A subnet of a node class. */
export interface SubnetRoom {
  readonly id: string;
  readonly zone: string;
  /** Addresses that nobody uses. */
  readonly free: number;
}

/** An instance that Karpenter launched for a node class. */
export interface KarpenterInstance {
  /** Its network interfaces: the subnet, and the addresses with those of prefixes. */
  readonly interfaces: readonly { readonly subnet: string; readonly addresses: number }[];
  readonly reservation: string | undefined;
}

/** A capacity reservation that a node class selects. */
export interface FoundReservation {
  readonly id: string;
  readonly instanceType: string;
  readonly zone: string;
  readonly free: number;
}

/** What AWS says about one EC2NodeClass. Undefined if it could not be read. */
export interface NodeClassRoom {
  readonly name: string;
  readonly subnets: readonly SubnetRoom[] | undefined;
  readonly reservations: readonly FoundReservation[] | undefined;
  readonly instances: readonly KarpenterInstance[] | undefined;
}

/** The keys of plumbline.yaml that say what the account has room for. */
export type CapacityConfiguration = Partial<Pick<Settings, 'nodeClassAddresses' | 'vcpuQuotas'>> & {
  readonly capacityReservations?: Readonly<
    Record<string, { readonly instanceType: string; readonly zone: string; readonly count: number }>
  >;
};

/** What the account has room for, to compare it with the configuration and to write it there. */
export function judgeCapacity(
  rooms: readonly NodeClassRoom[],
  quotas: VcpuQuotas | undefined,
  settings: Settings,
): { readonly checks: readonly Check[]; readonly configuration: CapacityConfiguration } {
  const nodeClassAddresses = Object.fromEntries(
    rooms.flatMap((room): [string, number][] => {
      const total = addressesOf(room);
      if (total === undefined) return [];
      return [[room.name, total]];
    }),
  );

  const capacityReservations = reservationsOf(rooms, settings.snapshot !== undefined);

  return {
    checks: [
      ...rooms.flatMap((room) => addressChecks(room, settings.nodeClassAddresses)),
      ...rooms.flatMap((room) => reservationChecks(room, capacityReservations, settings)),
      ...(quotas ? quotaChecks(quotas, settings.vcpuQuotas) : []),
    ],
    configuration: {
      ...ifAny('nodeClassAddresses', nodeClassAddresses),
      ...ifAny('vcpuQuotas', quotas ?? {}),
      ...ifAny('capacityReservations', capacityReservations),
    },
  };
}

const ifAny = <K extends string, T extends object>(key: K, value: T): { [key in K]?: T } => {
  if (Object.keys(value).length > 0) return { [key]: value } as { [key in K]?: T };
  return {};
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Addresses for all nodes of the class: a review counts running nodes too. */
function addressesOf({ subnets, instances }: NodeClassRoom): number | undefined {
  if (!subnets || subnets.length === 0 || !instances) return undefined;
  const ids = new Set(subnets.map(({ id }) => id));
  const attached = instances.flatMap(({ interfaces }) => interfaces).filter(({ subnet }) => ids.has(subnet));
  return freeOf(subnets) + sum(attached.map(({ addresses }) => addresses));
}

function addressChecks(room: NodeClassRoom, addresses: Readonly<Record<string, number>>): readonly Check[] {
  const { name, subnets, instances } = room;
  const total = addressesOf(room);
  if (!subnets || !instances || total === undefined) return [];

  const to = checksOf(`EC2NodeClass ${name}`);
  const full = subnets.filter(({ free }) => free === 0);
  const taken = total - freeOf(subnets);
  const used = textIf(taken !== 0, `, and nodes of the class use ${taken}`);

  const each = subnets
    .toSorted((a, b) => compareNames(a.zone, b.zone) || compareNames(a.id, b.id))
    .map((subnet) => `${subnet.id} (${subnet.zone}) ${subnet.free}`)
    .join(', ');
  const all = textIf(full.length < subnets.length, `. All subnets: ${each}`);

  const configured = ownValue(addresses, name);

  return [
    full.length === 0
      ? to.pass('capacity/addresses', `its subnets have ${freeOf(subnets)} free addresses${used}: ${each}`)
      : to.warn(
          'capacity/no-addresses',
          `EC2 launches nothing in ${full.map(({ id, zone }) => `${id} (${zone})`).join(', ')}: no address is free${all}`,
          'Add larger subnets to the selection, or free addresses.',
        ),
    ...listIf(
      configured !== undefined && configured > total,
      to.warn(
        'capacity/other-addresses',
        `\`nodeClassAddresses.${name}\` in plumbline.yaml is ${configured}, but its subnets have ${total} for its nodes and pods`,
        `Set it to ${total}, so that reviews do not expect addresses that others use.`,
      ),
    ),
  ];
}

const freeOf = (subnets: readonly SubnetRoom[]): number => sum(subnets.map((subnet) => subnet.free));

/** Instances for Karpenter. Those that run count too, unless a snapshot shows them to the review. */
function reservationsOf(
  rooms: readonly NodeClassRoom[],
  hasSnapshot: boolean,
): NonNullable<CapacityConfiguration['capacityReservations']> {
  const running = rooms.flatMap(({ instances }) => instances ?? []);
  const all = rooms.flatMap(({ reservations }) => reservations ?? []);

  return Object.fromEntries(
    all
      .toSorted((a, b) => compareNames(a.id, b.id))
      .map(({ id, instanceType, zone, free: unused }) => {
        const used = hasSnapshot ? 0 : running.filter(({ reservation }) => reservation === id).length;
        return [id, { instanceType, zone, count: unused + used }];
      }),
  );
}

function reservationChecks(
  { name, reservations }: NodeClassRoom,
  counts: NonNullable<CapacityConfiguration['capacityReservations']>,
  { capacityReservations: configured }: Settings,
): readonly Check[] {
  if (!reservations) return [];

  const to = checksOf(`EC2NodeClass ${name}`);

  if (reservations.length === 0)
    return [
      to.warn(
        'capacity/no-reservation',
        'no active capacity reservation matches its `capacityReservationSelectorTerms`',
        'Correct the selector terms, or remove them if the reservations ended.',
      ),
    ];

  const each = reservations
    .toSorted((a, b) => compareNames(a.id, b.id))
    .map(({ id, instanceType, zone, free: unused }) => `${id} ${unused} of ${instanceType} in ${zone}`);
  const higher = reservations.filter(({ id }) => (configured[id] ?? 0) > counts[id]!.count);

  return [
    to.pass('capacity/reservations', `free instances in its capacity reservations: ${each.join(', ')}`),
    ...higher.map(({ id }) =>
      to.warn(
        'capacity/other-reservation',
        `\`capacityReservations.${id}\` in plumbline.yaml is ${configured[id]}, but Karpenter can use ${counts[id]!.count}`,
        `Set it to ${counts[id]!.count}.`,
      ),
    ),
  ];
}

const capacityTypes = ['on-demand', 'spot'] as const;

function quotaChecks(quotas: VcpuQuotas, settings: VcpuQuotas): readonly Check[] {
  const to = checksOf('EC2 quotas');
  const worded = capacityTypes.flatMap((type) => {
    const all = Object.entries(quotas[type] ?? {}).filter(([, vcpus]) => vcpus > 0);
    if (all.length === 0) return [];
    return [`${type} ${all.map(([group, vcpus]) => `${group} ${vcpus}`).join(', ')}`];
  });

  const none = capacityTypes.flatMap((type) =>
    Object.entries(quotas[type] ?? {}).flatMap(([group, vcpus]) => {
      if (vcpus === 0) return [`${type} ${group}`];
      return [];
    }),
  );

  const higher = capacityTypes.flatMap((type) =>
    Object.entries(quotas[type] ?? {}).flatMap(([group, vcpus]) => {
      const configured = settings[type]?.[group];
      if (configured !== undefined && configured > vcpus) return [{ key: `${type}.${group}`, configured, vcpus }];
      return [];
    }),
  );

  return [
    to.pass(
      'capacity/vcpu-quotas',
      `vCPUs that the account may run: ${worded.join('; ') || 'none'}${textIf(none.length > 0, `; none of ${quotedNames(none)}`)}`,
    ),
    ...higher.map(({ key, configured, vcpus }) =>
      to.warn(
        'capacity/other-quota',
        `\`vcpuQuotas.${key}\` in plumbline.yaml is ${configured}, but the quota is ${vcpus}`,
        `Set it to ${vcpus}.`,
      ),
    ),
  ];
}

/** The quotas for vCPUs among those of Service Quotas, by code. */
export function vcpuQuotasOf(quotas: ReadonlyMap<string, number>): VcpuQuotas {
  const byType: Record<'on-demand' | 'spot', Record<string, number>> = { 'on-demand': {}, spot: {} };
  for (const [code, [type, group]] of vcpuQuotaCodes) {
    const value = quotas.get(code);
    if (value !== undefined) byType[type][group] = value;
  }
  return Object.fromEntries(Object.entries(byType).filter(([, groups]) => Object.keys(groups).length > 0));
}
