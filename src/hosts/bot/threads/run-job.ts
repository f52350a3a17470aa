import { reopenCheck } from '../../../io/github/check-run.ts';
import { answerCommand } from '../commands/answer-command.ts';
import { answerDeployment } from '../gate/deployment-gate.ts';
import { checkSubjectOf, type Job, type JobOutcome, type RestartJob, subjectOf } from '../jobs/job.ts';
import { type JobContext, Superseded } from '../jobs/job-context.ts';
import { reportMissingReview } from '../review/missing-review.ts';
import { checkPlace, ownRuns, reviewsOf } from '../review/pull-check.ts';
import { reviewMergeGroup } from '../review/review-merge-group.ts';
import { reviewPull } from '../review/review-pull.ts';

/** Does one job. Its errors are thrown to the queue, which decides what to do. */
export async function runJob(job: Job, context: JobContext): Promise<JobOutcome> {
  try {
    return await perform(job, context);
  } catch (error) {
    // An interrupted job starts again with GitHub's current state, because the delivery that interrupted it may be a duplicate.
    if (error instanceof Superseded)
      return { outcome: 'interrupted', next: [{ ...job, deliveryId: `${job.deliveryId}+` }] };
    throw error;
  }
}

async function perform(job: Job, context: JobContext): Promise<JobOutcome> {
  switch (job.kind) {
    case 'review':
      return reviewPull(job, context);
    case 'merge-group':
      return reviewMergeGroup(job, context);
    case 'restart':
      return restart(job, context);
    case 'command':
      return answerCommand(job, context);
    case 'gate':
      return answerDeployment(job, context);
    case 'missing-review':
      return reportMissingReview(job, context);
  }
}

async function restart(job: RestartJob, context: JobContext): Promise<JobOutcome> {
  const place = checkPlace(context, job.headSha);
  const runs = await ownRuns(place, context);
  const all = [...job.following, ...(job.isWhole ? reviewsOf(runs, job) : [])];
  const next = [...new Map(all.map((following) => [subjectOf(following), following])).values()];
  await reopenCheck(place, runs, next.map(checkSubjectOf));
  return { outcome: 'restarted', next };
}
