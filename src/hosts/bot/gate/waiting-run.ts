import { shortId } from '../../../engine/text/words/short-id.ts';
import { githubError } from '../../../io/github/github-errors.ts';
import type { GateJob } from '../jobs/job.ts';
import type { JobContext } from '../jobs/job-context.ts';

/** Events whose runs may deploy. With any other one, somebody else may have chosen what runs, such as the author of a pull request. */
const deployingEvents: ReadonlySet<string> = new Set(['push', 'workflow_dispatch', 'schedule']);

/** A run that waits for the gate. */
export interface WaitingRun {
  /** The event that started it. */
  readonly event: string;
  readonly branch: string | null;
}

/** Why there is no such run. */
interface NoRun {
  readonly refused: string;
}

/**
 * Asks GitHub for the run that a job is about. A job comes from a queue, and whoever writes to the queue can name any
 * run. So GitHub says which commit the run deploys, and whether it waits for this environment. Throws
 * PlumblineError('github').
 */
export async function waitingRun(
  { runId, environment, sha }: GateJob,
  { github, repository }: Pick<JobContext, 'github' | 'repository'>,
): Promise<WaitingRun | NoRun> {
  try {
    const of = { ...repository, run_id: runId };
    const { data: run } = await github.rest.actions.getWorkflowRun(of);
    if (run.head_sha !== sha) return { refused: `run ${runId} is of ${shortId(run.head_sha)}, not of ${shortId(sha)}` };

    const { data: pending } = await github.rest.actions.getPendingDeploymentsForRun(of);
    if (!pending.some((deployment) => deployment.environment.name === environment))
      return { refused: `run ${runId} does not wait for ${environment}` };

    return { event: run.event, branch: run.head_branch };
  } catch (error) {
    if (isNotFound(error)) return { refused: `there is no run ${runId}` };
    throw githubError('look up the run that waits', error);
  }
}

/** Why a run that waits must not deploy; undefined if it may. */
export function runObjection(run: WaitingRun, branch: string): string | undefined {
  if (!deployingEvents.has(run.event))
    return `this run was started by the event ${run.event}. Deploy from a run for ${[...deployingEvents].join(', ')}`;
  if (run.branch !== branch) return `this run is for the branch ${run.branch ?? '(none)'}, not for ${branch}`;
  return undefined;
}

const isNotFound = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 404;
