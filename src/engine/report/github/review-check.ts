import type { Annotation, ReviewedCheck } from '../../review/presentation/presentation.ts';
import { plainName } from '../../text/words/escape.ts';
import { plural } from '../../text/words/plural.ts';
import { renderParts } from '../comment/markdown.ts';
import { notUnderstoodIn } from '../coverage/coverage.ts';
import type { Links, Report } from '../values/report.ts';
import { isBlank } from '../wording/inputs-line.ts';
import { shownAnnotations } from './annotations.ts';

/** GitHub accepts summaries of up to 65,535 characters. */
const summaryBytes = 60_000;

interface CheckContext {
  readonly links?: Links;
  /** What head was compared with. A verdict is only valid for that base. */
  readonly base?: string;
  /** Paragraphs above the review. */
  readonly remarks: readonly string[];
}

/** The check run with the whole review. It passes if nothing relevant changes, because a required check must always report. */
export function reviewCheck(
  report: Report | null,
  all: readonly Annotation[],
  { links, base, remarks }: CheckContext,
): ReviewedCheck {
  const against = base === undefined ? '' : ` (compared with ${plainName(base)})`;

  if (!report) {
    const summary = ['No effect was found on anything that plumbline reviews.', ...remarks].join('\n\n');
    return { result: 'pass', output: { title: `No effect on Karpenter found${against}`, summary }, annotations: [] };
  }

  const { shown, omitted } = shownAnnotations(all);
  const more = omitted > 0 ? [`${omitted} more findings have no annotation. They are listed below.`] : [];
  const [whole] = renderParts(report, links ? { links } : {}, { bytes: summaryBytes, parts: 1 });

  return {
    result: report.verdict.result,
    output: { title: `${titleOf(report)}${against}`, summary: [...remarks, ...more, whole].join('\n\n') },
    annotations: shown,
  };
}

/** The verdict in a few words without names from manifests: as many whole reasons as fit. */
function titleOf({ review, verdict }: Report): string {
  if (verdict.result !== 'pass') {
    const [first = '', ...others] = verdict.reasons;
    return others.reduce((title, reason) => {
      if (title.length + reason.length > 98) return title;
      return `${title}, ${reason}`;
    }, first);
  }

  if (isBlank(review)) return 'No Karpenter objects found';

  const count = notUnderstoodIn(review).length;
  if (count > 0) return `No new findings, ${plural(count, 'change')} not understood`;

  return 'No new findings';
}
