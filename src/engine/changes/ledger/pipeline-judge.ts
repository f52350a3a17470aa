import { isScriptPath } from '../../manifest/prefilter.ts';
import type { JudgeContext, LineJudge } from './judge-context.ts';
import { harmless, type Judgement, notUnderstood, outOfReach } from './judgement.ts';
import type { SideName } from './line-changes.ts';
import { textOn } from './line-texts.ts';
import { commentLinesOfPipeline, commentLinesOfShell, unplacedLines } from './pipelines/comment-lines.ts';
import { canDeploy, onlyChecksTerraform } from './pipelines/deploying.ts';
import { isRunByDeployment } from './pipelines/deployments.ts';
import { workflowContent } from './pipelines/workflow-content.ts';
import {
  isNamedByExpressions,
  namesStepAction,
  pinnedAction,
  type WorkflowLine,
  workflowLines,
} from './pipelines/workflow-lines.ts';

/** Judges workflows and pipelines of CI. One that can deploy may apply anything, whatever words a change has. */
export class PipelineJudge implements LineJudge {
  readonly #path: string;
  readonly #lines: { readonly [side in SideName]: readonly string[] };
  readonly #places: { readonly [side in SideName]: readonly WorkflowLine[] };
  /** Whether both sides run the same at the same places, so that only names, times and versions differ. */
  readonly #hasSameContent: boolean;
  readonly #comments: { readonly [side in SideName]: ReadonlySet<number> };
  readonly #unplaced: { readonly [side in SideName]: ReadonlySet<number> };
  readonly #text: string;
  readonly #canDeploy: boolean;
  readonly #isWorkflow: boolean;
  readonly #onlyChecks: boolean;

  constructor({ file, input }: JudgeContext) {
    const texts = [textOn(file, 'before'), textOn(file, 'after')];
    this.#path = file.path;
    this.#lines = { before: texts[0]!.split(/\r?\n/), after: texts[1]!.split(/\r?\n/) };
    const isYaml = /\.ya?ml$/i.test(file.path);
    const commentsOf = (side: SideName): ReadonlySet<number> => {
      if (isYaml) return commentLinesOfPipeline(this.#lines[side]);
      if (isScriptPath(file.path)) return commentLinesOfShell(this.#lines[side]);
      return new Set();
    };
    this.#comments = { before: commentsOf('before'), after: commentsOf('after') };
    const unplaced = (side: SideName): ReadonlySet<number> => (isYaml ? unplacedLines(this.#lines[side]) : new Set());
    this.#unplaced = { before: unplaced('before'), after: unplaced('after') };
    this.#text = texts.join('\n');
    this.#places = { before: workflowLines(this.#lines.before), after: workflowLines(this.#lines.after) };
    this.#canDeploy = texts.some(canDeploy) || isRunByDeployment(file.path, input.changed);
    this.#isWorkflow = /(?:^|\/)\.github\//.test(file.path);
    this.#onlyChecks = this.#canDeploy && this.#isWorkflow && texts.every(onlyChecksTerraform);
    this.#hasSameContent = this.#canDeploy && this.#isWorkflow && runTheSame(texts[0]!, texts[1]!);
  }

  judged(side: SideName, lines: readonly number[]): Judgement[] {
    return lines.map((line) => {
      if (this.#comments[side].has(line)) return harmless(this.#path, 'a comment or a blank line');
      const place = this.#unplaced[side].has(line) ? undefined : this.#places[side][line - 1];
      return this.#judged(this.#lines[side][line - 1] ?? '', place);
    });
  }

  #judged(text: string, place: WorkflowLine | undefined): Judgement {
    if (!this.#canDeploy) return outOfReach(this.#path, 'a pipeline that cannot change a cluster');

    if (this.#hasSameContent && !isNamedByExpressions(place, this.#text)) {
      if (namesStepAction(text)) return harmless(this.#path, 'the version of a step, not what it applies');
      return harmless(this.#path, 'when or where a job runs, not what it applies');
    }

    const isVersion = place !== undefined && /^(?:terraform|tofu)_version$/.test(place.key);
    if (this.#onlyChecks && isVersion && place.around.at(-1) === 'with')
      return harmless(this.#path, 'the version of Terraform in a workflow that only checks it');

    const action = this.#isWorkflow ? pinnedAction(text) : undefined;
    if (action !== undefined)
      return notUnderstood(this.#path, `another commit of \`${action}\`, which may also be that of a fork`);

    return notUnderstood(this.#path, 'a pipeline may apply something with other arguments');
  }
}

/** Whether two workflows run the same at the same places. */
function runTheSame(before: string, after: string): boolean {
  const content = workflowContent(before);
  return content !== undefined && content === workflowContent(after);
}
