import type { Settings } from '../../engine/api/settings.ts';
import { gate } from '../../engine/gate/gate.ts';
import type { Report } from '../../engine/report/report.ts';
import { figures } from '../../engine/review/figures/figures.ts';
import { review } from '../../engine/review/review.ts';
import { apiServerFor } from '../../io/api-server/api-server.ts';
import { dataFolder } from '../../io/catalog/data-folder.ts';
import { openFacts } from '../../io/catalog/facts.ts';
import { withRenderNotice } from '../../io/render/render-notice.ts';
import { readCommitPair } from '../../io/sides/commit-pair.ts';
import type { CommitStore } from '../../io/sides/commit-store.ts';
import type { Comparison } from '../../io/sides/head-comparison.ts';
import { terraformCommits } from '../../io/terraform/terraform-commits.ts';
import { version } from '../../io/version.ts';
import { readBaseSettings } from './base-settings.ts';
import { type JobContext, stopIfSuperseded } from './jobs/job-context.ts';

/** A review with what people should know beside it. */
export interface Computed {
  /** Null: nothing differs that could matter, and nothing is silenced by command. */
  readonly report: Report | null;
  readonly notes: readonly string[];
}

/** Read once for all reviews of this thread. */
const facts = openFacts(dataFolder);

/** Reads two commits through the API as data, and reviews what changed between them by the configuration at the base. */
export async function computeReview(
  comparison: Comparison,
  store: CommitStore,
  context: JobContext,
  more: Partial<Settings> = {},
): Promise<Computed> {
  const { trees } = await readCommitPair(store, { ...comparison, paths: [] });
  if (!trees) return { report: null, notes: [] };
  stopIfSuperseded(context);
  const { settings, state, notes } = await readBaseSettings(comparison, store, { ...more, today: context.today });
  stopIfSuperseded(context);
  const hasRoots = trees.head.hasRoots || trees.base?.hasRoots;
  const noticed = hasRoots ? await withRenderNotice(store, { ...comparison, trees }) : trees;
  const sides = await terraformCommits(store, { ...comparison, sets: noticed, paths: [] });
  const apiServer = await apiServerFor(sides.base?.sources, sides.head.sources);
  stopIfSuperseded(context);
  const result = review({
    ...sides,
    settings,
    facts: { ...facts, apiServer },
    figures,
    version,
    ...state,
  });
  const { ignore: silenced = [] } = more;
  const isShown = result.isRelevant || silenced.length > 0;
  const report = isShown ? { review: result, verdict: gate(result, settings) } : null;
  return {
    report,
    notes: [...notes, ...silenced.map(({ code, reason }) => `\`${code}\` is silenced here: ${reason}`)],
  };
}
