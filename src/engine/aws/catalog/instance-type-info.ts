import type { Accelerator, CatalogSource, Gpu, InstanceType } from '../../karpenter/cloud-provider/catalog.ts';

/** Facts from EC2 about an instance type, in the units of the catalog. Undefined if EC2 does not state them. */
export interface InstanceTypeInfo extends InstanceType {
  readonly size: string;
  readonly cpuManufacturer: string;
  /** Sustained clock speed. 0 if EC2 states none, like Karpenter's label. */
  readonly clockMhz: number;
  /** `nitro`, `xen`, or the empty string for bare metal. */
  readonly hypervisor: string;
  readonly encryptionInTransit: boolean;
  readonly ebsBandwidthMbps: number | undefined;
  readonly networkBandwidthMbps: number | undefined;
  /** All instance store volumes together. */
  readonly instanceStoreGb: number | undefined;
  /** The NVMe instance store volumes together. */
  readonly localNvmeGb: number | undefined;
  /** Network interfaces of the default network card. */
  readonly enis: number;
  readonly ipv4PerEni: number;
  readonly efas: number | undefined;
  /** Branch interfaces for security groups for pods. Undefined if the type does not support trunking. */
  readonly branchEnis: number | undefined;
  /** Network interfaces per network card. */
  readonly networkCards: readonly number[];
  readonly neuron: { readonly devices: number; readonly cores: number } | undefined;
  /** For types that EC2 no longer lists: why. */
  readonly gone: string | undefined;
  readonly isBareMetal: boolean;
  readonly isBurstable: boolean;
  readonly isPreviousGeneration: boolean;
  readonly hasNestedVirtualization: boolean;
  readonly hasNitroEnclaves: boolean;
  readonly hasCapacityBlocks: boolean;
  readonly hasEna: boolean;
  readonly hasVpcLimits: boolean;
}

type Sparse<T> = Readonly<Record<string, T>>;

/** data/instance-types.json: one array per column in the order of `types`, and objects for values that only few types have. */
interface InstanceTypeFile {
  readonly schema: string;
  readonly sources: readonly CatalogSource[];
  readonly types: readonly string[];
  readonly architecture: readonly string[];
  readonly vcpus: readonly number[];
  readonly memoryMib: readonly number[];
  readonly cpuManufacturer: readonly string[];
  readonly clockMhz: readonly number[];
  readonly hypervisor: readonly string[];
  readonly encryptionInTransit: readonly (0 | 1)[];
  readonly hasNitroEnclaves: readonly (0 | 1)[];
  readonly ebsBandwidthMbps: readonly (number | null)[];
  readonly networkBandwidthMbps: readonly (number | null)[];
  readonly instanceStoreGb: readonly (number | null)[];
  readonly localNvmeGb: readonly (number | null)[];
  readonly enis: readonly number[];
  readonly ipv4PerEni: readonly number[];
  readonly efas: readonly (number | null)[];
  readonly branchEnis: readonly (number | null)[];
  readonly networkCards: Sparse<readonly number[]>;
  readonly gpus: Sparse<readonly Gpu[]>;
  readonly accelerator: Sparse<Accelerator>;
  readonly neuron: Sparse<{ readonly devices: number; readonly cores: number }>;
  readonly gone: Sparse<string>;
  readonly isBareMetal: Sparse<1>;
  readonly isBurstable: Sparse<1>;
  readonly isPreviousGeneration: Sparse<1>;
  readonly hasNestedVirtualization: Sparse<1>;
  readonly hasCapacityBlocks: Sparse<1>;
  readonly lacksSpot: Sparse<1>;
  readonly lacksEna: Sparse<1>;
  readonly lacksVpcLimits: Sparse<1>;
}

/** All known instance types, sorted by name, and the sources of the facts. */
export interface InstanceTypeTable {
  readonly sources: readonly CatalogSource[];
  readonly types: readonly InstanceTypeInfo[];
}

const noGpus: readonly Gpu[] = [];

