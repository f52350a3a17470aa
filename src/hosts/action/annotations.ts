import type { CheckOutput, Presentation } from '../../engine/presentation.ts';
import { missingReviewCheck } from '../../engine/report/github/missing-review-check.ts';
import { PlumblineError } from '../../errors.ts';
import { finishCheck, type OpenCheck, openCheck } from '../../io/github/check-run.ts';
import { type GitHub, type RepositoryName, reasonOf, statusOf } from '../../io/github/github.ts';
import type { Runner } from './runner.ts';

/** The commit that findings are shown on. */
export interface AnnotationTarget {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly headSha: string;
  /** The pull request or merge group, in the folder that is reviewed. */
  readonly subject: string;
  /** What no other run of this Action is called. */
  readonly run: string;
  /** Where the job's own annotations stand on another commit, only a check run can show them: as in a workflow_run job. */
  readonly isForeign: boolean;
}

/** Name of our check run, which is listed with the jobs of the workflow. */
const checkName = 'plumbline findings';

const underWay: CheckOutput = {
  title: 'The review is under way',
  summary: 'What an older run says of this commit no longer counts.',
};

/** Opens the check run, where the token may: undefined where it may not. */
export async function openFindings(target: AnnotationTarget, runner: Runner): Promise<OpenCheck | undefined> {
  const { github, repository, headSha, subject, run } = target;
  const place = { github, repository, name: checkName, headSha };
  return unlessRefused(runner, () => openCheck(place, { subject, nonce: run, output: underWay }, []));
}

/**
 * Shows the new findings at their lines. A runner shows ten of each level without any permission; for more a check
 * run takes them in batches, where the token may write one. What is shown nowhere is counted.
 */
export async function annotate(
  presentation: Presentation,
  { check, ...target }: AnnotationTarget & { readonly check?: OpenCheck | undefined },
  runner: Runner,
): Promise<void> {
  const { commands, left } = presentation.commandAnnotations();
  const open = check ?? (!target.isForeign && left > 0 ? await openFindings(target, runner) : undefined);
  if (open && (await finishFindings(open, presentation, { run: target.run, runner }))) return;
  if (target.isForeign) return;
  for (const command of commands) runner.command(command);
  if (left > 0) runner.notice(`${left} more findings are in the job summary.`);
}

/** Says on the check that there is no review. */
export async function excuseFindings(check: OpenCheck, error: unknown, runner: Runner): Promise<void> {
  const message = error instanceof PlumblineError ? error.message : 'plumbline has a bug';
  const missing = missingReviewCheck(message, 'The log of the job says more.');
  await unlessRefused(runner, () => finishCheck(check, { ...missing, fingerprint: '' }));
}

/** Adds batch after batch, and then the verdict. False when the token may not. */
async function finishFindings(
  check: OpenCheck,
  presentation: Presentation,
  { run, runner }: { readonly run: string; readonly runner: Runner },
): Promise<boolean> {
  const found = { ...presentation.findingsCheck(), fingerprint: run };
  const isDone = await unlessRefused(runner, () => finishCheck(check, found).then(() => true));
  return isDone ?? false;
}

/** Undefined where GitHub refuses; a token that may not write checks is nothing to warn of. */
async function unlessRefused<T>(runner: Runner, write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    const status = statusOf(error);
    if (status === undefined) throw error;
    if (status !== 403) runner.warning(`GitHub did not take the annotations (${reasonOf(error)}).`);
    return undefined;
  }
}
