import { type Approvals, type Consent, consentTo, type Subject } from '../engine/changes/approval/approvals.ts';
import { isEmptyPlan, type Plan, type Unplanned } from '../engine/changes/plan/plan.ts';
import { settingsFor } from '../engine/karpenter/api/environment.ts';
import type { Settings } from '../engine/karpenter/api/settings.ts';
import type { Report } from '../engine/report/values/report.ts';
import { listIf, optional } from '../engine/text/list-if.ts';
import { shortId } from '../engine/text/words/short-id.ts';
import { type MergedPull, mergedBetween } from '../io/github/merged-changes.ts';
import { pullApprovals } from '../io/github/pull-timeline.ts';
import type { CommitStore } from '../io/sides/commit-store.ts';
import { mergeBase } from '../io/sides/head-comparison.ts';
import { type MergedReviewer, reviewMerged, settingsAt } from '../review/merged-review.ts';
import { type Note, noteText } from '../review/note.ts';
import { PlumblineError } from '../shared/errors.ts';
import { configurationAt, configurationCommits, configurationSteps } from './configuration.ts';
import { frozenBecause } from './freeze.ts';
import { type ApprovedChange, replayChanges } from './replay-changes.ts';
import type { ReplayStep } from './replay-steps.ts';

/** What is to be applied. The cluster has not been read yet. */
interface MergedChange {
  readonly store: CommitStore;
  readonly environment: string;
  /** The commit that the cluster matches now, and the one that it should match. Both are on the branch. */
  readonly base: string;
  readonly head: string;
  readonly branch: string;
  readonly paths: readonly string[];
  /** The configuration at `base`, overridden by the invocation. */
  readonly settings: Settings;
  readonly over: Partial<Settings>;
  readonly configPaths?: readonly string[];
  /** The host that asks; apply if absent. */
  readonly reviewer?: MergedReviewer;
  /** ISO time, UTC. */
  readonly now: string;
  /** Break-glass: approvals are not checked. The person who started the apply is responsible. */
  readonly isBreakGlass: boolean;
  /**
   * No record says that `base` was applied, so perhaps nobody approved the configuration there. At least one approval is
   * therefore required, whatever `gate.approvals` says, unless an administrator accepts the configuration.
   */
  readonly isFirst: boolean;
}

/** The plan of what was merged, with its approvals and the objections to it. */
export interface ApprovedPlan {
  readonly plan: Plan | Unplanned;
  /** Entries of plumbline.yaml that take effect with this apply. */
  readonly configuration: readonly ReplayStep[];
  readonly report: Report;
  /** What could not be read and was left out of the review. */
  readonly notes: readonly string[];
  readonly between: ReadonlyMap<string, readonly string[]>;
  readonly acknowledged: ReadonlyMap<string, number>;
  /** `#12 by @ada`. */
  readonly approvedBy: readonly string[];
  /** Why it must not be applied, one sentence each. Empty if it may be. */
  readonly objections: readonly string[];
  /** Approvals that did not count, and why. */
  readonly disregarded: readonly string[];
}

/** Recomputes the plan from the merged commits, and asks GitHub whether that plan was approved. It uses no data from an event payload. */
export async function approvedPlan(change: MergedChange): Promise<ApprovedPlan> {
  const { store, settings, environment, base, head, paths, reviewer } = change;
  const notes: string[] = [];
  const onNote = (note: Note): void => void notes.push(noteText(note));
  const report = await reviewMerged(store, { base, head, paths, isWhole: true }, settings, { reviewer, onNote });
  const plan = reportedPlan(report, environment);
  const configuration = await configurationBetween(change, base, head);
  const empty = { configuration, notes, between: new Map(), acknowledged: new Map(), approvedBy: [], disregarded: [] };

  if (plan.digest === null)
    return { plan, report, ...empty, objections: plan.problems.map((problem) => `no plan is possible: ${problem}`) };

  const judged = change.isBreakGlass ? [] : await judgePulls(change);
  const { gaps, between } = replayChanges(
    { plan, configuration, edited: report.review.edited ?? [] },
    judged.flatMap(({ change: approved }) => approved ?? []),
  );

  const { gate } = settingsFor(settings, environment);
  const frozen = isEmptyPlan(plan) ? undefined : frozenBecause(gate.freeze, change.now);
  // Also if there is nothing to write: what blocks a review need not be an object of Karpenter.
  const isBlocked = report.verdict.result === 'block';

  return {
    plan,
    configuration,
    notes,
    report,
    between,
    acknowledged: acknowledgedIn(judged),
    approvedBy: judged.flatMap(({ approvedBy }) => approvedBy),
    disregarded: judged.flatMap(({ disregarded }) => disregarded),
    objections: [
      ...judged.flatMap(({ objections }) => objections),
      ...gaps,
      ...listIf(isBlocked, `the gate blocks this change: ${report.verdict.reasons.join(', ')}`),
      ...optional(frozen),
    ],
  };
}

async function configurationBetween(change: MergedChange, before: string, after: string): Promise<ReplayStep[]> {
  return configurationSteps(await configurationAt(change, before), await configurationAt(change, after));
}

