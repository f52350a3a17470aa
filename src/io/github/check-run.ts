import type { Verdict } from '../../engine/gate.ts';
import { type Annotation, annotationBatches, checkAnnotation } from '../../engine/report/github-annotations.ts';
import type { GitHub, RepositoryName } from '../github.ts';

/** How GitHub shows a verdict. */
export const conclusions = { pass: 'success', warn: 'neutral', block: 'failure' } as const;

/** What a check run shows. */
export interface CheckOutput {
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
}

/** Creates a finished check run with all its annotations, batch after batch; `first` and `last` are what the run says of itself before and after. */
export async function createCheckRun(
  github: GitHub,
  repository: RepositoryName,
  check: {
    readonly name: string;
    readonly headSha: string;
    readonly conclusion: (typeof conclusions)[Verdict['result']];
    readonly output: CheckOutput;
    readonly annotations: readonly Annotation[];
    /** External id while batches are missing, and when none is. */
    readonly externalId?: { readonly partial: string; readonly whole: string };
  },
): Promise<void> {
  const { name, headSha, conclusion, output, externalId } = check;
  const { batches } = annotationBatches(check.annotations);
  const [first = [], ...more] = batches.map((batch) => batch.map(checkAnnotation));
  const id = (isWhole: boolean) => (externalId ? { external_id: isWhole ? externalId.whole : externalId.partial } : {});
  const { data } = await github.rest.checks.create({
    ...repository,
    ...id(more.length === 0),
    name,
    head_sha: headSha,
    status: 'completed',
    conclusion,
    output: { ...output, annotations: first },
  });
  for (const [i, batch] of more.entries())
    await github.rest.checks.update({
      ...repository,
      ...id(i === more.length - 1),
      check_run_id: data.id,
      output: { ...output, annotations: batch },
    });
}
