import type { Field, Shape, Struct } from './go-hash.ts';

/** The Go structs under Karpenter's hashes, without the fields that carry `hash:"ignore"`. Core and provider-aws, pkg/apis/v1. */

const text: Shape = { kind: 'text' };
const bool: Shape = { kind: 'bool' };
const int32: Shape = { kind: 'int32' };
const int64: Shape = { kind: 'int64' };
const map: Shape = { kind: 'map', of: text };
const slice = (of: Shape): Shape => ({ kind: 'slice', of });
const struct = (name: string, fields: readonly Field[]): Struct => ({ kind: 'struct', name, fields });
const field = (name: string, json: string, shape: Shape): Field => ({ name, json, shape, isPointer: false });
const pointer = (name: string, json: string, shape: Shape): Field => ({ name, json, shape, isPointer: true });

/** metav1.Duration holds a plain duration, NillableDuration a pointer to one. */
const duration = (name: string, isPointer: boolean): Shape =>
  struct(name, [{ name: 'Duration', json: undefined, shape: { kind: 'duration' }, isPointer }]);

/** metav1.Time embeds a plain time. */
const time = struct('Time', [{ name: 'Time', json: undefined, shape: { kind: 'time' }, isPointer: false }]);

const taint = struct('Taint', [
  field('Key', 'key', text),
  field('Value', 'value', text),
  field('Effect', 'effect', text),
  pointer('TimeAdded', 'timeAdded', time),
]);

const objectMeta = field(
  'ObjectMeta',
  'metadata',
  struct('ObjectMeta', [field('Labels', 'labels', map), field('Annotations', 'annotations', map)]),
);
const taints = [field('Taints', 'taints', slice(taint)), field('StartupTaints', 'startupTaints', slice(taint))];
const reference = [field('Kind', 'kind', text), field('Name', 'name', text)];
const nodeClassRef = (...group: readonly Field[]): Field =>
  pointer('NodeClassRef', 'nodeClassRef', struct('NodeClassReference', [...reference, ...group]));

/** core NodePool.spec.template. */
export const nodeClaimTemplate = struct('NodeClaimTemplate', [
  objectMeta,
  field(
    'Spec',
    'spec',
    struct('NodeClaimTemplateSpec', [
      ...taints,
      nodeClassRef(field('Group', 'group', text)),
      pointer('TerminationGracePeriod', 'terminationGracePeriod', duration('Duration', false)),
      field('ExpireAfter', 'expireAfter', duration('NillableDuration', true)),
    ]),
  ),
]);

const kubelet = struct('KubeletConfiguration', [
  field('ClusterDNS', 'clusterDNS', slice(text)),
  pointer('MaxPods', 'maxPods', int32),
  pointer('PodsPerCore', 'podsPerCore', int32),
  field('SystemReserved', 'systemReserved', map),
  field('KubeReserved', 'kubeReserved', map),
  field('EvictionHard', 'evictionHard', map),
  field('EvictionSoft', 'evictionSoft', map),
  field('EvictionSoftGracePeriod', 'evictionSoftGracePeriod', { kind: 'map', of: duration('Duration', false) }),
  pointer('EvictionMaxPodGracePeriod', 'evictionMaxPodGracePeriod', int32),
  pointer('ImageGCHighThresholdPercent', 'imageGCHighThresholdPercent', int32),
  pointer('ImageGCLowThresholdPercent', 'imageGCLowThresholdPercent', int32),
  pointer('CPUCFSQuota', 'cpuCFSQuota', bool),
]);

/** The same in v1beta1, where the kubelet stood in the NodePool. */
export const nodeClaimTemplateV1beta1 = struct('NodeClaimTemplate', [
  objectMeta,
  field(
    'Spec',
    'spec',
    struct('NodeClaimSpec', [
      ...taints,
      pointer('Kubelet', 'kubelet', kubelet),
      nodeClassRef(field('APIVersion', 'apiVersion', text)),
    ]),
  ),
]);

