import type { Finding } from '../../review/findings/finding.ts';
import type { Review } from '../../review/review-data.ts';
import type { Severity } from '../../text/diagnostic.ts';
import { plural } from '../../text/words/plural.ts';

/** Findings that the change adds, or all of them if there is no base. */
export const newFindings = (review: Review): readonly Finding[] =>
  review.findings.filter((finding) => !review.hasBase || finding.isNew);

/** Findings that existed before the change. */
export const olderFindings = (review: Review): readonly Finding[] =>
  review.findings.filter((finding) => review.hasBase && !finding.isNew);

/** `1 error`, `2 warnings`: the worst first, without severities that have no findings. */
export const severityCounts = (findings: readonly Finding[], severities: readonly Severity[]): string[] =>
  severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.diagnostic.severity === severity).length;
    return count === 0 ? [] : [plural(count, severity)];
  });
