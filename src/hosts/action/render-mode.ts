import { megabytes } from '../../engine/text/words/megabytes.ts';
import { handOverLimits, handOverText } from '../../io/render/hand-over/handed-over.ts';
import { commitsFor } from '../../review/commits-for.ts';
import { handOver } from '../../review/hand-over.ts';
import { actionRender } from '../../review/host-rules.ts';
import { settingsAt } from '../../review/merged-review.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { baseCommit } from './apply-inputs.ts';
import { credentialsOf } from './credentials.ts';
import { writeReport } from './report-file.ts';
import { reviewPaths } from './review-in-job.ts';
import { repositoryAccess, type Session } from './session.ts';
import { configPaths, overOf } from './settings.ts';

/**
 * `mode: render`: renders what is merged, in a job without credentials, for jobs with credentials that render nothing. The file that it
 * writes is not trusted: an apply makes a plan of it, and applies only a plan whose digest people approved.
 */
export async function renderMode(session: Session): Promise<void> {
  const { inputs, runner, job, clock } = session;
  requireNoCredentials(session);
  const { trigger } = job;

  if (trigger.kind !== 'push' && trigger.kind !== 'other')
    throw new PlumblineError('usage', `\`mode: render\` does not run on ${job.eventName}`, {
      help: 'Run it in the workflow that applies, on `push`, `schedule` or `workflow_dispatch`. `mode: review` renders pull requests.',
    });

  const head = trigger.headSha;
  const store = commitsFor(actionRender, repositoryAccess(session));
  const over = overOf({ ...inputs, failOn: undefined }, clock.today());

  const { renderings, states } = await handOver({
    store,
    head,
    clone: job.workspace,
    from: baseCommit(runner.env),
    paths: reviewPaths(inputs),
    path: runner.env.PATH,
    settingsAt: (commit) => settingsAt(store, commit, { over, configPaths: configPaths(inputs) }),
    log: (line) => runner.info(line),
  });

  for (const { root, state, obstacles } of states)
    if (state === 'not rendered')
      runner.warning(
        `\`${root.name}\` is not rendered, so it cannot be applied. ${obstacles[0]?.message ?? ''}`.trim(),
      );

  const text = handOverText({ commit: head, run: String(job.runId), renderings });
  if (Buffer.byteLength(text) > handOverLimits.bytes || renderings.length > handOverLimits.renderings)
    throw new PlumblineError('usage', `What was rendered is too much to hand over: ${megabytes(text.length)} MB`, {
      help: 'Limit it with `paths`, the same in the job that applies.',
    });

  runner.setOutput('rendered', writeReport(job.temporary, 'plumbline-rendered.json', text));
}

/** Rendering runs programs on the content of a repository, so nothing that is worth stealing may be in the job. */
function requireNoCredentials({ inputs, runner }: Session): void {
  const credentials = credentialsOf(inputs, runner.env);
  if (credentials.length === 0) return;
  throw new PlumblineError('usage', `This job has credentials (${credentials.join(', ')}), so it renders nothing`, {
    help: 'Move `mode: render` to a job of its own with `permissions: contents: read` and no secrets.',
  });
}
