import { encodeInstanceTypes } from '../src/engine/aws/catalog/encode-instance-types.ts';
import type { InstanceTypeInfo } from '../src/engine/aws/catalog/instance-type-info.ts';

/** One type of the gathered facts, with the short keys that its `fields` explain. */
export interface SeedType {
  readonly arch: string;
  readonly vcpu: number;
  readonly memMiB: number;
  readonly mfr: string;
  readonly mhz: number;
  readonly hyp: string;
  readonly enc: boolean;
  readonly ebs?: number;
  readonly net?: number;
  readonly nvmeGB?: number;
  readonly storeGB?: number;
  readonly gpu?: readonly { name: string; mfr: string; count: number; memMiB: number }[];
  readonly accel?: { name: string; mfr: string; count: number };
  readonly neuron?: { devices: number; cores: number };
  readonly eni: number;
  readonly ip4: number;
  readonly cards?: readonly number[];
  readonly efa?: number;
  readonly bm?: boolean;
  readonly burst?: boolean;
  readonly prevGen?: boolean;
  readonly uc: readonly string[];
  readonly trunk?: boolean;
  readonly branch?: number;
  readonly noEna?: boolean;
  readonly nestedVirt?: boolean;
  readonly gone?: string;
}

export interface SeedTypes {
  readonly source: { readonly parts: readonly { what: string; repo: string; commit: string; date: string }[] };
  readonly types: Readonly<Record<string, SeedType>>;
}

/** The types on which EC2 can run Nitro Enclaves. Types that EC2 no longer describes are not among them. */
export interface SeedEnclaves {
  readonly source: SeedTypes['source']['parts'][number];
  readonly types: readonly string[];
}

/** Types that the VPC limits table of provider-aws v1.14.1 does not have. They get no private IPv4 addresses under Windows. */
const withoutVpcLimits = /^(hpc6a|hpc6id|hpc7a|hpc8a|trn2)\./;

const licence = 'Apache-2.0';

/** The text of data/instance-types.json. */
export function catalogTypes({ source, types }: SeedTypes, enclaves: SeedEnclaves): string {
  const parts = [...source.parts, enclaves.source];
  const isEnclaveHost = new Set(enclaves.types);
  return encodeInstanceTypes({
    sources: parts.map(({ what, repo, commit, date }) => ({ what, repository: repo, commit, date, licence })),
    types: Object.entries(types).map(([name, type]) => ({
      ...infoOf(name, type),
      hasNitroEnclaves: isEnclaveHost.has(name),
    })),
  });
}

function infoOf(name: string, type: SeedType): Omit<InstanceTypeInfo, 'hasNitroEnclaves'> {
  const enis = type.cards?.[0] ?? type.eni;
  const [family = '', size = ''] = name.split('.');
  return {
    name,
    family,
    size,
    enis,
    architecture: type.arch,
    vcpus: type.vcpu,
    memoryMib: type.memMiB,
    cpuManufacturer: type.mfr,
    clockMhz: type.mhz,
    hypervisor: type.hyp,
    encryptionInTransit: type.enc,
    ebsBandwidthMbps: type.ebs,
    networkBandwidthMbps: type.net,
    instanceStoreGb: type.nvmeGB ?? type.storeGB,
    localNvmeGb: type.nvmeGB,
    ipv4PerEni: type.ip4,
    efas: type.efa,
    branchEnis: type.trunk ? type.branch : undefined,
    networkCards: type.cards ?? [enis],
    gpus: (type.gpu ?? []).map(({ name, mfr, count, memMiB }) => ({
      name,
      manufacturer: mfr,
      count,
      memoryMib: memMiB,
    })),
    accelerator: type.accel && { name: type.accel.name, manufacturer: type.accel.mfr, count: type.accel.count },
    neuron: type.neuron,
    gone: type.gone,
    isBareMetal: type.bm ?? false,
    isBurstable: type.burst ?? false,
    isPreviousGeneration: type.prevGen ?? false,
    hasNestedVirtualization: type.nestedVirt ?? false,
    hasCapacityBlocks: type.uc.includes('capacity-block'),
    hasSpot: type.uc.includes('spot'),
    hasEna: !type.noEna,
    hasVpcLimits: !withoutVpcLimits.test(name),
  };
}
