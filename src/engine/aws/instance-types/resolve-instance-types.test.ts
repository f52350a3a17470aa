import { describe, expect, test } from 'vitest';
import { openFacts } from '../../../io/catalog/facts.ts';
import { label } from '../../karpenter/api/labels.ts';
import { defaultKarpenterSettings } from '../../karpenter/api/settings.ts';
import { defaultZones } from '../../karpenter/cloud-provider/catalog.ts';
import type { LaunchTerms } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { EC2NodeClass } from '../node-class/ec2-node-class.ts';
import { nodeResourcesOf } from './node-resources.ts';
import { resolveInstanceTypes } from './resolve-instance-types.ts';

const catalog = openFacts('data').catalog('us-east-1');

function resolve(
  spec: EC2NodeClass['spec'],
  { status, ...options }: Partial<LaunchTerms> & { status?: EC2NodeClass['status'] } = {},
) {
  const nodeClass = { metadata: { name: 'default' }, spec, ...(status && { status }) };
  const types = resolveInstanceTypes(catalog, nodeClass, {
    zones: defaultZones(catalog),
    settings: defaultKarpenterSettings,
    spotPricing: 'flat',
    reservations: new Map(),
    ...options,
  });
  const row = (name: string): number => types.names.indexOf(name);
  return {
    capacity: (name: string, resource: string) => types.capacity.get(resource)?.[row(name)],
    overhead: (name: string, resource: string) => types.overhead.get(resource)?.[row(name)],
    offerings: (name: string) => types.offerings[row(name)]!,
    label: (name: string, key: string) => types.labels.get(key)?.[row(name)],
    available: () => types.names.filter((_, i) => types.offerings[i]!.some((offering) => offering.isAvailable)),
  };
}

const al2023 = { amiFamily: 'AL2023' };
const gibibyte = 1024 ** 3;

describe('AMI family', () => {
  test.each([
    [{ amiSelectorTerms: [{ alias: 'bottlerocket@v1.20.4' }] }, 'm5.large', 'linux', undefined],
    [{ amiSelectorTerms: [{ id: 'ami-1' }] }, 'm5.large', 'linux', undefined],
    [{ amiSelectorTerms: [{ alias: 'windows2025@latest' }] }, 'm5.large', 'windows', '10.0.26100'],
    [{ amiFamily: 'Windows2019' }, 'm5.large', 'windows', '10.0.17763'],
    [{ amiFamily: 'Windows2019' }, 'm6g.large', undefined, '10.0.17763'],
  ])('%j on %s', (spec, name, os, build) => {
    expect(resolve(spec).label(name, label.os)?.[0]).toBe(os);
    expect(resolve(spec).label(name, label.windowsBuild)?.[0]).toBe(build);
  });
});

describe('storage', () => {
  const xvda = { deviceName: '/dev/xvda', ebs: { volumeSize: '100Gi' } };
  const xvdb = { deviceName: '/dev/xvdb', ebs: { volumeSize: '30Gi' } };
  test.each([
    [al2023, 20 * gibibyte],
    [{ ...al2023, blockDeviceMappings: [xvda, xvdb] }, 100 * gibibyte],
    [{ ...al2023, blockDeviceMappings: [xvda, { ...xvdb, rootVolume: true }] }, 30 * gibibyte],
    [{ ...al2023, blockDeviceMappings: [xvdb] }, 20 * gibibyte],
    [{ ...al2023, blockDeviceMappings: [{ deviceName: '/dev/xvda', ebs: { volumeSize: 'huge' } }] }, 20 * gibibyte],
    [{ amiFamily: 'Bottlerocket', blockDeviceMappings: [xvda, xvdb] }, 30 * gibibyte],
    [{ amiFamily: 'Custom', blockDeviceMappings: [xvdb, { deviceName: '/dev/sdz' }] }, 20 * gibibyte],
    [{ amiFamily: 'Windows2022' }, 50 * gibibyte],
  ])('%j', (spec, bytes) => expect(resolve(spec).capacity('m5.large', 'ephemeral-storage')).toBe(bytes));
  test('RAID0 uses the instance store if there is one', () => {
    const raid = resolve({ ...al2023, instanceStorePolicy: 'RAID0' });
    expect(raid.capacity('m5d.large', 'ephemeral-storage')).toBe(75e9);
    expect(raid.capacity('m5.large', 'ephemeral-storage')).toBe(20 * gibibyte);
  });
});

