import type { ApplyJob } from '../../apply/run-apply.ts';
import { PlumblineError } from '../../errors.ts';
import type { RequestBounds } from '../../io/github/bounded-fetch.ts';
import { connect, type GitHub } from '../../io/github/github.ts';
import type { RepositoryAccess } from '../../review/commits-for.ts';
import type { WorkflowJob } from './event.ts';
import type { ActionInputs } from './inputs.ts';
import type { Runner } from './runner.ts';

/** The world's time; tests hand in their own. */
export interface Clock {
  /** ISO date. */
  readonly today: () => string;
  /** ISO time, UTC; the system's by default. */
  readonly now?: () => string;
  readonly sleep?: (seconds: number) => Promise<void>;
  /** What one request to GitHub may take; tests wait less. */
  readonly requestBounds?: RequestBounds;
  /** How long an apply waits; tests wait less. */
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

/** How the job gets at its repository: with its own token, and the clone that actions/checkout made. */
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
      help: 'Leave it out: the default is the token of the job.',
    });
  const github = connect({
    token: inputs.token,
    apiUrl: job.apiUrl,
    onWait: (seconds) => runner.info(`Waiting for GitHub: going on in ${seconds} s.`),
    ...(clock.sleep ? { sleep: clock.sleep } : {}),
    ...(clock.requestBounds ? { bounds: clock.requestBounds } : {}),
  });
  return { ...parts, github };
}
