import type { Annotation, ReviewedCheck } from '../../presentation.ts';
import { plainName } from '../../text/escape.ts';
import { renderParts } from '../comment/markdown.ts';
import type { Links, Report } from '../report.ts';
import { isBlank } from '../wording/inputs-line.ts';
import { shownAnnotations } from './annotations.ts';

/** GitHub takes 65,535 characters of summary. */
const summaryBytes = 60_000;

interface CheckContext {
  readonly links?: Links;
  /** What head was compared with: a verdict holds for that base alone. */
  readonly base?: string;
  /** Paragraphs above the review. */
  readonly remarks: readonly string[];
}

/** The check run that says all of a review; where nothing relevant changes it passes, for a required check must come. */
export function reviewCheck(
  report: Report | null,
  all: readonly Annotation[],
  { links, base, remarks }: CheckContext,
): ReviewedCheck {
  const against = base === undefined ? '' : ` (compared with ${plainName(base)})`;
  if (!report) {
    const summary = ['This change touches nothing that Karpenter reads.', ...remarks].join('\n\n');
    return { result: 'pass', output: { title: `Nothing of Karpenter changes${against}`, summary }, annotations: [] };
  }
  const { shown, left } = shownAnnotations(all);
  const more = left > 0 ? [`${left} more findings have no annotation: they are listed below.`] : [];
  const [whole] = renderParts(report, links ? { links } : {}, { bytes: summaryBytes, parts: 1 });
  return {
    result: report.verdict.result,
    output: { title: `${titleOf(report)}${against}`, summary: [...remarks, ...more, whole].join('\n\n') },
    annotations: shown,
  };
}

function titleOf({ review, verdict }: Report): string {
  if (verdict.result !== 'pass') return verdict.reasons.join(', ').slice(0, 100);
  return isBlank(review) ? 'No Karpenter objects found' : 'No new findings';
}
