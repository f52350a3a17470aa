import { groupSubject, pullSubject } from '../../../io/github/check-state.ts';
import type { RepositoryName } from '../../../io/github/github.ts';

/** Where a delivery came from. */
interface Origin {
  /** GitHub's id of the delivery; a redelivery has the same. */
  readonly deliveryId: string;
  readonly installationId: number;
  readonly repository: RepositoryName;
}

/** Brings one pull request's comment and check up to date. It contains no commits of the delivery, because GitHub is asked again. */
export interface ReviewJob extends Origin {
  readonly kind: 'review';
  readonly number: number;
  /** The head and base in the delivery. Only used to interrupt a running review of a different head or base. */
  readonly hint?: string;
}

/** Puts a check on a merge group, which has no pull request to comment on. */
export interface MergeGroupJob extends Origin {
  readonly kind: 'merge-group';
  readonly headSha: string;
  readonly baseSha: string;
}

/** Reviews again on request: the check shows that a review is in progress, and then the review runs. */
export interface RestartJob extends Origin {
  readonly kind: 'restart';
  readonly headSha: string;
  readonly following: readonly (ReviewJob | MergeGroupJob)[];
  /** Also review everything else that shares the commit's check. */
  readonly isWhole?: boolean;
}

/** Answers a command in a comment. */
export interface CommandJob extends Origin {
  readonly kind: 'command';
  readonly number: number;
  readonly commentId: number;
}

/** Answers a deployment protection rule: whether a deployment to an environment may continue. */
export interface GateJob extends Origin {
  readonly kind: 'gate';
  readonly environment: string;
  readonly runId: number;
  readonly sha: string;
}

/** Shows on the check that a review failed. */
export interface MissingReviewJob extends Origin {
  readonly kind: 'missing-review';
  readonly of: ReviewJob | MergeGroupJob;
  readonly message: string;
}

/** One piece of work, as plain data that can be stored in Redis and sent to a thread. */
export type Job = ReviewJob | MergeGroupJob | RestartJob | CommandJob | GateJob | MissingReviewJob;

/**
 * What a job is about. For each subject, at most one job runs and at most one waits. That is enough because each job reads
 * GitHub again when it starts: the waiting job also covers later deliveries.
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
    case 'missing-review':
      return `${at}/missing-review/${subjectOf(job.of)}`;
  }
}

/** What the check of a job's commit is about. */
export const checkSubjectOf = (job: ReviewJob | MergeGroupJob): string => {
  if (job.kind === 'review') return pullSubject(job.number);
  return groupSubject(job.baseSha);
};

/** How a job ended. */
export interface JobOutcome {
  /** One word for metrics and logs: `written`, `unchanged`, `superseded`, … */
  readonly outcome: string;
  /** A sentence for the log: something that does not change the result did not work. */
  readonly warning?: string;
  /** Jobs to run next. */
  readonly next?: readonly Job[];
}
