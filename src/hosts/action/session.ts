import type { ApplyJob } from '../../apply/run-apply.ts';
import type { RequestBounds } from '../../io/github/connection/bounded-fetch.ts';
import { connect, type GitHub } from '../../io/github/github.ts';
import type { RepositoryAccess } from '../../review/commits-for.ts';
import { PlumblineError } from '../../shared/errors.ts';
import type { WorkflowJob } from './event.ts';
import type { ActionInputs } from './inputs.ts';
import type { Runner } from './runner.ts';

/** The current time. Tests replace it. */
export interface Clock {
  /** ISO date. */
  readonly today: () => string;
  /** ISO time, UTC. Default: the system's clock. */
  readonly now?: () => string;
  readonly sleep?: (seconds: number) => Promise<void>;
  /** Time limits of one request to GitHub. Tests wait less. */
  readonly requestBounds?: RequestBounds;
  /** How long an apply waits. Tests wait less. */
  readonly applyTiming?: ApplyJob['timing'];
}

/** One run of the Action. */
export interface Session {
  readonly runner: Runner;
  readonly clock: Clock;
  readonly inputs: ActionInputs;
  readonly job: WorkflowJob;
  readonly github: GitHub;
}

/** How the job reads its repository: with its own token, and from the clone that actions/checkout made. */
export const repositoryAccess = ({ github, job }: Session): RepositoryAccess<"the caller's"> => ({
  github,
  token: "the caller's",
  repository: job.repository,
  clone: job.workspace,
});

/** Connects with the input `token`. Throws PlumblineError('github') without one. */
export function openSession(parts: Omit<Session, 'github'>): Session {
  const { inputs, job, runner, clock } = parts;

  if (inputs.token === '')
    throw new PlumblineError('github', 'The input `token` is empty', {
      help: "Remove the input. By default, plumbline uses the job's token.",
    });

  const github = connect({
    token: inputs.token,
    apiUrl: job.apiUrl,
    onWait: (seconds) => runner.info(`Waiting ${seconds} s before the next request to GitHub.`),
    ...(clock.sleep && { sleep: clock.sleep }),
    ...(clock.requestBounds && { bounds: clock.requestBounds }),
  });

  return { ...parts, github };
}
