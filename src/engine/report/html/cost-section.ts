import type { Estimate, PlacedNodePool, Placement } from '../../cluster/cost/estimate.ts';
import { sharesBy } from '../../cluster/cost/shares.ts';
import type { Review } from '../../review/context/review-data.ts';
import { compareNames } from '../../text/name-order.ts';
import { plainName } from '../../text/words/escape.ts';
import { type Money, rateText } from '../../text/words/money.ts';
import { moneyOf } from '../../text/words/people-money.ts';
import { plural } from '../../text/words/plural.ts';
import {
  bothSides,
  byChange,
  eachText,
  firstNodeName,
  highestText,
  isCountKnown,
  type LaunchableRow,
  limitsReachText,
  notReadyText,
  roomText,
  typeCountText,
  typeDifferences,
} from '../launchable/launchable-rows.ts';
import { alternativeName } from '../values/alternative-name.ts';
import { figureText } from '../wording/certainty-marks.ts';
import { aMonth } from '../wording/figures.ts';
import { comparedCosts } from '../wording/other-costs.ts';
import { isOutage, stayingLines, unknownCost } from '../wording/placed-nodes.ts';
import { type Markup, markup, markupIf, named, none, sentence } from './nodes/markup.ts';
import { monthlyCell, table, textCell } from './table.ts';

/** What the change costs: by NodePool as a chart, by who pays, what else is billed, and what would be cheaper. */
export function costSection(review: Review): Markup {
  const { estimate } = review;
  const side = estimate?.head ?? estimate?.base;
  if (!estimate || !side) return none;

  const money = moneyOf(estimate);
  const remarks = [unknownCost(estimate), ...stayingLines(estimate, money), rateText(estimate.shownIn)].map((text) => {
    if (text === undefined) return none;
    return markup`<p>${sentence(text)}</p>`;
  });

  return markup`${remarks}${poolChart(estimate)}${launchables(review, money)}${shareTables(side, money)}${otherCosts(estimate)}${alternatives(side, money)}`;
}

/** What NodePools can launch, those that the change affects first. */
function launchables(review: Review, money: Money): Markup {
  return table(
    isCountKnown(review.estimate) ? 'What NodePools without nodes can launch' : 'What NodePools can launch',
    [
      { title: 'NodePool' },
      { title: 'Instance types' },
      { title: 'First node, for a small pod' },
      { title: 'Cost/month each', isFigure: true },
      { title: 'Limits' },
    ],
    byChange(review)
      .flat()
      .map((row) => [
        { content: named(row.name) },
        textCell([typeCountText(row), ...typeDifferences(row), notReadyText(row)].filter(Boolean).join(', ')),
        textCell(`${bothSides(row, firstNodeName)} (${bothSides(row, roomText)})`),
        {
          content: [bothSides(row, eachText(money), 'nothing'), highestText(row, money)].filter(Boolean).join(', '),
          ...sortKey(row),
        },
        textCell(plainName(limitsReachText(row, money) ?? '–', 200)),
      ]),
  );
}

/** Rows are sorted by the price after the change. */
const sortKey = ({ sides }: LaunchableRow): { readonly sort: number } => ({ sort: sides.at(-1)?.hourlyUsd ?? -1 });

/** NodePools in the chart; the others are counted. */
const maxPools = 60;

interface PoolCost {
  readonly name: string;
  readonly before: PlacedNodePool | undefined;
  readonly after: PlacedNodePool | undefined;
}

/** A row with two bars for each NodePool, the most expensive first. It is a table, so that a screen reader reads its figures. */
function poolChart(estimate: Estimate): Markup {
  const { base, head } = estimate;
  const isPair = base !== null && head !== null;
  const [before, after] = isPair ? [base, head] : [null, head ?? base];
  const names = new Set([before, after].flatMap((placement) => placement?.nodePools.map(({ name }) => name) ?? []));

  const find = (placement: Placement | null, name: string): PlacedNodePool | undefined =>
    placement?.nodePools.find((pool) => pool.name === name);

  const pools = [...names]
    .map((name): PoolCost => ({ name, before: find(before, name), after: find(after, name) }))
    .sort((a, b) => highest(b) - highest(a) || compareNames(a.name, b.name));
  if (pools.length === 0) return none;

  const most = Math.max(...pools.map(highest));
  const rows = pools
    .slice(0, maxPools)
    .map((pool) => poolRow(pool, { isPair, most, isOutage: isOutage(estimate), money: moneyOf(estimate) }));
  const rest = pools.length - rows.length;

  return markup`${markupIf(isPair, key)}<table class="bars" role="table"><caption class="hidden-text">Cost by NodePool</caption>
<thead role="rowgroup"><tr role="row">${titlesOf(isPair).map((title) => markup`<th role="columnheader" scope="col">${title}</th>`)}</tr></thead>
<tbody role="rowgroup">
${rows}</tbody></table>
${markupIf(rest > 0, markup`<p>… and ${plural(rest, 'more NodePool')}.</p>`)}`;
}

const titlesOf = (isPair: boolean): readonly string[] => {
  if (isPair) return ['NodePool', 'Nodes', 'Cost/month', 'Change/month'];
  return ['NodePool', 'Nodes', 'Cost/month'];
};