const blockDevice = struct('BlockDevice', [
  pointer('DeleteOnTermination', 'deleteOnTermination', bool),
  pointer('Encrypted', 'encrypted', bool),
  pointer('IOPS', 'iops', int64),
  pointer('KMSKeyID', 'kmsKeyID', text),
  pointer('SnapshotID', 'snapshotID', text),
  pointer('Throughput', 'throughput', int64),
  pointer('VolumeInitializationRate', 'volumeInitializationRate', int32),
  pointer('VolumeSize', 'volumeSize', { kind: 'quantity' }),
  pointer('VolumeType', 'volumeType', text),
]);

/** aws EC2NodeClass.spec; a field that a release does not know is never there. 1.0 and 1.15 leave the kubelet out. */
const specFields: readonly Field[] = [
  pointer(
    'PlacementGroupSelector',
    'placementGroupSelector',
    struct('PlacementGroupSelector', [pointer('Name', 'name', text), pointer('ID', 'id', text)]),
  ),
  pointer('AssociatePublicIPAddress', 'associatePublicIPAddress', bool),
  pointer('UserData', 'userData', text),
  field('Role', 'role', text),
  pointer('InstanceProfile', 'instanceProfile', text),
  field('Tags', 'tags', map),
  pointer('Kubelet', 'kubelet', kubelet),
  field(
    'BlockDeviceMappings',
    'blockDeviceMappings',
    slice(
      struct('BlockDeviceMapping', [
        pointer('DeviceName', 'deviceName', text),
        pointer('EBS', 'ebs', blockDevice),
        field('RootVolume', 'rootVolume', bool),
      ]),
    ),
  ),
  pointer('InstanceStorePolicy', 'instanceStorePolicy', text),
  field(
    'NetworkInterfaces',
    'networkInterfaces',
    slice(
      struct('NetworkInterface', [
        field('NetworkCardIndex', 'networkCardIndex', int32),
        field('DeviceIndex', 'deviceIndex', int32),
        field('InterfaceType', 'interfaceType', text),
      ]),
    ),
  ),
  pointer('DetailedMonitoring', 'detailedMonitoring', bool),
  pointer(
    'MetadataOptions',
    'metadataOptions',
    struct('MetadataOptions', [
      pointer('HTTPEndpoint', 'httpEndpoint', text),
      pointer('HTTPProtocolIPv6', 'httpProtocolIPv6', text),
      pointer('HTTPPutResponseHopLimit', 'httpPutResponseHopLimit', int64),
      pointer('HTTPTokens', 'httpTokens', text),
    ]),
  ),
  pointer('EnclaveOptions', 'enclaveOptions', struct('EnclaveOptions', [field('Enabled', 'enabled', bool)])),
  pointer(
    'ConnectionTracking',
    'connectionTracking',
    struct('ConnectionTracking', [
      pointer('TCPEstablishedTimeout', 'tcpEstablishedTimeout', int32),
      pointer('UDPStreamTimeout', 'udpStreamTimeout', int32),
      pointer('UDPTimeout', 'udpTimeout', int32),
    ]),
  ),
  pointer('Context', 'context', text),
  pointer(
    'CPUOptions',
    'cpuOptions',
    struct('CPUOptions', [pointer('NestedVirtualization', 'nestedVirtualization', text)]),
  ),
];

/** Of hash versions v4 and v5. */
export const ec2NodeClassSpec = struct('EC2NodeClassSpec', specFields);

/** Of hash versions v3 and v6, which know the kubelet otherwise. */
export const specWithoutKubelet = struct(
  'EC2NodeClassSpec',
  specFields.filter(({ name }) => name !== 'Kubelet'),
);

/** Of v1beta1, hash version v2: the family as it is written. */
export const ec2NodeClassSpecV1beta1 = struct('EC2NodeClassSpec', [
  ...specFields.slice(0, 2),
  pointer('AMIFamily', 'amiFamily', text),
  ...specFields.slice(2).filter(({ name }) => name !== 'Kubelet'),
]);
