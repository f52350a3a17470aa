import { parseResource } from '../../karpenter/api/quantity.ts';
import type { KarpenterSettings } from '../../karpenter/api/settings.ts';
import type { AmiFamily } from '../catalog/ami-families.ts';
import type { InstanceTypeInfo } from '../catalog/instance-type-info.ts';
import type { EC2NodeClass } from '../node-class/ec2-node-class.ts';

/** What capacity and overhead depend on, in addition to the instance type. */
export interface NodeTemplate {
  readonly nodeClass: EC2NodeClass;
  readonly amiFamily: AmiFamily;
  readonly settings: Pick<KarpenterSettings, 'vmMemoryOverheadPercent' | 'reservedENIs'>;
}

export const mebibyte = 1024 ** 2;

/** The amount of a resource that an instance type has. */
export type Amount = (info: InstanceTypeInfo) => number;

/** One value per type. */
export function column(types: readonly InstanceTypeInfo[], value: Amount): Float64Array {
  const values = new Float64Array(types.length);
  for (let i = 0; i < types.length; i++) values[i] = value(types[i]!);
  return values;
}

/**
 * Amounts per type by resource, in the units of `Resources`. NaN if a type does not have a device.
 * Source: provider-aws pkg/providers/instancetype/types.go computeCapacity.
 */
export function capacityOf(types: readonly InstanceTypeInfo[], template: NodeTemplate): Map<string, Float64Array> {
  const storageBytes = volumeBytes(template);
  const usesInstanceStore = template.nodeClass.spec.instanceStorePolicy === 'RAID0';

  const capacity = new Map([
    ['cpu', column(types, (info) => info.vcpus * 1000)],
    ['memory', column(types, (info) => memoryBytes(info, template.settings.vmMemoryOverheadPercent))],
    [
      'ephemeral-storage',
      column(types, ({ instanceStoreGb }) => {
        if (usesInstanceStore && instanceStoreGb !== undefined) return instanceStoreGb * 1e9;
        return storageBytes;
      }),
    ],
    ['pods', column(types, podsOf(template))],
  ]);

  for (const [resource, amount] of devices(template)) {
    // Nodes do not list devices that they do not have.
    capacity.set(
      resource,
      column(types, (info) => amount(info) || Number.NaN),
    );
  }

  return capacity;
}

function devices({ nodeClass, amiFamily }: NodeTemplate): readonly (readonly [string, Amount])[] {
  const interfaces = nodeClass.spec.networkInterfaces;
  const efaOnly = interfaces?.filter(({ interfaceType }) => interfaceType === 'efa-only').length;

  const all: (readonly [string, Amount])[] = [
    ['vpc.amazonaws.com/pod-eni', (info) => info.branchEnis ?? 0],
    ['nvidia.com/gpu', (info) => gpusBy(info, 'nvidia')],
    ['amd.com/gpu', (info) => gpusBy(info, 'amd')],
    ['habana.ai/gaudi', (info) => gpusBy(info, 'habana')],
    ['aws.amazon.com/neuron', (info) => info.neuron?.devices ?? 0],
    ['aws.amazon.com/neuroncore', (info) => info.neuron?.cores ?? 0],
    ['vpc.amazonaws.com/efa', (info) => efaOnly ?? info.efas ?? 0],
  ];

  if (amiFamily.windowsBuild === undefined) return all;

  const addresses: Amount = (info) => {
    if (info.architecture === 'amd64' && info.hasVpcLimits) return info.ipv4PerEni - 1;
    return 0;
  };
  return [...all, ['vpc.amazonaws.com/PrivateIPv4Address', addresses]];
}

function gpusBy(info: InstanceTypeInfo, manufacturer: string): number {
  let count = 0;
  for (const gpu of info.gpus) if (gpu.manufacturer === manufacturer) count += gpu.count;
  return count;
}

/** The bytes that the hypervisor leaves. Graviton reserves 64 MiB of contiguous memory. */
function memoryBytes(info: InstanceTypeInfo, overheadPercent: number): number {
  const bytes = (info.memoryMib - (info.architecture === 'arm64' ? 64 : 0)) * mebibyte;
  return bytes - Math.ceil((bytes * overheadPercent) / 1024 / 1024) * mebibyte;
}

function podsOf(template: NodeTemplate): Amount {
  const { maxPods, podsPerCore = 0 } = template.nodeClass.spec.kubelet ?? {};
  const { limitsPodsByEnis, hasPodsPerCore } = template.amiFamily;
  const byEnis = eniLimitedPods(template, template.settings.reservedENIs);

  const podsByNode = (): Amount => {
    if (maxPods !== undefined) return () => maxPods;
    if (limitsPodsByEnis) return byEnis;
    return () => 110;
  };

  const byNode = podsByNode();
  if (podsPerCore === 0 || !hasPodsPerCore) return byNode;
  return (info) => Math.min(podsPerCore * info.vcpus, byNode(info));
}

/** The number of pods that the VPC CNI has addresses for with only the default network card and no prefixes. */
export function eniLimitedPods({ nodeClass }: NodeTemplate, reservedEnis: number): Amount {
  // EFA-only interfaces use an ENI but have no IP addresses.
  const efaOnly = (nodeClass.spec.networkInterfaces ?? []).filter(
    ({ networkCardIndex = 0, interfaceType }) => networkCardIndex === 0 && interfaceType === 'efa-only',
  ).length;
  return ({ enis, ipv4PerEni }) => {
    const usable = Math.max(enis - reservedEnis - efaOnly, 0);
    if (usable === 0) return 0;
    return usable * (ipv4PerEni - 1) + 2;
  };
}

/** The size of the EBS volume that pods write to. */
function volumeBytes({ nodeClass, amiFamily }: NodeTemplate): number {
  const mappings = nodeClass.spec.blockDeviceMappings ?? [];

  const sizeOf = (mapping: (typeof mappings)[number] | undefined): number | undefined => {
    const size = mapping?.ebs?.volumeSize;
    if (size === undefined) return undefined;
    return parseResource('storage', size);
  };

  const root = sizeOf(mappings.find(({ rootVolume }) => rootVolume));
  if (root !== undefined) return root;

  // The device that a custom AMI writes to is unknown, so Karpenter assumes the last one.
  const mappingOf = () => {
    if (amiFamily.ephemeralDevice === undefined) return mappings.at(-1);
    return mappings.find(({ deviceName }) => deviceName === amiFamily.ephemeralDevice);
  };

  const mapping = mappingOf();

  return sizeOf(mapping) ?? amiFamily.defaultVolumeBytes;
}
