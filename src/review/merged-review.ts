import type { Settings } from '../engine/karpenter/api/settings.ts';
import type { Report } from '../engine/report/values/report.ts';
import type { SourceSet } from '../engine/review/context/source-set.ts';
import { configNames } from '../io/config/config-names.ts';
import type { CommitStore } from '../io/sides/commit-store.ts';
import { configurationOfCommit } from './configuration.ts';
import { applyReview, type gateReview } from './host-rules.ts';
import type { Note } from './note.ts';
import { plansAlone } from './parts.ts';
import { reviewCommits } from './review-commits.ts';
import type { ReviewRequest } from './review-pair.ts';
import { settingsAtBase } from './settings-at-base.ts';

/** Two commits to review. */
interface MergedCommits {
  /** Null: an empty repository. */
  readonly base: string | null;
  readonly head: string;
  /** Folders and files from the root of the repository; empty is everything. */
  readonly paths: readonly string[];
  /** Findings and figures as well, and not only the plans. */
  readonly isWhole: boolean;
}

/** How a host reviews what is merged. Apply renders nothing itself. */
export interface MergedReviewer extends Pick<ReviewRequest, 'path' | 'bounds'> {
  readonly rules: typeof applyReview | typeof gateReview;
}

const byApply: MergedReviewer = { rules: applyReview };

/** Drops notes. They do not matter here: a plan needs no snapshot, and the caller's weaker `failOn` has no effect. */
const dropNote = (): void => {};

/** The settings of a commit's configuration. Throws PlumblineError('config'). */
export const settingsAt = (
  store: CommitStore,
  commit: string,
  { over, configPaths = configNames }: { over: Partial<Settings>; configPaths?: readonly string[] | undefined },
): Promise<Settings> =>
  settingsAtBase(
    configurationOfCommit(store, { current: commit, proposed: null, paths: configPaths }),
    { over },
    { rules: applyReview, onNote: dropNote },
  );

/** The figures of an environment between two commits, for its cluster as it runs if that is known. */
export async function figuresBetween(
  store: CommitStore,
  { base, head, paths }: Pick<MergedCommits, 'base' | 'head' | 'paths'>,
  settings: Settings,
  { environment, live }: { readonly environment: string; readonly live: SourceSet | undefined },
): Promise<Report> {
  const reviewed = await reviewCommits(store, {
    base,
    head,
    paths,
    config: base ?? head,
    configPaths: [],
    rules: applyReview,
    over: {},
    settings,
    onNote: dropNote,
    parts: { findings: false },
    ...(live && { cluster: () => Promise.resolve(live), clusterOf: environment }),
  });

  if (reviewed === null) throw new Error('applyReview also reviews commits without relevant changes');

  return reviewed.report;
}

/** Reviews the changes between two commits with given settings. The review is complete, or this throws. */
export async function reviewMerged(
  store: CommitStore,
  { isWhole, ...commits }: MergedCommits,
  settings: Settings,
  {
    reviewer = byApply,
    onNote = dropNote,
  }: { reviewer?: MergedReviewer | undefined; onNote?: (note: Note) => void } = {},
): Promise<Report> {
  const reviewed = await reviewCommits(store, {
    ...commits,
    ...reviewer,
    config: commits.base ?? commits.head,
    configPaths: [],
    over: {},
    settings,
    onNote,
    ...(!isWhole && { parts: plansAlone }),
  });

  if (reviewed === null) throw new Error(`${reviewer.rules.host} also reviews commits without relevant changes`);

  return reviewed.report;
}
