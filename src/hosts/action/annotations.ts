import type { Verdict } from '../../engine/gate.ts';
import {
  type Annotation,
  annotationBatches,
  annotations,
  checkAnnotation,
  workflowCommands,
} from '../../engine/report/github-annotations.ts';
import type { Report } from '../../engine/report/report.ts';
import { type GitHub, type RepositoryName, statusOf } from '../../io/github.ts';
import type { Runner } from './runner.ts';

/** The commit that findings are shown on. */
export interface AnnotationTarget {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly headSha: string;
  /** Where the job's own annotations stand on another commit, only a check run can show them: as in a workflow_run job. */
  readonly isForeign: boolean;
}

/** Name of our check run, beside the jobs of the workflow. */
const checkName = 'plumbline findings';

const conclusions = { pass: 'success', warn: 'neutral', block: 'failure' } as const;

/**
 * Shows the new findings beside their lines. A runner shows ten of each level without any permission; for more a check
 * run takes them in batches, where the token may write one. What is shown nowhere is counted.
 */
export async function annotate(report: Report | null, target: AnnotationTarget, runner: Runner): Promise<void> {
  const all = report ? annotations(report.review) : [];
  const verdict = report?.verdict ?? { result: 'pass', reasons: [] };
  const { commands, left } = workflowCommands(all);
  const wantsCheck = target.isForeign || left > 0;
  if (wantsCheck && (await createCheck(verdict, all, target, runner))) return;
  if (target.isForeign) return;
  for (const command of commands) runner.command(command);
  if (left > 0) runner.notice(`${left} more findings are in the job summary.`);
}

/** Creates the check run and adds batch after batch. False when the token may not. */
async function createCheck(
  verdict: Verdict,
  all: readonly Annotation[],
  { github, repository, headSha }: AnnotationTarget,
  runner: Runner,
): Promise<boolean> {
  const { batches, left } = annotationBatches(all);
  const more = left > 0 ? [`${left} more findings are in the comment and in the job summary.`] : [];
  const summary = [...(verdict.reasons.length > 0 ? verdict.reasons : ['No new findings.']), ...more].join('\n\n');
  const output = (batch: readonly Annotation[] = []) => ({
    title: verdict.result === 'pass' ? 'No new findings' : (verdict.reasons[0] ?? verdict.result),
    summary,
    annotations: batch.map(checkAnnotation),
  });
  try {
    const { data } = await github.rest.checks.create({
      ...repository,
      name: checkName,
      head_sha: headSha,
      status: 'completed',
      conclusion: conclusions[verdict.result],
      output: output(batches[0]),
    });
    for (const batch of batches.slice(1))
      await github.rest.checks.update({ ...repository, check_run_id: data.id, output: output(batch) });
    return true;
  } catch (error) {
    const status = statusOf(error);
    if (status === undefined) throw error;
    if (status !== 403) runner.warning(`GitHub did not take the annotations (HTTP ${status}).`);
    return false;
  }
}
