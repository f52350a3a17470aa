import { isDone } from '../../apply/outcome.ts';
import type { ApplyRun } from '../../apply/run-apply.ts';
import type { PredictionRecord, ScorecardRecord } from '../../engine/review/scorecard/record.ts';
import { scorecardOf } from '../../engine/review/scorecard/scorecard.ts';
import { outcomeOf, type SeenCluster } from '../../engine/review/scorecard/seen.ts';
import type { FileOutcome } from '../../io/github/scorecard/branch-file.ts';
import { addRecord, readScorecard } from '../../io/github/scorecard/scorecard-file.ts';
import { PlumblineError } from '../../shared/errors.ts';
import type { Session } from './session.ts';

/** Records what a change that was applied is predicted to do. A failure is a notice: the apply is done. */
export async function recordPrediction(
  { prediction, scorecard, outcome }: Pick<ApplyRun, 'prediction' | 'scorecard' | 'outcome'>,
  session: Session,
): Promise<void> {
  if (prediction === undefined || scorecard === undefined || !isDone(outcome)) return;
  await record(prediction, scorecard, session);
}

/** The last prediction for an environment that was not compared yet; undefined if there is none. */
export async function openPrediction(
  environment: string,
  branch: string,
  { github, job }: Session,
): Promise<PredictionRecord | undefined> {
  const records = (await readScorecard({ github, repository: job.repository, branch })) ?? [];
  return scorecardOf(records, environment).open.find(({ isSuperseded }) => !isSuperseded)?.prediction;
}

/** Records what became of a prediction, once the cluster no longer changes. */
export async function recordOutcome(
  prediction: PredictionRecord,
  seen: SeenCluster,
  { branch, session }: { readonly branch: string; readonly session: Session },
): Promise<void> {
  const outcome = outcomeOf(prediction, seen);
  if (typeof outcome !== 'string') return record(outcome, branch, session);
  session.runner.info(`Scorecard: ${outcome}, so nothing is recorded yet.`);
}

async function record(prediction: ScorecardRecord, branch: string, { github, job, runner }: Session): Promise<void> {
  try {
    const outcome = await addRecord({ github, repository: job.repository, branch }, prediction);
    if (outcome === 'written') runner.info(`Scorecard: the ${prediction.kind} is recorded on the branch ${branch}.`);
    else runner.notice(`The ${prediction.kind} could not be recorded on the branch ${branch}: ${problems[outcome]}`);
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    runner.notice(`The ${prediction.kind} could not be recorded: ${error.message}`);
  }
}

const problems: Readonly<Record<Exclude<FileOutcome, 'written'>, string>> = {
  forbidden: "this job's token cannot write contents. Give the job `contents: write`.",
  limited: "GitHub's rate limit resets later than this job waits.",
  'too large': 'the file on the branch is too large. Delete the branch to start again.',
};
