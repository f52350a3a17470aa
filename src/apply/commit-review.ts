import type { Settings } from '../engine/api/settings.ts';
import { gate } from '../engine/gate/gate.ts';
import type { Report } from '../engine/report/report.ts';
import { figures } from '../engine/review/figures/figures.ts';
import { review } from '../engine/review/review.ts';
import type { ReviewInput } from '../engine/review/review-input.ts';
import { apiServerFor } from '../io/api-server/api-server.ts';
import { dataFolder } from '../io/catalog/data-folder.ts';
import { openFacts } from '../io/catalog/facts.ts';
import { configNames, mergeSettings, parseConfig } from '../io/config/config.ts';
import { environmentSnapshots } from '../io/config/environment-snapshots.ts';
import { withRenderNotice } from '../io/render/render-notice.ts';
import { type CommitPair, readCommitFile, readCommitPair } from '../io/sides/commit-pair.ts';
import type { CommitStore } from '../io/sides/commit-store.ts';
import { terraformCommits } from '../io/terraform/terraform-commits.ts';
import { version } from '../io/version.ts';

/** Two commits to review. */
export interface CommitReview {
  /** Null: an empty repository. */
  readonly base: string | null;
  readonly head: string;
  /** Folders and files from the root of the repository; empty is everything. */
  readonly paths: readonly string[];
  /** Findings and figures as well, and not only the plans. */
  readonly isWhole: boolean;
}

/** The settings of a commit's configuration. Throws PlumblineError('config'). */
export async function settingsAt(
  store: CommitStore,
  commit: string,
  { over, configPaths = configNames }: { over: Partial<Settings>; configPaths?: readonly string[] },
): Promise<Settings> {
  const source = await readCommitFile(store, { commit, paths: [...configPaths] });
  const configured = source ? parseConfig(source) : {};
  return mergeSettings(configured, { ...over, set: { ...configured.set, ...over.set } });
}

/** Reviews what lies between two commits, from their blobs alone. A finished review in any case: it throws, or it is whole. */
export async function reviewCommits(
  store: CommitStore,
  { base, head, paths, isWhole }: CommitReview,
  settings: Settings,
): Promise<Report> {
  const { trees } = await readCommitPair(store, { base, head, paths });
  const empty = { sources: [], hintSources: [], diagnostics: [] };
  const sides = trees ? await evaluated(store, { base, head, trees, paths }) : { base: empty, head: empty };
  const judging = isWhole ? apiServerFor(sides.base?.sources, sides.head.sources) : undefined;
  const live = isWhole && base !== null ? await snapshotsAt(store, base, settings) : {};
  const result = review({
    ...sides,
    base: sides.base ?? empty,
    ...live,
    settings,
    facts: { ...openFacts(dataFolder), apiServer: await judging },
    figures: isWhole ? figures : null,
    version,
    ...(!isWhole && { stages: { findings: false, estimate: false } }),
  });
  return { review: result, verdict: gate(result, settings) };
}

interface ReadCommits {
  readonly base: string | null;
  readonly head: string;
  readonly trees: NonNullable<CommitPair['trees']>;
  readonly paths: readonly string[];
}

/**
 * Terraform evaluated, in our own process. Kustomizations and charts are not rendered: beside credentials no program runs on what
 * a repository holds, so a change of one has no plan here.
 */
async function evaluated(store: CommitStore, { base, head, trees, paths }: ReadCommits) {
  const sets = await withRenderNotice(store, { base, head, trees });
  return terraformCommits(store, { base, head, sets, paths });
}

async function snapshotsAt(store: CommitStore, commit: string, settings: Settings): Promise<Live> {
  const read = (path: string) => readCommitFile(store, { commit, paths: [path] });
  const source = settings.snapshot === undefined ? undefined : await read(settings.snapshot);
  return {
    ...(source && { live: { sources: [source], hintSources: [], diagnostics: [] } }),
    ...(await environmentSnapshots(settings, read)),
  };
}

type Live = Pick<ReviewInput, 'live' | 'lives'>;
