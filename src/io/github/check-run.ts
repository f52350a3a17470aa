import type { Verdict } from '../../engine/gate/gate.ts';
import { compareNames } from '../../engine/name-order.ts';
import type { CheckOutput, ReviewedCheck } from '../../engine/presentation.ts';
import { annotationBatches } from './check-annotations.ts';
import { type CheckEntry, pullOfSubject, rank, readCheckState, writeCheckState } from './check-state.ts';
import { type GitHub, isServerError, type RepositoryName, statusOf } from './github.ts';
import { lookAgain } from './look-again.ts';

// A verdict belongs to a head commit and the base it was compared with; a check belongs to the commit alone. Several pull requests may
// have one head, and GitHub shows, and requires, the newest check run of a name. GitHub has no way to write a run only if nobody else
// did meanwhile, so these rules make that unnecessary:
//
// 1. A review opens a run of its own before it reads anything: nothing older counts from then on, and the newest run is never a pass
//    while a review is under way.
// 2. Annotations are added while the run is in progress. Then the run publishes its result, still in progress, and only after
//    that it looks at the other subjects of the commit. Of two reviews that end at once, the later one sees both results.
// 3. The conclusion of the newest run is the worst of all subjects, and none while one of them is not finished. It depends only on
//    results that no longer change, so whoever works it out gets the same.

/** How GitHub shows a verdict. */
const conclusions = { pass: 'success', warn: 'neutral', block: 'failure' } as const;

/** The runs of one name on one commit. */
export interface CheckPlace {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly name: string;
  readonly headSha: string;
}

/** A run as it stands on GitHub. */
export interface CheckRun {
  readonly id: number;
  readonly isCompleted: boolean;
  readonly conclusion: string | null;
  /** What it is about; undefined where that is not ours to read. */
  readonly own: CheckEntry | undefined;
  /** What it knew of other subjects when it was opened. */
  readonly others: readonly CheckEntry[];
  readonly title: string;
  readonly summary: string;
}

/** The runs that an app made, the oldest first. `appId` is undefined where GitHub does not say which app we are. */
export async function listRuns(
  { github, repository, name, headSha }: CheckPlace,
  appId: number | undefined,
): Promise<CheckRun[]> {
  const byApp = appId === undefined ? {} : { app_id: appId };
  const query = { ...repository, ref: headSha, check_name: name, ...byApp, filter: 'all', per_page: 100 } as const;
  const runs = await github.paginate(github.rest.checks.listForRef, query);
  return runs
    .filter((run) => run.name === name && (appId === undefined || run.app?.id === appId))
    .map(({ id, status, conclusion, external_id, output }) => {
      const [own, ...others] = readCheckState(external_id ?? '');
      const shown = { title: output.title ?? '', summary: output.summary ?? '' };
      return { id, isCompleted: status === 'completed', conclusion, own, others, ...shown };
    })
    .filter(({ own }) => own !== undefined)
    .sort((a, b) => a.id - b.id);
}

/** The newest run of a subject. */
export const latestOf = (runs: readonly CheckRun[], subject: string): CheckRun | undefined =>
  runs.findLast(({ own }) => own?.subject === subject);

/** A run that we opened, and that nobody else writes before it has its result. */
export interface OpenCheck extends CheckPlace {
  readonly id: number;
  readonly appId: number | undefined;
  readonly subject: string;
  /** What the run passes on: GitHub deletes the oldest runs where there are more than 1,000. */
  readonly others: readonly CheckEntry[];
}

/** How a run is told from all others, also where GitHub does not say whether it made it. */
export interface NewCheck {
  readonly subject: string;
  /** What no other run of this subject is called; undefined where there is no such thing. */
  readonly nonce?: string;
  readonly output: CheckOutput;
}

const maxOthers = 10;

