import type { Estimate, PlacedNodePool, Placement } from '../../../cluster/cost/estimate.ts';
import { plainName } from '../../../text/words/escape.ts';
import type { Money } from '../../../text/words/money.ts';
import { moneyOf } from '../../../text/words/people-money.ts';
import { plural } from '../../../text/words/plural.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { figureLine, figureText } from '../../wording/certainty-marks.ts';
import { nodeClaimsOf, orSimilar, typeCounts } from '../../wording/placed-nodes.ts';
import { type ClaimsOfSide, commonLegend, Legend, legendList } from './legend.ts';
import { Markup, markup, markupIf, named, none } from './markup.ts';
import { NodeDataWriter } from './node-data.ts';

/** NodePools that are drawn; the tables list all of them. */
const maxPools = 150;
/** Characters of data that boxes may take. This limit keeps the page small, however many nodes there are. */
const roomForBoxes = 1_800_000;

/** The nodes of each NodePool, before and after next to each other. The page's script draws the boxes from the data written here. */
export function nodeBoxes(estimate: Estimate): Markup {
  const { base, head } = estimate;
  const money = moneyOf(estimate);

  const sides = (
    [
      ['Before', base],
      ['After', head],
    ] as const
  ).flatMap(([title, side]) => {
    if (side && (nodeClaimsOf(side).length > 0 || (base && head))) return [{ title, side }];
    return [];
  });

  if (sides.every(({ side }) => nodeClaimsOf(side).length === 0)) return none;

  const data = new NodeDataWriter(roomForBoxes);
  const names = [...new Set(sides.flatMap(({ side }) => side.nodePools.map(({ name }) => name)))].sort();
  const pools = names.slice(0, maxPools).map((name) => poolBoxes(name, { sides, data, money }));
  const rest = names.length - pools.length;

  return markup`<p class="soft">Each box is a node, or several equal nodes. Its bars show CPU and memory, with one piece for each pod. Point at a box, or move between boxes with Tab and the arrow keys, to see its pods and why it has that instance type.</p>
<noscript><p>A script draws the boxes. The tables below show the same nodes.</p></noscript>
${commonLegend()}${pools}${markupIf(rest > 0, markup`<p>… and ${plural(rest, 'more NodePool')}, listed in the tables.</p>`)}
<div id="node" class="panel" role="region" aria-label="Selected node" hidden></div>
<script type="application/json" id="node-data">${new Markup(data.json(money))}</script>
`;
}

interface Page {
  readonly sides: readonly Side[];
  readonly data: NodeDataWriter;
  readonly money: Money;
}

interface Side {
  readonly title: string;
  readonly side: Placement;
}

function poolBoxes(name: string, { sides, data, money }: Page): Markup {
  const poolSides = sides.map(({ title, side }): ClaimsOfSide & { title: string; pool: PlacedNodePool | undefined } => {
    const pool = side.nodePools.find((pool) => pool.name === name);
    return { title, pool, claims: pool?.nodeClaims ?? [], requests: side.requests };
  });

  const legend = new Legend(poolSides);

  const columns = poolSides.map(({ title, pool, ...claims }) => {
    const rest = data.add(name, claims, legend);
    const more = markupIf(rest > 0, markup`<p>… and ${plural(rest, 'more node')}, counted in the table.</p>`);
    return markup`<div><h4>${title}: ${summary(pool, money)}</h4><div class="nodes" role="group" aria-label="${title}, NodePool ${plainName(name)}"></div>${more}</div>`;
  });

  return markup`<section class="pool"><h3>NodePool ${named(name)}</h3>${legendList(legend)}<div class="sides">${columns}</div></section>
`;
}

const shownTypes = 3;

/** `2 × m6i.2xlarge, $560.64/month`. */
function summary(pool: PlacedNodePool | undefined, money: Money): string {
  if (pool === undefined || pool.nodeClaims.length === 0) return 'no nodes';

  const types = typeCounts(pool.nodeClaims);
  const rest = types.slice(shownTypes).reduce((sum, { count }) => sum + count, 0);
  const shown = types
    .slice(0, shownTypes)
    .map((type) => `${type.count} × ${plainName(type.instanceType, 30)}${orSimilar(type)}`);
  const nodes = textIf(pool.nodeClaims.length > 1 && types.length > 1, `${figureLine(pool.nodes, String)} nodes: `);

  const cost = () => {
    if (pool.hourlyUsd.likely === null) return 'cost unknown';
    return `${figureText(pool.hourlyUsd, money.monthly)}/month`;
  };

  return `${nodes}${shown.join(', ')}${textIf(rest > 0, ` and ${rest} more`)}, ${cost()}`;
}
