import type { Estimate, Placement } from '../../cluster/cost/estimate.ts';
import { hasUncountedNodes } from '../../cluster/cost/knowledge.ts';
import type { ReviewEvent } from '../../review/events/event.ts';
import type { ClusterOfReview } from '../../review/events/events-of.ts';
import type { Money } from '../../text/words/money.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import {
  basisMark,
  boundsText,
  figureText,
  isOneSided,
  markedDifference,
  markedNodes,
  markedRange,
  markOf,
  nodesText,
  writtenDifference,
} from '../wording/certainty-marks.ts';
import { isOutage } from '../wording/placed-nodes.ts';
import { heldText, isAboutPods } from './event-sentences.ts';

/** The figures of one cluster, as one line. */
export interface ClusterLine {
  /** Null if there is only one cluster. */
  readonly cluster: string | null;
  /** `2 of 6 nodes replaced, 3 cannot be (`shop/sessions`: do-not-disrupt)`, `6 nodes`, `$1,295/month, unchanged`. */
  readonly parts: readonly string[];
}

/** What the figures of a cluster are worth. */
export interface LineContext {
  readonly events: readonly ReviewEvent[];
  /** A part of the effect is unknown, so nothing is called unchanged. */
  readonly isPartial: boolean;
  /** Why figures are missing, if they are. */
  readonly lacks: (side: Placement) => string;
  /** How the amounts of all clusters are written. */
  readonly money: Money;
}

/** The line of a cluster; undefined if nothing is known of it. */
export function clusterLine(cluster: ClusterOfReview, context: LineContext): ClusterLine | undefined {
  const events = context.events.filter((event) => event.cluster === cluster.name);
  const parts = [
    ...goingText(events, cluster.estimate),
    ...podsText(events, cluster.estimate),
    ...figureTexts(cluster.estimate, context),
  ];

  if (parts.length === 0) return undefined;
  return { cluster: cluster.name, parts };
}

const countOf = (events: readonly ReviewEvent[]): number | null =>
  events.reduce<number | null>((sum, { count }) => (sum === null || count === null ? null : sum + count), 0);

/** `1 of 6 nodes deleted, 2 replaced, 3 cannot be (…)`, `2 nodes consolidated`. */
function goingText(events: readonly ReviewEvent[], estimate: Estimate | null): string[] {
  const of = (kind: ReviewEvent['kind']): readonly ReviewEvent[] => events.filter((event) => event.kind === kind);
  const before = estimate?.base;
  const all = before?.nodes.likely ?? null;
  const isLowerBound = before ? hasUncountedNodes(before.because) : false;
  const total = all === null || isOneSided(before!.nodes) ? '' : ` of ${all}`;

  const words = (['deleted', 'replaced'] as const).flatMap((kind) => {
    const ofKind = of(kind);
    if (ofKind.length === 0) return [];
    const count = countOf(ofKind);
    if (count === null) return [{ text: `nodes ${kind}:`, verb: 'number unknown' }];
    const noun = byCount(total === '' ? count : (all ?? count), 'node', 'nodes');
    return [{ text: `${isLowerBound ? 'at least ' : ''}${count}${total} ${noun}`, verb: kind }];
  });

  const held = of('held');
  const heldCount = countOf(held) ?? 0;
  const why = held.flatMap((event) => (event.held === undefined ? [] : [heldWithCount(event, held.length > 1)]));
  const stay = heldCount === 0 ? [] : [`${heldCount} cannot be${why.length === 0 ? '' : ` (${why.join(' · ')})`}`];
  const [first, second] = words;

  const going =
    first === undefined
      ? heldCount === 0
        ? []
        : [
            `${plural(heldCount, 'node')} should be ${wantedOf(held)} and cannot be${why.length === 0 ? '' : ` (${why.join(' · ')})`}`,
          ]
      : [
          [
            `${first.text} ${first.verb}`,
            ...(second === undefined ? [] : [`${countOf(of('replaced')) ?? 'an unknown number'} replaced`]),
            ...stay,
          ].join(', '),
        ];

  const consolidated = countOf(of('consolidated')) ?? 0;

  return [...going, ...(consolidated === 0 ? [] : [`${plural(consolidated, 'node')} consolidated later`])];
}

/** What should happen to nodes that are held. */
function wantedOf(held: readonly ReviewEvent[]): string {
  const verbs = new Set(held.map(({ isDeletion }) => (isDeletion ? 'deleted' : 'replaced')));
  if (verbs.size > 1) return 'deleted or replaced';
  return [...verbs].join('');
}

const heldWithCount = ({ count, held }: ReviewEvent, isOneOfSeveral: boolean): string => {
  if (isOneOfSeveral) return `${count} × ${heldText(held!)}`;
  return heldText(held!);
};

