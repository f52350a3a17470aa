import { backgroundApiServer } from '../io/api-server/background-api-server.ts';
import { pairOfCommits } from '../io/sides/commit-files.ts';
import { readCommitPair } from '../io/sides/commit-pair.ts';
import type { CommitStore } from '../io/sides/commit-store.ts';
import type { Comparison } from '../io/sides/head-comparison.ts';
import { emptyTree } from '../io/tree/source-tree.ts';
import { configurationOfCommit } from './configuration.ts';
import type { Reviewed, ReviewRequest } from './review-pair.ts';

/** What of two commits is reviewed, and by which configuration. */
export interface CommitsRequest extends ReviewRequest, Comparison {
  /** Folders and files from the root of the repository; empty is everything. */
  readonly paths: readonly string[];
  /** Where the configuration may stand, the nearest first. */
  readonly configPaths: readonly string[];
  /** The path that somebody named for the configuration. */
  readonly namedConfig?: string | undefined;
}

/**
 * Reads two commits as data, and reviews what changed between them by the configuration at the base. Null where no file differs
 * that could matter and the host reviews nothing then: a broken configuration is nobody's concern there.
 */
export async function reviewCommits(store: CommitStore, request: CommitsRequest): Promise<Reviewed | null> {
  const { base, head, config, paths, configPaths, namedConfig, rules, tell } = request;
  const isInBackground = rules.verdicts === 'in another thread' && request.parts?.findings !== false;
  request.onStep?.('reading');
  // git reads while the reviewing code is loaded, and the API server's code is loaded as soon as a file needs it.
  const { trees, missingPaths } = await readCommitPair(store, {
    ...{ base, head, paths },
    onDifference: () => void judging(),
    ...(isInBackground && { onSource: (source) => backgroundApiServer.loadFor([source]) }),
  });
  for (const path of missingPaths) tell({ about: 'missing path', path });
  if (trees === null && rules.unchanged === 'no review') return null;
  const pair = pairOfCommits(store, { base, head, paths, trees: trees ?? { base: emptyTree, head: emptyTree } });
  const coming = base === null ? null : head;
  const configuration = configurationOfCommit(store, {
    holding: config,
    coming,
    paths: configPaths,
    named: namedConfig,
  });
  const { reviewPair } = await judging();
  return reviewPair(pair, configuration, request);
}

/** The code that reviews; where nothing differs it is never loaded. */
const judging = () => import('./review-pair.ts');
