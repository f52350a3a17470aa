import { PlumblineError } from '../../errors.ts';
import { today } from '../../io/today.ts';
import { version } from '../../io/version.ts';
import { readWorkflowJob } from './event.ts';
import { readInputs } from './inputs.ts';
import type { Runner } from './runner.ts';
import type { Clock, Session } from './session.ts';

const systemClock: Clock = { today };

/** Runs the Action: every failure ends as one line that says what to do. Never rejects. */
export async function startAction(runner: Runner, clock: Clock = systemClock): Promise<void> {
  try {
    const inputs = readInputs(runner.env);
    if (inputs.token) runner.setSecret(inputs.token);
    const job = readWorkflowJob(runner.env);
    // @actions/github reads the event and the addresses while it loads, and throws: only once we know that they are sound.
    const { openSession } = await import('./session.ts');
    await runMode(openSession({ runner, clock, inputs, job }));
  } catch (error) {
    runner.setFailed(error instanceof PlumblineError ? mendable(error) : bug(error, runner));
  }
}

/** An apply's code is loaded only when it is asked for: a review needs no cluster. */
async function runMode(session: Session): Promise<void> {
  if (session.inputs.mode === 'apply') return (await import('./apply-mode.ts')).applyMode(session);
  if (session.inputs.mode === 'drift') return (await import('./drift-mode.ts')).driftMode(session);
  if (session.inputs.mode === 'comment') return (await import('./comment-mode.ts')).commentMode(session);
  return (await import('./review-mode.ts')).reviewMode(session);
}

const mendable = ({ message, help }: PlumblineError): string => (help ? `${message}. ${help}` : message);

function bug(error: unknown, runner: Runner): string {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  for (const line of (stack ?? '').split('\n')) runner.info(line);
  const { GITHUB_SERVER_URL: server, GITHUB_ACTION_REPOSITORY: action } = runner.env;
  const where = server && action ? ` at ${server}/${action}/issues` : '';
  return `plumbline ${version} has a bug: ${message}. Please report it with the log of this step${where}.`;
}
