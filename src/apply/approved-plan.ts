import { settingsFor } from '../engine/api/environment.ts';
import type { Settings } from '../engine/api/settings.ts';
import type { Plan, Unplanned } from '../engine/plan/plan.ts';
import type { Report } from '../engine/report/report.ts';
import { PlumblineError } from '../errors.ts';
import type { CommitStore } from '../io/commit-store.ts';
import { readMergeBase } from '../io/git/objects.ts';
import { type Approvals, readApprovals } from '../io/github/approvals.ts';
import { type MergedPull, mergedBetween } from '../io/github/merged-changes.ts';
import { githubError } from '../io/github.ts';
import { reviewCommits } from './commit-review.ts';
import { type ApprovedChange, explain } from './explain.ts';
import { frozenBecause } from './freeze.ts';

/** What is to be applied, before anybody has looked at the cluster. */
export interface MergedChange {
  readonly store: CommitStore;
  readonly environment: string;
  /** Where the cluster is, and where it shall be: commits of the branch. */
  readonly base: string;
  readonly head: string;
  readonly branch: string;
  readonly paths: readonly string[];
  /** Of the configuration at `base`. */
  readonly settings: Settings;
  /** ISO time, UTC. */
  readonly now: string;
  /** Nobody is asked for approval: what is applied rests on the one who said so. */
  readonly isBreakGlass: boolean;
}

/** The plan of what was merged, with everything that speaks for and against it. */
export interface ApprovedPlan {
  readonly plan: Plan | Unplanned;
  readonly report: Report;
  readonly between: ReadonlyMap<string, readonly string[]>;
  readonly acknowledged: ReadonlyMap<string, number>;
  /** `#12 by @ada`. */
  readonly approvedBy: readonly string[];
  /** Why it must not be applied, one sentence each; empty: it may. */
  readonly objections: readonly string[];
  /** Approvals that did not count, and why. */
  readonly disregarded: readonly string[];
}

/** Recomputes the plan from the merged commits, and asks GitHub whether it is what was approved. Nothing is taken from a payload. */
export async function approvedPlan(change: MergedChange): Promise<ApprovedPlan> {
  const { store, settings, environment, base, head, paths } = change;
  const report = await reviewCommits(store, { base, head, paths, isWhole: true }, settings);
  const plan = planOf(report, environment);
  const empty = { between: new Map(), acknowledged: new Map(), approvedBy: [], disregarded: [] };
  if (plan.digest === null)
    return { plan, report, ...empty, objections: plan.problems.map((problem) => `no plan can be made: ${problem}`) };
  const judged = change.isBreakGlass ? [] : await judgePulls(change);
  const { gaps, between } = explain(
    plan,
    judged.flatMap(({ change: approved }) => approved ?? []),
  );
  const { gate } = settingsFor(settings, environment);
  const frozen = plan.objects.length > 0 ? frozenBecause(gate.freeze, change.now) : undefined;
  const isBlocked = plan.objects.length > 0 && report.verdict.result === 'block';
  return {
    plan,
    report,
    between,
    acknowledged: acknowledgedIn(judged),
    approvedBy: judged.flatMap(({ approvedBy }) => approvedBy),
    disregarded: judged.flatMap(({ disregarded }) => disregarded),
    objections: [
      ...judged.flatMap(({ objections }) => objections),
      ...gaps,
      ...(isBlocked ? [`the gate blocks it: ${report.verdict.reasons.join(', ')}`] : []),
      ...(frozen === undefined ? [] : [frozen]),
    ],
  };
}

/** The plan of an environment. Throws PlumblineError('usage') for one that the configuration does not name. */
export function planOf({ review }: Report, environment: string): Plan | Unplanned {
  const plan = review.plans.find((one) => one.environment === environment);
  if (plan) return plan;
  const names = review.plans.map((one) => `\`${one.environment}\``).join(', ');
  throw new PlumblineError('usage', `There is no environment \`${environment}\` in the configuration at the base`, {
    help: `It names ${names}. A configuration takes effect once it is merged.`,
  });
}

