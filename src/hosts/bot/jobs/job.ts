import { groupSubject, pullSubject } from '../../../io/github/check-state.ts';
import type { RepositoryName } from '../../../io/github/github.ts';

/** Where a delivery came from. */
interface Origin {
  /** GitHub's id of the delivery; a redelivery has the same. */
  readonly deliveryId: string;
  readonly installationId: number;
  readonly repository: RepositoryName;
}

/** Bring one pull request's comment and check up to date. What the delivery said of commits is not in it: GitHub is asked. */
export interface ReviewJob extends Origin {
  readonly kind: 'review';
  readonly number: number;
  /** The head and base that the delivery spoke of: worth interrupting a review of others, and nothing more. */
  readonly hint?: string;
}

/** Put a check on a merge group, which has no pull request to comment on. */
export interface MergeGroupJob extends Origin {
  readonly kind: 'merge-group';
  readonly headSha: string;
  readonly baseSha: string;
}

/** Somebody asks for another look: the check shows that it is under way, and then the review runs. */
export interface RestartJob extends Origin {
  readonly kind: 'restart';
  readonly headSha: string;
  readonly following: readonly (ReviewJob | MergeGroupJob)[];
  /** Everything else that shares the check of the commit is reviewed again as well. */
  readonly isWhole?: boolean;
}

/** Answer a command in a comment. */
export interface CommandJob extends Origin {
  readonly kind: 'command';
  readonly number: number;
  readonly commentId: number;
}

/** Answer the question of an environment whether a deployment may go on. */
export interface GateJob extends Origin {
  readonly kind: 'gate';
  readonly environment: string;
  readonly runId: number;
  readonly sha: string;
}

/** Say on the check that a review could not be done. */
export interface MissingReviewJob extends Origin {
  readonly kind: 'excuse';
  readonly of: ReviewJob | MergeGroupJob;
  readonly message: string;
}

/** One piece of work, as plain data: it goes through Redis and to a thread. */
export type Job = ReviewJob | MergeGroupJob | RestartJob | CommandJob | GateJob | MissingReviewJob;

/**
 * What a job is about. Of one subject at most one job runs and at most one waits, for each of them looks at GitHub anew:
 * a later delivery is served by the job that waits already.
 */
export function subjectOf(job: Job): string {
  const at = `${job.installationId}/${job.repository.owner}/${job.repository.repo}`;
  switch (job.kind) {
    case 'review':
      return `${at}/pull/${job.number}`;
    case 'merge-group':
      return `${at}/merge-group/${job.headSha}`;
    case 'restart':
      return `${at}/restart/${job.headSha}`;
    case 'command':
      return `${at}/comment/${job.commentId}`;
    case 'gate':
      return `${at}/gate/${job.runId}/${job.environment}`;
    case 'excuse':
      return `${at}/excuse/${subjectOf(job.of)}`;
  }
}

/** What the check of a job's commit is about. */
export const checkSubjectOf = (job: ReviewJob | MergeGroupJob): string =>
  job.kind === 'review' ? pullSubject(job.number) : groupSubject(job.baseSha);

/** What became of a job. */
export interface JobOutcome {
  /** One word for metrics and logs: `written`, `unchanged`, `superseded`, … */
  readonly outcome: string;
  /** Jobs that follow. */
  readonly next?: readonly Job[];
}
