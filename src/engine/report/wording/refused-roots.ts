import type { Change } from '../../manifest/change.ts';
import type { Review } from '../../review/context/review-data.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { folderOf } from '../../text/source.ts';
import { firstNames, joined, quotedRoot } from '../../text/words/quoted-names.ts';
import { newFindings } from './new-findings.ts';

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

/** Whether what changes in a cluster waits until a root of it is no longer refused. Null is the only cluster. */
export function isWaiting(cluster: string | null, review: Review): boolean {
  if (refusedRoots(review).size === 0) return false;
  return cluster === null || (review.refusedIn?.includes(cluster) ?? true);
}

/** Whether everything that changes in a cluster is in roots that are refused, so that it stays as it is until that is fixed. */
export function isAllWaiting(cluster: string | null, review: Review): boolean {
  const roots = refusedRoots(review);
  if (!isWaiting(cluster, review)) return false;

  const isInRoots = ({ span, roots: rendering = [folderOf(span.file)] }: Change): boolean =>
    rendering.every((root) => roots.has(root));
  return review.changes
    .filter(({ environments }) => cluster === null || (environments?.includes(cluster) ?? true))
    .every(isInRoots);
}

/** The title of what changes. */
export const changesTitle = (review: Review): string => {
  if (refusedRoots(review).size === 0) return 'What changes';

  const waiting = review.environments.filter(({ name }) => isWaiting(name, review)).map(({ name }) => name);
  const changing = review.environments.filter(({ changedObjects }) => changedObjects > 0);
  if (changing.every(({ name }) => waiting.includes(name))) return `What changes ${onceApplied}`;
  return `What changes, in ${joined(waiting)} ${onceApplied}`;
};
