import type { Verdict } from '../../engine/review/gate/gate.ts';
import type { CheckOutput, ReviewedCheck } from '../../engine/review/presentation/presentation.ts';
import { compareNames } from '../../engine/text/name-order.ts';
import { annotationBatches } from './check-annotations.ts';
import { type CheckEntry, pullOfSubject, rank, readCheckState, writeCheckState } from './check-state.ts';
import type { GitHub, RepositoryName } from './github.ts';
import { isServerError, statusOf } from './github-errors.ts';
import { repeatPass } from './repeat-pass.ts';

// A verdict is about a head commit and the base that it was compared with, but a check belongs only to the commit. Several pull
// requests may have the same head, and GitHub shows and requires the newest check run with a name. GitHub cannot write a run only
// if nobody else did meanwhile, so these rules avoid the need:
//
// 1. A review opens its own run before it reads anything. From then on, older runs do not count, and the newest run does not pass
//    while a review is in progress.
// 2. Annotations are added while the run is in progress. Then the run publishes its result, still in progress. Only after that it
//    reads the other subjects of the commit. If two reviews end at the same time, the later one sees both results.
// 3. The conclusion of the newest run is the worst of all subjects. There is none until all subjects are finished. It depends only
//    on results that no longer change, so every review computes the same conclusion.

/** How GitHub shows a verdict. */
const conclusions = { pass: 'success', warn: 'neutral', block: 'failure' } as const;

/** The runs of one name on one commit. */
export interface CheckPlace {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly name: string;
  readonly headSha: string;
}

/** A check run on GitHub. */
export interface CheckRun {
  readonly id: number;
  readonly isCompleted: boolean;
  readonly conclusion: string | null;
  /** What it is about; undefined if plumbline did not write the run. */
  readonly own: CheckEntry | undefined;
  /** Results of other subjects when it was opened. */
  readonly others: readonly CheckEntry[];
  readonly title: string;
  readonly summary: string;
}

/** The runs of an app, oldest first. `appId` is undefined if GitHub does not say which app we are. */
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
      const [entry, ...others] = readCheckState(external_id ?? '');
      const shown = { title: output.title ?? '', summary: output.summary ?? '' };
      return { id, isCompleted: status === 'completed', conclusion, own: entry, others, ...shown };
    })
    .filter(({ own: entry }) => entry !== undefined)
    .sort((a, b) => a.id - b.id);
}

/** The newest run of a subject. */
export const latestOf = (runs: readonly CheckRun[], subject: string): CheckRun | undefined =>
  runs.findLast(({ own: entry }) => entry?.subject === subject);

/** A run that we opened. Nobody else writes it before it has its result. */
export interface OpenCheck extends CheckPlace {
  readonly id: number;
  readonly appId: number | undefined;
  readonly subject: string;
  /** Results that the run carries over, because GitHub deletes the oldest of more than 1,000 runs. */
  readonly others: readonly CheckEntry[];
}

/** A run to create, with what identifies it even if GitHub's response gets lost. */
interface NewCheck {
  readonly subject: string;
  /** A name that no other run of this subject has; undefined if there is none. */
  readonly nonce?: string;
  readonly output: CheckOutput;
}

const maxOthers = 10;

/** Opens a run. From now on it is the newest one, and the check does not pass. */
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
  const unfinished = runs.filter((run) => run.own?.subject === subject && !run.isCompleted);

  for (const run of unfinished) await endRun(place, run.id, 'cancelled');

  return { ...place, id, appId: app?.id, subject, others: kept };
}

type NewRun = NonNullable<Parameters<GitHub['rest']['checks']['create']>[0]>;
type MadeRun = { readonly id: number; readonly app?: { readonly id: number } | null };

