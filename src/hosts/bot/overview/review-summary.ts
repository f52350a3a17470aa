import type { Estimate } from '../../../engine/cluster/cost/estimate.ts';
import { plainFigureLines } from '../../../engine/report/first-lines/summary-line.ts';
import { trackRecordLine } from '../../../engine/report/track-record/track-record-line.ts';
import type { Report } from '../../../engine/report/values/report.ts';
import type { Verdict } from '../../../engine/review/gate/gate.ts';

/** A pull request. GitHub never gives the ID of a repository to another one, unlike its name. */
export interface PullKey {
  readonly repositoryId: number;
  readonly number: number;
}

/** Nodes and cost of one environment. */
export interface SummaryFigures {
  /** Null if there are no environments. */
  readonly environment: string | null;
  /** As the first lines of a review say them, without names; null if they are unknown. */
  readonly text: string | null;
  /** How much more a month costs after the change; null if unknown. */
  readonly monthlyUsd: number | null;
}

/** The newest review of a pull request, as short as the overview needs it. It contains no title and no text of a file. */
export interface ReviewSummary extends PullKey {
  /** `missing`: it could not be reviewed. */
  readonly result: Verdict['result'] | 'missing';
  readonly reasons: readonly string[];
  /** One entry for each environment that the change affects. */
  readonly figures: readonly SummaryFigures[];
  /** How good earlier predictions were; null without a scorecard. */
  readonly trackRecord: string | null;
}

/** A summary with the time of the review, as ISO 8601. */
export interface DatedSummary extends ReviewSummary {
  readonly at: string;
}

/** What a job changes in the overview. */
export type OverviewChange = { readonly put: ReviewSummary } | { readonly remove: PullKey };

/** Bounds of one summary. */
const summaryLimits = { reasons: 5, reasonLength: 300, figures: 6, textLength: 400, nameLength: 100 } as const;

/** Summarizes a review of a pull request. */
export function summaryOf({ review, verdict, trackRecord }: Report, key: PullKey): ReviewSummary {
  const all =
    review.environments.length === 0
      ? [{ name: null, estimate: review.estimate }]
      : review.environments.filter(({ estimate }) => estimate !== null);

  const { reasons, reasonLength, figures, textLength, nameLength } = summaryLimits;
  const lines = plainFigureLines(review);
  const isOne = all.length === 1;

  const textOf = (name: string | null, estimate: Estimate | null): string | undefined => {
    const side = estimate?.head ?? estimate?.base;
    if (!side || side.lacks !== undefined) return undefined;
    return lines.find(({ cluster }) => cluster === name || (isOne && cluster === null))?.parts.join(' · ');
  };

  return {
    ...key,
    result: verdict.result,
    reasons: verdict.reasons.slice(0, reasons).map((reason) => reason.slice(0, reasonLength)),
    figures: all.slice(0, figures).map(({ name, estimate }) => ({
      environment: name?.slice(0, nameLength) ?? null,
      text: textOf(name, estimate)?.slice(0, textLength) ?? null,
      monthlyUsd: estimate?.difference.monthlyUsd.likely ?? null,
    })),
    trackRecord: trackRecord ? trackRecordLine(trackRecord) : null,
  };
}

/** The summary of a pull request that could not be reviewed. */
export const missingSummary = (key: PullKey): ReviewSummary => ({
  ...key,
  result: 'missing',
  reasons: [],
  figures: [],
  trackRecord: null,
});

// biome-ignore lint/suspicious/noExplicitAny: this checks what a store returns.
type Value = any;

/** Reads a summary that was stored elsewhere. Undefined for anything that is not one. */
export function readSummary(text: string): DatedSummary | undefined {
  let value: Value;

  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }

  return isSummary(value) ? value : undefined;
}

const isSummary = (value: Value): value is DatedSummary =>
  typeof value === 'object' &&
  value !== null &&
  isPositive(value.repositoryId) &&
  isPositive(value.number) &&
  ['pass', 'warn', 'block', 'missing'].includes(value.result) &&
  isList(value.reasons, summaryLimits.reasons, (one) => isText(one, summaryLimits.reasonLength)) &&
  isList(value.figures, summaryLimits.figures, isFigures) &&
  (value.trackRecord === null || isText(value.trackRecord, summaryLimits.textLength)) &&
  isText(value.at, 40) &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value.at);

const isFigures = (value: Value): boolean =>
  (value?.environment === null || isText(value?.environment, summaryLimits.nameLength)) &&
  (value.text === null || isText(value.text, summaryLimits.textLength)) &&
  (value.monthlyUsd === null || Number.isFinite(value.monthlyUsd));

const isList = (value: Value, most: number, isRight: (one: Value) => boolean): boolean =>
  Array.isArray(value) && value.length <= most && value.every(isRight);
const isText = (value: Value, most: number): boolean => typeof value === 'string' && value.length <= most;
const isPositive = (value: Value): boolean => Number.isSafeInteger(value) && value > 0;
