import { createHash } from 'node:crypto';
import type { Annotation } from '../../engine/report/github-annotations.ts';
import { type CheckOutput, conclusions, writeCheckRun } from '../../io/github/check-run.ts';
import type { GitHub, RepositoryName } from '../../io/github.ts';
import { type CheckEntry, readCheckState, worst, writeCheckState } from './check-state.ts';

/** Name of our check run: what a branch protection requires. */
export const checkName = 'plumbline';

/** The commit that a check stands on. */
export interface CheckTarget {
  readonly github: GitHub;
  readonly repository: RepositoryName;
  readonly appId: number;
  readonly headSha: string;
}

/** A check run of ours. */
export interface OwnCheck {
  readonly id: number;
  readonly isCompleted: boolean;
  readonly conclusion: string | null;
  readonly externalId: string;
  readonly title: string | null;
  readonly summary: string | null;
}

/** Our check runs on a commit, oldest first; normally one. */
export async function ownChecks({ github, repository, appId, headSha }: CheckTarget): Promise<OwnCheck[]> {
  const { data } = await github.rest.checks.listForRef({
    ...repository,
    ref: headSha,
    check_name: checkName,
    app_id: appId,
    filter: 'all',
    per_page: 100,
  });
  return data.check_runs
    .filter(({ app, name }) => app?.id === appId && name === checkName)
    .map(({ id, status, conclusion, external_id, output }) => ({
      id,
      isCompleted: status === 'completed',
      conclusion,
      externalId: external_id ?? '',
      title: output.title,
      summary: output.summary,
    }))
    .sort((a, b) => a.id - b.id);
}

/** What the newest of our check runs says of a subject, once the run is complete. */
export function entryOf(checks: readonly OwnCheck[], subject: CheckEntry['subject']): CheckEntry | undefined {
  const newest = checks.at(-1);
  if (!newest?.isCompleted) return undefined;
  return readCheckState(newest.externalId).find((entry) => entry.subject === subject);
}

/** The check of one subject. */
export interface CheckRequest {
  readonly subject: CheckEntry['subject'];
  readonly result: 'pass' | 'warn' | 'block';
  readonly fingerprint: string;
  readonly output: CheckOutput;
  readonly annotations: readonly Annotation[];
}

const maxPasses = 3;

/**
 * Brings the check run of a commit to what a review says: one run, updated in place. Annotations can only be added to a
 * run, never taken away: where others stand there, a new run takes its place, and GitHub shows the newest.
 */
export async function putCheck(target: CheckTarget, request: CheckRequest): Promise<void> {
  // After a creation we look again: another replica may have created its own at the same moment.
  for (let pass = 1; pass <= maxPasses; pass++) if ((await reconcile(target, request)) !== 'created') return;
}

async function reconcile(target: CheckTarget, request: CheckRequest): Promise<'created' | 'updated' | 'same'> {
  const { github, repository, headSha } = target;
  const checks = await ownChecks(target);
  const digest = digestOf(request.annotations);
  const { subject, result, fingerprint, output } = request;
  const others = new Map(checks.flatMap(({ externalId }) => readCheckState(externalId)).map((e) => [e.subject, e]));
  const before = others.get(subject);
  others.delete(subject);
  const mine: CheckEntry = { subject, result, fingerprint, annotations: digest };
  const partial: CheckEntry = { ...mine, result: 'pending' };
  const state = writeCheckState([...others.values(), mine]);
  const bad = worst([...[...others.values()].filter((e) => e.result !== 'pending'), mine]) as CheckRequest['result'];
  const shown = bad === result ? output : { ...output, title: 'Another pull request of this commit is worse' };
  const newest = checks.at(-1);
  const conclusion = conclusions[bad];
  if (newest && before?.annotations === digest && before.result !== 'pending') {
    const isSame =
      newest.isCompleted &&
      newest.conclusion === conclusion &&
      newest.externalId === state &&
      newest.title === shown.title;
    if (isSame) return 'same';
    const said = { external_id: state, status: 'completed', conclusion, output: shown } as const;
    await github.rest.checks.update({ ...repository, check_run_id: newest.id, ...said });
    return 'updated';
  }
  const isFree = newest && (before === undefined || (before.annotations === '' && before.result !== 'pending'));
  await writeCheckRun(github, repository, {
    ...(isFree ? { id: newest.id } : {}),
    name: checkName,
    headSha,
    conclusion,
    output: shown,
    annotations: request.annotations,
    externalId: { partial: writeCheckState([...others.values(), partial]), whole: state },
  });
  return isFree ? 'updated' : 'created';
}

/** Shows that another look is under way. */
export async function restartCheck(target: CheckTarget): Promise<void> {
  const newest = (await ownChecks(target)).at(-1);
  if (newest?.isCompleted)
    await target.github.rest.checks.update({
      ...target.repository,
      check_run_id: newest.id,
      status: 'in_progress',
    });
}

/** Takes a pull request that is closed out of a check that others share. */
export async function leaveCheck(target: CheckTarget, subject: CheckEntry['subject']): Promise<void> {
  const newest = (await ownChecks(target)).at(-1);
  const entries = newest ? readCheckState(newest.externalId) : [];
  const others = entries.filter((entry) => entry.subject !== subject);
  if (!newest || others.length === 0 || others.length === entries.length) return;
  const result = worst(others);
  await target.github.rest.checks.update({
    ...target.repository,
    check_run_id: newest.id,
    external_id: writeCheckState(others),
    ...(result === 'pending' ? {} : { status: 'completed', conclusion: conclusions[result] }),
  });
}

const digestOf = (annotations: readonly Annotation[]): string =>
  annotations.length === 0 ? '' : shortHash(JSON.stringify(annotations));

/** Twelve hexadecimal digits: enough to tell two states of one pull request apart. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
