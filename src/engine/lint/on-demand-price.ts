import type { Catalog } from '../cloud-provider/catalog.ts';

/** What an hour of an instance type costs on demand in the region, in USD; undefined where that is not known. */
export const onDemandUsd = (catalog: Catalog, name: string): number | undefined =>
  catalog.price(name, 'on-demand', catalog.zonesOf(name)[0] ?? '')?.hourlyUsd;