/** Decodes data/instance-types.json. It throws on anything else, because we write that file. */
export function decodeInstanceTypes(json: unknown): InstanceTypeTable {
  const file = json as InstanceTypeFile;
  if (file?.schema !== 'plumbline/instance-types/1' || !Array.isArray(file.types)) {
    throw new Error('the JSON is not a table of instance types');
  }

  for (const [key, column] of Object.entries(file)) {
    if (key !== 'sources' && Array.isArray(column) && column.length !== file.types.length) {
      throw new Error(`column ${key} of the instance types has ${column.length} entries, not ${file.types.length}`);
    }
  }

  const rows = new Map(file.types.map((name, i) => [name, rowOf(file, name, i)]));
  addSparse(file, rows);

  return { sources: file.sources, types: [...rows.values()] };
}

type Row = { -readonly [Key in keyof InstanceTypeInfo]: InstanceTypeInfo[Key] };

function rowOf(file: InstanceTypeFile, name: string, i: number): Row {
  const dot = name.indexOf('.');
  const enis = file.enis[i]!;

  return {
    name,
    family: name.slice(0, dot),
    size: name.slice(dot + 1),
    architecture: file.architecture[i]!,
    vcpus: file.vcpus[i]!,
    memoryMib: file.memoryMib[i]!,
    cpuManufacturer: file.cpuManufacturer[i]!,
    clockMhz: file.clockMhz[i]!,
    hypervisor: file.hypervisor[i]!,
    encryptionInTransit: file.encryptionInTransit[i] === 1,
    ebsBandwidthMbps: file.ebsBandwidthMbps[i] ?? undefined,
    networkBandwidthMbps: file.networkBandwidthMbps[i] ?? undefined,
    instanceStoreGb: file.instanceStoreGb[i] ?? undefined,
    localNvmeGb: file.localNvmeGb[i] ?? undefined,
    enis,
    ipv4PerEni: file.ipv4PerEni[i]!,
    efas: file.efas[i] ?? undefined,
    branchEnis: file.branchEnis[i] ?? undefined,
    networkCards: [enis],
    gpus: noGpus,
    accelerator: undefined,
    neuron: undefined,
    gone: undefined,
    isBareMetal: false,
    isBurstable: false,
    isPreviousGeneration: false,
    hasNestedVirtualization: false,
    hasNitroEnclaves: file.hasNitroEnclaves[i] === 1,
    hasCapacityBlocks: false,
    hasSpot: true,
    hasEna: true,
    hasVpcLimits: true,
  };
}

/** Sparse values are looked up per entry and not per type, which would take most of the time. */
function addSparse(file: InstanceTypeFile, rows: ReadonlyMap<string, Row>): void {
  const row = (name: string): Row => {
    const entry = rows.get(name);
    if (!entry) throw new Error(`the instance types do not list ${name}`);
    return entry;
  };

  for (const [name, cards] of Object.entries(file.networkCards)) row(name).networkCards = cards;
  for (const [name, gpus] of Object.entries(file.gpus)) row(name).gpus = gpus;
  for (const [name, accelerator] of Object.entries(file.accelerator)) row(name).accelerator = accelerator;
  for (const [name, neuron] of Object.entries(file.neuron)) row(name).neuron = neuron;
  for (const [name, gone] of Object.entries(file.gone)) row(name).gone = gone;
  for (const name of Object.keys(file.isBareMetal)) row(name).isBareMetal = true;
  for (const name of Object.keys(file.isBurstable)) row(name).isBurstable = true;
  for (const name of Object.keys(file.isPreviousGeneration)) row(name).isPreviousGeneration = true;
  for (const name of Object.keys(file.hasNestedVirtualization)) row(name).hasNestedVirtualization = true;
  for (const name of Object.keys(file.hasCapacityBlocks)) row(name).hasCapacityBlocks = true;
  for (const name of Object.keys(file.lacksSpot)) row(name).hasSpot = false;
  for (const name of Object.keys(file.lacksEna)) row(name).hasEna = false;
  for (const name of Object.keys(file.lacksVpcLimits)) row(name).hasVpcLimits = false;
}