const key = markup`<ul class="key">${(['before', 'after'] as const).map((side) => markup`<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${side}" width="10" height="10"/></svg> ${side}</li>`)}</ul>
`;

/** The hourly cost of a NodePool on one side: null if it is unknown, 0 if the side does not have the NodePool. */
const hourly = (pool: PlacedNodePool | undefined): number | null => {
  if (pool === undefined) return 0;
  return pool.hourlyUsd.likely;
};

const highest = ({ before, after }: PoolCost): number => Math.max(hourly(before) ?? 0, hourly(after) ?? 0);

interface Chart {
  readonly isPair: boolean;
  /** The highest hourly cost. Its bar is as wide as the chart. */
  readonly most: number;
  /** A saving because pods have no node has no color. */
  readonly isOutage: boolean;
  readonly money: Money;
}

function poolRow({ name, before, after }: PoolCost, { isPair, most, isOutage: isLost, money }: Chart): Markup {
  const [from, to] = [hourly(before), hourly(after)];

  const count = (pool: PlacedNodePool | undefined): string => {
    if (pool === undefined) return '0';
    return figureText(pool.nodes, String);
  };
  const cost = (pool: PlacedNodePool | undefined): string => {
    if (pool === undefined) return money.plain(0);
    return figureText(pool.hourlyUsd, money.monthly);
  };
  const both = (a: string, b: string): Markup => {
    if (!isPair || a === b) return markup`${b}`;
    return markup`<span class="was">${a} →</span> <b>${b}</b>`;
  };

  const bars = () => {
    if (isPair)
      return markup`${bar('before', from, { most, y: 1, height: 8 })}${bar('after', to, { most, y: 11, height: 8 })}`;
    return bar('after', to, { most, y: 4, height: 12 });
  };

  const cells = [
    named(name),
    both(count(before), count(after)),
    markup`<svg viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">${bars()}</svg>${both(cost(before), cost(after))}`,
    changeText(from, to, { isLost, money }),
  ];

  return markup`<tr role="row">${titlesOf(isPair).map((title, i) => markup`<td role="cell" data-label="${title}">${cells[i]!}</td>`)}</tr>
`;
}

function bar(kind: 'before' | 'after', usd: number | null, at: { most: number; y: number; height: number }): Markup {
  if (usd === null || usd === 0) return none;
  const width = Math.max(0.4, Math.round((1000 * usd) / at.most) / 10);
  return markup`<rect class="${kind}" y="${at.y}" width="${width}" height="${at.height}"/>`;
}

function changeText(
  from: number | null,
  to: number | null,
  { isLost, money }: { readonly isLost: boolean; readonly money: Money },
): Markup {
  if (from === null || to === null) return markup`unknown`;

  const difference = aMonth(to - from);

  if (money.isZero(difference)) return markup`<span class="soft">unchanged</span>`;
  if (isLost) return markup`${money.signed(difference)}`;

  const direction = difference > 0 ? 'up' : 'down';
  return markup`<span class="${direction}">${money.signed(difference)}</span>`;
}

function shareTables(side: Placement, money: Money): Markup {
  const shares = table(
    'Cost by workload. Each node’s price is split among its pods by the larger of their shares of CPU and memory.',
    [
      { title: 'Workload' },
      { title: 'Team' },
      { title: 'Pods', isFigure: true },
      { title: 'Cost/month', isFigure: true },
    ],
    side.shares.map(({ workload, team, pods, hourlyUsd }) => [
      { content: named(workload, 120) },
      textCell(team === null ? '–' : plainName(team)),
      textCell(String(pods)),
      monthlyCell(hourlyUsd, money),
    ]),
  );

  const groups = (['namespace', 'team'] as const).map((by) => {
    const rows = sharesBy(side.shares, by);
    if (rows.every(({ name }) => name === null)) return none;

    return table(
      `Cost by ${by}`,
      [
        { title: by === 'team' ? 'Team' : 'Namespace' },
        { title: 'Pods', isFigure: true },
        { title: 'Cost/month', isFigure: true },
      ],
      rows.map(({ name, pods, hourlyUsd }) => [
        name === null ? textCell('–') : { content: named(name) },
        textCell(String(pods)),
        monthlyCell(hourlyUsd, money),
      ]),
    );
  });

  return markup`${shares}${groups}`;
}

const otherCosts = (estimate: Estimate): Markup =>
  table(
    'Other monthly costs, not part of the figures above',
    [{ title: 'Cost/month' }, { title: 'Basis' }],
    comparedCosts(estimate).map(({ text, basis }) => [textCell(text), { content: sentence(basis) }]),
  );

const alternatives = (side: Placement, money: Money): Markup =>
  table(
    'Cheaper choices, each simulated separately',
    [
      { title: 'NodePool' },
      { title: 'Also allow' },
      { title: 'Nodes', isFigure: true },
      { title: 'Saves/month', isFigure: true },
    ],
    side.alternatives.map(({ nodePool, kind, nodes, savedHourlyUsd }) => [
      { content: named(nodePool) },
      textCell(alternativeName[kind]),
      textCell(String(nodes)),
      monthlyCell(savedHourlyUsd, money),
    ]),
  );
