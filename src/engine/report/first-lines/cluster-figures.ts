import type { Estimate, Placement } from '../../cluster/cost/estimate.ts';
import { type Figure, hasUncountedNodes } from '../../cluster/cost/knowledge.ts';
import type { ReviewEvent } from '../../review/events/event.ts';
import type { ClusterOfReview } from '../../review/events/events-of.ts';
import { listIf, optional } from '../../text/list-if.ts';
import { sumKnown } from '../../text/range.ts';
import type { Money } from '../../text/words/money.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { textIf } from '../../text/words/text-if.ts';
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
import { rangeText } from '../wording/figures.ts';
import { allDifferences, furtherDifferences } from '../wording/other-costs.ts';
import { isOutage } from '../wording/placed-nodes.ts';
import { afterJobs, fitsNoNodePool, heldText, isAboutPods } from './event-sentences.ts';
import { fewestGoing } from './replacement-text.ts';

/** The figures of one cluster, as one line. */
export interface ClusterLine {
  /** Null if there is only one cluster. */
  readonly cluster: string | null;
  /** `2 of 6 nodes replaced, 3 cannot be (`shop/sessions`: do-not-disrupt)`, `6 nodes`, `$1,295/month, unchanged`. */
  readonly parts: readonly string[];
  /** Whether all that it says is that nodes and cost are unknown. */
  readonly isUnknown?: true;
}

/** What the figures of a cluster are worth. */
export interface LineContext {
  readonly events: readonly ReviewEvent[];
  /** Whether the headline says what keeps the nodes of a cluster. */
  readonly isHeldReasonSaid: (cluster: string | null) => boolean;
  /** A part of the effect is unknown, so nothing is called unchanged. */
  readonly isPartial: boolean;
  /** Whether nodes that Karpenter launches later may differ, so that only the cost of running nodes is unchanged. */
  readonly isOfNewNodes: boolean;
  /** Why figures are missing, if they are. */
  readonly lacks: (side: Placement) => string;
  /** Whether the change destroys a cluster, whose figures are then those of nothing. */
  readonly isDestroyed: (cluster: string | null) => boolean;
  /** How the amounts of all clusters are written. */
  readonly money: Money;
}

/** The line of a cluster; undefined if nothing is known of it. */
export function clusterLine(cluster: ClusterOfReview, context: LineContext): ClusterLine | undefined {
  if (context.isDestroyed(cluster.name)) return { cluster: cluster.name, parts: [destroyedText(cluster.estimate)] };

  const events = context.events.filter((event) => event.cluster === cluster.name);
  const effects = [
    ...goingText(events, cluster.estimate, context.isHeldReasonSaid(cluster.name)),
    ...podsText(events, cluster.estimate),
  ];
  const parts = [...effects, ...figureTexts(cluster.estimate, context)];
  const isUnknown = effects.length === 0 && figureSide(cluster.estimate)?.lacks !== undefined;

  if (parts.length === 0) return undefined;
  return { cluster: cluster.name, parts, ...(isUnknown && { isUnknown }) };
}

/** `all 7 nodes destroyed`, without the number if it is not known. */
function destroyedText(estimate: Estimate | null): string {
  const nodes = estimate?.base?.nodes;
  if (nodes === undefined || nodes.certainty !== 'exact' || nodes.likely === null || nodes.likely < 2)
    return 'all nodes destroyed';
  return `all ${nodes.likely} nodes destroyed`;
}

const countOf = (events: readonly ReviewEvent[]): number | null => sumKnown(events.map(({ count }) => count));

