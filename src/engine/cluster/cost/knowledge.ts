import type { UncountedChange } from '../../files/sources/uncounted-pods.ts';
import { hoursPerMonth, type Range, unknownRange } from '../../text/range.ts';

/**
 * How certain a figure is. `exact`: there is one figure, and everything counts in it. `range`: it may be higher or lower, within its bounds if it
 * has any. `atLeast`, `atMost`: the likely figure is a bound. `unknown`: there is no figure.
 */
export type Certainty = 'exact' | 'range' | 'atLeast' | 'atMost' | 'unknown';

/** Why figures are not exact. The ids are part of the JSON document. */
export type ReasonId =
  /** An input is missing (`Placement.lacks`), or a value that the figures depend on. */
  | 'missing-input'
  | 'unknown-values'
  /** Charts, objects of operators and files that make pods which are not counted. */
  | 'uncounted-pods'
  /** The change edits them, and nothing says whether to more or fewer pods. */
  | 'edited-uncounted-pods'
  | 'unread-files'
  | 'unschedulable-pods'
  /** NodePools of another provider or built into the cluster, whose nodes are not counted. */
  | 'other-node-pools'
  /** Containers that a webhook adds, such as a proxy. */
  | 'injected-containers'
  /** Objects of a kind that is not known, with a pod template: its controller is assumed to create the pods. */
  | 'assumed-pods'
  /** A VerticalPodAutoscaler sets requests. */
  | 'autoscaled-requests'
  /** Pods that another scheduler places, that a gate holds, or that a queue starts which is in no file. */
  | 'other-schedulers'
  /** Licenses of operating systems: their rate is estimated, or unknown and not counted. */
  | 'licenses'
  /** Dedicated instances, for which AWS bills more than for shared ones. */
  | 'tenancy'
  /** A quota of a namespace refuses pods, and chance decides of which workloads. */
  | 'quotas'
  /** Nodes that Karpenter could still remove, or that it replaces without end. */
  | 'consolidation'
  | 'rollout'
  /** A node class that is in no file. */
  | 'assumed-node-class'
  /** Objects that change requests or capacity in ways that are not simulated. */
  | 'not-simulated'
  /** NodePools, node classes and workloads of which nothing says whether they exist. They are simulated as if they did. */
  | 'undecided-objects'
  /** Jobs make most of the rise. They are counted as if they ran all the time, and their nodes go when they end. */
  | 'ending-jobs';

/** One reason, and what it makes of figures. */
export interface FigureReason {
  readonly id: ReasonId;
  readonly makes: Exclude<Certainty, 'exact'>;
  /** Whether only what nodes cost depends on it. */
  readonly isOfCost?: true;
  /** The NodePools whose own figures it makes so; absent if it is about the side as a whole. */
  readonly nodePools?: readonly string[];
}

/** What the figures of one side rest on, known before any of them is worded. */
export type Knowledge = readonly FigureReason[];

/** A figure that knows how certain it is. */
export interface Figure extends Range {
  readonly certainty: Certainty;
}

const unknownFigure: Figure = { ...unknownRange, certainty: 'unknown' };

/** The figures of a side of which nothing is known. */
export const noFigures = { nodes: unknownFigure, hourlyUsd: unknownFigure, monthlyUsd: unknownFigure };

/** What a figure counts. */
type Measure = 'nodes' | 'cost';

/** The number of nodes of a side or of a part of it. */
export const nodesFigure = (range: Range, knowledge: Knowledge): Figure => figureOf(range, knowledge, 'nodes');

/** An hourly price. */
export const costFigure = (range: Range, knowledge: Knowledge): Figure => figureOf(range, knowledge, 'cost');

/** A monthly price, which is exactly as certain as the hourly one that it is made from. */
export const monthlyFigure = (monthly: Range, { certainty }: Figure): Figure => ({ ...monthly, certainty });

function figureOf(range: Range, knowledge: Knowledge, measure: Measure): Figure {
  const certainty = certaintyOf(range, knowledge, measure);
  // What is unknown for a reason of its own has no bounds either.
  const { low, likely, high } = certainty === 'unknown' && range.likely !== null ? unknownRange : range;
  return { low, likely, high, certainty };
}

function certaintyOf(range: Range, knowledge: Knowledge, measure: Measure): Certainty {
  if (range.likely === null) return 'unknown';

  const certainties = new Set(
    knowledge.filter(({ isOfCost }) => isOfCost !== true || measure === 'cost').map(({ makes }) => makes),
  );
  if (certainties.has('unknown')) return 'unknown';
  if (certainties.has('atLeast') && certainties.has('atMost')) return 'range';
  if (certainties.has('atLeast')) return 'atLeast';
  if (certainties.has('atMost')) return 'atMost';

  if (certainties.has('range') || isSpread(range, measure)) return 'range';
  return 'exact';
}