/** Opens a run: from now on it is the newest one, and not a pass. */
export async function openCheck(
  place: CheckPlace,
  { subject, nonce, output }: NewCheck,
  runs: readonly CheckRun[],
): Promise<OpenCheck> {
  const { github, repository, name, headSha } = place;
  const bad = [...entriesOf(runs).values()].filter((entry) => ['warn', 'block'].includes(entry.result));
  const others = bad.filter((entry) => entry.subject !== subject).sort((a, b) => rank(b) - rank(a));
  const kept = others.slice(0, maxOthers);
  const external_id = writeCheckState([{ subject, result: 'pending', fingerprint: nonce ?? '' }, ...kept]);
  const wanted = { ...repository, name, head_sha: headSha, status: 'in_progress', external_id, output } as const;
  const { id, app } = await create(github, wanted, nonce !== undefined);
  const left = runs.filter((run) => run.own?.subject === subject && !run.isCompleted);
  for (const run of left) await endRun(place, run.id, 'cancelled');
  return { ...place, id, appId: app?.id, subject, others: kept };
}

type NewRun = NonNullable<Parameters<GitHub['rest']['checks']['create']>[0]>;
type MadeRun = { readonly id: number; readonly app?: { readonly id: number } | null };

/** Makes a run, once: where GitHub does not say whether it did, and the run can be told by its external id, it is looked for first. */
function create(github: GitHub, wanted: NewRun, isUnique: boolean): Promise<MadeRun> {
  const isWorthAnotherPass = (error: unknown): boolean => isUnique && isServerError(error);
  return lookAgain(async (count) => {
    const made = count === 1 ? undefined : await runLike(github, wanted);
    const outcome = (made ?? (await github.rest.checks.create(wanted)).data) as MadeRun;
    return { outcome, isCreated: false };
  }, isWorthAnotherPass);
}

async function runLike(github: GitHub, { owner, repo, head_sha: ref, name, external_id }: NewRun) {
  const query = { owner, repo, ref, check_name: name, filter: 'all', per_page: 100 } as const;
  const runs = await github.paginate(github.rest.checks.listForRef, query);
  return runs.find((run) => run.external_id === external_id);
}

/** What a review found. */
export interface CheckResult extends ReviewedCheck {
  /** What the review rested on. */
  readonly fingerprint: string;
}

/** Finishes a run: all annotations and the result while it is in progress, and the conclusion last. */
export async function finishCheck(check: OpenCheck, found: CheckResult): Promise<void> {
  const { github, repository, id, subject, others } = check;
  const { result, fingerprint, output } = found;
  const external_id = writeCheckState([{ subject, result, fingerprint }, ...others]);
  const batches = annotationBatches(found.annotations);
  let count = 0;
  for (const [i, batch] of (batches.length > 0 ? batches : [[]]).entries()) {
    count += batch.length;
    const published = i >= batches.length - 1 ? { external_id } : {};
    const more = {
      status: 'in_progress',
      output: { ...output, annotations: batch },
      ...published,
    };
    await addAnnotations(github, { ...repository, check_run_id: id }, more, count);
  }
  const runs = await listRuns(check, check.appId);
  await settleCheck(check, runs);
  // Nobody looks at a run that is not the newest: it only must not stay open.
  if (runs.at(-1)?.id !== id) await endRun(check, id, conclusions[result]);
}

/** Ends a run that something newer takes the place of. */
export async function cancelCheck(check: OpenCheck, output: CheckOutput): Promise<void> {
  await endRun(check, check.id, 'cancelled', output);
  await settleCheck(check, await listRuns(check, check.appId));
}

type Conclusion = (typeof conclusions)[Verdict['result']] | 'cancelled';

async function endRun(
  { github, repository }: CheckPlace,
  check_run_id: number,
  conclusion: Conclusion,
  output?: CheckOutput,
): Promise<void> {
  const ended = { status: 'completed', conclusion, ...(output ? { output } : {}) } as const;
  await github.rest.checks.update({ ...repository, check_run_id, ...ended });
}

/** Shows of subjects that they are reviewed again. What is under way already is left to whoever does it. */
export async function reopenCheck(
  { github, repository }: CheckPlace,
  runs: readonly CheckRun[],
  subjects: readonly string[],
): Promise<void> {
  for (const subject of subjects) {
    const run = latestOf(runs, subject);
    if (!run?.isCompleted) continue;
    const external_id = writeCheckState([{ subject, result: 'pending', fingerprint: '' }, ...run.others]);
    await github.rest.checks.update({ ...repository, check_run_id: run.id, external_id, status: 'in_progress' });
  }
}

