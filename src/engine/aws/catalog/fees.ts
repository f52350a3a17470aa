import type { CatalogSource } from '../../karpenter/cloud-provider/catalog.ts';

/** The monthly price of an EBS volume type in USD. A missing price is free if AWS includes it, and otherwise unknown. */
export interface VolumePrice {
  readonly gibMonth: number;
  /** The price per provisioned IOPS beyond those that gp3 includes. io2 has tiers. */
  readonly iopsMonth?: readonly number[];
  /** The price per MiB/s beyond those that gp3 includes. */
  readonly mibpsMonth?: number;
  /** AWS published no price of throughput for this region, so it is the price of us-east-1. */
  readonly isThroughputOfUsEast1?: true;
}

/** What AWS bills in a region in addition to instances, in USD. */
export interface RegionFees {
  /** Prices by volume type. A missing type has no known price. */
  readonly volumes: Readonly<Record<string, VolumePrice>>;
  readonly publicIpv4Hour: number;
  readonly eks: {
    readonly standardHour: number;
    readonly extendedHour: number;
    /** The last days of support by Kubernetes minor, as ISO dates. */
    readonly versions: Readonly<Record<string, { readonly standardUntil: string; readonly extendedUntil: string }>>;
  };
  readonly sources: readonly CatalogSource[];
}