async function judgePulls(change: MergedChange): Promise<Judged[]> {
  const { store, base, head, branch } = change;
  const { pulls } = await mergedBetween(store.github, store.repository, { base, head, branch });
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

/** One merged pull request: what it planned, as it was reviewed, and who agreed to that. */
async function judge(pull: MergedPull, change: MergedChange): Promise<Judged> {
  const { store, settings, environment, paths } = change;
  const label = `#${pull.number}`;
  const forkedAt = await mergeBase(pull, store);
  const commits = { base: forkedAt, head: pull.headSha, paths, isWhole: false };
  const plan = planOf(await reviewCommits(store, commits, settings), environment);
  const nothing = { approvedBy: [], objections: [], disregarded: [], approvals: undefined };
  if (plan.digest === null)
    return {
      ...nothing,
      change: undefined,
      objections: plan.problems.map((problem) => `${label} has no plan: ${problem}`),
    };
  // Whoever changes nothing of this environment needs nobody's consent for it.
  if (plan.objects.length === 0) return { ...nothing, change: { label, plan } };
  const approvals = await readApprovals(store.github, store.repository, pull);
  const by = approvers(approvals, plan.digest);
  const needed = neededApprovals(settingsFor(settings, environment).gate.approvals, approvals);
  const { disregarded } = approvals;
  if (by.length < needed) {
    const objection = lacking({ label, needed, by, approvals, digest: plan.digest });
    return { ...nothing, change: undefined, objections: [objection], disregarded, approvals };
  }
  const approvedBy = [`${label} by ${by.map((login) => `@${login}`).join(', ') || 'its merge alone'}`];
  return { change: { label, plan }, approvedBy, objections: [], disregarded, approvals };
}

/** Whose review is of the whole head, or whose comment names this very digest: an approval belongs to bytes, not to a number. */
const approvers = ({ approvals }: Approvals, digest: string): string[] =>
  [
    ...new Set(approvals.filter((one) => one.digest === null || one.digest === digest).map(({ login }) => login)),
  ].sort();

/** Where nobody knows who pushed last, one of the approvers may be the one: then it takes one more. */
const neededApprovals = (required: number, { lastPusher }: Approvals): number =>
  required === 0 || lastPusher !== undefined ? required : required + 1;

interface Lacking {
  readonly label: string;
  readonly needed: number;
  readonly by: readonly string[];
  readonly approvals: Approvals;
  readonly digest: string;
}

function lacking({ label, needed, by, approvals, digest }: Lacking): string {
  const unknown = approvals.lastPusher === undefined ? ', one more because who pushed last is unknown' : '';
  const others = approvals.approvals.filter((one) => one.digest !== null && one.digest !== digest);
  const other = others.length > 0 ? `; ${others.length} approved another digest` : '';
  return `${label} has ${by.length} of ${needed} approvals of the plan ${digest.slice(0, 12)}${unknown}${other}`;
}

/** The base branch just before the merge and the head parted there: so the plan is the one that was reviewed. */
async function mergeBase(
  { baseSha, headSha }: MergedPull,
  { github, repository, clone }: CommitStore,
): Promise<string> {
  const local = clone === undefined ? undefined : readMergeBase(clone, baseSha, headSha);
  if (local !== undefined) return local;
  try {
    const basehead = `${baseSha}...${headSha}`;
    const { data } = await github.rest.repos.compareCommitsWithBasehead({ ...repository, basehead, per_page: 1 });
    return data.merge_base_commit.sha;
  } catch (error) {
    throw githubError('find the merge base', error);
  }
}

/** The most nodes that somebody agreed to, by object. */
function acknowledgedIn(judged: readonly Judged[]): Map<string, number> {
  const acknowledged = new Map<string, number>();
  for (const { approvals } of judged)
    for (const { object, nodes } of approvals?.acknowledgements ?? [])
      acknowledged.set(object, Math.max(nodes, acknowledged.get(object) ?? 0));
  return acknowledged;
}
