/** An account on GitHub. */
export interface Account {
  readonly login: string;
  /** False for apps, and for actions that an app takes in a person's name. */
  readonly isPerson: boolean;
}

/** A person's permission in the repository when the approvals are counted. `maintain` counts as `write`. */
export type Role = 'none' | 'write' | 'admin';

/** Something that happened on a pull request. `at` is an ISO time in UTC; GitHub's times have whole seconds. */
export type TimelineEvent =
  | {
      readonly kind: 'review';
      readonly at: string;
      readonly by: Account;
      readonly state: 'approved' | 'changes-requested';
      /** The commit that was reviewed. */
      readonly head: string;
    }
  | {
      readonly kind: 'comment';
      readonly at: string;
      readonly by: Account;
      /** GitHub's id. */
      readonly id: number;
      readonly body: string;
      readonly isEdited: boolean;
    }
  /** Somebody dismissed a review of this person. */
  | { readonly kind: 'dismissed'; readonly at: string; readonly login: string }
  /** Somebody else edited a comment of this person, which may have been a retraction. `at` is when it was written. */
  | { readonly kind: 'rewritten'; readonly at: string; readonly login: string }
  /** The base branch was changed, by hand or by GitHub, or its history was rewritten. */
  | { readonly kind: 'retargeted'; readonly at: string }
  | {
      readonly kind: 'pushed';
      readonly at: string;
      /** Undefined if GitHub does not say who. */
      readonly by: Account | undefined;
      /** The commits of the branch before and after the push. */
      readonly before: string;
      readonly head: string;
    };

/** Everything about a pull request that determines who approved it. */
export interface PullTimeline {
  readonly author: Account;
  /** The newest commit, or the one that was merged. */
  readonly head: string;
  /** Undefined while it is open. */
  readonly mergedAt?: string | undefined;
  /** In any order. */
  readonly events: readonly TimelineEvent[];
}
