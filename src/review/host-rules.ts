/**
 * What a host decides about a review. Everything else is the same for all of them, so two hosts differ in nothing that is not named
 * here. docs/hosts.md is made from these objects, and `host-rules.test.ts` holds each host to its own.
 */
export interface HostRules {
  /** What people call it. */
  readonly host: string;
  /** What is compared. */
  readonly compares: 'two commits' | 'commits, folders or the working tree';
  /** Where files are read: GitHub's API gives what a clone lacks. */
  readonly reads: 'a clone and GitHub' | 'GitHub' | 'the disk';
  /** Whose token GitHub is asked with. */
  readonly token: "the caller's" | "the app's" | 'none';
  /** Kustomizations and charts: rendered by kustomize and helm in a sandbox, or reviewed as their files stand, which a note says. */
  readonly rendering: 'rendered' | 'named';
  /** The same where the configuration at the base says `sources.render: false`: whether a note says that they are reviewed as their files stand. */
  readonly withoutRendering: 'as the files stand' | 'named';
  /** A configuration at the base that cannot be read or is wrong. */
  readonly brokenConfiguration: 'fails' | 'defaults hold';
  /** The configuration that the change itself brings never holds. Whether people are told that it will once it is merged. */
  readonly comingConfiguration: 'announced' | 'ignored';
  /** What inputs, flags and commands may do to `failOn` of the configuration at the base. */
  readonly failOn: 'tightened' | 'set';
  /** A snapshot that the configuration names and nobody finds. */
  readonly missingSnapshot: 'fails' | 'announced';
  /** Two commits that differ in nothing that could matter. */
  readonly unchanged: 'no review' | 'reviewed';
  /** What a commit without a base is compared with. */
  readonly withoutBase: 'everything is new' | 'an empty repository';
  /** Where the API server's code runs. Each job of the bot has a thread already, which keeps the verdicts from job to job. */
  readonly verdicts: 'in another thread' | 'in the thread of the review';
}

/** Rules of the Action in a job on `pull_request`, which has no rights that a pull request could take. */
export const actionReview = {
  host: 'Action, `mode: review`',
  compares: 'two commits',
  reads: 'a clone and GitHub',
  token: "the caller's",
  rendering: 'rendered',
  withoutRendering: 'as the files stand',
  brokenConfiguration: 'fails',
  comingConfiguration: 'announced',
  failOn: 'tightened',
  missingSnapshot: 'fails',
  unchanged: 'no review',
  withoutBase: 'everything is new',
  verdicts: 'in another thread',
} as const satisfies HostRules;

/** Rules of the Action in a job with the rights of the base repository: it takes a pull request as data, and from GitHub alone. */
export const actionComment = {
  ...actionReview,
  host: 'Action, `mode: comment`',
  reads: 'GitHub',
  rendering: 'named',
} as const satisfies HostRules;

/** Rules of the bot. A mistake in the configuration at the base must not stop every review of a repository. */
export const botReview = {
  host: 'Bot',
  compares: 'two commits',
  reads: 'GitHub',
  token: "the app's",
  rendering: 'named',
  withoutRendering: 'named',
  brokenConfiguration: 'defaults hold',
  comingConfiguration: 'announced',
  failOn: 'tightened',
  missingSnapshot: 'announced',
  unchanged: 'no review',
  withoutBase: 'everything is new',
  verdicts: 'in the thread of the review',
} as const satisfies HostRules;

/**
 * Rules of `mode: apply` and `plumbline apply`, which compute a merged plan again. They hold credentials, so no program (kustomize,
 * helm) runs on what a repository holds.
 */
export const applyReview = {
  host: 'Apply',
  compares: 'two commits',
  reads: 'a clone and GitHub',
  token: "the caller's",
  rendering: 'named',
  withoutRendering: 'named',
  brokenConfiguration: 'fails',
  comingConfiguration: 'ignored',
  failOn: 'tightened',
  missingSnapshot: 'announced',
  unchanged: 'reviewed',
  withoutBase: 'an empty repository',
  verdicts: 'in the thread of the review',
} as const satisfies HostRules;

/** Rules of the bot when it computes a merged plan again, before it lets a deployment pass. It has no clone. */
export const gateReview = {
  ...applyReview,
  host: 'Bot, deployment gate',
  reads: 'GitHub',
  token: "the app's",
} as const satisfies HostRules;

/** Rules of the command line: whoever calls it owns the files, the flags and the machine. */
export const cliReview = {
  host: 'Command line',
  compares: 'commits, folders or the working tree',
  reads: 'the disk',
  token: 'none',
  rendering: 'rendered',
  withoutRendering: 'as the files stand',
  brokenConfiguration: 'fails',
  comingConfiguration: 'announced',
  failOn: 'set',
  missingSnapshot: 'fails',
  unchanged: 'reviewed',
  withoutBase: 'everything is new',
  verdicts: 'in another thread',
} as const satisfies HostRules;

/** All of them, in the order of the docs. */
export const hostRules: readonly HostRules[] = [
  actionReview,
  actionComment,
  botReview,
  applyReview,
  gateReview,
  cliReview,
];
