import { CommitStore } from '../../io/commit-store.ts';
import { version } from '../../io/version.ts';
import { type CheckTarget, entryOf, ownChecks, putCheck, shortHash } from './check.ts';
import { checkOutput } from './check-output.ts';
import { computeReview } from './compute-review.ts';
import { goOn, type JobContext } from './context.ts';
import type { Done, MergeGroupJob } from './job.ts';
import { linksOf } from './review-pull.ts';

/** Reviews what a merge group would add to its base, as a check: there is nothing to comment on. */
export async function reviewMergeGroup({ headSha, baseSha }: MergeGroupJob, context: JobContext): Promise<Done> {
  const { github, repository, appId } = context;
  const target: CheckTarget = { github, repository, appId, headSha };
  const fingerprint = shortHash(JSON.stringify([headSha, baseSha, version]));
  if (entryOf(await ownChecks(target), baseSha)?.fingerprint === fingerprint) return { outcome: 'unchanged' };
  const store = new CommitStore({ github, repository, clone: undefined });
  const comparison = { base: baseSha, head: headSha, config: baseSha };
  const computed = await computeReview(comparison, store, context);
  goOn(context);
  const output = checkOutput(computed, linksOf(context, headSha), 'none');
  await putCheck(target, { subject: baseSha, fingerprint, ...output });
  return { outcome: 'written' };
}
