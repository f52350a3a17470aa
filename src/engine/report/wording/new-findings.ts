import type { Finding } from '../../review/context/finding.ts';
import type { Review } from '../../review/context/review-data.ts';
import type { Severity } from '../../text/diagnostic.ts';
import { plural } from '../../text/words/plural.ts';

/** Findings that the change adds, or all of them if there is no base, those of production before those of other environments. */
export const newFindings = (review: Review): readonly Finding[] =>
  productionFirst(review).filter((finding) => !review.hasBase || finding.isNew);

/** Findings that existed before the change, in the same order. */
export const olderFindings = (review: Review): readonly Finding[] =>
  productionFirst(review).filter((finding) => review.hasBase && !finding.isNew);

/** Findings of the other environments come last, in the order of their figures. All others stay in the order of the files. */
function productionFirst({ findings, environments }: Review): readonly Finding[] {
  if (environments.length < 2) return findings;

  const others = environments.filter(({ isMain }) => !isMain).map(({ name }) => name);
  const rank = ({ diagnostic: { cluster, clusters = [] } }: Finding): number => {
    const names = cluster === undefined ? clusters : [cluster];
    // What belongs to no environment, or to production as well, comes first.
    if (names.length === 0 || names.some((name) => !others.includes(name))) return -1;
    return Math.min(...names.map((name) => others.length - 1 - others.indexOf(name)));
  };

  return findings.toSorted((a, b) => rank(a) - rank(b));
}

/** `1 error`, `2 warnings`: the worst first, without severities that have no findings. */
export const severityCounts = (findings: readonly Finding[], severities: readonly Severity[]): string[] =>
  severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.diagnostic.severity === severity).length;
    if (count === 0) return [];
    return [plural(count, severity)];
  });
