import type { Verdict } from '../../../engine/gate/gate.ts';
import { renderParts } from '../../../engine/report/comment/markdown.ts';
import { type Annotation, annotationBatches, annotations } from '../../../engine/report/github/annotations.ts';
import type { RenderOptions } from '../../../engine/report/report.ts';
import { isBlank } from '../../../engine/report/wording/inputs-line.ts';
import { plainName, prose } from '../../../engine/text/escape.ts';
import type { CheckOutput } from '../../../io/github/check-run.ts';
import type { CommentOutcome } from '../../../io/github/sticky-comment.ts';
import type { Computed } from '../compute-review.ts';

/** What a check run says: verdict, summary and annotations. */
export interface ReviewedCheck {
  readonly result: Verdict['result'];
  readonly output: CheckOutput;
  readonly annotations: readonly Annotation[];
}

/** GitHub takes 65,535 characters of summary. */
const summaryBytes = 60_000;

interface CheckContext {
  /** What head was compared with: `main`. A verdict holds for that base alone. */
  readonly base: string;
  readonly comment: CommentOutcome;
  readonly options: RenderOptions;
}

/** The check run of a review; where nothing relevant changes it passes, for a required check must come. */
export function checkOutput({ report, notes }: Computed, { base, comment, options }: CheckContext): ReviewedCheck {
  const against = ` (compared with ${plainName(base)})`;
  const noted = [...notes.map((note) => `${prose(note)}.`), ...(comment === 'forbidden' ? [forbidden] : [])];
  if (!report) {
    const summary = ['This change touches nothing that Karpenter reads.', ...noted].join('\n\n');
    return { result: 'pass', output: { title: `Nothing of Karpenter changes${against}`, summary }, annotations: [] };
  }
  const { review, verdict } = report;
  const all = annotations(review);
  const { left } = annotationBatches(all);
  const more = left > 0 ? [`${left} more findings have no annotation: they are listed below.`] : [];
  const [whole] = renderParts(report, options, { bytes: summaryBytes, parts: 1 });
  const title =
    verdict.result === 'pass'
      ? isBlank(review)
        ? 'No Karpenter objects found'
        : 'No new findings'
      : verdict.reasons.join(', ').slice(0, 100);
  return {
    result: verdict.result,
    output: { title: `${title}${against}`, summary: [...noted, ...more, whole].join('\n\n') },
    annotations: all,
  };
}

const forbidden = 'The app may not comment here: give it the permission Pull requests: Read and write.';
