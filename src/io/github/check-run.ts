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
  const said = {
    ...id(more.length === 0),
    status: 'completed',
    conclusion,
    output: { ...output, annotations: first },
  } as const;
  const create = async () =>
    (await github.rest.checks.create({ ...repository, ...said, name, head_sha: headSha })).data;
  const createOnce = (error: unknown) => {
    if ((statusOf(error) ?? 0) < 500 || !externalId?.isUnique) throw error;
    return made(github, repository, { name, headSha, externalId: id(more.length === 0).external_id });
  };
  const run =
    check.id === undefined
      ? ((await create().catch(createOnce)) ?? (await create()))
      : (await github.rest.checks.update({ ...repository, ...said, check_run_id: check.id })).data;
  let count = first.length;
  for (const [i, annotations] of more.entries()) {
    count += annotations.length;
    const more = { ...id(i === batches.length - 2), output: { ...output, annotations } };
    await addAnnotations(github, { ...repository, check_run_id: run.id }, { more, count });
  }
}

/** The run that GitHub made without saying so; undefined where it did not. */
async function made(
  github: GitHub,
  repository: RepositoryName,
  { name, headSha, externalId }: { name: string; headSha: string; externalId: string | undefined },
): Promise<{ readonly id: number } | undefined> {
  const query = { ...repository, ref: headSha, check_name: name, filter: 'all', per_page: 100 } as const;
  const { data } = await github.rest.checks.listForRef(query);
  return data.check_runs.find(({ external_id }) => external_id === externalId);
}

const maxTries = 4;

/** Adds to a check run until it has so many. What GitHub carried out without saying so is not added again. */
async function addAnnotations(
  github: GitHub,
  run: RepositoryName & { readonly check_run_id: number },
  { more, count }: { readonly more: object; readonly count: number },
): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await github.rest.checks.update({ ...run, ...more, request: { isAdding: true } });
      return;
    } catch (error) {
      if ((statusOf(error) ?? 0) < 500 || tries === maxTries) throw error;
      const { data } = await github.rest.checks.get({ ...run });
      if (data.output.annotations_count >= count) return;
    }
}
