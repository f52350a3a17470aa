import type { Draft, KubeObject } from './draft.ts';

const families = ['al2', 'bottlerocket', 'windows2019', 'windows2022', 'windows2025', 'custom'] as const;
const volumeSizes = ['20Gi', '50Gi', '100Gi', '200Gi', '30G'] as const;

/** Adds an EC2NodeClass with that name. */
export function addNodeClass(draft: Draft, name: string): void {
  const { random } = draft;
  const family = draft.has('ami-family', 0.2) ? random.pick(...families) : 'al2023';
  draft.note(`ami-${family}`);
  const discovery = [{ tags: { 'karpenter.sh/discovery': 'demo' } }];
  const object: KubeObject = {
    apiVersion: 'karpenter.k8s.aws/v1',
    kind: 'EC2NodeClass',
    metadata: { name },
    spec: {
      role: 'KarpenterNodeRole-demo',
      ...(family === 'custom'
        ? { amiFamily: 'Custom', amiSelectorTerms: [{ id: 'ami-0123456789abcdef0' }] }
        : { amiSelectorTerms: [{ alias: `${family}@latest` }] }),
      subnetSelectorTerms: discovery,
      securityGroupSelectorTerms: discovery,
      ...kubelet(draft, family),
      ...blockDevices(draft, family),
      ...(draft.has('raid0', 0.07) && { instanceStorePolicy: 'RAID0' }),
      ...(draft.has('nested-virtualization', 0.02) && { cpuOptions: { nestedVirtualization: 'enabled' } }),
      ...(draft.has('network-interfaces', 0.02) && {
        networkInterfaces: [
          { deviceIndex: 0, networkCardIndex: 0, interfaceType: 'interface' },
          { deviceIndex: 1, networkCardIndex: 0, interfaceType: random.pick('interface', 'efa-only') },
        ],
      }),
      ...(draft.has('connection-tracking', 0.01) && { connectionTracking: { tcpEstablishedTimeout: 300 } }),
    },
  };
  if (draft.has('capacity-reservation', 0.06)) addReservations(draft, object);
  if (draft.has('node-class-zones', 0.08)) {
    draft.settings.nodeClassZones = { ...draft.settings.nodeClassZones, [name]: random.some(draft.zones) };
  }
  draft.objects.push(object);
}

function kubelet(draft: Draft, family: string): object {
  if (!draft.has('kubelet', 0.3)) return {};
  const { random } = draft;
  const settings = {
    ...(random.chance(0.4) && { maxPods: random.pick(8, 20, 58, 110, 250) }),
    ...(family !== 'bottlerocket' && random.chance(0.25) && { podsPerCore: random.pick(2, 4, 10) }),
    ...(random.chance(0.3) && {
      kubeReserved: random.pick<object>(
        { cpu: '200m', memory: '500Mi' },
        { memory: '1Gi', 'ephemeral-storage': '3Gi' },
        { cpu: '100m' },
      ),
    }),
    ...(random.chance(0.3) && {
      systemReserved: random.pick<object>(
        { cpu: '100m', memory: '100Mi' },
        { memory: '512Mi' },
        { 'ephemeral-storage': '2Gi' },
      ),
    }),
    ...(random.chance(0.3) && {
      evictionHard: random.pick<object>(
        { 'memory.available': '5%' },
        { 'memory.available': '500Mi', 'nodefs.available': '15%' },
        { 'memory.available': '100%' },
      ),
    }),
    ...(family !== 'bottlerocket' &&
      random.chance(0.1) && {
        evictionSoft: { 'memory.available': '1Gi' },
        evictionSoftGracePeriod: { 'memory.available': '1m' },
      }),
  };
  return Object.keys(settings).length > 0 ? { kubelet: settings } : {};
}

function blockDevices(draft: Draft, family: string): object {
  if (!draft.has('block-devices', 0.25)) return {};
  const { random } = draft;
  const root = family === 'bottlerocket' ? '/dev/xvdb' : family.startsWith('windows') ? '/dev/sda1' : '/dev/xvda';
  const device = (deviceName: string, volumeSize: string): object => ({
    deviceName,
    ebs: { volumeSize, volumeType: 'gp3', encrypted: true },
  });
  const devices = [device(random.pick(root, root, root, '/dev/sdz'), random.pick(...volumeSizes))];
  if (random.chance(0.3)) devices.push(device('/dev/sdf', '500Gi'));
  if (random.chance(0.2)) Object.assign(random.pick(...devices), { rootVolume: true });
  return { blockDeviceMappings: devices };
}

const reservedTypes = [
  'm5.xlarge',
  'c6i.2xlarge',
  'r5.xlarge',
  'm6i.large',
  'c7g.xlarge',
  'm5.2xlarge',
  'p4d.24xlarge',
];

/** The status of the class lists capacity reservations, as its controller writes them. The settings contain the free instances. */
function addReservations(draft: Draft, nodeClass: KubeObject): void {
  const { random } = draft;
  const reservations = Array.from({ length: random.integer(1, 3) }, (_, i) => {
    const instanceType = random.pick(...reservedTypes);
    const id = `cr-${String(i).padStart(4, '0')}${random.integer(0, 0xffffff).toString(16).padStart(6, '0')}`;
    return {
      id,
      instanceType,
      availabilityZone: random.pick(...draft.zones),
      instanceMatchCriteria: 'targeted',
      ownerID: '111122223333',
      reservationType: instanceType.startsWith('p') ? 'capacity-block' : 'default',
      interruptible: false,
      state: 'active',
    };
  });
  Object.assign(nodeClass.spec as object, { capacityReservationSelectorTerms: reservations.map(({ id }) => ({ id })) });
  nodeClass.status = { capacityReservations: reservations };
  const free = reservations.map(({ id }) => [id, random.pick(0, 1, 1, 2, 5)] as const);
  draft.settings.reservations = { ...draft.settings.reservations, ...Object.fromEntries(free) };
}
