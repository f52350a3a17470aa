import { label } from '../../karpenter/api/labels.ts';
import type { Gpu, LabelColumn } from '../../karpenter/cloud-provider/catalog.ts';
import type { Ec2Catalog } from './ec2-catalog.ts';
import type { InstanceTypeInfo } from './instance-type-info.ts';

/** The values of a label that a type does not have. */
const doesNotExist: readonly string[] = [];

const scheme = /^([a-z]+)(?:-[0-9]+tb)?([0-9]+)(?![0-9])[^.]*\./;
const cache = new WeakMap<Ec2Catalog, ReadonlyMap<string, LabelColumn>>();

/**
 * The values per type of the labels that do not depend on the node class. They are computed once per catalog.
 * Source: provider-aws pkg/providers/instancetype/types.go computeRequirements.
 */
export function typeLabels(catalog: Ec2Catalog): ReadonlyMap<string, LabelColumn> {
  const cached = cache.get(catalog);
  if (cached) return cached;

  const columns = new Map<string, LabelColumn>();
  const lists = new Map<string | number, readonly string[]>();
  for (const [key, value] of labelValues) {
    columns.set(
      key,
      catalog.types.map((info) => listOf(value(info), lists)),
    );
  }

  columns.set(label.region, constantColumn(catalog, catalog.region));
  columns.set(label.instanceTenancy, new Array(catalog.types.length).fill(['dedicated', 'default']));
  cache.set(catalog, columns);

  return columns;
}

/** The same value for every type. Undefined means that no type has the label. */
export function constantColumn(catalog: Ec2Catalog, value: string | undefined): LabelColumn {
  return new Array<readonly string[]>(catalog.types.length).fill(value === undefined ? doesNotExist : [value]);
}

function listOf(value: string | number | undefined, lists: Map<string | number, readonly string[]>): readonly string[] {
  if (value === undefined) return doesNotExist;
  let list = lists.get(value);
  if (!list) {
    list = [String(value)];
    lists.set(value, list);
  }

  return list;
}

type LabelValue = (info: InstanceTypeInfo) => string | number | undefined;

const labelValues: readonly (readonly [string, LabelValue])[] = [
  [label.instanceType, ({ name }) => name],
  [label.arch, ({ architecture }) => architecture],
  [label.instanceCpu, ({ vcpus }) => vcpus],
  [label.instanceCpuManufacturer, ({ cpuManufacturer }) => cpuManufacturer],
  [label.instanceCpuSustainedClockSpeedMhz, ({ clockMhz }) => clockMhz],
  [label.instanceMemory, ({ memoryMib }) => memoryMib],
  [label.instanceEbsBandwidth, ({ ebsBandwidthMbps }) => ebsBandwidthMbps],
  [label.instanceNetworkBandwidth, ({ networkBandwidthMbps }) => networkBandwidthMbps],
  [label.instanceCategory, ({ name }) => scheme.exec(name)?.[1]],
  [label.instanceGeneration, ({ name }) => scheme.exec(name)?.[2]],
  [label.instanceFamily, ({ family }) => family],
  [label.instanceSize, ({ size }) => size],
  [label.instanceCapabilityFlex, ({ family }) => String(family.includes('-flex'))],
  [label.instanceLocalNvme, ({ localNvmeGb }) => localNvmeGb],
  [label.instanceHypervisor, ({ hypervisor }) => hypervisor],
  [label.instanceEncryptionInTransitSupported, ({ encryptionInTransit }) => String(encryptionInTransit)],
  [label.instanceGpuName, (info) => onlyGpu(info)?.name],
  [label.instanceGpuManufacturer, (info) => onlyGpu(info)?.manufacturer],
  [label.instanceGpuCount, (info) => onlyGpu(info)?.count],
  [label.instanceGpuMemory, (info) => onlyGpu(info)?.memoryMib],
  [label.instanceAcceleratorName, ({ accelerator }) => accelerator?.name],
  [label.instanceAcceleratorManufacturer, ({ accelerator }) => accelerator?.manufacturer],
  [label.instanceAcceleratorCount, ({ accelerator }) => accelerator?.count],
];

/** The GPU of a type with one GPU model. Types with several models get no GPU labels. */
const onlyGpu = ({ gpus }: InstanceTypeInfo): Gpu | undefined => {
  if (gpus.length === 1) return gpus[0];
  return undefined;
};
