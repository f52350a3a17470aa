import type { Draft, KubeObject } from '../draft.ts';
import { ofKind, someOf } from './templates.ts';
import type { Twist } from './twist.ts';

type ClassSpec = Record<string, unknown> & { kubelet?: Record<string, unknown> };

/** A twist that changes some of the EC2NodeClasses, each independently. */
const ofClasses =
  (change: (draft: Draft, spec: ClassSpec, object: KubeObject) => void): Twist =>
  (draft) =>
    someOf(draft, ofKind(draft, 'EC2NodeClass')).map((object) => change(draft, object.spec as ClassSpec, object))
      .length > 0;

/** Extreme kubelet settings, several of them together. */
const kubelet: Twist = ofClasses(({ random }, spec) => {
  const options: readonly Record<string, unknown>[] = [
    { maxPods: random.pick(0, 1, 3, 12, 737) },
    { podsPerCore: random.pick(0, 1, 3) },
    {
      kubeReserved: random.pick<object>(
        { cpu: '1', memory: '2Gi', 'ephemeral-storage': '5Gi', pid: '100' },
        { cpu: '0' },
        { memory: '100M' },
      ),
    },
    { systemReserved: random.pick<object>({ cpu: '500m', memory: '1500M', pid: '10' }, { memory: '0' }) },
    {
      evictionHard: random.pick<object>(
        { 'memory.available': '10.5%', 'nodefs.available': '5Gi' },
        { 'memory.available': '0.5Gi' },
        { 'nodefs.available': '100%' },
        { 'nodefs.inodesFree': '5%', 'imagefs.available': '20%', 'pid.available': '10%' },
        { 'memory.available': '0%' },
      ),
    },
    {
      evictionSoft: { 'memory.available': '30%', 'nodefs.available': '40%' },
      evictionSoftGracePeriod: { 'memory.available': '1m', 'nodefs.available': '2m' },
    },
    { clusterDNS: ['10.100.0.10'], cpuCFSQuota: true },
  ];
  const family = JSON.stringify(spec);
  const bottlerocket = family.includes('bottlerocket');
  const usable = options.filter((option) => !bottlerocket || !('podsPerCore' in option || 'evictionSoft' in option));
  spec.kubelet = Object.assign({}, spec.kubelet, ...random.sample(usable, random.pick(1, 2, 3)));
});

/** Volumes in other units, without a size, and several volumes. */
const blockDevices: Twist = ofClasses(({ random }, spec) => {
  const device = (deviceName: string, ebs: object): object => ({ deviceName, ebs });
  spec.blockDeviceMappings = [
    device(
      random.pick('/dev/xvda', '/dev/xvdb', '/dev/sda1'),
      random.pick<object>(
        { volumeSize: '1Ti' },
        { volumeSize: '1.5Gi' },
        { volumeSize: '8Gi' },
        { snapshotID: 'snap-0123' },
      ),
    ),
    ...random.pick<object[]>(
      [],
      [device('/dev/xvdb', { volumeSize: '75G' })],
      [device('/dev/xvdc', { snapshotID: 'snap-0123' })],
      [{ ...device('/dev/xvdd', { volumeSize: '33Gi' }), rootVolume: true }],
      [{ ...device('/dev/xvdd', { snapshotID: 'snap-0456' }), rootVolume: true }],
    ),
  ];
  if (random.chance(0.3)) spec.instanceStorePolicy = 'RAID0';
});

/** The AMI family in addition to an alias, or instead of one. */
const families: Twist = ofClasses(({ random }, spec) => {
  const byId = [{ id: 'ami-0123456789abcdef0' }];
  Object.assign(
    spec,
    random.pick<object>(
      { amiFamily: 'AL2', amiSelectorTerms: byId },
      { amiFamily: 'AL2023', amiSelectorTerms: byId },
      { amiFamily: 'Bottlerocket', amiSelectorTerms: [{ tags: { team: 'a' } }] },
      { amiFamily: 'Windows2022', amiSelectorTerms: [{ name: 'mine' }] },
      { amiFamily: 'Custom', amiSelectorTerms: [{ alias: 'al2023@latest' }] },
      { amiFamily: 'Custom', amiSelectorTerms: [{ alias: 'bottlerocket@latest' }] },
    ),
  );
  if (random.chance(0.5)) delete spec.blockDeviceMappings;
});

const network: Twist = ofClasses(({ random }, spec) => {
  const card = (networkCardIndex: number, deviceIndex: number, interfaceType: string): object => ({
    networkCardIndex,
    deviceIndex,
    interfaceType,
  });
  Object.assign(
    spec,
    random.pick<object>(
      { ipPrefixCount: random.pick(0, 1, 4, 16) },
      { networkInterfaces: [card(0, 0, 'interface')] },
      { networkInterfaces: [card(0, 0, 'interface'), card(0, 1, 'efa-only'), card(1, 1, 'efa-only')] },
      { networkInterfaces: [card(0, 0, 'interface'), card(0, 2, 'interface'), card(0, 3, 'interface')] },
      { ipPrefixCount: 4, networkInterfaces: [card(0, 0, 'interface'), card(0, 1, 'interface')] },
      { connectionTracking: { udpTimeout: 30 }, cpuOptions: { nestedVirtualization: 'disabled' } },
      { associatePublicIPAddress: true },
    ),
  );
});

interface Wanted {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** All sorts of reservations for instance types that a NodePool of the class requires, some for the same type and zone. */
const reservations: Twist = ofClasses((draft, spec, object) => {
  const { random, zones, settings } = draft;
  const pools = ofKind(draft, 'NodePool').map(
    ({ spec: pool }) => (pool as { template: { spec: { requirements: Wanted[] } } }).template.spec,
  );
  const families = pools.flatMap(
    ({ requirements }) =>
      requirements.find(({ key, operator }) => key.endsWith('instance-family') && operator === 'In')?.values ?? [],
  );
  const types = (families.length > 0 ? families : ['m5', 'c5', 'r5', 'm6i']).flatMap((family) => [
    `${family}.large`,
    `${family}.xlarge`,
    `${family}.2xlarge`,
  ]);
  const found = Array.from({ length: random.integer(1, 5) }, (_, i) => {
    const kind = random.pick('default', 'default', 'default', 'capacity-block', 'interruptible');
    return {
      id: `cr-t${i}${random.integer(0, 0xffffff).toString(16).padStart(6, '0')}`,
      instanceType: random.pick(...random.sample(types, 2)),
      availabilityZone: random.pick(...zones),
      instanceMatchCriteria: random.pick('targeted', 'open'),
      ownerID: '111122223333',
      reservationType: kind === 'capacity-block' ? kind : 'default',
      interruptible: kind === 'interruptible',
      state: 'active',
    };
  });
  spec.capacityReservationSelectorTerms = found.map(({ id }) => ({ id }));
  object.status = { capacityReservations: found };
  const free = found.map(({ id }) => [id, random.pick(0, 1, 2, 3)] as const);
  settings.reservations = { ...settings.reservations, ...Object.fromEntries(free) };
  for (const { requirements } of pools) {
    const own = requirements.find(({ key }) => key === 'karpenter.sh/capacity-type');
    if (own?.operator === 'In' && random.chance(0.8))
      Object.assign(own, { values: ['reserved', ...own.values!.filter((value) => value !== 'reserved')] });
  }
});

export const nodeClassTwists = {
  'twist-kubelet': kubelet,
  'twist-block-devices': blockDevices,
  'twist-ami-families': families,
  'twist-network': network,
  'twist-reservations': reservations,
} satisfies Record<string, Twist>;
