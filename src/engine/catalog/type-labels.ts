import { label } from '../api/labels.ts';
import type { Catalog } from './catalog.ts';
import type { Gpu, InstanceTypeInfo } from './instance-type-info.ts';

/** Per type the values of one label; lists are shared between equal types. */
export type LabelColumn = readonly (readonly string[])[];

/** The list of a label that a type does not carry. */
export const doesNotExist: readonly string[] = [];

const scheme = /^([a-z]+)(?:-[0-9]+tb)?([0-9]+).*\./;
const cache = new WeakMap<Catalog, ReadonlyMap<string, LabelColumn>>();

/**
 * Label → values per type, for the labels that do not depend on the NodeClass. Worked out once per catalog.
 * Source: provider-aws pkg/providers/instancetype/types.go computeRequirements.
 */
export function typeLabels(catalog: Catalog): ReadonlyMap<string, LabelColumn> {
  const known = cache.get(catalog);
  if (known) return known;
  const values = new Map<string, readonly string[]>();
  const listOf = (value: string | number | undefined): readonly string[] => {
    if (value === undefined) return doesNotExist;
    const text = String(value);
    const list = values.get(text) ?? [text];
    values.set(text, list);
    return list;
  };
  const columns = new Map(
    Object.entries(labelValues(catalog)).map(([key, value]) => [key, catalog.types.map((info) => listOf(value(info)))]),
  );
  const tenancy = ['dedicated', 'default'];
  columns.set(
    label.instanceTenancy,
    catalog.types.map(() => tenancy),
  );
  cache.set(catalog, columns);
  return columns;
}

type LabelValue = (info: InstanceTypeInfo) => string | number | undefined;

function labelValues(catalog: Catalog): Record<string, LabelValue> {
  return {
    [label.instanceType]: ({ name }) => name,
    [label.arch]: ({ architecture }) => architecture,
    [label.region]: () => catalog.region,
    [label.instanceCpu]: ({ vcpus }) => vcpus,
    [label.instanceCpuManufacturer]: ({ cpuManufacturer }) => cpuManufacturer,
    [label.instanceCpuSustainedClockSpeedMhz]: ({ clockMhz }) => clockMhz,
    [label.instanceMemory]: ({ memoryMib }) => memoryMib,
    [label.instanceEbsBandwidth]: ({ ebsBandwidthMbps }) => ebsBandwidthMbps,
    [label.instanceNetworkBandwidth]: ({ networkBandwidthMbps }) => networkBandwidthMbps,
    [label.instanceCategory]: ({ name }) => scheme.exec(name)?.[1],
    [label.instanceGeneration]: ({ name }) => scheme.exec(name)?.[2],
    [label.instanceFamily]: ({ family }) => family,
    [label.instanceSize]: ({ size }) => size,
    [label.instanceCapabilityFlex]: ({ family }) => String(family.includes('-flex')),
    [label.instanceLocalNvme]: ({ localNvmeGb }) => localNvmeGb,
    [label.instanceHypervisor]: ({ hypervisor }) => hypervisor,
    [label.instanceEncryptionInTransitSupported]: ({ encryptionInTransit }) => String(encryptionInTransit),
    [label.instanceGpuName]: (info) => onlyGpu(info)?.name,
    [label.instanceGpuManufacturer]: (info) => onlyGpu(info)?.manufacturer,
    [label.instanceGpuCount]: (info) => onlyGpu(info)?.count,
    [label.instanceGpuMemory]: (info) => onlyGpu(info)?.memoryMib,
    [label.instanceAcceleratorName]: ({ accelerator }) => accelerator?.name,
    [label.instanceAcceleratorManufacturer]: ({ accelerator }) => accelerator?.manufacturer,
    [label.instanceAcceleratorCount]: ({ accelerator }) => accelerator?.count,
  } satisfies Record<string, LabelValue>;
}

/** Types with several GPU models get no GPU labels at all. */
const onlyGpu = ({ gpus }: InstanceTypeInfo): Gpu | undefined => (gpus.length === 1 ? gpus[0] : undefined);
