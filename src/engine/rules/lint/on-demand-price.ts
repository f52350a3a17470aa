import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';

/** The on-demand price of an instance type per hour in the region, in USD. Undefined if it is unknown. */
export const onDemandUsd = (catalog: Catalog, name: string): number | undefined =>
  catalog.price(name, 'on-demand', catalog.zonesOf(name)[0] ?? '')?.hourlyUsd;
