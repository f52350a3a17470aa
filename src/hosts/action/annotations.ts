import type { Verdict } from '../../engine/gate/gate.ts';
import { planDigests } from '../../engine/report/comment/plan-section.ts';
import {
  type Annotation,
  annotationBatches,
  annotations,
  workflowCommands,
} from '../../engine/report/github/annotations.ts';
import type { Report } from '../../engine/report/report.ts';
import { prose } from '../../engine/text/escape.ts';
import { PlumblineError } from '../../errors.ts';
import { type CheckOutput, finishCheck, type OpenCheck, openCheck } from '../../io/github/check-run.ts';
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

/** Name of our check run, beside the jobs of the workflow. */
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
 * Shows the new findings beside their lines. A runner shows ten of each level without any permission; for more a check
 * run takes them in batches, where the token may write one. What is shown nowhere is counted.
 */
export async function annotate(
  report: Report | null,
  { check, ...target }: AnnotationTarget & { readonly check?: OpenCheck | undefined },
  runner: Runner,
): Promise<void> {
  const all = report ? annotations(report.review) : [];
  const { commands, left } = workflowCommands(all);
  const open = check ?? (!target.isForeign && left > 0 ? await openFindings(target, runner) : undefined);
  if (open && (await finishFindings(open, report, { all, run: target.run, runner }))) return;
  if (target.isForeign) return;
  for (const command of commands) runner.command(command);
  if (left > 0) runner.notice(`${left} more findings are in the job summary.`);
}

/** Says on the check that there is no review. It fails: what was not looked at must not pass. */
export async function excuseFindings(check: OpenCheck, error: unknown, runner: Runner): Promise<void> {
  const message = error instanceof PlumblineError ? error.message : 'plumbline has a bug';
  const output = {
    title: 'This could not be reviewed',
    summary: `${prose(message)}.\n\nNothing was judged. The log of the job says more.`,
  };
  const found = { result: 'block', fingerprint: '', output, annotations: [] } as const;
  await unlessRefused(runner, () => finishCheck(check, found));
}

interface Shown {
  readonly all: readonly Annotation[];
  readonly run: string;
  readonly runner: Runner;
}

/** Adds batch after batch, and then the verdict. False when the token may not. */
async function finishFindings(check: OpenCheck, report: Report | null, { all, run, runner }: Shown): Promise<boolean> {
  const verdict: Verdict = report?.verdict ?? { result: 'pass', reasons: [] };
  const { left } = annotationBatches(all);
  const digests = report ? planDigests(report.review) : [];
  const more = left > 0 ? [`${left} more findings are in the comment and in the job summary.`] : [];
  const summary = [...(verdict.reasons.length > 0 ? verdict.reasons : ['No new findings.']), ...more, ...digests].join(
    '\n\n',
  );
  const title = verdict.result === 'pass' ? 'No new findings' : (verdict.reasons[0] ?? verdict.result);
  const found = { result: verdict.result, fingerprint: run, output: { title, summary }, annotations: all };
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
