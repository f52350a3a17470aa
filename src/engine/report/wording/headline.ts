import type { Estimate, MissingInput, Placement } from '../../cost/estimate.ts';
import type { Severity } from '../../diagnostic.ts';
import { dangersOf, isWarned } from '../../gate/dangers.ts';
import type { Verdict } from '../../gate/gate.ts';
import { plural } from '../../plural.ts';
import type { Finding } from '../../review/findings/finding.ts';
import type { Review } from '../../review/review-data.ts';
import type { Report } from '../report.ts';
import { isZeroUsd, percentage, rangeLine, signedUsd, usd } from './figures.ts';
import { nodeClaimsOf, unschedulableCount, usageOf } from './placed-nodes.ts';

/** The marks of a verdict: the only emoji there are. */
export const verdictMark: Record<Verdict['result'], string> = { block: '⛔', warn: '⚠️', pass: '✅' };

/** Findings that the change brings; all of them where there is no base. */
export const newFindings = (review: Review): readonly Finding[] =>
  review.findings.filter((finding) => !review.hasBase || finding.isNew);

/** Findings that were there before. */
export const olderFindings = (review: Review): readonly Finding[] =>
  review.findings.filter((finding) => review.hasBase && !finding.isNew);

const noun: Record<Severity, string> = { error: 'error', warning: 'warning', note: 'note' };

/** `1 error`, `2 warnings`: the worst first; severities without findings are left out. */
export const severityCounts = (findings: readonly Finding[], severities: readonly Severity[]): string[] =>
  severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.diagnostic.severity === severity).length;
    return count === 0 ? [] : [plural(count, noun[severity])];
  });

/** What the verdict rests on; never empty. */
export function verdictPieces({ review, verdict }: Report): string[] {
  const findings = severityCounts(newFindings(review), ['error', 'warning']);
  const dangers = dangersOf(review).filter(isWarned);
  const lost = review.estimate?.head ? unschedulableCount(review.estimate.head) : 0;
  const { limits = [] } = verdict;
  const isUnexplained =
    verdict.result !== 'pass' && findings.length === 0 && dangers.length === 0 && limits.length === 0;
  const pieces = [
    ...limits,
    ...(isUnexplained ? verdict.reasons.slice(0, 1) : []),
    ...(findings.length > 0 ? [findings.join(', ')] : []),
    ...dangers.map(({ text }) => text),
    ...(lost > 0 ? [`${plural(lost, 'pod')} cannot land`] : []),
  ];
  return pieces.length > 0 ? pieces : ['no findings'];
}

const unknownPiece: Readonly<Record<MissingInput, string>> = {
  region: 'nodes and cost unknown',
  objects: 'nodes and cost unknown',
  NodePools: 'no NodePools known',
  workloads: 'no workloads known',
};

/** The three figures: nodes, cost and how much of what is bought is asked for; one that says why they are unknown; or none. */
export function figurePieces(estimate: Estimate | null): string[] {
  const side = estimate?.head ?? estimate?.base;
  if (!estimate || !side) return [];
  if (side.lacks !== undefined) return [unknownPiece[side.lacks]];
  return [nodesPiece(estimate), costPiece(estimate), ...usedPiece(estimate)];
}

function nodesPiece({ base, head }: Estimate): string {
  const side = (head ?? base)!;
  const after = side.nodes;
  const before = base && head && base.nodes.likely !== after.likely ? `${base.nodes.likely ?? 'unknown'} → ` : '';
  const text = rangeLine(after, String);
  return `${before}${text} ${after.likely === 1 && text === '1' ? 'node' : 'nodes'}`;
}

/** What a month costs more or less; the whole cost where there is nothing to compare with. */
function costPiece({ base, head, difference }: Estimate): string {
  const side = (head ?? base)!;
  if (side.monthlyUsd.likely === null) return 'cost unknown';
  if (!base || !head) return `${rangeLine(side.monthlyUsd, usd)} a month`;
  const { low, likely, high } = difference.monthlyUsd;
  if (likely === null) return `${rangeLine(side.monthlyUsd, usd)} a month, difference unknown`;
  const isSame = [low, likely, high].every((bound) => bound === null || isZeroUsd(bound));
  return isSame
    ? `${rangeLine(side.monthlyUsd, usd)} a month, unchanged`
    : `${rangeLine(difference.monthlyUsd, signedUsd)} a month`;
}

/** CPU decides more often than memory, which stands in the table. */
function usedPiece({ base, head }: Estimate): string[] {
  const [before, after] = [base, head ?? base].map((side) => side && cpuRequested(side));
  if (!after) return [];
  return [`CPU requested ${before && head && before !== after ? `${before} → ` : ''}${after}`];
}

function cpuRequested(side: Placement): string | null {
  const { requested, allocatable } = usageOf(nodeClaimsOf(side)).cpuMillis;
  return allocatable === 0 ? null : percentage(requested, allocatable);
}