/** `4 pods fit no NodePool`, `2 pods fit no NodePool once their node is gone`, `2 pods unschedulable`. */
function podsText(events: readonly ReviewEvent[], estimate: Estimate | null): string[] {
  const about = events.filter(isAboutPods);

  const counted = (when: ReviewEvent['when']): number =>
    about.filter((event) => event.when === when).reduce((sum, { count }) => sum + (count ?? 0), 0);

  const [now, later] = [counted('now'), counted('restart')];
  const fitText = (count: number): string => `${plural(count, 'pod')} ${byCount(count, 'fits', 'fit')} no NodePool`;

  return [
    ...(now === 0 ? [] : [estimate?.head?.mayRunElsewhere ? fitText(now) : `${plural(now, 'pod')} unschedulable`]),
    ...(later === 0 ? [] : [`${fitText(later)} once ${byCount(later, 'its', 'their')} node is gone`]),
  ];
}

function figureTexts(estimate: Estimate | null, context: LineContext): string[] {
  const side = estimate?.head ?? estimate?.base;
  if (!estimate || !side) return [];
  if (side.lacks !== undefined) return [`nodes and cost unknown: ${context.lacks(side)}`];

  const nodes = nodesPart(estimate, side);
  const basis = basisMark(estimate);

  return [...nodes, costPart(estimate, side, context), ...(basis === undefined ? [] : [basis])];
}

/** `6 nodes`, `6 → 7 nodes (5–7)`, `0–1 nodes`. */
function nodesPart({ base, head }: Estimate, side: Placement): string[] {
  const { likely, high } = side.nodes;
  if (likely === 0 && high && !base) return [`0–${high} nodes`];
  if (!base || !head || base.lacks !== undefined || base.nodes.likely === side.nodes.likely) return [nodesText(side)];

  const { likely: after, bounds } = markedNodes(side);
  const before = bounds === undefined ? figureText(base.nodes, String) : String(base.nodes.likely ?? 'unknown');
  const range = bounds === undefined ? '' : ` (${bounds})`;

  return [`${before} → ${after} ${byCount(side.nodes.likely, 'node', 'nodes')}${range}`];
}

/** `$1,295/month, unchanged`, `$1,295 → about $1,060/month (−$234)`, `cost unknown`. */
function costPart(estimate: Estimate, side: Placement, { isPartial, money }: LineContext): string {
  const { base, head, difference } = estimate;
  const { likely } = side.monthlyUsd;
  if (likely === null) return 'cost unknown';

  if (likely === 0 && side.monthlyUsd.high && !base) return `up to ${money.plain(side.monthlyUsd.high)}/month`;

  const month = `${figureText(side.monthlyUsd, money.plain)}/month`;
  const bounds = boundsOf(side, money);
  if (!base || !head) return `${month}${inBrackets(bounds)}`;
  if (difference.monthlyUsd.likely === null) return `${month} (difference unknown)`;

  const { low, high } = difference.monthlyUsd;
  const isZero = [low, difference.monthlyUsd.likely, high].every((usd) => usd === null || money.isZero(usd));
  if (isZero && difference.monthlyUsd.certainty === 'exact' && !isOneSided(side.monthlyUsd)) {
    if (isOutage(estimate) || isPartial) return month;
    return `${month}, unchanged`;
  }

  if (money.isZero(difference.monthlyUsd.likely)) {
    const isLikely = !isOneSided(difference.monthlyUsd) && !isOneSided(side.monthlyUsd) && !isPartial;
    return `${month}${isLikely ? ', likely unchanged' : ''}${inBrackets(bounds)}`;
  }

  // A saving because pods have no node is not a real saving.
  if (isOutage(estimate) && difference.monthlyUsd.likely < 0) return month;

  // One `about` is enough for the whole.
  const isAbout = markOf(side.monthlyUsd) === 'about';
  const written = writtenDifference(estimate, money);
  const change =
    isAbout && !isOneSided(difference.monthlyUsd)
      ? money.signed(written.likely ?? 0)
      : markedDifference(written, { ...money, less: 'less' });

  return `${beforeText(base, { isAbout, money })}${month} (${[change, ...bounds].join(', ')})`;
}

/** `$1,295 → `; empty if it is unknown. */
function beforeText(
  { monthlyUsd }: Placement,
  { isAbout, money }: { readonly isAbout: boolean; readonly money: Money },
): string {
  if (monthlyUsd.likely === null) return '';
  const isSaid = isAbout && !isOneSided(monthlyUsd);
  return `${isSaid ? money.plain(monthlyUsd.likely) : figureText(monthlyUsd, money.plain)} → `;
}

/** `range $1,135–$1,501`; empty if the figure has no bounds, or if it is one. */
function boundsOf(side: Placement, money: Money): string[] {
  if (isOneSided(side.monthlyUsd)) return [];
  const { bounds } = markedRange(side.monthlyUsd, money.plain);
  if (bounds === undefined) return [];
  return [boundsText(bounds)];
}

const inBrackets = (texts: readonly string[]): string => {
  if (texts.length === 0) return '';
  return ` (${texts.join(', ')})`;
};
