import { PlumblineError } from '../../errors.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the API or an event says is checked where it is read.
type Payload = any;

/** A pull request as events and the API name it. */
export interface PullRequest {
  readonly number: number;
  readonly headSha: string;
  /** `owner/name`, or null when the fork is gone. */
  readonly headRepository: string | null;
  readonly baseSha: string;
  readonly baseRef: string;
}

/** A pull request of the API or of a payload. Throws PlumblineError('usage') where that is not what GitHub sends. */
export function pullRequestOf(pull: Payload): PullRequest {
  const number = Number(pull.number);
  if (!(number > 0)) throw unknownPayload('names no pull request');
  return {
    number,
    headSha: commitSha(pull.head?.sha),
    headRepository: pull.head.repo?.full_name ?? null,
    baseSha: commitSha(pull.base?.sha),
    baseRef: String(pull.base.ref),
  };
}

/** A commit's name is handed to git and to the API: it is nothing but hexadecimal. Throws PlumblineError('usage'). */
export function commitSha(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(value)) return value;
  throw unknownPayload('names no commit');
}

const unknownPayload = (what: string): PlumblineError =>
  new PlumblineError('usage', `the payload of the event ${what}`, {
    help: 'It is not what GitHub sends: run this as a step of GitHub Actions, or as a GitHub App.',
  });
