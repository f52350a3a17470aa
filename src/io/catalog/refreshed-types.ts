import type { InstanceTypeInfo, InstanceTypeTable } from '../../engine/aws/catalog/instance-type-info.ts';
import type { CatalogSource, Gpu } from '../../engine/karpenter/cloud-provider/catalog.ts';
import { compareNames } from '../../engine/text/name-order.ts';
import type { Ec2InstanceType } from '../aws/aws-sdk.ts';

const architectures: Readonly<Record<string, string>> = { x86_64: 'amd64', arm64: 'arm64' };

/**
 * A name as Karpenter writes it in labels: `Radeon Pro V520` → `radeon-pro-v520`. Source: provider-aws
 * pkg/providers/instancetype/types.go, lowerKabobCase.
 */
const labelValue = (name: string | undefined): string => (name ?? '').replaceAll(' ', '-').toLowerCase();

const mhz = (ghz: number | undefined): number => Math.round((ghz ?? 0) * 1000);

/**
 * The known types, updated with EC2's current data. Data that EC2 does not give stays (network bandwidth, VPC limits, Karpenter's
 * own tables), and so do types that this region does not have.
 */
export function refreshedTypes(
  committed: InstanceTypeTable,
  seen: readonly Ec2InstanceType[],
  source: CatalogSource,
): InstanceTypeTable {
  const types = new Map(committed.types.map((info) => [info.name, info]));
  for (const type of seen) {
    const info = infoOf(type, types.get(type.InstanceType ?? ''));
    if (info) types.set(info.name, info);
  }

  return {
    sources: [source, ...committed.sources.filter(({ what }) => what !== source.what)],
    types: [...types.values()].sort((a, b) => compareNames(a.name, b.name)),
  };
}

/** One type; undefined for types that Karpenter does not launch, such as Macs. */
function infoOf(type: Ec2InstanceType, committed: InstanceTypeInfo | undefined): InstanceTypeInfo | undefined {
  const { InstanceType: name, ProcessorInfo: processor, VCpuInfo, MemoryInfo } = type;
  const architecture = processor?.SupportedArchitectures?.map((architecture) => architectures[architecture]).find(
    Boolean,
  );
  const [family, size] = name?.split('.') ?? [];

  if (!name || !family || !size || !architecture || !VCpuInfo?.DefaultVCpus || !MemoryInfo?.SizeInMiB) return undefined;

  return {
    name,
    family,
    size,
    architecture,
    vcpus: VCpuInfo.DefaultVCpus,
    memoryMib: MemoryInfo.SizeInMiB,
    cpuManufacturer: labelValue(processor?.Manufacturer),
    clockMhz: mhz(processor?.SustainedClockSpeedInGhz),
    hypervisor: type.Hypervisor ?? '',
    ebsBandwidthMbps: ebsBandwidth(type),
    ...storage(type),
    ...network(type, committed),
    ...devices(type),
    gone: undefined,
    isBareMetal: type.BareMetal ?? false,
    isBurstable: type.BurstablePerformanceSupported ?? false,
    isPreviousGeneration: type.CurrentGeneration === false,
    hasNestedVirtualization:
      processor?.SupportedFeatures?.some((feature) => `${feature}` === 'nested-virtualization') ??
      committed?.hasNestedVirtualization ??
      false,
    hasNitroEnclaves: type.NitroEnclavesSupport === 'supported',
    hasCapacityBlocks: type.SupportedUsageClasses?.some((usage) => usage === 'capacity-block') ?? false,
    hasSpot: type.SupportedUsageClasses?.some((usage) => usage === 'spot') ?? false,
    hasVpcLimits: committed?.hasVpcLimits ?? false,
  };
}

/** Only types that are EBS-optimized by default have this label. */
const ebsBandwidth = ({ EbsInfo: ebs }: Ec2InstanceType): number | undefined => {
  if (ebs?.EbsOptimizedSupport === 'default') return ebs.EbsOptimizedInfo?.MaximumBandwidthInMbps;
  return undefined;
};

function storage({
  InstanceStorageInfo: store,
}: Ec2InstanceType): Pick<InstanceTypeInfo, 'instanceStoreGb' | 'localNvmeGb'> {
  const isNvme = store?.NvmeSupport !== undefined && store.NvmeSupport !== 'unsupported';
  return { instanceStoreGb: store?.TotalSizeInGB, localNvmeGb: isNvme ? store.TotalSizeInGB : undefined };
}

type Network = Pick<
  InstanceTypeInfo,
  | 'encryptionInTransit'
  | 'networkBandwidthMbps'
  | 'enis'
  | 'ipv4PerEni'
  | 'efas'
  | 'branchEnis'
  | 'networkCards'
  | 'hasEna'
>;

function network({ NetworkInfo: info }: Ec2InstanceType, committed: InstanceTypeInfo | undefined): Network {
  const cards = info?.NetworkCards?.map((card) => card.MaximumNetworkInterfaces ?? 0) ?? [];
  const enis = cards[info?.DefaultNetworkCardIndex ?? 0] ?? info?.MaximumNetworkInterfaces ?? 0;

  return {
    encryptionInTransit: info?.EncryptionInTransitSupported ?? false,
    networkBandwidthMbps: committed?.networkBandwidthMbps,
    enis,
    ipv4PerEni: info?.Ipv4AddressesPerInterface ?? 0,
    efas: info?.EfaInfo?.MaximumEfaInterfaces,
    branchEnis: committed?.branchEnis,
    networkCards: cards.length > 1 ? cards : [enis],
    hasEna: info?.EnaSupport !== 'unsupported',
  };
}

function devices(type: Ec2InstanceType): Pick<InstanceTypeInfo, 'gpus' | 'accelerator' | 'neuron'> {
  const [inference] = type.InferenceAcceleratorInfo?.Accelerators ?? [];
  const [neuron] = type.NeuronInfo?.NeuronDevices ?? [];
  const count = neuron?.Count ?? 0;
  // Newer types list their accelerators only as Neuron devices.
  const accelerator = inference ?? (neuron && { ...neuron, Manufacturer: 'AWS' });

  return {
    gpus: (type.GpuInfo?.Gpus ?? []).map(
      ({ Name, Manufacturer, Count, MemoryInfo }): Gpu => ({
        name: labelValue(Name),
        manufacturer: labelValue(Manufacturer),
        count: Count ?? 0,
        memoryMib: MemoryInfo?.SizeInMiB ?? 0,
      }),
    ),
    accelerator: accelerator && {
      name: labelValue(accelerator.Name),
      manufacturer: labelValue(accelerator.Manufacturer),
      count: accelerator.Count ?? 0,
    },
    neuron: neuron && { devices: count, cores: count * (neuron.CoreInfo?.Count ?? 0) },
  };
}
