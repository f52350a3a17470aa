import { optional } from '../../text/list-if.ts';
import { compareNames } from '../../text/name-order.ts';
import { type Statement, statementsOf } from './statements.ts';
import type { Account, PullTimeline, Role, TimelineEvent } from './timeline.ts';

interface Approval {
  /**
   * False: at some moment since then GitHub did not say who pushed last, or an app did. The person may be the one who pushed,
   * or who made the app push.
   */
  readonly isIndependent: boolean;
}

/** A finding that a person suppressed, and the comment that says so. */
export interface Ignore {
  readonly comment: number;
  readonly code: string;
  readonly reason: string;
}

/** The statements of one person that are in force at the end of a timeline. */
export interface Voice {
  readonly login: string;
  /** An approving review of the newest commit. */
  readonly review: Approval | undefined;
  /** Digest → the comment that approves it. */
  readonly digests: ReadonlyMap<string, Approval>;
  /** `NodePool/web` → the most nodes that its deletion may remove. */
  readonly deletions: ReadonlyMap<string, number>;
  /** Findings that the person suppressed. */
  readonly ignores: readonly Ignore[];
}

/** All statements in force on a pull request, for its current base branch. */
export interface Approvals {
  /** People whose statements count, by login. */
  readonly voices: readonly Voice[];
  /**
   * Starting points that administrators accept, including on their own pull requests, because they could also change the environment
   * itself. They count only after the merge, because before it the content of the branch is not final.
   */
  readonly starts: readonly { readonly login: string; readonly environment: string; readonly at: string }[];
  readonly disregarded: readonly Disregarded[];
  /** When the newest commit was pushed; undefined if GitHub does not say. */
  readonly pushedAt: string | undefined;
}

/** A statement that does not count, with the reason as a clause. */
export interface Disregarded {
  readonly login: string;
  readonly what: 'review' | 'comment';
  readonly why: string;
}

/** What has to be approved: one pull request's part of what is applied. */
export interface Subject {
  /** The plan that would be applied; null if the pull request changes no object of the environment. */
  readonly digest: string | null;
  /** The plans that a reviewer of this commit could have seen: one for each configuration that the base branch had in the meantime. */
  readonly seen: readonly string[];
  /** Whether it changes the environment's settings in plumbline.yaml. A digest does not cover them, so only reviews approve it. */
  readonly changesConfiguration: boolean;
  /**
   * Whether objects of the plan are rendered. A commit does not contain them, so a review of it does not approve them. At least one person
   * has to name the digest, because the job that applies the plan does not render, and trusts what another job rendered only by its digest.
   */
  readonly isRendered: boolean;
}

/** Whether enough people approve. */
export interface Consent {
  readonly isGiven: boolean;
  /** Who approves, sorted. */
  readonly by: readonly string[];
  /** How many approvals are needed. */
  readonly needed: number;
  /** Whether one more approval than configured is needed, because one of the approvers may have pushed. */
  readonly takesOneMore: boolean;
  /** People whose review does not count, because they may have seen another plan. */
  readonly sawAnotherPlan: readonly string[];
}

/**
 * Reads a timeline: who approved what. An approval belongs to a person, to bytes (the reviewed commit, or the digest that a
 * comment names) and to a base branch. It ends when the same person requests changes, retracts it, pushes, has a review dismissed or
 * a comment edited by somebody else, and when the base branch changes. Nobody approves what they wrote, and only people who may write count.
 */
export function readApprovals(timeline: PullTimeline, roleOf: (login: string) => Role): Approvals {
  const reading = new Reading();
  for (const event of [...timeline.events].sort(byTime)) reading.take(event);
  return reading.result(timeline, roleOf);
}