describe('settings', () => {
  test('reserved ENIs reduce the number of pods, but not kube-reserved memory', () => {
    const reserved = resolve(al2023, { settings: { ...defaultKarpenterSettings, reservedENIs: 1 } });
    expect(reserved.capacity('m5.large', 'pods')).toBe(20);
    expect(reserved.overhead('m5.large', 'memory')).toBe(resolve(al2023).overhead('m5.large', 'memory'));
    const all = resolve(al2023, { settings: { ...defaultKarpenterSettings, reservedENIs: 9 } });
    expect(all.capacity('m5.large', 'pods')).toBe(0);
  });
  test('memory overhead of the hypervisor', () => {
    const none = resolve(al2023, { settings: { ...defaultKarpenterSettings, vmMemoryOverheadPercent: 0 } });
    expect(none.capacity('m5.large', 'memory')).toBe(8 * gibibyte);
    expect(none.capacity('m6g.large', 'memory')).toBe(8 * gibibyte - 64 * 1024 ** 2);
  });
  test('maxPods 0 is 0', () =>
    expect(resolve({ ...al2023, kubelet: { maxPods: 0 } }).capacity('m5.large', 'pods')).toBe(0));
  test('a reservation that is not a quantity counts as unset', () => {
    const odd = resolve({
      ...al2023,
      kubelet: { kubeReserved: { cpu: '${CPU}' }, evictionHard: { 'memory.available': 'x%' } },
    });
    expect(odd.overhead('m5.large', 'cpu')).toBe(70);
    expect(odd.overhead('m5.large', 'memory')).toBe(resolve(al2023).overhead('m5.large', 'memory'));
  });
  test('an eviction threshold of 100% is off', () => {
    const off = resolve({
      ...al2023,
      kubelet: { evictionHard: { 'memory.available': '100%', 'nodefs.available': '1Gi' } },
    });
    expect(off.overhead('m5.large', 'memory')).toBe(resolve(al2023).overhead('m5.large', 'memory')! - 100 * 1024 ** 2);
    expect(off.overhead('m5.large', 'ephemeral-storage')).toBe(2 * gibibyte);
  });
});

test('devices that a type does not have are NaN', () => {
  const types = resolve(al2023);
  expect(types.capacity('g4dn.12xlarge', 'nvidia.com/gpu')).toBe(4);
  expect(types.capacity('dl1.24xlarge', 'habana.ai/gaudi')).toBe(8);
  expect(types.capacity('trn1.32xlarge', 'aws.amazon.com/neuroncore')).toBe(32);
  expect(types.capacity('m5.large', 'nvidia.com/gpu')).toBeNaN();
});

