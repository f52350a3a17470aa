import type { Review } from '../../review/context/review-data.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { firstNames, quotedRoot } from '../../text/words/quoted-names.ts';
import { newFindings } from './headline.ts';

/** Whether a finding is why a program refuses all of a root, so that nothing of it is applied. */
export const isRefusedRoot = ({ diagnostic }: { readonly diagnostic: Diagnostic }): boolean =>
  diagnostic.refusedRoots !== undefined;

/** The folders and roots of which nothing is applied after the change until something is fixed. */
export const refusedRoots = (review: Review): ReadonlySet<string> =>
  new Set(newFindings(review).flatMap(({ diagnostic }) => diagnostic.refusedRoots ?? []));

/** `Until that is fixed, nothing of `infra` is applied, and what it manages stays as it is`. */
export function untilFixed(roots: Iterable<string>): string {
  const names = [...roots].map((root) => (root === '' ? 'this folder' : quotedRoot(root)));
  return `Until that is fixed, nothing of ${firstNames(names, 2)} is applied, and what it manages stays as it is`;
}

/** Before what happens only once nothing is refused any more. */
export const onceApplied = 'once all is applied';

/** The title of what changes. */
export const changesTitle = (review: Review): string => {
  if (refusedRoots(review).size === 0) return 'What changes';
  return `What changes ${onceApplied}`;
};
