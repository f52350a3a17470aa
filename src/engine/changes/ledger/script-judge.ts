import type { JudgeContext, LineJudge } from './judge-context.ts';
import { harmless, type Judgement, notUnderstood, outOfReach } from './judgement.ts';
import type { SideName } from './line-changes.ts';
import { LineTexts, textOn } from './line-texts.ts';
import { clusterPrograms, isRunBy, runnersOf } from './pipelines/deploying.ts';

/** Judges shell scripts and files of variables, which no root and no module reads. */
export class ScriptJudge implements LineJudge {
  readonly #path: string;
  readonly #lines: LineTexts;
  readonly #changesClusters: boolean;

  constructor({ file, input }: JudgeContext) {
    this.#path = file.path;
    this.#lines = new LineTexts(file);
    this.#changesClusters =
      [textOn(file, 'before'), textOn(file, 'after')].some(
        (text) => clusterPrograms.test(text) || /\bTF_VAR_/.test(text),
      ) || isRunBy(file.path, runnersOf(file.path, input.changed));
  }

  judged(side: SideName, lines: readonly number[]): Judgement[] {
    return lines.map((line) => {
      if (/^\s*(?:#.*)?$/.test(this.#lines.line(side, line))) return harmless(this.#path, 'a comment or a blank line');
      if (this.#changesClusters)
        return notUnderstood(this.#path, 'a script that may change a cluster, which plumbline does not run');

      return outOfReach(this.#path, 'a script that runs no program which changes a cluster');
    });
  }
}
