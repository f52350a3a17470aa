import { applyLines, applyMarkdown } from '../../apply/apply-report.ts';
import { branchTip } from '../../apply/branch-tip.ts';
import { isDone } from '../../apply/outcome.ts';
import { type ApplyRun, runApply } from '../../apply/run-apply.ts';
import { type DeploymentRecord, recordDeployment } from '../../io/github/deployments.ts';
import { commitsFor } from '../../review/commits-for.ts';
import { applyReview } from '../../review/host-rules.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { type ApplyInputs, readApplyInputs } from './apply-inputs.ts';
import { commitOnBranch } from './apply-trigger.ts';
import { signInToCluster } from './cluster.ts';
import { handedOverTo } from './handed-over-to.ts';
import { reviewPaths } from './review-in-job.ts';
import { recordPrediction } from './scorecard.ts';
import { repositoryAccess, type Session } from './session.ts';
import { configPaths, overOf } from './settings.ts';

/** `mode: apply`: applies what approved pull requests brought to the protected branch, and nothing else. */
export async function applyMode(session: Session): Promise<void> {
  const { job, github, inputs, runner } = session;
  const wanted = readApplyInputs(inputs, runner.env);
  requireManualStart(wanted, job.eventName);
  const tip = await branchTip(github, job.repository);
  const { head, before } = commitOnBranch(session, tip);
  const page = `${job.serverUrl}/${job.repository.owner}/${job.repository.repo}/actions/runs/${job.runId}`;
  const record = recorder(session, { environment: wanted.environment, commit: head, logUrl: page });

  await record('in_progress', 'applying', '');

  try {
    const run = await runApply({
      store: commitsFor(applyReview, { ...repositoryAccess(session), handedOver: handedOverTo(session, head) }),
      head,
      before: wanted.base ?? before,
      branch: tip.branch,
      environment: wanted.environment,
      paths: reviewPaths(inputs),
      configPaths: configPaths(inputs),
      over: overOf({ ...inputs, failOn: undefined }, session.clock.today()),
      access: async (environment) => (await signInToCluster(session, wanted.environment, environment)).connect,
      run: `${page}/attempts/${job.runAttempt}`,
      breakGlass: wanted.breakGlass,
      isRecorded: true,
      isForced: wanted.isForced,
      isRolledBack: wanted.isRolledBack,
      acknowledged: wanted.acknowledged,
      now: session.clock.now?.() ?? new Date().toISOString(),
      log: (line) => runner.info(line),
      ...(session.clock.applyTiming && { timing: session.clock.applyTiming }),
    });

    await publish(run, session, record);
    await recordPrediction(run, session);
  } catch (error) {
    await record('failure', error instanceof PlumblineError ? error.message : 'plumbline failed because of a bug', '');
    throw error;
  }
}

/**
 * Break-glass requires a person who starts the workflow by hand. On a push, the reason could only come from pushed content,
 * such as a commit message. Throws PlumblineError('usage').
 */
function requireManualStart({ breakGlass }: ApplyInputs, eventName: string): void {
  if (breakGlass === undefined || eventName === 'workflow_dispatch') return;
  throw new PlumblineError('usage', `The input \`break-glass\` is not allowed on ${eventName}`, {
    help: 'Add `on: workflow_dispatch` with an input for the reason, and start the workflow by hand.',
  });
}

type Record = (state: DeploymentRecord['state'], description: string, digest: string) => Promise<void>;

/** Records the apply's progress as a GitHub deployment. If that fails, one notice says so and the apply goes on. */
function recorder(
  { github, job, runner }: Session,
  about: Pick<DeploymentRecord, 'environment' | 'commit' | 'logUrl'>,
): Record {
  let isReported = false;
  return async (state, description, digest) => {
    const isWritten = await recordDeployment(github, job.repository, { ...about, state, description, digest }).catch(
      () => false,
    );
    if (isWritten || isReported) return;
    isReported = true;
    runner.notice('The deployment could not be recorded on GitHub. Give the job `permissions: deployments: write`.');
  };
}

async function publish(run: ApplyRun, { runner }: Session, record: Record): Promise<void> {
  const { outcome, approved, breakGlass } = run;
  for (const line of applyLines(run)) runner.info(line);
  runner.addSummary(applyMarkdown(run));
  runner.setOutput('apply-result', outcome.result);
  runner.setOutput('plan-digest', approved.plan.digest ?? '');
  const [first = outcome.result] = outcome.reasons;

  await record(
    isDone(outcome) ? 'success' : 'failure',
    isDone(outcome) ? outcome.result : first,
    approved.plan.digest ?? '',
  );

  if (breakGlass !== undefined)
    runner.warning(`Break-glass: this run overrides missing approvals and the gate. Reason given: ${breakGlass}`);
  if (outcome.result === 'partly-applied')
    runner.warning(`plumbline applied what it can see, and the change contains more: ${outcome.reasons.join('; ')}`);
  if (!isDone(outcome)) runner.setFailed(`plumbline: ${outcome.result}: ${outcome.reasons.join('; ')}`);
}
