import type { Settings } from '../engine/api/settings.ts';
import type { Report } from '../engine/report/report.ts';
import { configNames } from '../io/config/find-config.ts';
import type { CommitStore } from '../io/sides/commit-store.ts';
import { configurationOfCommit } from '../review/configuration.ts';
import { applyReview } from '../review/host-rules.ts';
import type { Note } from '../review/note.ts';
import { plansAlone } from '../review/parts.ts';
import { reviewCommits } from '../review/review-commits.ts';
import { settingsAtBase } from '../review/settings-at-base.ts';

/** Two commits to review. */
export interface MergedCommits {
  /** Null: an empty repository. */
  readonly base: string | null;
  readonly head: string;
  /** Folders and files from the root of the repository; empty is everything. */
  readonly paths: readonly string[];
  /** Findings and figures as well, and not only the plans. */
  readonly isWhole: boolean;
}

/** What nobody hears of: a plan alone needs no snapshot, and a weaker `failOn` of the caller does not hold. */
const untold = (): void => {};

/** The settings of a commit's configuration. Throws PlumblineError('config'). */
export const settingsAt = (
  store: CommitStore,
  commit: string,
  { over, configPaths = configNames }: { over: Partial<Settings>; configPaths?: readonly string[] },
): Promise<Settings> =>
  settingsAtBase(
    configurationOfCommit(store, { holding: commit, coming: null, paths: configPaths }),
    { over },
    { rules: applyReview, tell: untold },
  );

/** Reviews what lies between two commits by settings that are known. A finished review in any case: it throws, or it is whole. */
export async function reviewMerged(
  store: CommitStore,
  { isWhole, ...commits }: MergedCommits,
  settings: Settings,
  tell: (note: Note) => void = untold,
): Promise<Report> {
  const reviewed = await reviewCommits(store, {
    ...commits,
    config: commits.base ?? commits.head,
    configPaths: [],
    rules: applyReview,
    over: {},
    settings,
    tell,
    ...(!isWhole && { parts: plansAlone }),
  });
  if (reviewed === null) throw new Error('an apply reviews what is unchanged as well');
  return reviewed.report;
}
