import type { Annotation, ReviewedCheck } from '../../review/presentation/presentation.ts';
import { planDigests } from '../comment/plan-section.ts';
import type { Report } from '../values/report.ts';
import { shownAnnotations } from './annotations.ts';

/** The check run in addition to a comment and a job summary, which hold the rest. The report is null if there was nothing to review. */
export function findingsCheck(report: Report | null, all: readonly Annotation[]): ReviewedCheck {
  const { result, reasons } = report?.verdict ?? { result: 'pass', reasons: [] };
  const { shown, omitted } = shownAnnotations(all);
  const digests = report ? planDigests(report.review) : [];
  const more = omitted > 0 ? [`${omitted} more findings are in the comment and in the job summary.`] : [];
  const summary = [...(reasons.length > 0 ? reasons : ['No new findings.']), ...more, ...digests].join('\n\n');
  const title = result === 'pass' ? 'No new findings' : (reasons[0] ?? result);

  return { result, output: { title, summary }, annotations: shown };
}
