import type { JudgeContext, LineJudge } from './judge-context.ts';
import { harmless, type Judgement, notUnderstood, outOfReach } from './judgement.ts';
import type { SideName } from './line-changes.ts';
import { LineTexts, textOn } from './line-texts.ts';

/** Programs that change a cluster or its infrastructure. */
export const clusterPrograms =
  /\b(?:kubectl|helm(?:file)?|terraform|tofu|terragrunt|karpenter|eksctl|kustomize|pulumi|cdktf?|argocd|flux|ansible\w*|kops|aws[ -]eks|cloudformation|sam deploy)\b/i;

const comment = /^\s*(?:#.*)?$/;
const version = /^\s*(?:-\s*)?uses\s*:/;
const frame =
  /^\s*(?:-\s*)?["']?(?:name|runs-on|timeout-minutes|permissions|contents|id-token|pull-requests|issues|on|push|pull_request|branches|paths|paths-ignore|schedule|workflow_dispatch|concurrency|group|cancel-in-progress|needs|fetch-depth|persist-credentials)["']?\s*:/;

/** Judges workflows and pipelines of CI. They reach a cluster only through the programs that they run. */
export class PipelineJudge implements LineJudge {
  readonly #path: string;
  readonly #lines: LineTexts;
  readonly #changesClusters: boolean;

  constructor({ file }: JudgeContext) {
    this.#path = file.path;
    this.#lines = new LineTexts(file);
    this.#changesClusters = [textOn(file, 'before'), textOn(file, 'after')].some((text) => clusterPrograms.test(text));
  }

  judged(side: SideName, lines: readonly number[]): Judgement[] {
    return lines.map((line) => this.#judged(this.#lines.line(side, line)));
  }

  #judged(text: string): Judgement {
    if (comment.test(text)) return harmless(this.#path, 'a comment or a blank line');
    if (!this.#changesClusters)
      return outOfReach(this.#path, 'a pipeline that runs no program which changes a cluster');
    if (version.test(text)) return harmless(this.#path, 'the version of a step, not what it applies');
    if (frame.test(text)) return harmless(this.#path, 'when or where a job runs, not what it applies');
    return notUnderstood(this.#path, 'a pipeline may apply something with other arguments');
  }
}