/** Creates a run once. If GitHub's response gets lost and the run has a unique external id, looks for it before trying again. */
function create(github: GitHub, wanted: NewRun, isUnique: boolean): Promise<MadeRun> {
  const isWorthAnotherPass = (error: unknown): boolean => isUnique && isServerError(error);
  return repeatPass(async (count) => {
    const created = count === 1 ? undefined : await runLike(github, wanted);
    const outcome = (created ?? (await github.rest.checks.create(wanted)).data) as MadeRun;
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
  /** Identifies the inputs of the review. */
  readonly fingerprint: string;
}

/** Finishes a run: writes all annotations and the result while it is in progress, and the conclusion last. */
export async function finishCheck(check: OpenCheck, checkResult: CheckResult): Promise<void> {
  const { github, repository, id, subject, others } = check;
  const { result, fingerprint, output } = checkResult;
  const external_id = writeCheckState([{ subject, result, fingerprint }, ...others]);
  const batches = annotationBatches(checkResult.annotations);
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
  // A run that is not the newest is not shown, but it must not stay open.
  if (runs.at(-1)?.id !== id) await endRun(check, id, conclusions[result]);
}

/** Ends a run that a newer one replaces. */
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
  const ended = { status: 'completed', conclusion, ...(output && { output }) } as const;
  await github.rest.checks.update({ ...repository, check_run_id, ...ended });
}

/** Shows that subjects are reviewed again. Reviews in progress are not touched. */
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

/** Whether the newest run is about a pull request that is open and still has this commit. */
export async function isNewestCurrent(place: CheckPlace, runs: readonly CheckRun[]): Promise<boolean> {
  const entry = runs.at(-1)?.own;
  return entry !== undefined && (await isCurrent(place, entry));
}

/** Gives the newest run the worst result of all subjects of the commit, once each has its result. */
export async function settleCheck(place: CheckPlace, runs: readonly CheckRun[]): Promise<void> {
  const newest = runs.at(-1);
  // The review of the newest run checks all others once it has its result.
  if (!newest?.own || newest.own.result === 'pending') return;

  const worst = await worstOf(place, newest.own, [...entriesOf(runs).values()]);
  if (worst.result === 'pending') return;

  const conclusion = conclusions[worst.result];
  const title = titleFor(newest, worst);
  if (newest.isCompleted && newest.conclusion === conclusion && newest.title === title) return;

  await endRun(place, newest.id, conclusion, { title, summary: newest.summary });
}

/** The result of each subject: from its newest run, otherwise as carried over by another run. */
function entriesOf(runs: readonly CheckRun[]): Map<string, CheckEntry> {
  const passedOn = runs.flatMap(({ others }) => others);
  const openEntries = runs.flatMap((run) => run.own ?? []);
  return new Map([...passedOn, ...openEntries].map((entry) => [entry.subject, entry]));
}

/** The most pull requests to look up. Any others count as open. */
const maxAsked = 20;

/** The worst of all results that still count. `own` always counts. */
async function worstOf(place: CheckPlace, ownEntry: CheckEntry, entries: readonly CheckEntry[]): Promise<CheckEntry> {
  const worse = entries.filter((entry) => entry.subject !== ownEntry.subject && rank(entry) > rank(ownEntry));
  worse.sort((a, b) => rank(b) - rank(a) || compareNames(a.subject, b.subject));
  for (const [i, entry] of worse.entries()) if (i >= maxAsked || (await isCurrent(place, entry))) return entry;
  return ownEntry;
}

/** Whether a subject still has this head commit. A pull request that is closed or has a newer head does not count. */
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

/** The run's title, preceded by a note if another subject has a worse result. */
function titleFor({ own: entry, title }: CheckRun, worst: CheckEntry): string {
  const plain = title.replace(blamePattern, '');
  if (worst.subject === entry?.subject) return plain;
  const number = pullOfSubject(worst.subject);
  const blamed = number === undefined ? 'a merge group' : `#${number}`;
  const verb = worst.result === 'block' ? 'Blocked by' : 'Also limited by';
  return `${verb} ${blamed}, which has the same commit. ${plain}`.slice(0, 250);
}

/** Adds annotations to a check run until it has `wanted`. If a response gets lost, nothing is added twice. */
async function addAnnotations(
  github: GitHub,
  run: { readonly owner: string; readonly repo: string; readonly check_run_id: number },
  more: { readonly output: { readonly annotations: readonly unknown[] } },
  wanted: number,
): Promise<void> {
  // Without annotations, repeating the request changes nothing.
  const isAdding = more.output.annotations.length > 0;
  await repeatPass(
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
