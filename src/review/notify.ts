import type { NotifyFrom } from '../engine/karpenter/api/settings.ts';
import { type ChatForm, chatMessage } from '../engine/report/chat/chat-message.ts';
import type { Report } from '../engine/report/values/report.ts';
import type { Verdict } from '../engine/review/gate/gate.ts';
import { postWebhook, type WebhookBounds, webhookUrl } from '../io/webhook.ts';

/** The pull request that was reviewed. */
interface NotifiedPull {
  readonly repository: { readonly owner: string; readonly repo: string };
  readonly number: number;
  /** `owner/name` of the repository with the head. Null is a deleted fork. */
  readonly headRepository: string | null;
  /** Address of GitHub. */
  readonly serverUrl: string;
  /** Name of the review, if several workflows review the same pull request. */
  readonly name?: string;
}

/** A review that may be worth a message. */
export interface Notification {
  readonly report: Report;
  readonly pull: NotifiedPull;
  /** The verdict from which on a message is sent. */
  readonly from: NotifyFrom;
  /** The address of the webhook, which is a secret. Undefined if there is none. */
  readonly url: string | undefined;
  readonly bounds?: WebhookBounds;
}

const rank: Record<Verdict['result'], number> = { pass: 0, warn: 1, block: 2 };

/**
 * Sends a message about the review of a pull request of the same repository. Anybody can open one from a fork, and must not be able to send
 * messages. Returns why it failed, as a sentence without the address. Never rejects: a message never changes a verdict.
 */
export async function notify({ report, pull, from, url, bounds }: Notification): Promise<string | undefined> {
  const { number, headRepository, serverUrl, name } = pull;
  const repository = `${pull.repository.owner}/${pull.repository.repo}`;
  if (url === undefined || headRepository !== repository) return undefined;
  if (from === 'off' || rank[report.verdict.result] < rank[from] || !report.review.isRelevant) return undefined;

  const address = webhookUrl(url.trim());
  if (address === undefined) return failed('its address is not a valid URL that begins with `https://`');

  const subject = { repository, number, url: `${serverUrl}/${repository}/pull/${number}`, ...(name && { name }) };
  const problem = await postWebhook(address, chatMessage(report, subject, chatFormOf(address)), bounds);

  return problem && failed(problem);
}

const failed = (why: string): string => `No message was sent to the webhook: ${why}. The review does not depend on it.`;

const teamsHosts = ['.logic.azure.com', '.powerplatform.com', '.webhook.office.com'];

/** What a webhook understands. Everything but Teams reads Slack's form. */
export const chatFormOf = ({ hostname }: URL): ChatForm => {
  if (teamsHosts.some((end) => hostname.endsWith(end))) return 'teams';
  return 'slack';
};
