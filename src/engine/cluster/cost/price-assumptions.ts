import { isOldDate, type PriceSource, spotSourceOf } from '../../karpenter/cloud-provider/catalog.ts';
import { listIf } from '../../text/list-if.ts';
import { byCount } from '../../text/words/plural.ts';
import { joined } from '../../text/words/quoted-names.ts';
import { typicalTypes } from '../provisioning/nodes/typical-spot-price.ts';
import type { Simulator } from '../provisioning/simulator/simulator.ts';
import type { Assumption, PlacedNodeClaim, Placement } from './estimate.ts';

/** How accurate the prices of a side's nodes are, and how old. */
export function priceAssumptions(
  { nodePools }: Placement,
  { catalog, provider, settings }: Simulator,
): readonly Assumption[] {
  const nodes = nodePools.flatMap(({ nodeClaims }) => nodeClaims);
  const sources = new Set(nodes.map(({ instanceType }) => catalog.priceSourceOf(instanceType)));
  const priceSources = catalog.priceSources.filter((source) => sources.has(source));

  return [
    ...onDemand(priceSources, settings.today),
    ...spot(nodes, { catalog, provider, settings }),
    ...listIf(
      nodes.some(({ capacityType }) => capacityType === 'reserved'),
      reserved,
    ),
  ];
}

const reserved: Assumption = {
  text: 'Nodes on reserved capacity count as $0, because the reservation is paid for whether they use it or not.',
  canMoveFigures: false,
};

/** One sentence about all prices of lists, however many dates they have, and one about each estimate. */
function onDemand(sources: readonly PriceSource[], today: string): Assumption[] {
  const dates = [
    ...new Set(
      sources.flatMap(({ isExact, date }) => {
        if (isExact) return [date];
        return [];
      }),
    ),
  ].sort();
  const estimates = sources.flatMap(({ isExact, what, date }) => {
    if (isExact) return [];
    return [`${what}, ${date}`];
  });

  return [
    ...listIf(dates.length > 0, fromLists(dates, today)),
    ...estimates.map((what) => ({ text: `Some on-demand prices are estimated (${what}).`, canMoveFigures: true })),
  ];
}

const aboutPriceLists = 'On-demand prices are from';

/** Whether an assumption says how old the prices of a side are. */
export const isAboutPriceLists = (text: string): boolean => text.startsWith(aboutPriceLists);

function fromLists(dates: readonly string[], today: string): Assumption {
  const text = `${aboutPriceLists} ${joined(dates)}`;
  if (!dates.some((date) => isOldDate(date, today))) return { text: `${text}.`, canMoveFigures: false };

  const age = byCount(dates.length, 'more than 12 months ago', 'some of them more than 12 months ago');
  return { text: `${text}, ${age}, so costs are estimates. ${howToRefresh}`, canMoveFigures: true };
}

/** What to do about old prices. */
export const howToRefresh =
  'For current ones, run `plumbline catalog refresh --output catalog` and set `catalog: catalog` in plumbline.yaml.';

function spot(
  nodes: readonly PlacedNodeClaim[],
  { catalog, provider, settings }: Pick<Simulator, 'catalog' | 'provider' | 'settings'>,
): readonly Assumption[] {
  if (!nodes.some(({ capacityType }) => capacityType === 'spot')) return [];

  const { what, date } = spotSourceOf(catalog) ?? {};

  if (what === undefined)
    return [
      {
        text: `Spot prices of \`${catalog.region}\` are unknown, so the cost of spot nodes is unknown. Which of them are launched assumes that spot costs less than on-demand. ${howToRefresh}`,
        canMoveFigures: true,
      },
    ];

  const choice = `The likely price of a new spot node is the median of the ${typicalTypes} cheapest instance types that it may have, without those that cost more than the same pods on demand. ${provider.title} may choose any offering between the cheapest and the most expensive one, which give the bounds.`;
  if (what?.startsWith('spot prices') && !isOldDate(date, settings.today))
    return [{ text: `Spot prices are from ${date}. ${choice}`, canMoveFigures: false }];

  if (what?.startsWith('spot prices'))
    return [
      {
        text: `Spot prices are from ${date}, more than 12 months ago. ${howToRefresh} ${choice}`,
        canMoveFigures: true,
      },
    ];

  return [{ text: `Spot prices are rough, based on savings published on ${date}. ${choice}`, canMoveFigures: true }];
}
