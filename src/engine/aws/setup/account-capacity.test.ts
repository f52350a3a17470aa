import { expect, test } from 'vitest';
import { defaultSettings } from '../../karpenter/api/settings.ts';
import { judgeCapacity, type NodeClassRoom, vcpuQuotasOf } from './account-capacity.ts';

const subnet = (id: string, zone: string, free: number) => ({ id, zone, free });
const room: NodeClassRoom = {
  name: 'default',
  subnets: [subnet('subnet-2', 'eu-west-1b', 40), subnet('subnet-1', 'eu-west-1a', 200)],
  instances: [
    { interfaces: [{ subnet: 'subnet-1', addresses: 30 }], reservation: 'cr-1' },
    // Custom networking: pods of this node use another subnet.
    { interfaces: [{ subnet: 'subnet-9', addresses: 15 }], reservation: undefined },
  ],
  reservations: [{ id: 'cr-1', instanceType: 'p5.48xlarge', zone: 'eu-west-1a', free: 2 }],
};
const quotas = vcpuQuotasOf(
  new Map([
    ['L-1216C47A', 256],
    ['L-417A185B', 0],
    ['L-34B43A08', 64],
    ['L-unknown', 7],
  ]),
);
const sentences = (settings: Partial<typeof defaultSettings>, rooms = [room]): readonly string[] =>
  judgeCapacity(rooms, quotas, { ...defaultSettings, ...settings }).checks.map(
    ({ status, message }) => `${status}: ${message}`,
  );

test('counts what is free, and what running nodes of the class use already', () => {
  expect(judgeCapacity([room], quotas, defaultSettings).configuration).toEqual({
    nodeClassAddresses: { default: 270 },
    vcpuQuotas: { 'on-demand': { standard: 256, p: 0 }, spot: { standard: 64 } },
    capacityReservations: { 'cr-1': { instanceType: 'p5.48xlarge', zone: 'eu-west-1a', count: 3 } },
  });
  expect(sentences({})).toEqual([
    'pass: its subnets have 240 free addresses, and nodes of the class use 30: subnet-1 (eu-west-1a) 200, subnet-2 (eu-west-1b) 40',
    'pass: free instances in its capacity reservations: cr-1 2 of p5.48xlarge in eu-west-1a',
    'pass: vCPUs that the account may run: on-demand standard 256; spot standard 64; none of `on-demand p`',
  ]);
});

test('counts only free instances of a reservation if a snapshot shows the others', () => {
  const { configuration } = judgeCapacity([room], undefined, { ...defaultSettings, snapshot: 'prod.json' });
  expect(configuration.capacityReservations?.['cr-1']?.count).toBe(2);
});

test('warns if the configuration counts with more than there is', () => {
  const found = sentences({
    nodeClassAddresses: { default: 1000 },
    vcpuQuotas: { 'on-demand': { standard: 512 }, spot: { standard: 32 } },
    capacityReservations: { 'cr-1': 8 },
  });
  expect(found.filter((text) => text.startsWith('warn'))).toEqual([
    'warn: `nodeClassAddresses.default` in plumbline.yaml is 1000, but its subnets have 270 for its nodes and pods',
    'warn: `capacityReservations.cr-1` in plumbline.yaml is 8, but Karpenter can use 3',
    'warn: `vcpuQuotas.on-demand.standard` in plumbline.yaml is 512, but the quota is 256',
  ]);
});

test('warns about full subnets, and about reservations that ended', () => {
  const full = { ...room, subnets: [subnet('subnet-1', 'eu-west-1a', 0), ...room.subnets!.slice(0, 1)] };
  expect(sentences({}, [{ ...full, reservations: [] }])).toEqual([
    'warn: EC2 launches nothing in subnet-1 (eu-west-1a): no address is free. All subnets: subnet-1 (eu-west-1a) 0, subnet-2 (eu-west-1b) 40',
    'warn: no active capacity reservation matches its `capacityReservationSelectorTerms`',
    expect.stringMatching(/^pass: vCPUs/),
  ]);
});

test('says nothing about what could not be read', () => {
  const unknown = { name: 'default', subnets: undefined, instances: undefined, reservations: undefined };
  expect(judgeCapacity([unknown], undefined, defaultSettings)).toEqual({ checks: [], configuration: {} });
});