/** Whether the newest run is about something that still has this commit; one of a closed pull request must give way. */
export async function isNewestCurrent(place: CheckPlace, runs: readonly CheckRun[]): Promise<boolean> {
  const own = runs.at(-1)?.own;
  return own !== undefined && (await isCurrent(place, own));
}

/** Gives the newest run the conclusion that all subjects of the commit together have, once each has its result. */
export async function settleCheck(place: CheckPlace, runs: readonly CheckRun[]): Promise<void> {
  const newest = runs.at(-1);
  // Whoever opened the newest run looks at all others once it has its result.
  if (!newest?.own || newest.own.result === 'pending') return;
  const worst = await worstOf(place, newest.own, [...entriesOf(runs).values()]);
  if (worst.result === 'pending') return;
  const conclusion = conclusions[worst.result];
  const title = titleFor(newest, worst);
  if (newest.isCompleted && newest.conclusion === conclusion && newest.title === title) return;
  await endRun(place, newest.id, conclusion, { title, summary: newest.summary });
}

/** What is known of each subject: what its newest run says, else what another run passed on. */
function entriesOf(runs: readonly CheckRun[]): Map<string, CheckEntry> {
  const passedOn = runs.flatMap(({ others }) => others);
  const own = runs.flatMap((run) => run.own ?? []);
  return new Map([...passedOn, ...own].map((entry) => [entry.subject, entry]));
}

/** So many pull requests are asked for: where there are more, they count as open. */
const maxAsked = 20;

/** The worst entry of all that still count; `own` counts in any case. */
async function worstOf(place: CheckPlace, own: CheckEntry, entries: readonly CheckEntry[]): Promise<CheckEntry> {
  const worse = entries.filter((entry) => entry.subject !== own.subject && rank(entry) > rank(own));
  worse.sort((a, b) => rank(b) - rank(a) || compareNames(a.subject, b.subject));
  for (const [i, entry] of worse.entries()) if (i >= maxAsked || (await isCurrent(place, entry))) return entry;
  return own;
}

/** Whether a subject still has this head commit: a pull request that is closed, or has moved on, does not count. */
async function isCurrent({ github, repository, headSha }: CheckPlace, { subject }: CheckEntry): Promise<boolean> {
  const number = pullOfSubject(subject);
  if (number === undefined) return true;
  try {
    const { data } = await github.rest.pulls.get({ ...repository, pull_number: number });
    return data.state === 'open' && data.head.sha === headSha;
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw error;
  }
}

const blamePattern = /^(?:Blocked by|Also limited by) (?:#\d+|a merge group), which has the same commit\. /;

/** The run's own title, after what is worse than its own result. */
function titleFor({ own, title }: CheckRun, worst: CheckEntry): string {
  const plain = title.replace(blamePattern, '');
  if (worst.subject === own?.subject) return plain;
  const number = pullOfSubject(worst.subject);
  const blamed = number === undefined ? 'a merge group' : `#${number}`;
  const verb = worst.result === 'block' ? 'Blocked by' : 'Also limited by';
  return `${verb} ${blamed}, which has the same commit. ${plain}`.slice(0, 250);
}

/** Adds to a check run until it has so many annotations. What GitHub carried out without saying so is not added again. */
async function addAnnotations(
  github: GitHub,
  run: { readonly owner: string; readonly repo: string; readonly check_run_id: number },
  more: { readonly output: { readonly annotations: readonly unknown[] } },
  wanted: number,
): Promise<void> {
  // Without any, the same twice is the same once.
  const isAdding = more.output.annotations.length > 0;
  await lookAgain(
    async (count) => {
      if (count === 1 || (await annotationCount(github, run)) < wanted)
        await github.rest.checks.update({ ...run, ...(more as object), request: { isAdding } });
      return { outcome: undefined, isCreated: false };
    },
    (error) => isAdding && isServerError(error),
  );
}

async function annotationCount(github: GitHub, run: Parameters<typeof addAnnotations>[1]): Promise<number> {
  const { data } = await github.rest.checks.get({ ...run });
  return data.output.annotations_count;
}
