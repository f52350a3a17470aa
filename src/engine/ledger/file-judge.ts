import { isManifestPath, isScriptPath, isTemplatePath, isTerraformPath } from '../manifest/prefilter.ts';
import { type ChangedFile, isReadByLine, maxChangedLength } from './changed-file.ts';
import { isPipeline, isProse, isTestOfProgram, judgedByName } from './file-names.ts';
import type { JudgeContext, LineJudge } from './judge-context.ts';
import { type Judgement, notUnderstood, outOfReach } from './judgement.ts';
import { ManifestJudge } from './manifest-judge.ts';
import { PipelineJudge } from './pipeline-judge.ts';
import { judgedByRoots, unshownFile } from './root-judgement.ts';
import { ScriptJudge } from './script-judge.ts';
import { TerraformJudge } from './terraform-judge.ts';

/** What is known of a file as a whole, or of each of its lines. */
export type FileJudge = { readonly whole: Judgement } | LineJudge;

/** What judges a changed file. */
export function judgeOfFile(file: ChangedFile, { input, rendered, flows }: Omit<JudgeContext, 'file'>): FileJudge {
  const { path, before, after } = file;
  const isUsed =
    [input.base, input.head].some(({ usedFiles }) => usedFiles.has(path)) ||
    (['before', 'after'] as const).some((side) => rendered.rootsUsing(side, path).length > 0);
  const named = isUsed && !isProse(path) && !isTestOfProgram(path) ? undefined : judgedByName(path, input.changed.has);
  if (named) return { whole: named };
  const texts = [before, after].filter((text) => text !== undefined);
  const isLong = texts.some((text) => text === null || text.length > maxChangedLength);
  if (!isReadByLine(path) || isLong) return { whole: wholeFile(path, { isUsed, rendered, input }) };
  const context = { file, input, rendered, flows };
  if (isTerraformPath(path)) return new TerraformJudge(context);
  if (isPipeline(path)) return new PipelineJudge(context);
  if (isScriptPath(path) && !isUsed) return new ScriptJudge(context);
  if (isManifestPath(path) || isTemplatePath(path) || /(?:^|\/)Kustomization$/.test(path))
    return new ManifestJudge(context);
  return { whole: wholeFile(path, { isUsed, rendered, input }) };
}

/** A file that is not looked into. */
function wholeFile(
  path: string,
  { isUsed, rendered, input }: Pick<JudgeContext, 'rendered' | 'input'> & { readonly isUsed: boolean },
): Judgement {
  if (isUsed) return judgedByRoots(path, path, { rendered }) ?? unshownFile(path, { rendered, input }, false);
  if (/(?:^|\/)(?:Makefile|[^/]*\.mk|justfile|Procfile)$/i.test(path))
    return outOfReach(path, 'commands that somebody runs by hand');
  return notUnderstood(path, 'a file of a type that plumbline does not read');
}
