import { missingReviewCheck } from '../../engine/report/github/missing-review-check.ts';
import type { CheckOutput, Presentation } from '../../engine/review/presentation/presentation.ts';
import { byCount, plural } from '../../engine/text/words/plural.ts';
import { finishCheck, type OpenCheck, openCheck } from '../../io/github/check-run.ts';
import type { GitHub, RepositoryName } from '../../io/github/github.ts';
import { reasonOf, statusOf } from '../../io/github/github-errors.ts';
import { PlumblineError } from '../../shared/errors.ts';
import type { Runner } from './runner.ts';

/** The commit that findings are shown on. */
export interface AnnotationTarget {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly headSha: string;
  /** The pull request or merge group, in the folder that is reviewed. */
  readonly subject: string;
  /** Tells apart the reviews of several workflows; empty without a name. */
  readonly name: string;
  /** A name that no other run of this Action has. */
  readonly run: string;
  /** True when the job runs for another commit, as a workflow_run job does. Only a check run can then show annotations on `headSha`. */
  readonly isForeign: boolean;
}

/** Name of our check run, which is listed with the jobs of the workflow. Reviews with different names have different checks. */
const checkName = (name: string): string => {
  if (name === '') return 'plumbline findings';
  return `plumbline findings (${name})`;
};

const underWay: CheckOutput = {
  title: 'The review is in progress',
  summary: 'Results of earlier runs for this commit are out of date.',
};

/** Opens the check run; undefined when the token lacks the permission. */
export async function openFindings(target: AnnotationTarget, runner: Runner): Promise<OpenCheck | undefined> {
  const { github, repository, headSha, subject, name, run } = target;
  const place = { github, repository, name: checkName(name), headSha };
  return unlessRefused(runner, () => openCheck(place, { subject, nonce: run, output: underWay }, []));
}

/**
 * Shows the new findings at their lines. A runner shows ten of each level and needs no permission for that. A check run
 * takes more, in batches, if the token may write one. Findings that neither shows are counted in a notice.
 */
export async function annotate(
  presentation: Presentation,
  { check, ...target }: AnnotationTarget & { readonly check?: OpenCheck | undefined },
  runner: Runner,
): Promise<void> {
  const { commands, left: hidden } = presentation.commandAnnotations();
  const open = check ?? (!target.isForeign && hidden > 0 ? await openFindings(target, runner) : undefined);
  if (open && (await finishFindings(open, presentation, { run: target.run, runner }))) return;
  if (target.isForeign) return;

  for (const command of commands) runner.command(command);
  if (hidden > 0)
    runner.notice(`${plural(hidden, 'more finding')} ${byCount(hidden, 'is', 'are')} in the job summary.`);
}

/** Shows on the check that the review failed. */
export async function failFindings(check: OpenCheck, error: unknown, runner: Runner): Promise<void> {
  const message = () => {
    if (error instanceof PlumblineError) return error.message;
    return 'plumbline failed because of a bug';
  };

  const missing = missingReviewCheck(message(), 'See the log of the job for details.');
  await unlessRefused(runner, () => finishCheck(check, { ...missing, fingerprint: '' }));
}

/** Adds batch after batch, and then the verdict. False when the token lacks the permission. */
async function finishFindings(
  check: OpenCheck,
  presentation: Presentation,
  { run, runner }: { readonly run: string; readonly runner: Runner },
): Promise<boolean> {
  const findings = { ...presentation.findingsCheck(), fingerprint: run };
  const isDone = await unlessRefused(runner, () => finishCheck(check, findings).then(() => true));
  return isDone ?? false;
}

/** Undefined when GitHub refuses. A token that may not write checks is common, so that gives no warning. */
async function unlessRefused<T>(runner: Runner, write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    const status = statusOf(error);
    if (status === undefined) throw error;
    if (status !== 403)
      runner.warning(`The annotations could not be written: ${reasonOf(error)}. See the job summary.`);

    return undefined;
  }
}
