import type { Catalog } from '../../cloud-provider/catalog.ts';
import type { RegionFees } from './fees.ts';
import type { InstanceTypeInfo } from './instance-type-info.ts';
import type { RegionType } from './region-facts.ts';

/** The catalog of an AWS region: what EC2 says of each type, and what is billed beside instances. */
export interface Ec2Catalog extends Catalog {
  readonly provider: 'aws';
  /** What AWS bills beside instances; undefined where nobody gathered it. */
  readonly fees: RegionFees | undefined;
  readonly types: readonly InstanceTypeInfo[];
  type(name: string): InstanceTypeInfo | undefined;
  /** What the region says of the type, or undefined where it neither offers nor prices it. */
  regional(name: string): RegionType | undefined;
}

/** A catalog as one of AWS, where it is one. */
export const ec2CatalogOf = (catalog: Catalog | null): Ec2Catalog | null =>
  catalog?.provider === 'aws' ? (catalog as Ec2Catalog) : null;
