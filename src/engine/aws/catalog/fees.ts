import type { CatalogSource } from '../../cloud-provider/catalog.ts';

/** What an EBS volume of a type costs a month, USD; what is missing is free where AWS includes it, else not known. */
export interface VolumePrice {
  readonly gibMonth: number;
  /** A provisioned IOPS, above those that gp3 includes; io2 has tiers. */
  readonly iopsMonth?: readonly number[];
  /** A MiB/s above those that gp3 includes. */
  readonly mibpsMonth?: number;
  /** The price of throughput is the one of us-east-1, for none was published for this region. */
  readonly isThroughputOfUsEast1?: true;
}

/** What AWS bills beside instances in a region, USD. */
export interface RegionFees {
  /** Volume type → its price; a type that is missing has no known price. */
  readonly volumes: Readonly<Record<string, VolumePrice>>;
  readonly publicIpv4Hour: number;
  readonly eks: {
    readonly standardHour: number;
    readonly extendedHour: number;
    /** Minor → ISO dates of the last days of support. */
    readonly versions: Readonly<Record<string, { readonly standardUntil: string; readonly extendedUntil: string }>>;
  };
  readonly sources: readonly CatalogSource[];
}
