/**
 * What a host decides about a review. Everything else is the same in all hosts, so these are all the differences between them.
 * docs/hosts.md is generated from these objects, and `host-rules.test.ts` checks that each host follows its rules.
 */
export interface HostRules {
  /** Its name in the docs. */
  readonly host: string;
  /** What is compared. */
  readonly compares: 'two commits' | 'commits, folders or the working tree';
  /** Where files are read from. With a clone, GitHub's API gives the commits that the clone lacks. */
  readonly reads: 'a clone and GitHub' | 'GitHub' | 'the disk';
  /** Whose token requests to GitHub use. */
  readonly token: "the caller's" | "the caller's, for `extends`" | "the app's" | 'none';
  /**
   * Kustomizations and charts: rendered by kustomize and helm in a sandbox, rendered only where the sandbox keeps the programs from
   * everything else on the machine, taken from a job without credentials that rendered them, or reviewed as plain files with a note
   * (ADR 0025, ADR 0028).
   */
  readonly rendering: 'rendered' | 'in isolation' | 'by another job' | 'with a note';
  /** The same if the configuration at the base has `sources.render: false`: reviewed as plain files, with or without a note. */
  readonly withoutRendering: 'as plain files' | 'with a note';
  /** What happens if the configuration at the base cannot be read or is invalid. */
  readonly brokenConfiguration: 'fails' | 'defaults apply';
  /** The change's own configuration never applies to its review. Whether a note says that it applies once it is merged. */
  readonly proposedConfiguration: 'reported' | 'ignored';
  /** How inputs, flags and commands may change `failOn` of the configuration at the base. */
  readonly failOn: 'tightened' | 'set';
  /** What happens if a snapshot or a catalog that the configuration names is not found, or a catalog is not valid. */
  readonly missingFacts: 'fails' | 'reported';
  /** What happens if no relevant file differs between the two commits. */
  readonly unchanged: 'no review' | 'reviewed';
  /** What a commit without a base is compared with. */
  readonly withoutBase: 'everything is new' | 'an empty repository';
  /** Where the API server's code runs. Each job of the bot already has a thread, which keeps verdicts between jobs. */
  readonly verdicts: 'in another thread' | 'in the thread of the review';
}

/** Rules of the Action in a job on `pull_request`, which has no rights that a pull request could abuse. */
export const actionReview = {
  host: 'Action, `mode: review`',
  compares: 'two commits',
  reads: 'a clone and GitHub',
  token: "the caller's",
  rendering: 'rendered',
  withoutRendering: 'as plain files',
  brokenConfiguration: 'fails',
  proposedConfiguration: 'reported',
  failOn: 'tightened',
  missingFacts: 'fails',
  unchanged: 'no review',
  withoutBase: 'everything is new',
  verdicts: 'in another thread',
} as const satisfies HostRules;

/**
 * Rules of the Action in a job with the rights of the base repository. It reads a pull request as data, and only from GitHub. Programs
 * that render run where they cannot reach the job's token.
 */
export const actionComment = {
  ...actionReview,
  host: 'Action, `mode: comment`',
  reads: 'GitHub',
  rendering: 'in isolation',
} as const satisfies HostRules;

/** Rules of the Action in a job without credentials that renders what is merged for jobs with credentials. */
export const actionRender = {
  ...actionReview,
  host: 'Action, `mode: render`',
  rendering: 'in isolation',
  withoutRendering: 'with a note',
  proposedConfiguration: 'ignored',
  unchanged: 'reviewed',
} as const satisfies HostRules;

/** Rules of the Action in a job that compares a cluster with the branch. It has credentials, so it renders nothing. */
export const actionDrift = {
  ...actionReview,
  host: 'Action, `mode: drift`',
  rendering: 'by another job',
  missingFacts: 'reported',
} as const satisfies HostRules;

/** Rules of the bot. A mistake in the configuration at the base must not stop every review of a repository. */
export const botReview = {
  host: 'Bot',
  compares: 'two commits',
  reads: 'GitHub',
  token: "the app's",
  rendering: 'in isolation',
  withoutRendering: 'with a note',
  brokenConfiguration: 'defaults apply',
  proposedConfiguration: 'reported',
  failOn: 'tightened',
  missingFacts: 'reported',
  unchanged: 'no review',
  withoutBase: 'everything is new',
  verdicts: 'in the thread of the review',
} as const satisfies HostRules;

/**
 * Rules of `mode: apply` and `plumbline apply`, which compute a merged plan again. They have credentials, so they run no program
 * (kustomize, helm) on the content of a repository. `mode: render` in a job without credentials does, and hands over what it rendered.
 */
export const applyReview = {
  host: 'Apply',
  compares: 'two commits',
  reads: 'a clone and GitHub',
  token: "the caller's",
  rendering: 'by another job',
  withoutRendering: 'with a note',
  brokenConfiguration: 'fails',
  proposedConfiguration: 'ignored',
  failOn: 'tightened',
  missingFacts: 'reported',
  unchanged: 'reviewed',
  withoutBase: 'an empty repository',
  verdicts: 'in the thread of the review',
} as const satisfies HostRules;

/**
 * Rules of the bot when it computes a merged plan again, before it approves a deployment. It has no clone. It renders as its reviews do,
 * because it has no access to a cluster, and a rendered plan counts only if people approved its digest.
 */
export const gateReview = {
  ...applyReview,
  host: 'Bot, deployment gate',
  reads: 'GitHub',
  token: "the app's",
  rendering: 'in isolation',
} as const satisfies HostRules;

/** Rules of the command line. The user owns the files, the flags and the machine. */
export const cliReview = {
  host: 'Command line',
  compares: 'commits, folders or the working tree',
  reads: 'the disk',
  token: "the caller's, for `extends`",
  rendering: 'rendered',
  withoutRendering: 'as plain files',
  brokenConfiguration: 'fails',
  proposedConfiguration: 'reported',
  failOn: 'set',
  missingFacts: 'fails',
  unchanged: 'reviewed',
  withoutBase: 'everything is new',
  verdicts: 'in another thread',
} as const satisfies HostRules;

/** Rules of the language server, which reviews the folders that an editor has open. Somebody who types often breaks the configuration. */
export const editorReview = {
  ...cliReview,
  host: 'Language server',
  token: 'none',
  brokenConfiguration: 'defaults apply',
  missingFacts: 'reported',
  verdicts: 'in the thread of the review',
} as const satisfies HostRules;

/** All of them, in the order of the docs. */
export const hostRules: readonly HostRules[] = [
  actionReview,
  actionComment,
  actionRender,
  actionDrift,
  botReview,
  applyReview,
  gateReview,
  cliReview,
  editorReview,
];
