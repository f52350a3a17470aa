import type { DiffLines } from '../../engine/review/presentation/presentation.ts';
import type { GitHub, RepositoryName } from './github.ts';
import { githubError } from './github-errors.ts';

/** Pages of 100 files. GitHub lists at most 3,000 files. */
const maxPages = 30;

/** The lines of a pull request's diff. A file has none if GitHub omits its diff because it is too long. */
export async function readDiffLines(
  github: GitHub,
  repository: RepositoryName,
  pullNumber: number,
): Promise<DiffLines> {
  const lines = new Map<string, ReadonlySet<number>>();
  const parameters = { ...repository, pull_number: pullNumber, per_page: 100 };

  try {
    for (let page = 1; page <= maxPages; page++) {
      const { data } = await github.rest.pulls.listFiles({ ...parameters, page });
      for (const { filename, patch } of data) lines.set(filename, linesOfPatch(patch ?? ''));
      if (data.length < 100) break;
    }
  } catch (error) {
    throw githubError('read the diff of the pull request', error);
  }

  return lines;
}

/** Lines of the right side of a unified diff: added ones and context. */
export function linesOfPatch(patch: string): ReadonlySet<number> {
  const lines = new Set<number>();
  let line = 0;
  for (const text of patch.split('\n')) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(text);
    if (hunk) line = Number(hunk[1]);
    else if (text.startsWith('+') || text.startsWith(' ')) lines.add(line++);
  }

  return lines;
}
