import type { Estimate, Placement } from '../../cost/estimate.ts';
import { sharesBy } from '../../cost/shares.ts';
import { plainName } from '../../text/escape.ts';
import type { Report } from '../report.ts';
import { alternativeName } from '../wording/alternative-name.ts';
import { beforeAndAfter, longName } from '../wording/changed-value.ts';
import { Texts } from '../wording/code-frame.ts';
import { environmentCells, environmentRemark, environmentTitles } from '../wording/environment-table.ts';
import { monthlyText, percentage, rangeLine, signedCount, signedUsd, usd } from '../wording/figures.ts';
import { inReadingOrder, withoutCopies } from '../wording/finding-order.ts';
import { headline, newFindings, olderFindings } from '../wording/headline.ts';
import { blankHelp, inputsLine, isBlank, notRenderedLine } from '../wording/inputs-line.ts';
import { otherCostTexts } from '../wording/other-costs.ts';
import { nodeClaimsOf, nodeGroups, unknownCost, usageOf } from '../wording/placed-nodes.ts';
import { sharperFigureSteps } from '../wording/sharper-figures.ts';
import { spreadLines } from '../wording/spread-lines.ts';
import { timelineLines } from '../wording/timeline-lines.ts';
import { type Markup, markup, named, none, sentence } from './markup.ts';
import { nodeBoxes } from './node-boxes.ts';
import { type Cell, table } from './table.ts';
import { waveChart } from './wave-chart.ts';

/** A part of the page with its title; without content it is left out. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Markup;
}

const verdictWord = { pass: 'Passed', warn: 'Look twice', block: 'Blocked' } as const;

/** The verdict, and what it rests on in one line. */
export function verdictLine(report: Report, paths?: readonly string[]): Markup {
  const { review, verdict } = report;
  const notRendered = notRenderedLine(review);
  const read = [inputsLine(review, paths), ...(notRendered === undefined ? [] : [notRendered])].join(' ');
  if (isBlank(review) && verdict.result === 'pass')
    return markup`<h1>plumbline: Nothing to review</h1>
<p class="lead">${sentence(read)}</p>
<p class="soft">${sentence(blankHelp)}</p>
`;
  return markup`<h1>plumbline: <span class="${verdict.result}">${verdictWord[verdict.result]}</span></h1>
<p class="lead">${headline(report).join(' · ')}</p>
<p class="soft">${sentence(read)}</p>
`;
}

/** All sections of the page that have something to say. */
export function sections(report: Report): readonly Section[] {
  const { estimate } = report.review;
  const all: readonly Section[] = [
    { id: 'environments', title: 'Environments', content: environments(report) },
    { id: 'figures', title: 'Figures', content: figures(estimate) },
    { id: 'findings', title: 'Findings', content: findings(report) },
    { id: 'cluster', title: 'What the cluster will do', content: cluster(report) },
    { id: 'nodes', title: 'Nodes', content: nodes(estimate) },
    { id: 'cost', title: 'Cost', content: cost(estimate) },
    { id: 'landing', title: 'Pods without a node', content: landing(estimate) },
    { id: 'changes', title: 'Changes', content: changes(report) },
    { id: 'basis', title: 'How this was worked out', content: basis(report) },
  ];
  return all.filter(({ content }) => content.html !== '');
}

const text = (content: string): Cell => ({ content });

function environments({ review }: Report): Markup {
  const rows = environmentCells(review);
  if (rows.length === 0) return none;
  const columns = environmentTitles.map((title, i) => ({ title, isFigure: i > 2 }));
  return markup`${table(
    'Figures of each environment',
    columns,
    rows.map((cells) => cells.map((cell, i) => (i < 3 ? { content: named(cell) } : text(plainName(cell))))),
  )}<p>${sentence(environmentRemark(review))}</p>`;
}

