import { missingReviewCheck } from '../../../engine/report/github/missing-review-check.ts';
import { finishCheck, openCheck } from '../../../io/github/check-run.ts';
import { pullRequestOf } from '../../../io/github/pull-request.ts';
import { checkSubjectOf, type JobOutcome, type MissingReviewJob } from '../jobs/job.ts';
import type { JobContext } from '../jobs/job-context.ts';
import { checkPlace, ownRuns } from './pull-check.ts';

/** Shows on the check why there is no review. */
export async function reportMissingReview({ of, message }: MissingReviewJob, context: JobContext): Promise<JobOutcome> {
  const { github, repository } = context;
  const pull =
    of.kind === 'review' ? (await github.rest.pulls.get({ ...repository, pull_number: of.number })).data : undefined;
  const headSha = of.kind === 'merge-group' ? of.headSha : pullRequestOf(pull).headSha;

  const missing = missingReviewCheck(
    message,
    'To try again, choose “Re-run” on this check or comment `/plumbline review`.',
  );

  const { output } = missing;
  const place = checkPlace(context, headSha);
  const check = await openCheck(place, { subject: checkSubjectOf(of), output }, await ownRuns(place, context));

  // Without a fingerprint, the next review never treats this as an up-to-date result.
  await finishCheck(check, { ...missing, fingerprint: '' });

  return { outcome: 'reported' };
}
