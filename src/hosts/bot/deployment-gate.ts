import { githubError } from '../../io/github.ts';
import type { JobContext } from './context.ts';
import type { Done, GateJob } from './job.ts';

/** Answers a deployment that waits for us. What can not be shown to be approved is refused. */
export async function answerDeployment(job: GateJob, context: JobContext): Promise<Done> {
  const { github, repository } = context;
  try {
    await github.rest.actions.reviewCustomGatesForRun({
      ...repository,
      run_id: job.runId,
      environment_name: job.environment,
      state: 'rejected',
      comment: 'Plans can not be approved with this version of the bot',
    });
  } catch (error) {
    throw githubError('answer the deployment', error);
  }
  return { outcome: 'rejected' };
}
