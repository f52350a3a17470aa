import { groupOfSubject, pullOfSubject, readCheckState } from '../../../io/github/check-state.ts';
import { commitSha } from '../../../io/github/pull-request.ts';
import { isCommand, parseCommand } from '../commands/command.ts';
import type { Job, MergeGroupJob, ReviewJob } from '../jobs/job.ts';
import { isName } from '../jobs/job-shape.ts';

/** The events that the app subscribes to. app.yml names the same ones. */
export const events = [
  'pull_request',
  'merge_group',
  'check_run',
  'check_suite',
  'issue_comment',
  'deployment_protection_rule',
] as const;

// biome-ignore lint/suspicious/noExplicitAny: each field of an event's payload is checked where it is read.
type Payload = any;

/** A webhook delivery with a valid signature. */
export interface Delivery {
  readonly id: string;
  readonly name: string;
  readonly payload: Payload;
}

const pullActions = ['opened', 'synchronize', 'reopened', 'ready_for_review', 'edited', 'closed'];

/** The jobs of a delivery; empty if it does not concern the bot. */
export function jobsOf({ id, name, payload }: Delivery, appId: number): Job[] {
  const installationId = Number(payload.installation?.id);
  const { owner, name: repo } = payload.repository ?? {};
  if (!(installationId > 0) || !isName(owner?.login) || !isName(repo)) return [];

  const origin = { deliveryId: id, installationId, repository: { owner: String(owner.login), repo: String(repo) } };
  const review = (number: unknown): ReviewJob => ({ ...origin, kind: 'review', number: Number(number) });

  switch (name) {
    case 'pull_request':
      if (isPullOfInterest(payload))
        return [{ ...review(payload.pull_request.number), hint: hintOf(payload.pull_request) }];

      return [];
    case 'merge_group': {
      if (payload.action !== 'checks_requested') return [];

      const { head_sha, base_sha } = payload.merge_group ?? {};
      return [{ ...origin, kind: 'merge-group', headSha: commitSha(head_sha), baseSha: commitSha(base_sha) }];
    }
    case 'check_run':
      if (isAgain(payload, payload.check_run, appId)) return restart(payload.check_run, review);
      return [];
    case 'check_suite':
      if (isAgain(payload, payload.check_suite, appId)) return restart(payload.check_suite, review);
      return [];
    case 'issue_comment': {
      const { action, issue, comment } = payload;
      // Edited comments are ignored, because somebody other than the author may have edited them.
      const isForUs = action === 'created' && issue?.pull_request && comment?.user?.type !== 'Bot';
      if (!isForUs || !isCommand(String(comment?.body)) || isFromStranger(payload)) return [];

      return [{ ...origin, kind: 'command', number: Number(issue.number), commentId: Number(comment.id) }];
    }
    case 'deployment_protection_rule':
      if (payload.action === 'requested') return gate(origin, payload);
      return [];
    default:
      return [];
  }
}

/** GitHub's names for people who never contributed to the repository. */
const strangers = ['NONE', 'FIRST_TIMER', 'FIRST_TIME_CONTRIBUTOR', 'MANNEQUIN'];

/**
 * Whether somebody unrelated to a public repository gives a command on another person's pull request. Such commands are ignored
 * without a request to GitHub. Approvals are not ignored here, because GitHub does not show private members in this field. Whether
 * an approval counts is decided elsewhere.
 */
function isFromStranger({ repository, issue, comment }: Payload): boolean {
  if (repository.private !== false || !strangers.includes(comment.author_association)) return false;
  const isAuthor = comment.user?.id !== undefined && comment.user.id === issue.user?.id;
  return !isAuthor && parseCommand(String(comment.body))?.name !== 'state';
}

const hintOf = ({ head, base }: Payload): string => `${head?.sha} ${base?.ref}`;

const isPullOfInterest = ({ action, changes, pull_request }: Payload): boolean =>
  pullActions.includes(action) && (action !== 'edited' || changes?.base !== undefined) && pull_request?.number > 0;

const isAgain = ({ action }: Payload, subject: Payload, appId: number): boolean =>
  (action === 'rerequested' || action === 'requested_action') && subject?.app?.id === appId;

/** GitHub's list of pull requests is empty for forks, so our own check run also records what it is about. */
function restart(subject: Payload, review: (number: unknown) => ReviewJob): Job[] {
  const pulls: readonly Payload[] = Array.isArray(subject.pull_requests) ? subject.pull_requests : [];
  const listed = pulls.map((pull) => Number(pull?.number)).filter((number) => number > 0);
  const remembered = readCheckState(String(subject.external_id ?? '')).map((entry) => entry.subject);
  const numbers = [...new Set([...listed, ...remembered.flatMap((subject) => pullOfSubject(subject) ?? [])])];
  const headSha = commitSha(subject.head_sha);
  const { deliveryId, installationId, repository } = review(0);
  const origin = { deliveryId, installationId, repository };
  const groups: MergeGroupJob[] = remembered
    .flatMap((subject) => groupOfSubject(subject) ?? [])
    .map((baseSha) => ({ ...origin, kind: 'merge-group', headSha, baseSha }));
  const following = [...numbers.sort((a, b) => a - b).map(review), ...groups];

  return [{ ...origin, kind: 'restart', headSha, following, isWhole: true }];
}

function gate(origin: Pick<Job, 'deliveryId' | 'installationId' | 'repository'>, payload: Payload): Job[] {
  // GitHub gives a URL to answer to. Only the run's number is taken from it, and never the URL itself.
  const runId = Number(/\/actions\/runs\/(\d+)\//.exec(String(payload.deployment_callback_url))?.[1]);
  const sha = payload.sha ?? payload.deployment?.sha;
  if (!(runId > 0) || !sha) return [];
  return [{ ...origin, kind: 'gate', environment: String(payload.environment), runId, sha: commitSha(sha) }];
}
