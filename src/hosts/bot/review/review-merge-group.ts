import { presentationOf } from '../../../engine/report/github/presentation-of.ts';
import { shortId } from '../../../engine/text/words/short-id.ts';
import { finishCheck, openCheck } from '../../../io/github/check-run.ts';
import { version } from '../../../io/version.ts';
import { checkSubjectOf, type JobOutcome, type MergeGroupJob } from '../jobs/job.ts';
import { type JobContext, stopIfSuperseded, storeOf } from '../jobs/job-context.ts';
import { computeReview } from './compute-review.ts';
import { checkPlace, checkUnderWay, isReviewed, ownRuns, shortHash } from './pull-check.ts';
import { linksOf } from './review-pull.ts';

/** Reviews what a merge group would add to its base. The result is only a check, because there is no pull request to comment on. */
export async function reviewMergeGroup(job: MergeGroupJob, context: JobContext): Promise<JobOutcome> {
  const { headSha, baseSha } = job;
  const place = checkPlace(context, headSha);
  const subject = checkSubjectOf(job);
  const fingerprint = shortHash(JSON.stringify([headSha, baseSha, version]));
  const runs = await ownRuns(place, context);
  if (await isReviewed(place, runs, { subject, fingerprint })) return { outcome: 'unchanged' };

  const base = `commit ${shortId(baseSha)}`;
  const check = await openCheck(place, { subject, output: checkUnderWay(base) }, runs);
  const store = storeOf(context);
  const comparison = { base: baseSha, head: headSha, config: baseSha };
  const { report, notes } = await computeReview(comparison, store, context);

  stopIfSuperseded(context);
  const presentation = presentationOf(report, { notes, base, links: linksOf(context, headSha) });
  await finishCheck(check, { ...presentation.reviewCheck(), fingerprint });

  return { outcome: 'written' };
}
