import type { Settings } from '../../engine/api/settings.ts';
import { gate } from '../../engine/gate/gate.ts';
import type { Report } from '../../engine/report/report.ts';
import { figures } from '../../engine/review/figures/figures.ts';
import { review } from '../../engine/review/review.ts';
import type { ReviewInput } from '../../engine/review/review-input.ts';
import type { SourceSet } from '../../engine/review/source-set.ts';
import type { Source } from '../../engine/source.ts';
import { PlumblineError } from '../../errors.ts';
import { apiServerBeside } from '../../io/api-server/background-api-server.ts';
import { dataFolder } from '../../io/catalog/data-folder.ts';
import { openFacts } from '../../io/catalog/facts.ts';
import { readCluster } from '../../io/cluster/cluster-dump.ts';
import { parseConfig } from '../../io/config/config.ts';
import { environmentSnapshots } from '../../io/config/environment-snapshots.ts';
import { missingSnapshot } from '../../io/files/base-file.ts';
import type { RenderCommits } from '../../io/render/render-commits.ts';
import { withRenderNotice } from '../../io/render/render-notice.ts';
import { type CommitPair, readCommitFile } from '../../io/sides/commit-pair.ts';
import type { CommitStore } from '../../io/sides/commit-store.ts';
import type { Comparison } from '../../io/sides/head-comparison.ts';
import { terraformCommits } from '../../io/terraform/terraform-commits.ts';
import { version } from '../../io/version.ts';
import type { Session } from './session.ts';
import { configPaths, settingsFrom } from './settings.ts';

/** Two commits as they were read. */
export interface ReadCommits extends Comparison {
  readonly trees: NonNullable<CommitPair['trees']>;
  /** Folders and files from the root; empty is everything. */
  readonly paths: readonly string[];
}

/** Reviews what changed between two commits, and judges it by the configuration at the base. */
export async function reviewTrees(commits: ReadCommits, store: CommitStore, session: Session): Promise<Report> {
  const { inputs, runner, clock } = session;
  const config = await readConfiguration(commits, store, session);
  const notice = (message: string): void => runner.notice(message);
  const settings = settingsFrom(config, inputs, { today: clock.today(), notice });
  const rendered = await renderedCommits({ ...commits, settings }, store, session);
  const sides = await terraformCommits(store, { ...commits, sets: rendered });
  const apiServer = apiServerBeside(sides.base?.sources, sides.head.sources);
  const live = await liveState({ store, commit: commits.config, settings }, session);
  const result = review({
    ...sides,
    settings,
    facts: { ...openFacts(dataFolder), apiServer },
    figures,
    version,
    ...live,
  });
  return { review: result, verdict: gate(result, settings) };
}

/** Kustomizations and charts rendered, where the job has no rights that a pull request could take. */
async function renderedCommits(
  commits: Omit<RenderCommits, 'path'>,
  store: CommitStore,
  { inputs, runner }: Session,
): Promise<{ readonly base: SourceSet | null; readonly head: SourceSet }> {
  const { trees, settings } = commits;
  if (!(trees.head.hasRoots || trees.base?.hasRoots) || !settings.sources.render) return trees;
  if (inputs.mode !== 'review') return withRenderNotice(store, commits);
  const { renderCommits } = await import('../../io/render/render-commits.ts');
  return renderCommits(store, { ...commits, path: runner.env.PATH });
}

/** The configuration at the base. What the pull request does to it takes effect later, but a mistake is told now. */
async function readConfiguration(
  { base, config, head }: Comparison,
  store: CommitStore,
  { inputs, runner }: Session,
): Promise<Source | undefined> {
  const paths = configPaths(inputs);
  const holding = await readCommitFile(store, { commit: config, paths });
  if (!holding && inputs.config !== undefined) runner.notice(`The base has no ${inputs.config}: the defaults hold.`);
  if (base !== null) await tellOfComing({ store, commit: head, paths, holding }, runner);
  return holding;
}

/** A configuration that the change brings, beside the one that holds. */
interface Coming {
  readonly store: CommitStore;
  readonly commit: string;
  readonly paths: readonly string[];
  readonly holding: Source | undefined;
}

async function tellOfComing({ store, commit, paths, holding }: Coming, runner: Session['runner']): Promise<void> {
  try {
    const coming = await readCommitFile(store, { commit, paths });
    if (!coming || coming.text === holding?.text) return;
    runner.notice(`The ${coming.file} of this change takes effect once it is merged.`);
    parseConfig(coming);
  } catch (error) {
    if (!(error instanceof PlumblineError) || error.code !== 'config') throw error;
    runner.warning(error.message);
  }
}

/** Snapshots that the configuration names, in the commit that the configuration is read from. */
interface Committed {
  readonly store: CommitStore;
  readonly commit: string;
  readonly settings: Settings;
}

/** The live state that the workflow hands in as files, which an earlier step fetched or the repository holds; else the snapshots. */
async function liveState(
  { store, commit, settings }: Committed,
  { inputs: { cluster }, job }: Session,
): Promise<Pick<ReviewInput, 'live' | 'lives'>> {
  if (cluster.length > 0) return { live: await readCluster(cluster, { cwd: job.workspace }) };
  const read = async (path: string): Promise<Source> => {
    const source = await readCommitFile(store, { commit, paths: [path] });
    if (source === undefined) throw missingSnapshot(path, commit);
    return source;
  };
  const { snapshot } = settings;
  return {
    ...(snapshot !== undefined && { live: { sources: [await read(snapshot)], hintSources: [], diagnostics: [] } }),
    ...(await environmentSnapshots(settings, read)),
  };
}