/** `1 of 6 nodes deleted, 2 replaced, 3 cannot be (…)`, `0 of 4 nodes replaced, 4 cannot be`, `2 nodes consolidated later`. */
function goingText(events: readonly ReviewEvent[], estimate: Estimate | null, isReasonSaid: boolean): string[] {
  const of = (kind: ReviewEvent['kind']): readonly ReviewEvent[] => events.filter((event) => event.kind === kind);
  const before = estimate?.base;
  const all = before?.nodes.likely ?? null;
  const isLowerBound = before ? hasUncountedNodes(before.because) : false;
  const total = textIf(all !== null && !isOneSided(before!.nodes), ` of ${all}`);

  const counted = (ofKind: readonly ReviewEvent[], isLeast = isLowerBound): string => {
    const likely = countOf(ofKind) ?? 0;
    const fewest = ofKind.reduce(
      (sum, { count, subject }) => sum + fewestGoing(count ?? 0, subject, before ?? null),
      0,
    );
    const count = isLeast && fewest > 0 ? fewest : likely;
    const least = textIf(isLeast && likely > 0, fewest > 0 ? 'at least ' : 'about ');
    // Nodes that are not counted may make both numbers larger.
    const isAll = least !== '' && all !== null && likely >= all;
    if (isAll || total === '') return `${least}${plural(count, 'node')}`;
    return `${least}${count}${total} ${byCount(all ?? count, 'node', 'nodes')}`;
  };

  const words = (['deleted', 'replaced'] as const).flatMap((kind) => {
    const ofKind = of(kind);
    if (ofKind.length === 0) return [];
    const count = countOf(ofKind);
    if (count !== null) return [`${counted(ofKind)} ${kind}${afterText(ofKind)}`];

    // Of some NodePools the number is known.
    const countable = ofKind.filter((event) => event.count !== null);
    const least = countOf(countable) ?? 0;
    const isMatching = ofKind.every((event) => event.count !== null || event.isMatching === true);
    if (least === 0 && isMatching) return ['no predicted node replaced'];
    if (least === 0) return [`nodes ${kind}: number unknown`];
    return [`${counted(countable, true)} ${kind}`];
  });

  const held = of('held');
  const heldCount = countOf(held) ?? 0;
  const reasons = held.flatMap((event) => {
    if (event.held === undefined) return [];
    return [heldWithCount(event, held.length > 1)];
  });
  // The headline has the only reason, or the first of several.
  const why = textIf(reasons.length > 0 && !(isReasonSaid && reasons.length === 1), ` (${firstReasons(reasons)})`);
  const stay = heldCount === 0 ? [] : [`${heldCount} cannot be${why}`];
  const [first = heldCount === 0 ? undefined : `${counted([])} ${wantedOf(held)}`, second] = words;

  const replaced = () => {
    if (second === undefined) return [];
    return [`${countOf(of('replaced')) ?? 'an unknown number'} replaced${afterText(of('replaced'))}`];
  };

  const going = first === undefined ? [] : [[first, ...replaced(), ...stay].join(', ')];

  const consolidated = countOf(of('consolidated')) ?? 0;

  return [...going, ...listIf(consolidated !== 0, `${plural(consolidated, 'node')} consolidated later`)];
}

/** ` (1 after the running Job of `shop/reindex`)`; empty if no node waits for Jobs. */
function afterText(events: readonly ReviewEvent[]): string {
  const waiting = events.flatMap(({ awaited }) => optional(awaited)).map(afterJobs);
  return textIf(waiting.length > 0, ` (${firstReasons(waiting)})`);
}

/** Reasons beyond these are counted: the findings have all of them. */
const shownReasons = 2;

function firstReasons(reasons: readonly string[]): string {
  const rest = reasons.length - shownReasons;
  return [...reasons.slice(0, shownReasons), ...listIf(rest > 0, plural(rest, 'more reason'))].join(' · ');
}

/** What should happen to nodes that are held. */
function wantedOf(held: readonly ReviewEvent[]): string {
  const verbs = new Set(
    held.map(({ isDeletion }) => {
      if (isDeletion) return 'deleted';
      return 'replaced';
    }),
  );
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
  const fitText = (count: number): string => `${plural(count, 'pod')} ${fitsNoNodePool(count)}`;

  return [
    ...(now === 0 ? [] : [estimate?.head?.mayRunElsewhere ? fitText(now) : `${plural(now, 'pod')} unschedulable`]),
    ...listIf(later !== 0, `${fitText(later)} once ${byCount(later, 'its', 'their')} node is gone`),
  ];
}

/** The side whose figures are shown. */
const figureSide = (estimate: Estimate | null): Placement | null | undefined => estimate?.head ?? estimate?.base;

function figureTexts(estimate: Estimate | null, context: LineContext): string[] {
  const side = figureSide(estimate);
  if (!estimate || !side) return [];
  if (side.lacks !== undefined) return [`nodes and cost unknown: ${context.lacks(side)}`];

  const basis = basisMark(estimate);

  return [...nodesPart(estimate, side), costPart(estimate, side, context), ...optional(basis)];
}

/** `6 nodes`, `6 → 7 nodes (5–7)`, `0–1 nodes`. */
function nodesPart({ base, head }: Estimate, side: Placement): string[] {
  const { likely, high } = side.nodes;
  if (likely === 0 && high && !base) return [`0–${high} nodes`];
  if (!base || !head || base.lacks !== undefined || base.nodes.likely === side.nodes.likely) return [nodesText(side)];

  const { likely: after, bounds: range } = markedNodes(side);
  const bounds = isOneSided(side.nodes) ? undefined : range;

  const before = () => {
    if (bounds === undefined) return figureText(base.nodes, String);
    return String(base.nodes.likely ?? 'unknown');
  };

  return [`${before()} → ${after} ${byCount(side.nodes.likely, 'node', 'nodes')}${inBrackets(optional(bounds))}`];
}

