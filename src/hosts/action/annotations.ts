import type { Verdict } from '../../engine/gate.ts';
import {
  type Annotation,
  annotationBatches,
  annotations,
  workflowCommands,
} from '../../engine/report/github-annotations.ts';
import { planDigests } from '../../engine/report/plan-section.ts';
import type { Report } from '../../engine/report/report.ts';
import { conclusions, writeCheckRun } from '../../io/github/check-run.ts';
import { type GitHub, type RepositoryName, reasonOf, statusOf } from '../../io/github.ts';
import type { Runner } from './runner.ts';

/** The commit that findings are shown on. */
export interface AnnotationTarget {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly headSha: string;
  /** What no other run of this Action is called. */
  readonly run: string;
  /** Where the job's own annotations stand on another commit, only a check run can show them: as in a workflow_run job. */
  readonly isForeign: boolean;
}

/** Name of our check run, beside the jobs of the workflow. */
const checkName = 'plumbline findings';

/**
 * Shows the new findings beside their lines. A runner shows ten of each level without any permission; for more a check
 * run takes them in batches, where the token may write one. What is shown nowhere is counted.
 */
export async function annotate(report: Report | null, target: AnnotationTarget, runner: Runner): Promise<void> {
  const all = report ? annotations(report.review) : [];
  const { commands, left } = workflowCommands(all);
  const wantsCheck = target.isForeign || left > 0;
  if (wantsCheck && (await createCheck(report, all, target, runner))) return;
  if (target.isForeign) return;
  for (const command of commands) runner.command(command);
  if (left > 0) runner.notice(`${left} more findings are in the job summary.`);
}

/** Creates the check run and adds batch after batch. False when the token may not. */
async function createCheck(
  report: Report | null,
  all: readonly Annotation[],
  { github, repository, headSha, run }: AnnotationTarget,
  runner: Runner,
): Promise<boolean> {
  const verdict: Verdict = report?.verdict ?? { result: 'pass', reasons: [] };
  const { left } = annotationBatches(all);
  const digests = report ? planDigests(report.review) : [];
  const more = left > 0 ? [`${left} more findings are in the comment and in the job summary.`] : [];
  const summary = [...(verdict.reasons.length > 0 ? verdict.reasons : ['No new findings.']), ...more, ...digests].join(
    '\n\n',
  );
  const title = verdict.result === 'pass' ? 'No new findings' : (verdict.reasons[0] ?? verdict.result);
  const output = { title, summary };
  try {
    const conclusion = conclusions[verdict.result];
    const externalId = { partial: run, whole: run, isUnique: true };
    await writeCheckRun(github, repository, {
      name: checkName,
      headSha,
      conclusion,
      output,
      annotations: all,
      externalId,
    });
    return true;
  } catch (error) {
    const status = statusOf(error);
    if (status === undefined) throw error;
    if (status !== 403) runner.warning(`GitHub did not take the annotations (${reasonOf(error)}).`);
    return false;
  }
}
