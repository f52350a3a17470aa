import type { Field } from '../../changes/diff/hash/go-hash.ts';
import { goShape } from '../../changes/diff/hash/go-shape.ts';
import { hashedKubelet } from '../../changes/diff/hash/hashed-types.ts';

const { bool, field, int32, int64, map, pointer, slice, struct, text } = goShape;

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

/** aws EC2NodeClass.spec. Fields that a release does not know are always absent. 1.0 and 1.15 do not hash the kubelet here. */
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
  pointer('Kubelet', 'kubelet', hashedKubelet),
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

/** The fields of hash versions v4 and v5. */
export const ec2NodeClassSpec = struct('EC2NodeClassSpec', specFields);

/** The fields of hash versions v3 and v6, which treat the kubelet in another way. */
export const specWithoutKubelet = struct(
  'EC2NodeClassSpec',
  specFields.filter(({ name }) => name !== 'Kubelet'),
);

/** The fields of v1beta1, hash version v2, with the family as written. */
export const ec2NodeClassSpecV1beta1 = struct('EC2NodeClassSpec', [
  ...specFields.slice(0, 2),
  pointer('AMIFamily', 'amiFamily', text),
  ...specFields.slice(2).filter(({ name }) => name !== 'Kubelet'),
]);
