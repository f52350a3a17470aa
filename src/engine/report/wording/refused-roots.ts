import type { Change, Effect } from '../../manifest/change.ts';
import type { Review } from '../../review/context/review-data.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { folderOf } from '../../text/source.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, joined, quoted, quotedRoot } from '../../text/words/quoted-names.ts';
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

/** Whether a change that affects running nodes or pods is not applied at first. */
export const isDelayed = ({ delayedBecause, effect, resource }: Change): boolean =>
  delayedBecause !== undefined && (isOnNodes(effect) || !resource.apiVersion.startsWith('karpenter.'));

const isOnNodes = (effect: Effect): boolean => effect !== 'none' && effect !== 'new-nodes';

/**
 * Sentences before what happens only once a suspended definition is resumed, and whether everything that affects nodes waits for it. No sentences if
 * that is said of the whole change.
 */
export function delaySentences({ changes, unapplied }: Pick<Review, 'changes' | 'unapplied'>): {
  readonly sentences: readonly string[];
  readonly isOfAll: boolean;
} {
  const onNodes = changes.filter(({ effect }) => isOnNodes(effect));
  const delayed = onNodes.filter(isDelayed);
  if (unapplied !== undefined || delayed.length === 0) return { sentences: [], isOfAll: false };

  const sentences = [...groupBy(delayed, ({ delayedBecause }) => delayedBecause)].map(([because, some]) => {
    const names = [...new Set(some.map(({ resource: { kind, name } }) => `${kind} ${quoted(name)}`))];
    return `${firstNames(names, 2)} ${byCount(names.length, 'does', 'do')} not change at first, because ${because}`;
  });

  return { sentences, isOfAll: delayed.length === onNodes.length };
}

/**
 * `not applied at first, because Kustomization `flux-system/pools` is suspended. Once it is applied: `; empty if the
 * title says it of all changes.
 */
export function delayText({ delayedBecause }: Change, { unapplied }: Pick<Review, 'unapplied'>): string {
  if (delayedBecause === undefined || unapplied !== undefined) return '';
  return `not applied at first, because ${delayedBecause}`;
}

/** Whether what changes in a cluster waits until a root of it is no longer refused, or no longer suspended. Null is the only cluster. */
export function isWaiting(cluster: string | null, review: Review): boolean {
  if (isAnyDelayed(cluster, review)) return true;
  if (refusedRoots(review).size === 0) return false;
  return cluster === null || (review.refusedIn?.includes(cluster) ?? true);
}

const isAnyDelayed = (cluster: string | null, { changes }: Review): boolean =>
  changes.some((change) => isDelayed(change) && (cluster === null || (change.environments?.includes(cluster) ?? true)));

/** Whether everything that changes in a cluster is in roots that are refused, so that it stays as it is until that is fixed. */
export function isAllWaiting(cluster: string | null, review: Review): boolean {
  const roots = refusedRoots(review);
  if (roots.size === 0 || !isWaiting(cluster, review)) return false;

  const isInRoots = ({ span, roots: rendering = [folderOf(span.file)] }: Change): boolean =>
    rendering.every((root) => roots.has(root));
  return review.changes
    .filter(({ environments }) => cluster === null || (environments?.includes(cluster) ?? true))
    .every(isInRoots);
}

/** The title of what changes. */
export const changesTitle = (review: Review): string => {
  if (review.unapplied?.isNever) return 'What would change';
  if (review.unapplied !== undefined) return `What changes ${onceApplied}`;
  if (refusedRoots(review).size === 0) return 'What changes';

  const waiting = review.environments.filter(({ name }) => isWaiting(name, review)).map(({ name }) => name);
  const changing = review.environments.filter(({ changedObjects }) => changedObjects > 0);
  if (changing.every(({ name }) => waiting.includes(name))) return `What changes ${onceApplied}`;
  return `What changes, in ${joined(waiting)} ${onceApplied}`;
};
