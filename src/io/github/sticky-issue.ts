import { markerText } from './comment-marker.ts';
import type { GitHub, RepositoryName } from './github.ts';
import { githubError, isRateLimit, statusOf } from './github-errors.ts';
import { repeatPass } from './repeat-pass.ts';
import { isSameBody } from './sticky-comment.ts';
import { writtenByUs } from './written-by-us.ts';

/** Which issue to keep: one for each environment. */
interface IssueTarget {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly environment: string;
}

/** The content of the issue. If `isOpen` is false, an open issue is closed with this text. */
interface IssueText {
  readonly title: string;
  /** Without the marker. */
  readonly body: string;
  readonly isOpen: boolean;
}

/**
 * What happened to the issue. `none`: no issue was needed and none was open. `disabled`: issues are turned off in the repository.
 * `forbidden`: the token may not write issues. `limited`: GitHub's rate limit lasted longer than we wait.
 */
export type IssueOutcome =
  | { readonly kind: 'opened' | 'updated' | 'unchanged' | 'closed'; readonly number: number }
  | { readonly kind: 'none' | 'disabled' | 'forbidden' | 'limited' };

/** The most pages of 100 open issues to search, newest first. */
const maxPages = 30;

/** Opens, updates or closes the issue of an environment. Surplus issues from a race are closed. */
export async function putIssue(target: IssueTarget, text: IssueText): Promise<IssueOutcome> {
  let isOpened = false;
  try {
    const outcome = await repeatPass(async () => {
      const outcome = await reconcile(target, text);
      isOpened ||= outcome.kind === 'opened';
      return { outcome, isCreated: outcome.kind === 'opened' };
    });

    if (isOpened && 'number' in outcome) return { kind: 'opened', number: outcome.number };
    return outcome;
  } catch (error) {
    if (isRateLimit(error)) return { kind: 'limited' };
    if (statusOf(error) === 410) return { kind: 'disabled' };
    if (statusOf(error) === 403) return { kind: 'forbidden' };

    throw githubError('write the issue', error);
  }
}

async function reconcile(target: IssueTarget, { title, body, isOpen }: IssueText): Promise<IssueOutcome> {
  const { github, repository } = target;
  const marked = `${marker(target.environment)}\n${body}`;
  const [issue, ...surplus] = await ownIssues(target);

  for (const { number } of surplus)
    await github.rest.issues.update({
      ...repository,
      issue_number: number,
      state: 'closed',
      state_reason: 'not_planned',
    });

  if (!issue) {
    if (!isOpen) return { kind: 'none' };

    const { data } = await github.rest.issues.create({ ...repository, title, body: marked });
    return { kind: 'opened', number: data.number };
  }

  const { number } = issue;

  if (!isOpen) {
    const closed = { state: 'closed', state_reason: 'completed' } as const;
    await github.rest.issues.update({ ...repository, issue_number: number, title, body: marked, ...closed });
    return { kind: 'closed', number };
  }

  if (issue.title === title && isSameBody(issue.body, marked)) return { kind: 'unchanged', number };

  await github.rest.issues.update({ ...repository, issue_number: number, title, body: marked });

  return { kind: 'updated', number };
}

/** The hidden first line. The name is encoded, so that it cannot end the HTML comment. */
const marker = (environment: string): string => `<!-- plumbline:drift environment=${markerText(environment)} -->`;

interface OwnIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
}

/** The open issues with our marker for this environment that we wrote ourselves, oldest first. */
async function ownIssues({ github, repository, environment }: IssueTarget): Promise<OwnIssue[]> {
  const start = marker(environment);
  const marked = [];
  for (let page = 1; page <= maxPages; page++) {
    const { data } = await github.rest.issues.listForRepo({ ...repository, state: 'open', per_page: 100, page });
    marked.push(...data.filter(({ body, pull_request }) => !pull_request && body?.startsWith(start)));
    if (data.length < 100) break;
  }

  return (await writtenByUs(github, marked))
    .map(({ number, title, body }) => ({ number, title, body: body ?? '' }))
    .sort((a, b) => a.number - b.number);
}
