import { commitsFor } from '../../review/commits-for.ts';
import { actionReview } from '../../review/host-rules.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { comparisonOf } from './comparison.ts';
import { reviewInJob } from './review-in-job.ts';
import { repositoryAccess, type Session } from './session.ts';
import { judgeSharedCommit } from './shared-commit.ts';

/** `mode: review`: reads the clone that actions/checkout made, and GitHub's API for commits that the clone lacks. */
export async function reviewMode(session: Session): Promise<void> {
  const { job } = session;
  const { trigger } = job;

  if (job.eventName === 'pull_request_target' || trigger.kind === 'workflow-run')
    throw new PlumblineError('usage', `\`mode: review\` does not run on ${job.eventName}`, {
      help: 'Set `mode: comment`. A job with these rights must read the pull request only as data.',
    });

  const store = commitsFor(actionReview, repositoryAccess(session));
  const comparison = await comparisonOf(job, store);
  // The code that publishes is loaded while git reads, which saves time.
  const reviewing = reviewInJob(comparison, store, session);
  const [reviewed, { publish }] = await Promise.all([reviewing, import('./publish.ts')]);
  const common = { store, reviewedSha: comparison.head, isForeign: false };

  if (trigger.kind === 'pull-request') {
    const { number: pull, headSha, headRepository, labels } = trigger.pull;
    await publish(reviewed, { ...common, headSha, pull, headRepository, labels, hasAnnotations: true }, session);
    return judgeSharedCommit(trigger, store, session);
  }

  const { kind, headSha } = trigger;
  return publish(reviewed, { ...common, headSha, pull: null, hasAnnotations: kind === 'merge-group' }, session);
}
