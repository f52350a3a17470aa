import type { Catalog } from '../catalog/catalog.ts';
import type { PriceSource } from '../catalog/region-facts.ts';
import { replicaCases } from '../provisioning/replicas.ts';
import type { Launch } from '../provisioning/results.ts';
import type { Simulation } from '../provisioning/simulate.ts';

function launchesOf({ cases, staticPools }: Simulation): readonly Launch[] {
  const claimed = replicaCases.flatMap((which) => cases[which].results.newNodeClaims.map(({ launch }) => launch));
  const all = [...claimed, ...staticPools.flatMap(({ nodes }) => nodes.map(({ launch }) => launch))];
  return all.flatMap((launch) => ('error' in launch ? [] : [launch]));
}

/** How exact the prices of a simulation are, and how old. */
export function priceAssumptions(simulation: Simulation, catalog: Catalog): readonly string[] {
  const launches = launchesOf(simulation);
  const sources = new Set(launches.map(({ instanceType }) => catalog.regional(instanceType)?.priceSource));
  const known = catalog.priceSources.filter((source) => sources.has(source));
  return [
    ...known.map(sentence),
    ...spot(launches, catalog),
    ...(launches.some(({ capacityType }) => capacityType === 'reserved')
      ? ['Reserved capacity is paid for whether nodes use it or not: its nodes count $0.']
      : []),
  ];
}

const sentence = ({ what, date, isExact }: PriceSource): string =>
  isExact ? `On-demand prices are those of ${date}.` : `Some on-demand prices are estimated (${what}, ${date}).`;

function spot(launches: readonly Launch[], catalog: Catalog): readonly string[] {
  if (!launches.some(({ capacityType }) => capacityType === 'spot')) return [];
  const { what, date } = catalog.sources.find((source) => source.what.includes('spot')) ?? {};
  if (what?.startsWith('spot prices'))
    return [
      `Spot prices are those of ${date}: the cheapest offering is counted, and AWS may choose any up to the dearest, which is the upper bound.`,
    ];
  const since = date === undefined ? '' : `, with savings published on ${date}`;
  return [
    `Spot prices are rough${since}: the cheapest offering is counted, and AWS may choose any up to the dearest, which is the upper bound.`,
  ];
}
