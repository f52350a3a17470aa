import type { ReviewLabels } from '../../engine/review/presentation/presentation.ts';
import type { GitHub, RepositoryName } from './github.ts';
import { githubError, statusOf } from './github-errors.ts';

/** A pull request, and the labels that a review may set. */
interface LabelTarget {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly number: number;
}

/** Whether the labels of a pull request have to be looked at: it should have some, or has some of an earlier review. */
export const hasLabelsToPut = (
  isOn: boolean | undefined,
  present: readonly string[],
  { holding, others }: ReviewLabels,
): boolean => isOn === true || present.some((name) => holding.includes(name) || others.includes(name));

/**
 * Gives a pull request the labels that hold and removes the others of this review. Labels of people stay as they are. GitHub creates a label
 * that the repository does not have. False if the token may not write labels.
 */
export async function putLabels(
  { github, repository, number: issue_number }: LabelTarget,
  { holding, others }: ReviewLabels,
): Promise<boolean> {
  const issue = { ...repository, issue_number };

  try {
    const { data } = await github.rest.issues.listLabelsOnIssue({ ...issue, per_page: 100 });
    const present = new Set(data.map(({ name }) => name));

    const missing = holding.filter((name) => !present.has(name));
    if (missing.length > 0) await github.rest.issues.addLabels({ ...issue, labels: missing });

    for (const name of others)
      if (present.has(name)) await github.rest.issues.removeLabel({ ...issue, name }).catch(unlessGone);

    return true;
  } catch (error) {
    if (statusOf(error) === 403) return false;
    throw githubError('set the labels', error);
  }
}

/** Somebody else may have removed the label in the meantime. */
function unlessGone(error: unknown): void {
  if (statusOf(error) !== 404) throw error;
}