/** Whether the approvals are enough for one pull request. `configured` is `gate.approvals`. */
export function consentTo(subject: Subject, { voices }: Approvals, configured: number): Consent {
  const required = subject.isRendered ? Math.max(configured, 1) : configured;
  const consents = voices.flatMap((voice) => {
    const approvals = approvalsOf(subject, voice);
    if (approvals.length > 0)
      return [{ login: voice.login, isIndependent: approvals.some((approval) => approval.isIndependent) }];

    return [];
  });

  const independent = consents.filter(({ isIndependent }) => isIndependent).length;
  const takesOneMore = independent < required && consents.length > independent;
  const by = consents.map(({ login }) => login);

  return {
    isGiven: independent >= required || consents.length > required,
    by,
    needed: takesOneMore ? required + 1 : required,
    takesOneMore,
    sawAnotherPlan: voices.filter(({ review, login }) => review && !by.includes(login)).map(({ login }) => login),
  };
}

/** The approvals that a person gave for a subject; empty if there are none. */
function approvalsOf(
  { digest, seen, changesConfiguration, isRendered }: Subject,
  { review, digests }: Voice,
): Approval[] {
  const byReview = review && !isRendered && seen.every((shown) => shown === digest) ? [review] : [];
  const named = digests.get(digest ?? '');
  if (changesConfiguration && !review) return [];
  return [...byReview, ...optional(named)];
}

/** GitHub's logins are case-insensitive. */
export const loginKey = (login: string): string => login.toLowerCase();

/** Within one second, events that may end an approval come last, so that fewer approvals count. */
const byTime = (a: TimelineEvent, b: TimelineEvent): number =>
  compareNames(a.at, b.at) || Number(mayEnd(a)) - Number(mayEnd(b));

const mayEnd = (event: TimelineEvent): boolean => {
  if (event.kind === 'comment') return statementsOf(event.body).some(({ kind }) => kind === 'retract');
  return event.kind !== 'review' || event.state === 'changes-requested';
};

interface Draft {
  readonly login: string;
  review: { readonly head: string; isIndependent: boolean } | undefined;
  readonly digests: Map<string, { isIndependent: boolean }>;
  readonly deletions: Map<string, number>;
  readonly ignores: Ignore[];
}

/** Goes through a timeline once, and keeps track of the statements in force. */
class Reading {
  readonly #drafts = new Map<string, Draft>();
  readonly #disregarded: Disregarded[] = [];
  #starts: { login: string; environment: string; at: string }[] = [];
  /** Undefined if unknown, or an app. */
  #pusher: string | undefined;
  #head: string | undefined;
  #pushedAt: string | undefined;

  take(event: TimelineEvent): void {
    if (event.kind === 'review') this.#review(event);
    else if (event.kind === 'comment') this.#comment(event);
    else if (event.kind === 'dismissed') this.#end(event.login, 'one of their reviews was dismissed afterwards');
    else if (event.kind === 'rewritten')
      this.#end(event.login, 'somebody else edited one of their comments afterwards');
    else if (event.kind === 'pushed') this.#push(event);
    else this.#retarget();
  }