/** The plan of an environment. Throws PlumblineError('usage') for one that the configuration does not name. */
export function reportedPlan({ review }: Report, environment: string): Plan | Unplanned {
  const plan = review.plans.find((plan) => plan.environment === environment);
  if (plan) return plan;
  const names = review.plans.map((plan) => `\`${plan.environment}\``).join(', ');
  throw new PlumblineError('usage', `The configuration at the base has no environment \`${environment}\``, {
    help: `Choose one of ${names}. A new environment can be used once its configuration is merged.`,
  });
}

async function judgePulls(change: MergedChange): Promise<Judged[]> {
  const { store, base, head, branch } = change;
  const pulls = await mergedBetween(store.github, store.repository, { base, head, branch });
  const judged: Judged[] = [];
  for (const pull of pulls) judged.push(await judge(pull, change));
  return judged;
}

interface Judged {
  readonly change: ApprovedChange | undefined;
  readonly approvedBy: readonly string[];
  readonly objections: readonly string[];
  readonly disregarded: readonly string[];
  readonly approvals: Approvals | undefined;
}

/** Judges one merged pull request: the plan that was reviewed, and who approved it. */
async function judge(pull: MergedPull, change: MergedChange): Promise<Judged> {
  const { store, settings, environment } = change;
  const label = `#${pull.number}`;
  // Compared with the merge base of the head and the base branch just before the merge, as the review was.
  const forkedAt = await mergeBase(pull, store);
  const report = await reviewBetween(change, { base: forkedAt, head: pull.headSha }, settings);
  const plan = reportedPlan(report, environment);
  const nothing = { approvedBy: [], objections: [], disregarded: [], approvals: undefined };

  if (plan.digest === null)
    return {
      ...nothing,
      change: undefined,
      objections: plan.problems.map((problem) => `a plan of ${label} is not possible: ${problem}`),
    };

  const configuration = await configurationBetween(change, forkedAt, pull.headSha);
  const approved: ApprovedChange = { label, plan, configuration, edited: report.review.edited ?? [] };
  const isEmpty = isEmptyPlan(plan);
  const approvals = await pullApprovals(store.github, store.repository, pull);

  // A pull request that changes nothing in this environment needs no approval for it, unless people approved that it changes something.
  if (isEmpty && configuration.length === 0) {
    const lost = await lostPlans(change, { pull, forkedAt, report, approvals });
    if (lost.length === 0) return { ...nothing, change: approved };

    return {
      ...nothing,
      change: undefined,
      objections: lost,
      disregarded: disregardedIn(approvals, pull.number),
      approvals,
    };
  }

  const subject: Subject = {
    digest: isEmpty ? null : plan.digest,
    seen: isEmpty ? [] : await digestsSeen(change, pull, forkedAt, plan),
    changesConfiguration: configuration.length > 0,
    isRendered: plan.rendered.length > 0,
  };

  const configured = settingsFor(settings, environment).gate.approvals;
  const isAccepted = !change.isFirst || approvals.starts.some((start) => start.environment === environment);
  const consent = consentTo(subject, approvals, isAccepted ? configured : Math.max(configured, 1));
  const first = isAccepted || configured > 0 ? undefined : environment;
  const disregarded = disregardedIn(approvals, pull.number);

  if (!consent.isGiven)
    return {
      ...nothing,
      change: undefined,
      objections: [lacking({ label, subject, consent, approvals, first, programs: programsOf(plan) })],
      disregarded,
      approvals,
    };

  const approvedBy = [`${label} by ${consent.by.map((login) => `@${login}`).join(', ') || 'its merge alone'}`];
  return { change: approved, approvedBy, objections: [], disregarded, approvals };
}

type Commits = { readonly base: string; readonly head: string };

const reviewBetween = (
  { store, paths, reviewer }: Pick<MergedChange, 'store' | 'paths' | 'reviewer'>,
  commits: Commits,
  settings: Settings,
): Promise<Report> => reviewMerged(store, { ...commits, paths, isWhole: false }, settings, { reviewer });

const planBetween = async (change: MergedChange, commits: Commits, settings: Settings): Promise<Plan | Unplanned> =>
  reportedPlan(await reviewBetween(change, commits, settings), change.environment);

interface PossiblyLost {
  readonly pull: MergedPull;
  readonly forkedAt: string;
  readonly report: Report;
  readonly approvals: Approvals;
}

/**
 * Plans that people approved for a pull request, by digest, although its commits now give none of them: an approved change must not turn into
 * nothing. Whoever approved it retracts, or approves the plan that there is.
 */
