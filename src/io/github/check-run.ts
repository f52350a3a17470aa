import type { Verdict } from '../../engine/gate.ts';
import { type Annotation, annotationBatches, checkAnnotation } from '../../engine/report/github-annotations.ts';
import { type GitHub, type RepositoryName, statusOf } from '../github.ts';

/** How GitHub shows a verdict. */
export const conclusions = { pass: 'success', warn: 'neutral', block: 'failure' } as const;

/** What a check run shows. */
export interface CheckOutput {
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
}

/** Writes a finished check run with all its annotations, batch after batch: a new one, or one that has none of them yet; `first` and `last` are what the run says of itself before and after. */
export async function writeCheckRun(
  github: GitHub,
  repository: RepositoryName,
  check: {
    /** The run to write; undefined for a new one. */
    readonly id?: number;
    readonly name: string;
    readonly headSha: string;
    readonly conclusion: (typeof conclusions)[Verdict['result']];
    readonly output: CheckOutput;
    readonly annotations: readonly Annotation[];
    /** External id while batches are missing, and when none is; `isUnique`: no other run has it. */
    readonly externalId?: { readonly partial: string; readonly whole: string; readonly isUnique?: boolean };
  },
): Promise<void> {
  const { name, headSha, conclusion, output, externalId } = check;
  const { batches } = annotationBatches(check.annotations);
  const [first = [], ...more] = batches.map((batch) => batch.map(checkAnnotation));
  const id = (isWhole: boolean) => (externalId ? { external_id: isWhole ? externalId.whole : externalId.partial } : {});
  const said = { ...id(more.length === 0), status: 'completed', conclusion } as const;
  const start = { ...said, output: { ...output, annotations: first } };
  let run = check.id;
  if (run !== undefined) await addAnnotations(github, { ...repository, check_run_id: run }, start, first.length);
  else run = await create(github, { ...repository, ...start, name, head_sha: headSha }, externalId?.isUnique ?? false);
  let count = first.length;
  for (const [i, annotations] of more.entries()) {
    count += annotations.length;
    const next = { ...id(i === more.length - 1), output: { ...output, annotations } };
    await addAnnotations(github, { ...repository, check_run_id: run }, next, count);
  }
}

type NewRun = NonNullable<Parameters<GitHub['rest']['checks']['create']>[0]>;

/** Makes a run, once: where GitHub does not say whether it did, and the run can be told by its external id, it is looked for first. */
async function create(github: GitHub, wanted: NewRun, isUnique: boolean): Promise<number> {
  try {
    return (await github.rest.checks.create(wanted)).data.id;
  } catch (error) {
    if ((statusOf(error) ?? 0) < 500 || !isUnique) throw error;
    const { owner, repo, head_sha: ref, name: check_name } = wanted;
    const query = { owner, repo, ref, check_name, filter: 'all', per_page: 100 } as const;
    const { data } = await github.rest.checks.listForRef(query);
    const made = data.check_runs.find(({ external_id }) => external_id === wanted.external_id);
    return made?.id ?? (await github.rest.checks.create(wanted)).data.id;
  }
}

const maxTries = 4;

/** Adds to a check run until it has so many annotations. What GitHub carried out without saying so is not added again. */
async function addAnnotations(
  github: GitHub,
  run: { readonly owner: string; readonly repo: string; readonly check_run_id: number },
  more: { readonly output: { readonly annotations: readonly unknown[] } },
  count: number,
): Promise<void> {
  // Without any, the same twice is the same once.
  const isAdding = more.output.annotations.length > 0;
  for (let tries = 1; ; tries++)
    try {
      await github.rest.checks.update({ ...run, ...(more as object), request: { isAdding } });
      return;
    } catch (error) {
      if (!isAdding || (statusOf(error) ?? 0) < 500 || tries === maxTries) throw error;
      const { data } = await github.rest.checks.get({ ...run });
      if (data.output.annotations_count >= count) return;
    }
}
