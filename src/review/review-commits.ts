import { backgroundApiServer } from '../io/api-server/background-api-server.ts';
import { pairOfCommits } from '../io/sides/commit-files.ts';
import { readCommitPair } from '../io/sides/commit-pair.ts';
import type { CommitStore } from '../io/sides/commit-store.ts';
import type { Comparison } from '../io/sides/head-comparison.ts';
import { emptyTree } from '../io/tree/source-tree.ts';
import { configurationOfCommit } from './configuration.ts';
import type { Reviewed, ReviewRequest } from './review-pair.ts';

/** Which parts of two commits are reviewed, and by which configuration. */
interface CommitsRequest extends ReviewRequest, Comparison {
  /** Folders and files from the root of the repository; empty is everything. */
  readonly paths: readonly string[];
  /** Paths where the configuration may be, nearest first. */
  readonly configPaths: readonly string[];
  /** The path that the user named for the configuration. */
  readonly namedConfig?: string | undefined;
}

/**
 * Reads two commits as data, and reviews what changed between them by the configuration at the base. Null if no relevant file
 * differs and the host skips such reviews. The configuration is not read then, so an invalid one is not reported.
 */
export async function reviewCommits(store: CommitStore, request: CommitsRequest): Promise<Reviewed | null> {
  const { base, head, config, paths, configPaths, namedConfig, rules, onNote } = request;
  const isInBackground = rules.verdicts === 'in another thread' && request.parts?.findings !== false;
  request.onStep?.('reading');
  // git reads while the reviewing code is loaded, and the API server's code is loaded as soon as a file needs it.
  const { trees, missingPaths } = await readCommitPair(store, {
    base,
    head,
    paths,
    onDifference: () => void judging(),
    ...(isInBackground && { onSource: (source) => backgroundApiServer.loadFor([source]) }),
  });

  for (const path of missingPaths) onNote({ about: 'missing path', path });
  if (trees === null && rules.unchanged === 'no review') return null;

  const pair = pairOfCommits(store, { base, head, paths, trees: trees ?? { base: emptyTree, head: emptyTree } });
  const proposed = base === null ? null : head;

  const configuration = configurationOfCommit(store, {
    current: config,
    proposed,
    paths: configPaths,
    named: namedConfig,
  });

  const { reviewPair } = await judging();

  return reviewPair(pair, configuration, request);
}

/** Loads the reviewing code, which is not needed if nothing differs. */
const judging = () => import('./review-pair.ts');
