import type { Report } from '../../engine/report/report.ts';
import type { Source } from '../../engine/source.ts';
import { apiServerBeside } from '../../io/api-server-beside.ts';
import { readCommitPair } from '../../io/commit-pair.ts';
import type { CommitStore } from '../../io/commit-store.ts';
import type { Comparison } from '../../io/github/head-comparison.ts';
import type { Inputs } from './inputs.ts';
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
  // The API server's code starts where the first file wants it.
  const onSource = (source: Source) => void apiServerBeside([source]);
  const reading = readCommitPair(store, { ...comparison, paths, onSource });
  // git reads while the code is loaded that judges.
  const [{ trees, missingPaths }, { reviewTrees }] = await Promise.all([reading, import('./review-trees.ts')]);
  for (const path of missingPaths) session.runner.warning(`There is no file or folder ${path} to review.`);
  return trees && reviewTrees({ ...comparison, trees, paths }, store, session);
}

/** The paths to review from the root of the repository. */
export function reviewPaths({ paths, workingDirectory }: Inputs): string[] {
  if (workingDirectory === '') return [...paths];
  return paths.length === 0
    ? [workingDirectory]
    : paths.map((path) => [workingDirectory, path].filter(Boolean).join('/'));
}
