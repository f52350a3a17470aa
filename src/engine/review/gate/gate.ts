import { isAtLeast, type Severity } from '../../text/diagnostic.ts';
import { listIf } from '../../text/list-if.ts';
import { plural } from '../../text/words/plural.ts';
import { textIf } from '../../text/words/text-if.ts';
import { otherPlaces, withoutCopies } from '../context/finding-copies.ts';
import type { Review } from '../context/review-data.ts';
import { attentionReasons } from './attention.ts';
import { dangersOf, isWarned } from './dangers.ts';
import { limitReasons } from './limits.ts';
import type { Policy } from './policy.ts';

/** Whether the change may be merged, and why not. */
export interface Verdict {
  readonly result: 'pass' | 'warn' | 'block';
  /** One short sentence each, without names from manifests; empty when it passes. */
  readonly reasons: readonly string[];
  /** Those of `reasons` that are exceeded limits of the gate, which no finding shows; absent if none is exceeded. */
  readonly limits?: readonly string[];
  /** Those of `reasons` that are large increases of cost or nodes; absent if there are none. */
  readonly attention?: readonly string[];
}

const severities: readonly Severity[] = ['error', 'warning', 'note'];

/**
 * The verdict on a review. New findings at or above `failOn` and exceeded limits block. New errors and warnings below `failOn` warn,
 * and so do nodes that are deleted or replaced.
 */
export function gate(review: Review, policy: Policy): Verdict {
  const isBlocking = (severity: Severity): boolean => policy.failOn !== 'never' && isAtLeast(severity, policy.failOn);

  const counted = severities
    .filter((severity) => isBlocking(severity) || severity !== 'note')
    .map((severity) => ({ severity, reasons: reasonsOf(review, severity) }))
    .filter(({ reasons }) => reasons.length > 0);

  const limits = limitReasons(review, policy);
  const dangers = dangersOf(review)
    .filter(isWarned)
    .map(({ text }) => `the change ${text}`);
  const large = attentionReasons(review, policy);
  const attention = large.length === 0 ? {} : { attention: large };
  const reasons = [...counted.flatMap((entry) => entry.reasons), ...limits, ...dangers, ...large];
  if (limits.length > 0) return { result: 'block', reasons, limits, ...attention };
  if (counted.some(({ severity }) => isBlocking(severity))) return { result: 'block', reasons, ...attention };

  const all = [...reasons, ...unplannedReasons(review)];
  return { result: all.length > 0 ? 'warn' : 'pass', reasons: all, ...attention };
}

/** An environment without a plan cannot be applied, so such a review does not pass where plumbline applies. */
const unplannedReasons = ({ plans, appliedEnvironments }: Review): string[] =>
  plans
    .filter(({ digest, environment }) => digest === null && appliedEnvironments.includes(environment))
    .map(({ environment }) => `no plan is possible for ${environment}`);

function reasonsOf(review: Review, severity: Severity): string[] {
  const counted = review.findings.filter((finding) => isCounted(review, finding) && is(finding, severity));
  // What one line causes is one, and the same mistake in two files is two.
  const count = withoutCopies(counted).reduce((sum, finding) => sum + 1 + otherPlaces(finding).length, 0);

  // A change cannot suppress its own findings. Without a base, nobody knows which change added the comment, so it applies.
  const silenced = review.suppressed.filter((entry) => review.hasBase && entry.isNew && is(entry, severity)).length;

  return [
    ...listIf(count > 0, `${plural(count, severity)}${textIf(review.hasBase, ' introduced by the change')}`),
    ...listIf(silenced > 0, `${plural(silenced, severity)} suppressed by the change itself`),
  ];
}

const isCounted = (review: Review, finding: { readonly isNew: boolean }): boolean => !review.hasBase || finding.isNew;

const is = (entry: { readonly diagnostic: { readonly severity: Severity } }, severity: Severity): boolean =>
  entry.diagnostic.severity === severity;