/** `$1,295/month, unchanged`, `$1,295 → about $1,060/month (−$234)`, `cost unknown`. */
function costPart(estimate: Estimate, side: Placement, context: LineContext): string {
  const { base, head, difference } = estimate;
  const { money } = context;
  const { likely } = side.monthlyUsd;
  const further = (text: string): string => [text, ...furtherDifferences(estimate)].join(', ');
  if (likely === null || figureText(side.monthlyUsd, money.plain) === 'unknown') return further('cost unknown');

  if (likely === 0 && side.monthlyUsd.high && !base) return `up to ${money.plain(side.monthlyUsd.high)}/month`;

  const month = `${figureText(side.monthlyUsd, money.plain)}/month`;
  if (!base || !head) return `${month}${inBrackets(boundsOf(side, money))}`;
  if (difference.monthlyUsd.likely === null) return further(`${month} (difference unknown)`);
  if (money.isZero(difference.monthlyUsd.likely)) return sameCostText(month, estimate, { ...context, side });

  // One `about` is enough for the whole.
  const isAbout = markOf(side.monthlyUsd) === 'about';

  // A saving because pods have no node is not a real saving.
  if (isOutage(estimate) && difference.monthlyUsd.likely < 0)
    return further(`${beforeText(base, { isAbout, money })}${month}, because pods have no node`);

  const written = writtenDifference(estimate, money);

  const change = () => {
    if (isAbout && !isOneSided(difference.monthlyUsd)) return money.signed(written.likely ?? 0);
    return markedDifference(written, { ...money, less: 'less' });
  };

  // Amounts that look the same differ by cents, which only the difference shows.
  const isSameText = base.monthlyUsd.likely !== null && money.plain(base.monthlyUsd.likely) === money.plain(likely);
  const before = isSameText ? '' : beforeText(base, { isAbout, money });
  // Next to the amount, so that nobody reads it as the price of the change.
  const why = textIf(estimate.isRepacked === true, ', because restarted pods are packed in another way');
  return further(`${before}${month} (${withBounds(change(), differenceBounds(written, money))}${why})`);
}

interface SameCost extends LineContext {
  /** The side after the change. */
  readonly side: Placement;
}

/** `$1,295/month, unchanged`, `$1,295/month, EBS volumes +$21`, `about $294/month, likely unchanged (−$33 to +$354)`. */
function sameCostText(month: string, estimate: Estimate, { side, isPartial, isOfNewNodes, money }: SameCost): string {
  const { monthlyUsd } = estimate.difference;
  const bounds = boundsOf(side, money);
  const others = allDifferences(estimate);
  const whose = textIf(isOfNewNodes, ' for running nodes');
  const isSame = [monthlyUsd.low, monthlyUsd.high].every((usd) => usd === null || money.isZero(usd));

  if (isSame && others.length > 0) return `${month}${inBrackets(bounds)}, ${others.join(', ')}`;

  if (isSame && monthlyUsd.certainty === 'exact' && !isOneSided(side.monthlyUsd)) {
    if (isOutage(estimate) || isPartial) return month;
    return `${month}, unchanged${whose}`;
  }

  const isLikely = !isOneSided(monthlyUsd) && !isOneSided(side.monthlyUsd) && !isPartial;
  const between = isLikely ? differenceBounds(monthlyUsd, money) : undefined;
  const stays = textIf(isLikely && others.length === 0, `, likely unchanged${whose}`);
  const range = between === undefined ? bounds : [between];
  const amount = `${month}${stays}${inBrackets(range)}`;
  return [amount, ...others].join(', ');
}

/**
 * `−$71 to $0`: between what the change adds in the cases that are compared. The bounds of the amount after the change cannot be compared with the
 * amount before it. Undefined without any, or if the difference is a bound itself.
 */
function differenceBounds(difference: Figure, money: Money): string | undefined {
  if (isOneSided(difference)) return undefined;
  return rangeText(difference, money.signed).bounds;
}

/** `−$71 to $0`, or with the likely figure between its bounds: `+$57, range −$71 to +$128`. */
function withBounds(change: string, bounds: string | undefined): string {
  if (bounds === undefined) return change;
  if (bounds.split(' to ').includes(change.replace(/^about /, ''))) return bounds;
  return `${change}, range ${bounds}`;
}

/** `$1,295 → `; empty if it is unknown. */
function beforeText(
  { monthlyUsd }: Placement,
  { isAbout, money }: { readonly isAbout: boolean; readonly money: Money },
): string {
  if (monthlyUsd.likely === null) return '';
  const isSaid = isAbout && !isOneSided(monthlyUsd);
  if (isSaid) return `${money.plain(monthlyUsd.likely)} → `;
  return `${figureText(monthlyUsd, money.plain)} → `;
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
