import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';
import type { RegionFees } from './fees.ts';
import type { InstanceTypeInfo } from './instance-type-info.ts';
import type { RegionType } from './region-facts.ts';

/** The catalog of an AWS region: facts about each instance type, and other fees of AWS. */
export interface Ec2Catalog extends Catalog {
  readonly provider: 'aws';
  /** What AWS bills in addition to instances. Undefined if the data does not have it. */
  readonly fees: RegionFees | undefined;
  readonly types: readonly InstanceTypeInfo[];
  type(name: string): InstanceTypeInfo | undefined;
  /** The region's facts about a type. Undefined if the region neither offers nor prices it. */
  regional(name: string): RegionType | undefined;
}

/** The catalog, if it is one of AWS. */
export const ec2CatalogOf = (catalog: Catalog | null): Ec2Catalog | null => {
  if (catalog?.provider === 'aws') return catalog as Ec2Catalog;
  return null;
};
