import type { PriceSource } from '../cloud-provider/catalog.ts';
import type { Simulator } from '../provisioning/simulator.ts';
import type { PlacedNodeClaim, Placement } from './estimate.ts';

/** How exact the prices of a side's nodes are, and how old. */
export function priceAssumptions({ nodePools }: Placement, { catalog, provider }: Simulator): readonly string[] {
  const nodes = nodePools.flatMap(({ nodeClaims }) => nodeClaims);
  const sources = new Set(nodes.map(({ instanceType }) => catalog.priceSourceOf(instanceType)));
  const known = catalog.priceSources.filter((source) => sources.has(source));
  return [
    ...known.map(sentence),
    ...spot(nodes, { catalog, provider }),
    ...(nodes.some(({ capacityType }) => capacityType === 'reserved')
      ? ['Reserved capacity is paid for whether nodes use it or not: its nodes count $0.']
      : []),
  ];
}

const sentence = ({ what, date, isExact }: PriceSource): string =>
  isExact ? `On-demand prices are those of ${date}.` : `Some on-demand prices are estimated (${what}, ${date}).`;

function spot(
  nodes: readonly PlacedNodeClaim[],
  { catalog, provider }: Pick<Simulator, 'catalog' | 'provider'>,
): readonly string[] {
  if (!nodes.some(({ capacityType }) => capacityType === 'spot')) return [];
  const { what, date } = catalog.sources.find((source) => source.what.includes('spot')) ?? {};
  if (what?.startsWith('spot prices'))
    return [
      `Spot prices are those of ${date}: the cheapest offering is counted, and ${provider.title} may choose any up to the dearest, which is the upper bound.`,
    ];
  const since = date === undefined ? '' : `, with savings published on ${date}`;
  return [
    `Spot prices are rough${since}: the cheapest offering is counted, and ${provider.title} may choose any up to the dearest, which is the upper bound.`,
  ];
}