describe('offerings', () => {
  test('on-demand, then spot, by zone', () => {
    const offerings = resolve(al2023, { zones: defaultZones(catalog).toReversed() }).offerings('m5.large');
    expect(offerings.map(({ capacityType, zone, price }) => [capacityType, zone, price])).toEqual([
      ['on-demand', 'us-east-1a', 0.096],
      ['on-demand', 'us-east-1b', 0.096],
      ['on-demand', 'us-east-1c', 0.096],
      ['spot', 'us-east-1a', 0.0384],
      ['spot', 'us-east-1b', 0.0384],
      ['spot', 'us-east-1c', 0.0384],
    ]);
    expect(offerings[0]).toMatchObject({
      zoneId: 'use1-az1',
      priceSource: 'table',
      isAvailable: true,
      billedPrice: undefined,
    });
    expect(offerings[3]).toMatchObject({ priceSource: 'estimated' });
  });
  // Recorded from launches of the oracle.
  test.each([
    ['m5.xlarge', 'us-east-1b', 0.059424],
    ['m7i.xlarge', 'us-east-1c', 0.082152],
    ['t4g.2xlarge', 'us-east-1b', 0.076877],
    ['trn1.32xlarge', 'us-east-1c', 13.9105],
  ])('zoned spot price of %s in %s', (name, zone, price) => {
    const spot = resolve(al2023, { spotPricing: 'zoned' })
      .offerings(name)
      .filter(({ capacityType }) => capacityType === 'spot');
    expect(spot.find((offering) => offering.zone === zone)?.price).toBe(price);
  });
  test('without a known price are unavailable, and their price is NaN', () => {
    const west = openFacts('data').catalog('us-west-2');
    const options = { settings: defaultKarpenterSettings, spotPricing: 'advisor', reservations: new Map() } as const;
    const types = resolveInstanceTypes(
      west,
      { metadata: { name: 'default' }, spec: al2023 },
      { ...options, zones: west.zones },
    );
    const offerings = types.offerings[types.names.indexOf('p5e.48xlarge')]!; // Capacity Blocks have no price per hour.
    expect(offerings.length).toBeGreaterThan(0);
    expect(offerings.every(({ isAvailable, price }) => !isAvailable && Number.isNaN(price))).toBe(true);
  });
  test('bare metal is sorted by the dedicated price and billed at the shared price', () => {
    const [metal] = resolve(al2023).offerings('c6g.metal');
    expect(metal?.billedPrice).toBe(2.176);
    expect(metal?.price).toBeGreaterThan(2.176);
  });
  test('do not exist in zones that the region does not have, or without zones', () => {
    expect(resolve(al2023, { zones: [{ zone: 'us-east-1-bos-1a', zoneId: undefined }] }).available()).toEqual([]);
    expect(resolve(al2023, { zones: [] }).offerings('m5.large')).toEqual([]);
    expect(resolve(al2023, { zones: [] }).label('m5.large', label.zone)).toEqual([]);
  });
  test('lists of labels are shared between equal types', () => {
    const types = resolve(al2023);
    expect(types.label('m5.large', label.zone)).toBe(types.label('m5.xlarge', label.zone));
    expect(types.label('m5.large', label.instanceFamily)).toBe(types.label('m5.xlarge', label.instanceFamily));
  });
});

describe('compatibility', () => {
  const without = (spec: EC2NodeClass['spec']) => {
    const left = new Set(resolve({ amiFamily: 'AL2', ...spec }).available());
    return resolve({ amiFamily: 'AL2' })
      .available()
      .filter((name) => !left.has(name));
  };
  const eth0 = { networkCardIndex: 0, deviceIndex: 0, interfaceType: 'interface' };
  test('AL2023 does not run on a1', () => {
    expect(without(al2023).every((name) => name.startsWith('a1.'))).toBe(true);
    expect(without(al2023)).toContain('a1.large');
    expect(resolve(al2023).offerings('a1.large')).toHaveLength(6);
  });
  test('connection tracking needs nitro', () => {
    const gone = without({ connectionTracking: { udpTimeout: 30 } });
    expect(gone).toEqual(expect.arrayContaining(['m4.large', 'm5.metal']));
    expect(gone).not.toContain('m5.large');
  });
  test('nested virtualization needs the CPU feature', () => {
    const gone = without({ cpuOptions: { nestedVirtualization: 'enabled' } });
    expect(gone).toContain('m5.large');
    expect(gone).not.toContain('m8i.large');
    expect(without({ cpuOptions: { nestedVirtualization: 'disabled' } })).toEqual([]);
  });
  test.each([
    [[eth0], 'm5.large', true],
    [[eth0], 'm4.16xlarge', true],
    [[eth0], 'm4.large', false],
    [[eth0, { ...eth0, deviceIndex: 2 }], 'm5.large', true],
    [[eth0, { ...eth0, deviceIndex: 3 }], 'm5.large', false],
    [[eth0, { ...eth0, networkCardIndex: 1 }], 'm5.large', false],
    [[eth0, { ...eth0, networkCardIndex: 1 }], 'p5.48xlarge', true],
    [[eth0, { networkCardIndex: 0, deviceIndex: 1, interfaceType: 'efa-only' }], 'm5.large', false],
    [[eth0, { networkCardIndex: 0, deviceIndex: 1, interfaceType: 'efa-only' }], 'p5.48xlarge', true],
  ])('network interfaces %j on %s: %s', (networkInterfaces, name, fits) => {
    expect(
      resolve({ ...al2023, networkInterfaces })
        .available()
        .includes(name),
    ).toBe(fits);
  });
  test('EFA-only interfaces count as devices and reduce the number of addresses', () => {
    const efa = { networkCardIndex: 0, deviceIndex: 1, interfaceType: 'efa-only' };
    const types = resolve({ ...al2023, networkInterfaces: [eth0, efa] });
    expect(types.capacity('p5.48xlarge', 'vpc.amazonaws.com/efa')).toBe(1);
    expect(types.capacity('p5.48xlarge', 'pods')).toBe(51);
  });
});

