import type { GitHub, RepositoryName } from '../../../io/github/github.ts';
import { defaultLimits, type RenderBounds } from '../../../io/render/render-bounds.ts';
import type { CommitStore } from '../../../io/sides/commit-store.ts';
import { commitsFor } from '../../../review/commits-for.ts';
import { botReview, type gateReview } from '../../../review/host-rules.ts';

/** What every job is given. */
export interface JobContext {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly appId: number;
  /** `https://github.com`, or the URL of an Enterprise Server. */
  readonly serverUrl: string;
  /** URL of our docs, without a slash at the end. If undefined, there are no links to docs. */
  readonly docsUrl: string | undefined;
  /** The address of a webhook, which is a secret. If undefined, no messages are sent. */
  readonly notifyUrl: string | undefined;
  /** PATH, where kustomize and helm are looked for. */
  readonly path: string | undefined;
  /** Megabytes of address space that kustomize and helm may use. */
  readonly renderMemory: number;
  /** ISO date. */
  readonly today: string;
  /** Ends the job early when a newer job replaces it. */
  readonly signal: AbortSignal;
}

/**
 * Bounds of rendering, so that the threads together run as many programs as there are threads, each on one processor, and a review ends
 * before the pool gives it up.
 */
export const boundsOf = ({ renderMemory }: JobContext): RenderBounds => ({
  seconds: 120,
  atOnce: 1,
  limits: { ...defaultLimits, memoryBytes: renderMemory * 1024 * 1024, processors: 1 },
});

/** Thrown when a newer job replaces this one. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/** Checks between two steps whether to continue. Throws Superseded if not. */
export function stopIfSuperseded({ signal }: JobContext): void {
  if (signal.aborted) throw new Superseded('a newer job replaces this one');
}

/** The commits of a job's repository, read only through the API because the bot has no clone. */
export const storeOf = (
  { github, repository }: JobContext,
  rules: typeof botReview | typeof gateReview = botReview,
): CommitStore => commitsFor(rules, { github, token: "the app's", repository, clone: undefined });