/** Whether the bounds of a figure differ, for prices in a month by a cent. */
function isSpread({ low, high }: Range, measure: Measure): boolean {
  if (low === null || high === null) return true;
  if (measure === 'nodes') return low !== high;
  return (low * hoursPerMonth).toFixed(2) !== (high * hoursPerMonth).toFixed(2);
}

/** A figure that cannot be negative: at most 0 is exactly 0. */
export const ofSide = (figure: Figure): Figure => {
  if (figure.certainty === 'atMost' && figure.likely === 0 && figure.high === 0)
    return { ...figure, certainty: 'exact' };

  return figure;
};

/** What one of several NodePools rests on. What bounds their sum may move nodes from one of them to another. */
export const knowledgeOfPool = (whole: Knowledge, nodePool: string): Knowledge =>
  whole.flatMap((reason): Knowledge => {
    if (reason.nodePools) {
      if (reason.nodePools.includes(nodePool)) return [reason];
      return [];
    }
    return [reason.makes === 'unknown' ? reason : { ...reason, makes: 'range' }];
  });

const opposite: Readonly<Record<FigureReason['makes'], FigureReason['makes']>> = {
  range: 'range',
  atLeast: 'atMost',
  atMost: 'atLeast',
  unknown: 'unknown',
};

/**
 * What a difference rests on: a lower bound of the side before is an upper bound of the difference. `change` is what
 * happens to pods that neither side counts.
 */
export function knowledgeOfDifference(before: Knowledge, after: Knowledge, change: UncountedChange): Knowledge {
  // What neither side counts makes both of them bounds. If the change only adds to it, so is the difference.
  const isUncounted = ({ id }: FigureReason): boolean => id === 'uncounted-pods';
  const isOneSided = change === 'more' || change === 'fewer';
  const counted = (side: Knowledge): Knowledge => {
    if (isOneSided) return side.filter((reason) => !isUncounted(reason));
    return side;
  };
  // Jobs that end as they did before make the difference smaller, and not larger.
  const lasting = before.filter(({ id }) => id !== 'ending-jobs');

  return [
    ...changes[change],
    ...counted(after),
    ...counted(lasting).map((reason) => ({ ...reason, makes: opposite[reason.makes] })),
  ];
}

const changes: Readonly<Record<UncountedChange, Knowledge>> = {
  none: [],
  more: [{ id: 'uncounted-pods', makes: 'atLeast' }],
  fewer: [{ id: 'uncounted-pods', makes: 'atMost' }],
  unknown: [{ id: 'edited-uncounted-pods', makes: 'unknown' }],
};

const uncountedNodes: ReadonlySet<ReasonId> = new Set([
  ...['uncounted-pods', 'unread-files', 'injected-containers', 'assumed-pods', 'other-schedulers'],
] as ReasonId[]);

/** Whether a side has more nodes than are counted, for pods that run. Pending pods have no nodes. */
export const hasUncountedNodes = (knowledge: Knowledge): boolean =>
  knowledge.some(({ id, makes }) => makes === 'atLeast' && uncountedNodes.has(id));

/** The ids of reasons, each once, in their order. */
export const reasonIds = (knowledge: Knowledge): readonly ReasonId[] => [...new Set(knowledge.map(({ id }) => id))];

/** `, so nodes and cost are lower bounds` (or `, and …`), as far as they are known; empty if both are unknown. */
export function asBounds(
  figures: Readonly<Record<'nodes' | 'monthlyUsd', Range>> | null,
  which: 'lower' | 'upper',
  conjunction: 'so' | 'and' = 'so',
): string {
  const isKnown = { nodes: figures?.nodes.likely ?? null, cost: figures?.monthlyUsd.likely ?? null };
  const [only, other] = Object.entries(isKnown).flatMap(([name, figure]) => {
    if (figure === null) return [];
    return [name];
  });
  if (only === undefined) return '';
  if (other !== undefined) return `, ${conjunction} nodes and cost are ${which} bounds`;

  if (only === 'nodes') return `, ${conjunction} the number of nodes is ${articles[which]} bound`;
  return `, ${conjunction} cost is ${articles[which]} bound`;
}

const articles = { lower: 'a lower', upper: 'an upper' } as const;