function figures(estimate: Estimate | null): Markup {
  const side = estimate?.head ?? estimate?.base;
  if (!estimate || !side) return none;
  const { base, head, difference } = estimate;
  const isPair = base !== null && head !== null;
  const row = (title: string, read: (side: Placement) => string, change: string): Cell[] =>
    isPair ? [text(title), text(read(base)), text(read(head)), text(change)] : [text(title), text(read(side))];
  const titles = isPair ? ['before', 'after', 'difference'] : ['estimate'];
  const columns = [{ title: '' }, ...titles.map((title) => ({ title, isFigure: true }))];
  const share = (one: Placement, resource: 'cpuMillis' | 'memoryBytes'): string => {
    const { requested, allocatable } = usageOf(nodeClaimsOf(one))[resource];
    return allocatable === 0 ? '–' : percentage(requested, allocatable);
  };
  const unknown = unknownCost(estimate);
  return markup`${table('Nodes and cost', columns, [
    row('Nodes', ({ nodes }) => rangeLine(nodes, String), rangeLine(difference.nodes, signedCount)),
    row('A month', ({ monthlyUsd }) => rangeLine(monthlyUsd, usd), rangeLine(difference.monthlyUsd, signedUsd)),
    row('CPU requested', (one) => share(one, 'cpuMillis'), ''),
    row('Memory requested', (one) => share(one, 'memoryBytes'), ''),
  ])}${unknown === undefined ? none : markup`<p>${sentence(unknown)}</p>`}${table(
    'Beside the instances, a month',
    ['cost', 'how it comes about'].map((title) => ({ title })),
    otherCostTexts(estimate).map((cost, i) => [text(cost), { content: sentence(side.otherCosts[i]!.basis) }]),
  )}`;
}

const severityRank = { error: 0, warning: 1, note: 2 } as const;

function findings({ review }: Report): Markup {
  const texts = new Texts(review.texts);
  const rows = (of: ReturnType<typeof newFindings>): Cell[][] =>
    withoutCopies(inReadingOrder(of)).map(({ diagnostic: { severity, span, message, help, code }, copies }) => [
      { content: severity, sort: severityRank[severity] },
      {
        content: markup`${[{ diagnostic: { span } }, ...copies].map(
          ({ diagnostic }, i) => markup`${i === 0 ? none : markup`<br>`}${named(texts.place(diagnostic.span), 200)}`,
        )}`,
      },
      {
        content: markup`${sentence(message)}${help === undefined ? none : markup`<br><span class="soft">${sentence(help)}</span>`}`,
      },
      { content: named(code) },
    ]);
  const columns = ['severity', 'where', 'what', 'code'].map((title) => ({ title }));
  return markup`${table(review.hasBase ? 'Findings that the change brings' : 'Findings', columns, rows(newFindings(review)))}${table('Older findings', columns, rows(olderFindings(review)))}`;
}

function cluster({ review }: Report): Markup {
  const lines = timelineLines(review.disruption).map((line) => markup`<li>${sentence(line)}</li>`);
  return markup`${waveChart(review.disruption)}${lines.length === 0 ? none : markup`<ul>${lines}</ul>`}`;
}

function nodes(estimate: Estimate | null): Markup {
  if (!estimate) return none;
  const isPair = estimate.base !== null && estimate.head !== null;
  return markup`${nodeBoxes(estimate)}${nodeTable(isPair ? 'Nodes after' : 'Nodes', estimate.head ?? estimate.base)}${isPair ? nodeTable('Nodes before', estimate.base) : none}`;
}

/** What the boxes show, for whoever does not see them. */
function nodeTable(caption: string, side: Placement | null): Markup {
  const columns = [
    ...['NodePool', 'type', 'capacity', 'zone'].map((title) => ({ title })),
    ...['nodes', 'pods', 'CPU', 'memory', 'a month'].map((title) => ({ title, isFigure: true })),
  ];
  const share = ({ requested, allocatable }: { requested: number; allocatable: number }): Cell => ({
    content: percentage(requested, allocatable),
    sort: allocatable > 0 ? Math.round((1000 * requested) / allocatable) : -1,
  });
  const rows = (side ? nodeGroups(side) : []).map((group) => [
    { content: named(group.nodePool) },
    text(plainName(group.instanceType, 30)),
    text(plainName(group.capacityType, 20)),
    text(plainName(group.zone, 30)),
    text(String(group.count)),
    text(String(group.pods)),
    share(group.usage.cpuMillis),
    share(group.usage.memoryBytes),
    monthly(group.hourlyUsd),
  ]);
  return table(caption, columns, rows);
}

const monthly = (hourlyUsd: number | null): Cell =>
  hourlyUsd === null ? { content: 'unknown', sort: -1 } : { content: monthlyText(hourlyUsd), sort: hourlyUsd };