describe('capacity reservations', () => {
  const reservation = {
    id: 'cr-2',
    instanceType: 'm5.large',
    availabilityZone: 'us-east-1b',
    reservationType: 'default',
  };
  const status = { capacityReservations: [{ ...reservation, id: 'cr-3', state: 'expiring' }, reservation] };
  const types = resolve(al2023, {
    status,
    reservations: new Map([
      ['cr-2', 4],
      ['cr-3', 1],
    ]),
  });

  test('are offerings between on-demand and spot', () => {
    const offerings = types.offerings('m5.large');
    expect(offerings.map(({ capacityType }) => capacityType)).toEqual([
      ...['on-demand', 'on-demand', 'on-demand'],
      ...['reserved', 'reserved'],
      ...['spot', 'spot', 'spot'],
    ]);
    expect(offerings[3]).toMatchObject({
      zone: 'us-east-1b',
      zoneId: 'use1-az2',
      price: 0.096 / 10_000_000,
      isAvailable: true,
      reservation: { id: 'cr-2', type: 'default', isInterruptible: false, capacity: 4 },
    });
    expect(offerings[4]).toMatchObject({ reservation: { id: 'cr-3' }, isAvailable: false });
  });
  test('give labels only to their type', () => {
    expect(types.label('m5.large', label.capacityReservationId)).toEqual(['cr-2', 'cr-3']);
    expect(types.label('m5.large', label.capacityType)).toEqual(['on-demand', 'reserved', 'spot']);
    expect(types.label('m5.xlarge', label.capacityReservationId)).toEqual([]);
    expect(types.label('m5.xlarge', label.capacityType)).toEqual(['on-demand', 'spot']);
  });
  test('without a known number of free instances are full', () => {
    expect(resolve(al2023, { status }).offerings('m5.large')[3]).toMatchObject({ isAvailable: false });
  });
  test('in a zone without subnets are unavailable', () => {
    const zones = defaultZones(catalog).slice(0, 1);
    const far = resolve(al2023, { status, zones, reservations: new Map([['cr-2', 4]]) });
    expect(far.offerings('m5.large').filter(({ capacityType }) => capacityType === 'reserved')).toMatchObject([
      { isAvailable: false },
      { isAvailable: false },
    ]);
  });
});

test('a placement group is a label if the node class names its id', () => {
  const grouped = resolve({ ...al2023, placementGroupSelector: { id: 'pg-1' } });
  expect(grouped.label('m5.large', label.placementGroupId)).toEqual(['pg-1']);
  expect(resolve(al2023).label('m5.large', label.placementGroupId)).toBeUndefined();
});

describe('nodeResourcesOf', () => {
  test('a node that Karpenter did not launch, with AL2023 assumed', () => {
    const node = nodeResourcesOf(catalog, 'm5.large')!;
    expect(Object.fromEntries(node.allocatable)).toMatchObject({ cpu: 1930, pods: 29 });
    expect(node.capacity.get('cpu')).toBe(2000);
    expect(node.capacity.has('nvidia.com/gpu')).toBe(false);
    expect(node.labels).toMatchObject({
      [label.instanceType]: 'm5.large',
      [label.arch]: 'amd64',
      [label.region]: 'us-east-1',
    });
  });
  test('an unknown type', () => expect(nodeResourcesOf(catalog, 'm5.humongous')).toBeUndefined());
});

test('a spot offering without a known price is available and costs less than on-demand, but what is billed is unknown', () => {
  const govCloud = openFacts('data').catalog('us-gov-west-1');
  const { names, offerings } = resolveInstanceTypes(
    govCloud,
    { metadata: { name: 'default' }, spec: al2023 },
    {
      zones: defaultZones(govCloud),
      settings: defaultKarpenterSettings,
      spotPricing: 'advisor',
      reservations: new Map(),
    },
  );
  const [onDemand, , , spot, ...more] = offerings[names.indexOf('m5.large')]!;
  expect(more).toHaveLength(2);
  expect(onDemand).toMatchObject({ capacityType: 'on-demand', price: 0.121, billedPrice: undefined });
  expect(spot).toMatchObject({ capacityType: 'spot', isAvailable: true, billedPrice: Number.NaN });
  expect(spot!.price).toBeLessThan(0.121);
});
