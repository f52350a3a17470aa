import type { CostFigures, Estimate } from '../../cluster/cost/estimate.ts';
import { type Figure, hasUncountedNodes } from '../../cluster/cost/knowledge.ts';
import { withoutCopies } from '../../review/context/finding-copies.ts';
import type { Review } from '../../review/context/review-data.ts';
import { isAtLeast } from '../../text/diagnostic.ts';
import { moneyOf } from '../../text/words/people-money.ts';
import { byCount } from '../../text/words/plural.ts';
import { textIf } from '../../text/words/text-if.ts';
import {
  boundsText,
  isOneSided,
  markedDifference,
  markedRange,
  markOf,
  writtenDifference,
} from '../wording/certainty-marks.ts';
import { percentage, signedCount } from '../wording/figures.ts';
import { newFindings, olderFindings, severityCounts } from '../wording/new-findings.ts';
import { isOutage, nodeClaimsOf, unschedulableCount, usageOf } from '../wording/placed-nodes.ts';
import { type Markup, markup, markupIf, none } from './nodes/markup.ts';

/** The figures that a reader looks for first, each with its value before and after the change. */
export function summaryCards(review: Review): Markup {
  const { estimate } = review;
  const side = estimate?.head ?? estimate?.base;

  const figures = () => {
    if (estimate && side)
      return [
        nodesCard(estimate),
        costCard(estimate),
        replacedCard(review),
        unschedulableCard(estimate),
        usedCard(estimate),
      ];
    return [];
  };

  return markup`<dl class="cards">
${[...figures(), findingsCard(review)]}</dl>`;
}

type Tone = 'bad' | 'caution' | '';

const card = (title: string, content: Markup, tone: Tone = ''): Markup =>
  markup`<div class="card${textIf(tone !== '', ` ${tone}`)}"><dt>${title}</dt>${content}</div>
`;

const big = (text: string): Markup => markup`<dd class="big">${text}</dd>`;
const small = (content: Markup | string): Markup => markup`<dd class="small soft">${content}</dd>`;

/** `58 → 54`, with the difference below it, and the bounds if the figure is a range. */
function compared(
  estimate: Estimate,
  read: (figures: CostFigures) => Figure,
  format: (figure: number) => string,
  signed: (figure: number) => string,
  difference: Figure = read(estimate.difference),
): Markup {
  const { base, head } = estimate;
  const side = (head ?? base)!;

  const figure = (figures: CostFigures): string => {
    const { likely } = read(figures);
    if (likely === null) return 'unknown';
    return format(likely);
  };

  const likely = figure(side);
  const { bounds } = markedRange(read(side), format);
  const range = bounds === undefined ? none : small(boundsText(bounds));
  // Bounds say that a figure is a range.
  const mark = bounds === undefined || isOneSided(read(side)) ? markOf(read(side)) : undefined;
  const after = markup`${markWord(mark)}${likely}`;
  if (!base || !head) return markup`<dd class="big">${after}</dd>${range}`;

  const before = figure(base);
  if (before === likely) {
    const isUnchanged = difference.certainty === 'exact' && !isOneSided(read(side));
    return markup`<dd class="big">${after}</dd>${markupIf(isUnchanged, small('unchanged'))}${range}`;
  }

  return markup`<dd class="big"><span class="was">${before} →</span> ${after}</dd>${small(changeText(estimate, difference, { signed, plain: format }))}${range}`;
}

/** A saving because pods have no node has no color. */
function changeText(
  estimate: Estimate,
  difference: Figure,
  { signed, plain }: { signed: (figure: number) => string; plain: (figure: number) => string },
): Markup {
  const by = difference.likely;
  if (by === null) return markup`difference unknown`;

  const less = () => {
    if (signed === signedCount) return 'fewer';
    return 'less';
  };

  const text = markedDifference(difference, { signed, plain, less: less() });
  if (isOutage(estimate)) return markup`${text}`;

  const direction = by > 0 ? 'up' : 'down';
  return markup`<span class="${direction}">${text}</span>`;
}

/** How a figure is bounded, in smaller letters than the figure. */
const markWord = (mark: string | undefined): Markup => {
  if (mark === undefined) return none;
  return markup`<span class="was">${mark}</span> `;
};

const nodesCard = (estimate: Estimate): Markup =>
  card(
    'Nodes',
    compared(estimate, ({ nodes }) => nodes, String, signedCount),
  );

function costCard(estimate: Estimate): Markup {
  const money = moneyOf(estimate);
  return card(
    'Cost/month',
    compared(estimate, ({ monthlyUsd }) => monthlyUsd, money.plain, money.signed, writtenDifference(estimate, money)),
  );
}