function cost(estimate: Estimate | null): Markup {
  const side = estimate?.head ?? estimate?.base;
  if (!side) return none;
  const before = new Map(
    (estimate?.head && estimate.base ? estimate.base.nodePools : []).map((pool) => [pool.name, pool]),
  );
  const pools = table(
    'By NodePool',
    [
      { title: 'NodePool' },
      { title: 'nodes', isFigure: true },
      { title: 'a month', isFigure: true },
      { title: 'before', isFigure: true },
    ],
    side.nodePools.map(({ name, nodes, hourlyUsd }) => [
      { content: named(name) },
      { content: rangeLine(nodes, String), sort: nodes.likely ?? -1 },
      monthly(hourlyUsd.likely),
      before.has(name) ? monthly(before.get(name)!.hourlyUsd.likely) : text('–'),
    ]),
  );
  const shares = table(
    "By workload: each node's price split among its pods by the larger of their shares in CPU and memory",
    [{ title: 'workload' }, { title: 'team' }, { title: 'pods', isFigure: true }, { title: 'a month', isFigure: true }],
    side.shares.map(({ workload, team, pods, hourlyUsd }) => [
      { content: named(workload, 120) },
      text(team === null ? '–' : plainName(team)),
      text(String(pods)),
      monthly(hourlyUsd),
    ]),
  );
  const groups = (['namespace', 'team'] as const).map((key) => {
    const rows = sharesBy(side.shares, key);
    if (rows.every(({ name }) => name === null)) return none;
    return table(
      `By ${key}`,
      [{ title: key }, { title: 'pods', isFigure: true }, { title: 'a month', isFigure: true }],
      rows.map(({ name, pods, hourlyUsd }) => [
        name === null ? text('–') : { content: named(name) },
        text(String(pods)),
        monthly(hourlyUsd),
      ]),
    );
  });
  const cheaper = table(
    'Cheaper choices, each simulated on its own',
    [
      { title: 'NodePool' },
      { title: 'allow' },
      { title: 'nodes', isFigure: true },
      { title: 'saves a month', isFigure: true },
    ],
    side.alternatives.map(({ nodePool, kind, nodes, savedHourlyUsd }) => [
      { content: named(nodePool) },
      text(alternativeName[kind]),
      text(String(nodes)),
      monthly(savedHourlyUsd),
    ]),
  );
  return markup`${pools}${shares}${groups}${cheaper}`;
}

function landing(estimate: Estimate | null): Markup {
  const side = estimate?.head;
  if (!side) return none;
  const lost = side.unschedulable.flatMap(({ workload, count, reasons }) =>
    reasons.map(({ nodePool, reason, plain, change }) => [
      { content: named(workload, 120) },
      text(String(count)),
      { content: nodePool === '' ? '–' : named(nodePool) },
      {
        content: markup`${sentence(plain ?? reason)}${change === undefined ? none : markup`<br><span class="soft">${sentence(change)}</span>`}`,
      },
    ]),
  );
  const ignored = side.ignored.map(({ workload, count, reason }) => [
    { content: named(workload, 120) },
    text(String(count)),
    { content: sentence(reason) },
  ]);
  const columns = [{ title: 'workload' }, { title: 'pods', isFigure: true }];
  return markup`${table('Who cannot land, and why', [...columns, { title: 'NodePool' }, { title: 'why' }], lost)}${table('Left aside by Karpenter', [...columns, { title: 'why' }], ignored)}`;
}

function changes({ review }: Report): Markup {
  const rows = review.changes.flatMap(({ resource, type, fields, summary }) => {
    const object = { content: markup`${plainName(resource.kind, 40)} ${named(resource.name)}` };
    if (fields.length === 0) return [[object, text(type), text(''), text(''), { content: sentence(summary) }]];
    return fields.map((field) => [
      object,
      { content: named(longName(field), 140) },
      ...beforeAndAfter(field).map((value) => ({ content: named(value) })),
      { content: sentence(field.reason) },
    ]);
  });
  const columns = ['object', 'field', 'before', 'after', 'effect'].map((title) => ({ title }));
  return table('Every changed field', columns, rows);
}

function basis({ review }: Report): Markup {
  const { estimate } = review;
  const lines = [
    ...(estimate?.assumptions ?? []),
    ...spreadLines(estimate?.head ?? estimate?.base ?? null),
    ...(estimate ? [`Region \`${estimate.region ?? 'unknown'}\` (${estimate.regionSource})`] : []),
    ...(estimate
      ? [
          `A month is ${estimate.hoursPerMonth} hours; traffic, load balancers and volumes that pods claim are not counted`,
        ]
      : []),
    ...(review.target.kubernetesVersion === undefined
      ? []
      : [`Kubernetes ${review.target.kubernetesVersion} (${review.target.kubernetesVersionSource})`]),
    `Karpenter ${review.target.karpenterVersion} (${review.target.karpenterVersionSource})`,
  ];
  const list = (
    items: readonly string[],
  ): Markup => markup`<ul>${items.map((line) => markup`<li>${sentence(line)}</li>`)}</ul>
`;
  const steps = sharperFigureSteps(review);
  return markup`${list(lines)}${steps.length === 0 ? none : markup`<h3>More exact with</h3>${list(steps)}`}`;
}
