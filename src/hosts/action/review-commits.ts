import type { Report } from '../../engine/report/report.ts';
import { apiServerBeside } from '../../io/api-server/background-api-server.ts';
import { readCommitPair } from '../../io/sides/commit-pair.ts';
import type { CommitStore } from '../../io/sides/commit-store.ts';
import type { Comparison } from '../../io/sides/head-comparison.ts';
import type { ActionInputs } from './inputs.ts';
import type { Session } from './session.ts';

/**
 * Reads two commits, reviews what changed between them, and judges it by the configuration at the base. Null when no file
 * differs that could matter: then nothing is worked out, and a broken configuration is nobody's concern.
 */
export async function reviewCommits(
  comparison: Comparison,
  store: CommitStore,
  session: Session,
): Promise<Report | null> {
  const paths = reviewPaths(session.inputs);
  // git reads while the code is loaded that judges, and the API server's code starts where the first file wants it.
  const { trees, missingPaths } = await readCommitPair(store, {
    ...comparison,
    paths,
    onDifference: () => void judging(),
    onSource: (source) => void apiServerBeside([source]),
  });
  for (const path of missingPaths) session.runner.warning(`There is no file or folder ${path} to review.`);
  return trees && (await judging()).reviewTrees({ ...comparison, trees, paths }, store, session);
}

/** Where nothing differs it is never loaded. */
const judging = () => import('./review-trees.ts');

/** The paths to review from the root of the repository. */
export function reviewPaths({ paths, workingDirectory }: ActionInputs): string[] {
  if (workingDirectory === '') return [...paths];
  return paths.length === 0
    ? [workingDirectory]
    : paths.map((path) => [workingDirectory, path].filter(Boolean).join('/'));
}
