import { PlumblineError } from '../../errors.ts';
import { CommitStore } from '../../io/commit-store.ts';
import { comparisonOf } from './comparison.ts';
import type { Trigger } from './event.ts';
import { type Audience, publish } from './publish.ts';
import { reviewCommits } from './review-commits.ts';
import type { Session } from './session.ts';

/** `mode: review`: reads the clone that actions/checkout made, and the API for what it lacks. */
export async function reviewMode(session: Session): Promise<void> {
  const { job, github } = session;
  const audience = audienceOf(job.trigger, job.eventName);
  const store = new CommitStore({ github, repository: job.repository, clone: job.workspace });
  const comparison = await comparisonOf(job, store);
  await publish(await reviewCommits(comparison, store, session), audience, session);
}

function audienceOf(trigger: Trigger, eventName: string): Audience {
  if (eventName === 'pull_request_target' || trigger.kind === 'workflow-run')
    throw new PlumblineError('usage', `\`mode: review\` does not run on ${eventName}`, {
      help: 'a job with these rights reads the pull request as data only: set `mode: comment`',
    });
  if (trigger.kind === 'pull-request') {
    const { number, headSha } = trigger.pull;
    return { headSha, pull: number, hasAnnotations: true, isForeign: false };
  }
  return { headSha: trigger.headSha, pull: null, hasAnnotations: trigger.kind === 'merge-group', isForeign: false };
}