  #review({ by, state, head }: Extract<TimelineEvent, { kind: 'review' }>): void {
    const why = this.#objection(by);
    if (state === 'changes-requested') this.#end(by.login, 'they requested changes afterwards');
    else if (why !== undefined) this.#disregard(by.login, 'review', why);
    else this.#draftOf(by).review = { head, isIndependent: this.#pusher !== undefined && this.#head === head };
  }

  #comment({ at, by, id, body, isEdited }: Extract<TimelineEvent, { kind: 'comment' }>): void {
    const all = statementsOf(body);

    if (by.isPerson && !isEdited)
      for (const statement of all)
        if (statement.kind === 'start') this.#starts.push({ login: by.login, environment: statement.environment, at });

    const statements = all.filter(({ kind }) => kind !== 'start');
    if (statements.length === 0) return;

    const why = isEdited ? 'the comment was edited' : this.#objection(by);

    if (statements.some(({ kind }) => kind === 'retract')) this.#retract(by.login);
    else if (why !== undefined) this.#disregard(by.login, 'comment', why);
    else for (const statement of statements) this.#note(this.#draftOf(by), statement, id);
  }

  #retract(login: string): void {
    this.#starts = this.#starts.filter((start) => loginKey(start.login) !== loginKey(login));
    this.#end(login, 'they retracted it');
  }

  #retarget(): void {
    for (const { login } of [...this.#drafts.values()]) this.#end(login, 'the base branch changed afterwards');
  }

  #note(draft: Draft, statement: Statement, comment: number): void {
    if (statement.kind === 'approve')
      draft.digests.set(statement.digest, { isIndependent: this.#pusher !== undefined });
    if (statement.kind === 'delete') draft.deletions.set(statement.object, statement.nodes);
    if (statement.kind === 'ignore') draft.ignores.push({ comment, code: statement.code, reason: statement.reason });
  }

  #objection({ login, isPerson }: Account): string | undefined {
    if (!isPerson) return 'only a person can approve';
    if (this.#pusher === loginKey(login)) return 'they pushed last';
    return undefined;
  }

  /** People who push are authors of the change, so their earlier approvals end. A push by an unknown account may be anybody's. */
  #push({ at, by, before, head }: Extract<TimelineEvent, { kind: 'pushed' }>): void {
    // A push that is missing from the timeline may also be anybody's.
    if (before !== this.#head) this.#loseIndependence();
    this.#head = head;
    this.#pushedAt = at;
    this.#pusher = by?.isPerson ? loginKey(by.login) : undefined;
    if (by?.isPerson) this.#end(by.login, 'they pushed afterwards');
    else this.#loseIndependence();
  }

  #loseIndependence(): void {
    for (const { review, digests } of this.#drafts.values())
      for (const approval of [...optional(review), ...digests.values()]) approval.isIndependent = false;
  }

  #draftOf({ login }: Account): Draft {
    const draft = this.#drafts.get(loginKey(login)) ?? {
      login,
      review: undefined,
      digests: new Map(),
      deletions: new Map(),
      ignores: [],
    };

    this.#drafts.set(loginKey(login), draft);
    return draft;
  }

  /** Ends all statements of a person. */
  #end(login: string, why: string): void {
    const draft = this.#drafts.get(loginKey(login));
    if (!draft) return;
    this.#drafts.delete(loginKey(login));
    this.#disregard(draft.login, whatOf(draft), why);
  }

  #disregard(login: string, what: Disregarded['what'], why: string): void {
    this.#disregarded.push({ login, what, why });
  }

  /** What counts of all statements, once the last one is read. `starts`: what admins started after the merge. */
  result({ author, head, mergedAt }: PullTimeline, roleOf: (login: string) => Role): Approvals {
    // If the last known push does not match the head, an unknown account pushed. An app that opens a pull request acts for a person.
    if (this.#head !== head || !author.isPerson) this.#loseIndependence();

    const voices: Voice[] = [];
    for (const draft of this.#drafts.values()) {
      const { login, review } = draft;
      const why = objectionTo(login, author, roleOf);
      if (why !== undefined) {
        this.#disregard(login, whatOf(draft), why);
        continue;
      }

      voices.push(voiceOf(draft, head));
      if (review && review.head !== head) this.#disregard(login, 'review', 'it is for an older commit');
    }

    return {
      voices: voices.sort((a, b) => compareNames(a.login, b.login)),
      starts: this.#starts.filter(
        ({ login, at }) => mergedAt !== undefined && at > mergedAt && roleOf(login) === 'admin',
      ),
      disregarded: this.#disregarded,
      pushedAt: this.#head === head ? this.#pushedAt : undefined,
    };
  }
}

const whatOf = ({ review }: Draft): Disregarded['what'] => {
  if (review) return 'review';
  return 'comment';
};

/** Why a person's statements on a pull request do not count; undefined if they do. */
function objectionTo(login: string, author: Account, roleOf: (login: string) => Role): string | undefined {
  if (loginKey(login) === loginKey(author.login)) return 'it is their own pull request';
  if (roleOf(login) === 'none') return 'they have no write access';
  return undefined;
}

const voiceOf = ({ login, review, digests, deletions, ignores }: Draft, head: string): Voice => ({
  login,
  review: review?.head === head ? review : undefined,
  digests,
  deletions,
  ignores,
});