async function lostPlans(change: MergedChange, { pull, forkedAt, report, approvals }: PossiblyLost): Promise<string[]> {
  const named = [...new Set(approvals.voices.flatMap(({ digests }) => [...digests.keys()]))];
  if (named.length === 0) return [];

  const commits = { base: forkedAt, head: pull.headSha };
  const whole =
    change.paths.length === 0 ? report : await reviewBetween({ ...change, paths: [] }, commits, change.settings);
  const computed = new Set([...report.review.plans, ...whole.review.plans].map(({ digest }) => digest));
  const plan = reportedPlan(report, change.environment);
  if (named.some((digest) => digest === plan.digest)) return [];

  const lost = named.filter((digest) => !computed.has(digest));
  const seen = lost.length === 0 || plan.digest === null ? [] : await digestsSeen(change, pull, forkedAt, plan);

  return lost
    .filter((digest) => !seen.includes(digest))
    .map(
      (digest) =>
        `people approved the plan ${shortId(digest)} of #${pull.number}, but its commits give no such plan. If it was for an earlier commit, comment "/plumbline retract" on #${pull.number}, or find out what changed`,
    );
}

/** Marks a plan whose digest cannot be computed. It differs from every digest. */
const unknownPlan = 'unknown';

/**
 * The plans that a reviewer of a pull request may have seen: one for every configuration that the base branch had between
 * the fork and the merge. A reviewer who saw a plan other than the one that is applied has not approved it.
 */
async function digestsSeen(
  change: MergedChange,
  { baseSha, headSha }: MergedPull,
  forkedAt: string,
  plan: Plan,
): Promise<string[]> {
  const commits = await configurationCommits(change, { from: forkedAt, to: baseSha });
  if (commits === undefined) return [unknownPlan];

  const applied = await configurationAt(change, change.base);
  const seen = new Set<string>();
  for (const commit of commits) {
    const isSame = configurationSteps(applied, await configurationAt(change, commit)).length === 0;
    seen.add(isSame ? plan.digest : await digestBy(commit, change, { base: forkedAt, head: headSha }));
  }

  return [...seen].sort();
}

/** The plan's digest under the configuration of a commit. */
async function digestBy(
  commit: string,
  change: MergedChange,
  commits: { readonly base: string; readonly head: string },
): Promise<string> {
  try {
    const { store, over, configPaths } = change;
    const settings = await settingsAt(store, commit, { over, configPaths });
    return (await planBetween(change, commits, settings)).digest ?? unknownPlan;
  } catch (error) {
    // Nobody can have seen this plan under a configuration that is invalid or lacks the environment.
    if (error instanceof PlumblineError && (error.code === 'config' || error.code === 'usage')) return unknownPlan;
    throw error;
  }
}

const disregardedIn = ({ disregarded }: Approvals, number: number): string[] =>
  disregarded.map(({ login, what, why }) => {
    if (what === 'review') return `@${login}'s review of #${number}: ${why}`;
    return `@${login}'s comment in #${number}: ${why}`;
  });

interface Lacking {
  readonly label: string;
  readonly subject: Subject;
  readonly consent: Consent;
  readonly approvals: Approvals;
  /** The environment, if its first apply needs an approval that the configuration does not require. */
  readonly first: string | undefined;
  /** What rendered objects of the plan: `helm v3.20.2`. Empty if nothing did. */
  readonly programs: readonly string[];
}

const programsOf = ({ rendered }: Plan): string[] => [...new Set(rendered.flatMap(({ programs }) => programs))].sort();

function lacking({ label, subject, consent, approvals, first, programs }: Lacking): string {
  const { digest, changesConfiguration } = subject;
  const { by, needed, takesOneMore, sawAnotherPlan } = consent;

  const what = [
    ...(digest === null ? [] : [`the plan ${shortId(digest)}`]),
    ...listIf(changesConfiguration, 'its change of plumbline.yaml, which only a review can approve'),
  ].join(' and ');

  const others = approvals.voices.filter(({ digests }) => digests.size > 0 && digest !== null && !digests.has(digest));

  const why = [
    ...listIf(
      takesOneMore,
      'one more than usual is needed, because the last push was by an app or by somebody unknown',
    ),
    ...listIf(
      first !== undefined,
      `the cluster records no apply yet, so \`gate.approvals: 0\` itself may be unapproved. Approve the pull request, or let an administrator comment "/plumbline start ${first}" on ${label}; then run the job again`,
    ),
    ...listIf(others.length > 0, `${others.length} approved a different digest`),
    ...listIf(
      digest !== null && programs.length > 0,
      `${programs.join(' and ')} rendered objects of it, so only a comment with its digest approves it. If the approved plan was rendered by another version, use that version in the render job, or look at this plan and comment "/plumbline approve ${digest}"`,
    ),
    ...listIf(
      sawAnotherPlan.length > 0 && digest !== null && programs.length === 0,
      `the configuration of the base branch changed, so reviewers may have seen a different plan. Approve this one with the comment "/plumbline approve ${digest}"`,
    ),
  ];

  return [`${label} has ${by.length} of ${needed} approvals for ${what}`, ...why].join('; ');
}

/** The largest number of nodes that somebody acknowledged, by object. */
function acknowledgedIn(judged: readonly Judged[]): Map<string, number> {
  const acknowledged = new Map<string, number>();
  for (const { deletions } of judged.flatMap(({ approvals }) => approvals?.voices ?? []))
    for (const [object, nodes] of deletions) acknowledged.set(object, Math.max(nodes, acknowledged.get(object) ?? 0));
  return acknowledged;
}
