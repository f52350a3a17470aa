import type { PriceSource } from '../cloud-provider/catalog.ts';
import type { Simulator } from '../provisioning/simulator.ts';
import type { Assumption, PlacedNodeClaim, Placement } from './estimate.ts';

/** How accurate the prices of a side's nodes are, and how old. */
export function priceAssumptions({ nodePools }: Placement, { catalog, provider }: Simulator): readonly Assumption[] {
  const nodes = nodePools.flatMap(({ nodeClaims }) => nodeClaims);
  const sources = new Set(nodes.map(({ instanceType }) => catalog.priceSourceOf(instanceType)));
  const known = catalog.priceSources.filter((source) => sources.has(source));
  return [
    ...known.map(onDemand),
    ...spot(nodes, { catalog, provider }),
    ...(nodes.some(({ capacityType }) => capacityType === 'reserved') ? [reserved] : []),
  ];
}

const reserved: Assumption = {
  text: 'Nodes on reserved capacity count as $0, because the reservation is paid for whether they use it or not.',
  canMoveFigures: false,
};

const onDemand = ({ what, date, isExact }: PriceSource): Assumption =>
  isExact
    ? { text: `On-demand prices are from ${date}.`, canMoveFigures: false }
    : { text: `Some on-demand prices are estimated (${what}, ${date}).`, canMoveFigures: true };

function spot(
  nodes: readonly PlacedNodeClaim[],
  { catalog, provider }: Pick<Simulator, 'catalog' | 'provider'>,
): readonly Assumption[] {
  if (!nodes.some(({ capacityType }) => capacityType === 'spot')) return [];
  const { what, date } = catalog.sources.find((source) => source.what.includes('spot')) ?? {};
  const choice = `The likely figure uses the cheapest offering. ${provider.title} may choose any offering up to the most expensive one, which gives the upper bound.`;
  if (what?.startsWith('spot prices'))
    return [{ text: `Spot prices are from ${date}. ${choice}`, canMoveFigures: false }];
  const since = date === undefined ? '' : `, based on savings published on ${date}`;
  return [{ text: `Spot prices are rough${since}. ${choice}`, canMoveFigures: true }];
}
