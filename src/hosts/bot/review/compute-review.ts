import type { AskedScenario } from '../../../engine/cluster/what-if/what-if.ts';
import { defaultSettings, type Settings } from '../../../engine/karpenter/api/settings.ts';
import { notUnderstoodSentence } from '../../../engine/report/coverage/coverage.ts';
import type { Report } from '../../../engine/report/values/report.ts';
import type { AnsweredScenario } from '../../../engine/review/context/review-data.ts';
import { optional } from '../../../engine/text/list-if.ts';
import { configNames } from '../../../io/config/config-names.ts';
import { readTrackRecord } from '../../../io/github/scorecard/scorecard-file.ts';
import type { CommitStore } from '../../../io/sides/commit-store.ts';
import type { Comparison } from '../../../io/sides/head-comparison.ts';
import { botReview } from '../../../review/host-rules.ts';
import { noteText } from '../../../review/note.ts';
import { reviewCommits } from '../../../review/review-commits.ts';
import { boundsOf, type JobContext, stopIfSuperseded } from '../jobs/job-context.ts';

/** A review, and what people should know about it. */
export interface Computed {
  /** Null if nothing relevant differs and no command silences a finding. */
  readonly report: Report | null;
  /** What is done with the report. */
  readonly settings: Pick<Settings, 'comment' | 'labels' | 'notify'>;
  /** Clauses with names in backticks. */
  readonly notes: readonly string[];
  /** Only if a scenario was asked for and the change is relevant. */
  readonly answered?: AnsweredScenario | undefined;
}

/** Reviews what changed between two commits by the bot's rules. `more` are settings from commands on this pull request. */
export async function computeReview(
  comparison: Comparison,
  store: CommitStore,
  context: JobContext,
  more: Partial<Settings> = {},
  whatIf?: AskedScenario,
): Promise<Computed> {
  const notes: string[] = [];
  const { path, signal } = context;

  const reviewed = await reviewCommits(store, {
    ...comparison,
    rules: botReview,
    paths: [],
    configPaths: configNames,
    over: { ...more, today: context.today },
    ...(whatIf && { whatIf, parts: { findings: false, estimate: false } }),
    path,
    signal,
    bounds: boundsOf(context),
    onNote: (note) => void notes.push(noteText(note)),
    onStep: () => stopIfSuperseded(context),
  }).catch((error) => {
    stopIfSuperseded(context);
    throw error;
  });

  if (reviewed === null) return { report: null, settings: defaultSettings, notes: [] };

  stopIfSuperseded(context);
  const { ignore: silenced = [] } = more;
  const isShown = reviewed.report.review.isRelevant || silenced.length > 0;
  const unclear = isShown ? undefined : notUnderstoodSentence(reviewed.report.review);
  const trackRecord = isShown ? await readTrackRecord(context, reviewed.settings.scorecard) : undefined;

  return {
    report: isShown ? { ...reviewed.report, trackRecord } : null,
    settings: reviewed.settings,
    answered: reviewed.report.review.whatIf,
    notes: [
      ...notes,
      ...optional(unclear),
      ...silenced.map(({ code, reason }) => `\`${code}\` is silenced on this pull request: ${reason}`),
    ],
  };
}
