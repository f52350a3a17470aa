/** Somebody who acts on GitHub. */
export interface Account {
  readonly login: string;
  /** False for apps, and for what an app writes in a person's name. */
  readonly isPerson: boolean;
}

/** What somebody may do in the repository, as GitHub says when it counts. `maintain` is `write`. */
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
  /** Somebody else edited a comment of this person: it may have taken an approval back. `at` is when it was written. */
  | { readonly kind: 'rewritten'; readonly at: string; readonly login: string }
  /** The base branch was changed, by hand or by GitHub, or its history was rewritten. */
  | { readonly kind: 'retargeted'; readonly at: string }
  | {
      readonly kind: 'pushed';
      readonly at: string;
      /** Undefined: GitHub does not say who. */
      readonly by: Account | undefined;
      /** The commit that the branch was at, and the one it went to. */
      readonly before: string;
      readonly head: string;
    };

/** Everything about a pull request that decides who approved it. */
export interface PullTimeline {
  readonly author: Account;
  /** The newest commit, or the one that was merged. */
  readonly head: string;
  /** Undefined while it is open. */
  readonly mergedAt?: string | undefined;
  /** In any order. */
  readonly events: readonly TimelineEvent[];
}
