import { groupOfSubject, pullOfSubject, readCheckState } from '../../../io/github/check-state.ts';
import { commitSha } from '../../../io/github/pull-request.ts';
import { isCommand, parseCommand } from '../commands/command.ts';
import type { Job, MergeGroupJob, ReviewJob } from '../jobs/job.ts';
import { isName } from '../jobs/job-shape.ts';

/** The events that the app subscribes to, with the actions that mean something; app.yml names the same. */
export const events = [
  'pull_request',
  'merge_group',
  'check_run',
  'check_suite',
  'issue_comment',
  'deployment_protection_rule',
] as const;

// biome-ignore lint/suspicious/noExplicitAny: the payload of an event is checked where it is read.
type Payload = any;

/** A webhook delivery whose signature holds. */
export interface Delivery {
  readonly id: string;
  readonly name: string;
  readonly payload: Payload;
}

const pullActions = ['opened', 'synchronize', 'reopened', 'ready_for_review', 'edited', 'closed'];

/** The jobs of a delivery; none for what does not concern us. */
export function jobsOf({ id, name, payload }: Delivery, appId: number): Job[] {
  const installationId = Number(payload.installation?.id);
  const { owner, name: repo } = payload.repository ?? {};
  if (!(installationId > 0) || !isName(owner?.login) || !isName(repo)) return [];
  const origin = { deliveryId: id, installationId, repository: { owner: String(owner.login), repo: String(repo) } };
  const review = (number: unknown): ReviewJob => ({ ...origin, kind: 'review', number: Number(number) });
  switch (name) {
    case 'pull_request':
      return isPullOfInterest(payload)
        ? [{ ...review(payload.pull_request.number), hint: hintOf(payload.pull_request) }]
        : [];
    case 'merge_group': {
      if (payload.action !== 'checks_requested') return [];
      const { head_sha, base_sha } = payload.merge_group ?? {};
      return [{ ...origin, kind: 'merge-group', headSha: commitSha(head_sha), baseSha: commitSha(base_sha) }];
    }
    case 'check_run':
      return isAgain(payload, payload.check_run, appId) ? restart(payload.check_run, review) : [];
    case 'check_suite':
      return isAgain(payload, payload.check_suite, appId) ? restart(payload.check_suite, review) : [];
    case 'issue_comment': {
      const { action, issue, comment } = payload;
      // Edited comments are never read: who may edit is not who wrote.
      const isForUs = action === 'created' && issue?.pull_request && comment?.user?.type !== 'Bot';
      if (!isForUs || !isCommand(String(comment?.body)) || isFromStranger(payload)) return [];
      return [{ ...origin, kind: 'command', number: Number(issue.number), commentId: Number(comment.id) }];
    }
    case 'deployment_protection_rule':
      return payload.action === 'requested' ? gate(origin, payload) : [];
    default:
      return [];
  }
}

/** What GitHub says of somebody who never contributed to the repository. */
const strangers = ['NONE', 'FIRST_TIMER', 'FIRST_TIME_CONTRIBUTOR', 'MANNEQUIN'];

/**
 * Whether somebody who has nothing to do with a public repository commands on a pull request of others: that is not worth a request
 * to GitHub. Whether an approval counts is decided elsewhere: GitHub does not tell here who is a member in secret.
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

/** The list of pull requests is empty for forks: our own check run remembers what it was about. */
function restart(subject: Payload, review: (number: unknown) => ReviewJob): Job[] {
  const pulls: readonly Payload[] = Array.isArray(subject.pull_requests) ? subject.pull_requests : [];
  const listed = pulls.map((pull) => Number(pull?.number)).filter((number) => number > 0);
  const remembered = readCheckState(String(subject.external_id ?? '')).map((entry) => entry.subject);
  const numbers = [...new Set([...listed, ...remembered.flatMap((one) => pullOfSubject(one) ?? [])])];
  const headSha = commitSha(subject.head_sha);
  const { deliveryId, installationId, repository } = review(0);
  const origin = { deliveryId, installationId, repository };
  const groups: MergeGroupJob[] = remembered
    .flatMap((one) => groupOfSubject(one) ?? [])
    .map((baseSha) => ({ ...origin, kind: 'merge-group', headSha, baseSha }));
  const following = [...numbers.sort((a, b) => a - b).map(review), ...groups];
  return [{ ...origin, kind: 'restart', headSha, following, isWhole: true }];
}

function gate(origin: Pick<Job, 'deliveryId' | 'installationId' | 'repository'>, payload: Payload): Job[] {
  // GitHub gives the address to answer at: only its own number is taken from it, never the address.
  const runId = Number(/\/actions\/runs\/(\d+)\//.exec(String(payload.deployment_callback_url))?.[1]);
  const sha = payload.sha ?? payload.deployment?.sha;
  if (!(runId > 0) || !sha) return [];
  return [{ ...origin, kind: 'gate', environment: String(payload.environment), runId, sha: commitSha(sha) }];
}