/** Nodes that run now and are replaced or deleted because of the change. */
function replacedCard({ disruption, estimate, hasBase }: Review): Markup {
  if (!hasBase || !estimate?.base) return none;

  const going = disruption.nodePools.filter(({ effect }) => effect !== 'none' && effect !== 'new-nodes');
  const sum = (pools: typeof going): number => pools.reduce((all, { nodesReplaced }) => all + (nodesReplaced ?? 0), 0);
  const isKnown = going.every(({ nodesReplaced }) => nodesReplaced !== null);
  const deleted = sum(going.filter(({ effect }) => effect === 'delete'));
  const replaced = sum(going) - deleted;
  const of = estimate.base.nodes.likely;
  const isAll = isKnown && !hasUncountedNodes(estimate.base.because);
  const held = going.reduce((all, { nodesHeld }) => all + (nodesHeld ?? 0), 0);

  const totalText = (): string => {
    if (isAll) return String(replaced);
    if (replaced > 0) return `at least ${replaced}`;
    if (isKnown) return '0';
    return 'unknown';
  };

  const lines = [
    markupIf(of !== null, small(`of ${of} before the change`)),
    markupIf(deleted > 0, small(`${deleted} more ${byCount(deleted, 'is', 'are')} deleted`)),
    markupIf(held > 0, small(`${held} more cannot be`)),
  ];

  return card(
    'Nodes replaced',
    markup`${big(totalText())}${lines}`,
    !isKnown || replaced + deleted + held > 0 ? 'caution' : '',
  );
}

function unschedulableCard({ base, head }: Estimate): Markup {
  if (!head || head.lacks !== undefined) return none;

  const after = unschedulableCount(head);
  const before = base && base.lacks === undefined ? unschedulableCount(base) : undefined;
  const later = (head.unschedulableLater ?? []).reduce((sum, { count }) => sum + count, 0);

  const from = () => {
    if (before === undefined || before === after) return none;
    return markup`<span class="was">${before} →</span> `;
  };

  const unchanged = markupIf(before === after && later === 0, small('unchanged'));
  const pending = markupIf(later !== 0, small(`${later} more once ${byCount(later, 'its', 'their')} node is gone`));

  const tone = (): Tone => {
    if (after > (before ?? 0)) return 'bad';
    if (after + later > 0) return 'caution';
    return '';
  };

  return card('Unschedulable pods', markup`<dd class="big">${from()}${after}</dd>${unchanged}${pending}`, tone());
}

/** How much of the paid capacity the pods request. */
function usedCard({ base, head }: Estimate): Markup {
  const [before, after] = [base && head ? base : null, head ?? base].map((side) => {
    if (side) return usageOf(nodeClaimsOf(side));
    return null;
  });
  if (!after || after.cpuMillis.allocatable === 0) return none;

  const line = (title: string, resource: 'cpuMillis' | 'memoryBytes'): Markup => {
    const share = ({ requested, allocatable }: { requested: number; allocatable: number }): string =>
      percentage(requested, allocatable);

    const [from, to] = [
      before && before[resource].allocatable > 0 ? share(before[resource]) : '',
      share(after[resource]),
    ];

    const { requested, allocatable } = after[resource];
    const width = Math.round((100 * Math.min(requested, allocatable)) / allocatable);

    return markup`<dd class="small">${title} ${markupIf(from !== '' && from !== to, markup`<span class="was">${from} →</span> `)}<b>${to}</b><svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="free" width="100" height="6"/><rect class="after" width="${width}" height="6"/></svg></dd>`;
  };

  return card('Requested by pods', markup`${line('CPU', 'cpuMillis')}${line('Memory', 'memoryBytes')}`);
}

function findingsCard(review: Review): Markup {
  const fresh = newFindings(review);
  const older = olderFindings(review).length;
  const counts = severityCounts(withoutCopies(fresh), ['error', 'warning', 'note']);

  const has = (severity: 'error' | 'warning'): boolean =>
    fresh.some(({ diagnostic }) => isAtLeast(diagnostic.severity, severity));

  const toneOf = () => {
    if (has('error')) return 'bad';
    if (has('warning')) return 'caution';
    return '';
  };

  return card(
    review.hasBase ? 'New findings' : 'Findings',
    markup`${big(counts[0] ?? 'none')}${markupIf(counts.length > 1, small(`and ${counts.slice(1).join(', ')}`))}${markupIf(older > 0, small(`${older} existing`))}`,
    toneOf(),
  );
}
