import type { GitHub, RepositoryName } from '../../../io/github/github.ts';
import type { CommitStore } from '../../../io/sides/commit-store.ts';
import { commitsFor } from '../../../review/commits-for.ts';
import { botReview, type gateReview } from '../../../review/host-rules.ts';

/** What every job is given. */
export interface JobContext {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly appId: number;
  /** `https://github.com`, or the address of an Enterprise Server. */
  readonly serverUrl: string;
  /** Where our docs are, without a slash at the end; undefined leaves links out. */
  readonly docsUrl: string | undefined;
  /** ISO date. */
  readonly today: string;
  /** Ends the job early: something newer takes its place. */
  readonly signal: AbortSignal;
}

/** Throws when something newer has taken over. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/** Looks between two steps whether to go on. */
export function stopIfSuperseded({ signal }: JobContext): void {
  if (signal.aborted) throw new Superseded('something newer takes its place');
}

/** The commits of a job's repository: through the API alone, as the bot has no clone. */
export const storeOf = (
  { github, repository }: JobContext,
  rules: typeof botReview | typeof gateReview = botReview,
): CommitStore => commitsFor(rules, { github, token: "the app's", repository, clone: undefined });
