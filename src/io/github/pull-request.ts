import { PlumblineError } from '../../shared/errors.ts';

// biome-ignore lint/suspicious/noExplicitAny: each field of the API or an event is checked where it is read.
type Payload = any;

/** A pull request of an event or the API. */
export interface PullRequest {
  readonly number: number;
  readonly headSha: string;
  /** `owner/name`, or null if the fork was deleted. */
  readonly headRepository: string | null;
  readonly baseSha: string;
  readonly baseRef: string;
  /** Names of its labels when GitHub described it. */
  readonly labels: readonly string[];
}

/** Reads a pull request of the API or of an event payload. Throws PlumblineError('usage') if it is not what GitHub sends. */
export function pullRequestOf(pull: Payload): PullRequest {
  const number = Number(pull.number);
  if (!(number > 0)) throw unknownPayload('has no pull request number');
  return {
    number,
    headSha: commitSha(pull.head?.sha),
    headRepository: pull.head.repo?.full_name ?? null,
    baseSha: commitSha(pull.base?.sha),
    baseRef: String(pull.base.ref),
    labels: Array.isArray(pull.labels) ? pull.labels.map((label: Payload) => String(label?.name)) : [],
  };
}

/** A commit's full SHA. It is passed to git and to the API, so only hexadecimal digits are accepted. Throws PlumblineError('usage'). */
export function commitSha(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(value)) return value;
  throw unknownPayload('has no valid commit SHA');
}

const unknownPayload = (what: string): PlumblineError =>
  new PlumblineError('usage', `The event payload ${what}`, {
    help: 'Run this in a GitHub Actions job or as a GitHub App. GitHub does not send such a payload.',
  });
