import { columnarText, dense, sparse } from './columns.ts';

/** One type of the gathered facts; short keys as in their `fields`. */
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

/** Types that the VPC limits table of provider-aws v1.14.1 does not have: they get no private IPv4 addresses under Windows. */
const withoutVpcLimits = /^(hpc6a|hpc6id|hpc7a|hpc8a|trn2)\./;

const licence = 'Apache-2.0';

/** The text of data/instance-types.json. */
export function catalogTypes({ source, types }: SeedTypes): string {
  const of = (name: string): SeedType => types[name]!;
  const flag = (test: (type: SeedType, name: string) => boolean | undefined) =>
    sparse((name) => (test(of(name), name) ? 1 : undefined));
  const head = {
    schema: 'plumbline/instance-types/1',
    sources: source.parts.map(({ what, repo, commit, date }) => ({ what, repository: repo, commit, date, licence })),
  };
  return columnarText(head, Object.keys(types).sort(), {
    architecture: dense((name) => of(name).arch),
    vcpus: dense((name) => of(name).vcpu),
    memoryMib: dense((name) => of(name).memMiB),
    cpuManufacturer: dense((name) => of(name).mfr),
    clockMhz: dense((name) => of(name).mhz),
    hypervisor: dense((name) => of(name).hyp),
    encryptionInTransit: dense((name) => Number(of(name).enc)),
    ebsBandwidthMbps: dense((name) => of(name).ebs),
    networkBandwidthMbps: dense((name) => of(name).net),
    instanceStoreGb: dense((name) => of(name).nvmeGB ?? of(name).storeGB),
    localNvmeGb: dense((name) => of(name).nvmeGB),
    enis: dense((name) => of(name).cards?.[0] ?? of(name).eni),
    ipv4PerEni: dense((name) => of(name).ip4),
    efas: dense((name) => of(name).efa),
    branchEnis: dense((name) => (of(name).trunk ? of(name).branch : undefined)),
    networkCards: sparse((name) => of(name).cards),
    gpus: sparse((name) =>
      of(name).gpu?.map(({ name, mfr, count, memMiB }) => ({ name, manufacturer: mfr, count, memoryMib: memMiB })),
    ),
    accelerator: sparse((name) => {
      const accelerator = of(name).accel;
      return accelerator && { name: accelerator.name, manufacturer: accelerator.mfr, count: accelerator.count };
    }),
    neuron: sparse((name) => of(name).neuron),
    gone: sparse((name) => of(name).gone),
    isBareMetal: flag((type) => type.bm),
    isBurstable: flag((type) => type.burst),
    isPreviousGeneration: flag((type) => type.prevGen),
    hasNestedVirtualization: flag((type) => type.nestedVirt),
    hasCapacityBlocks: flag((type) => type.uc.includes('capacity-block')),
    lacksSpot: flag((type) => !type.uc.includes('spot')),
    lacksEna: flag((type) => type.noEna),
    lacksVpcLimits: flag((_, name) => withoutVpcLimits.test(name)),
  });
}
