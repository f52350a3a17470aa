import type { JudgeContext, LineJudge } from './judge-context.ts';
import { harmless, type Judgement, notUnderstood, outOfReach } from './judgement.ts';
import type { SideName } from './line-changes.ts';
import { textOn } from './line-texts.ts';
import { commentLinesOfShell } from './pipelines/comment-lines.ts';
import { clusterPrograms } from './pipelines/deploying.ts';
import { isRunByDeployment } from './pipelines/deployments.ts';

/** Judges shell scripts and files of variables, which no root and no module reads. */
export class ScriptJudge implements LineJudge {
  readonly #path: string;
  readonly #comments: { readonly [side in SideName]: ReadonlySet<number> };
  readonly #changesClusters: boolean;

  constructor({ file, input }: JudgeContext) {
    this.#path = file.path;
    this.#comments = {
      before: commentLinesOfShell(textOn(file, 'before').split(/\r?\n/)),
      after: commentLinesOfShell(textOn(file, 'after').split(/\r?\n/)),
    };
    this.#changesClusters =
      [textOn(file, 'before'), textOn(file, 'after')].some(
        (text) => clusterPrograms.test(text) || /\bTF_VAR_/.test(text),
      ) || isRunByDeployment(file.path, input.changed);
  }

  judged(side: SideName, lines: readonly number[]): Judgement[] {
    return lines.map((line) => {
      if (this.#comments[side].has(line)) return harmless(this.#path, 'a comment or a blank line');
      if (this.#changesClusters)
        return notUnderstood(this.#path, 'a script that may change a cluster, which plumbline does not run');

      return outOfReach(this.#path, 'a script that runs no program which changes a cluster');
    });
  }
}
