import { prose } from '../../../engine/text/escape.ts';
import { finishCheck, openCheck } from '../../../io/github/check-run.ts';
import { pullRequestOf } from '../../../io/github/pull-request.ts';
import { checkSubjectOf, type JobOutcome, type MissingReviewJob } from '../jobs/job.ts';
import type { JobContext } from '../jobs/job-context.ts';
import { checkPlace, ownRuns } from './pull-check.ts';

/** Says on the check why there is no review. It fails: what was not looked at must not pass. */
export async function reportMissingReview({ of, message }: MissingReviewJob, context: JobContext): Promise<JobOutcome> {
  const { github, repository } = context;
  const headSha =
    of.kind === 'merge-group'
      ? of.headSha
      : pullRequestOf((await github.rest.pulls.get({ ...repository, pull_number: of.number })).data).headSha;
  const help = 'Nothing was judged. “Re-run” on this check, or `/plumbline review` in a comment, tries again.';
  const output = { title: 'This could not be reviewed', summary: `${prose(message)}.\n\n${help}` };
  const place = checkPlace(context, headSha);
  const check = await openCheck(place, { subject: checkSubjectOf(of), output }, await ownRuns(place, context));
  // No fingerprint: the next review never takes this for its own.
  await finishCheck(check, { result: 'block', fingerprint: '', output, annotations: [] });
  return { outcome: 'excused' };
}
