import {
  isForeignLanguage,
  isManifestPath,
  isScriptPath,
  isTemplatePath,
  isTerraformPath,
} from '../manifest/prefilter.ts';
import { type ChangedFile, isReadByLine, maxChangedLength } from './changed-file.ts';
import { isPipeline, isProse, judgedByName } from './file-names.ts';
import type { LineJudge } from './judge-context.ts';
import { harmless, type Judgement, notUnderstood, outOfReach, seenOnly } from './judgement.ts';
import type { LedgerInput } from './ledger-input.ts';
import { ManifestJudge } from './manifest-judge.ts';
import { PipelineJudge } from './pipeline-judge.ts';
import type { RenderedPlaces } from './rendered-places.ts';
import { judgedByRoots } from './root-judgement.ts';
import { ScriptJudge } from './script-judge.ts';
import { TerraformJudge } from './terraform-judge.ts';

/** What is known of a file as a whole, or of each of its lines. */
export type FileJudge = { readonly whole: Judgement } | LineJudge;

/** What judges a changed file. */
export function judgeOfFile(file: ChangedFile, input: LedgerInput, rendered: RenderedPlaces): FileJudge {
  const { path, before, after } = file;
  const isOfRoot = (['before', 'after'] as const).some((side) => rendered.rootsUsing(side, path).length > 0);
  const isNamedByTool = [input.base, input.head].some(({ usedFiles }) => usedFiles.has(path));
  const isUsed = isNamedByTool || isOfRoot;
  // What Terraform reads may become an object, whatever its name.
  const mayBeProse = isOfRoot || !isNamedByTool;
  if (isOwnConfiguration(path))
    return { whole: harmless(path, 'settings of plumbline, which are compared by themselves') };
  const named =
    (isUsed && !(mayBeProse && isProse(path))) || holdsObject(file) ? undefined : judgedByName(path, input.changed.has);
  if (named) return { whole: named };
  const texts = [before, after].filter((text) => text !== undefined);
  const isLong = texts.some((text) => text === null || text.length > maxChangedLength);
  if (!isReadByLine(path) || isLong) return { whole: wholeFile(path, { isUsed, rendered }) };
  const context = { file, input, rendered };
  if (isTerraformPath(path)) return new TerraformJudge(context);
  if (isPipeline(path)) return new PipelineJudge(context);
  if (isScriptPath(path) && !isUsed) return new ScriptJudge(context);
  if (isManifestPath(path) || isTemplatePath(path) || /(?:^|\/)Kustomization$/.test(path))
    return new ManifestJudge(context);
  return { whole: wholeFile(path, { isUsed, rendered }) };
}

/** A file that is not looked into. */
function wholeFile(
  path: string,
  { isUsed, rendered }: { readonly isUsed: boolean; readonly rendered: RenderedPlaces },
): Judgement {
  if (isUsed)
    return (
      judgedByRoots(path, path, rendered) ??
      notUnderstood(path, 'Terraform reads this file, and what it becomes is unknown')
    );
  if (/(?:^|\/)(?:Makefile|[^/]*\.mk|justfile|Procfile)$/i.test(path))
    return outOfReach(path, 'commands that somebody runs by hand');
  const judge = isManifestPath(path) || isReadByLine(path) || isForeignLanguage(path) ? notUnderstood : seenOnly;
  return judge(path, 'a file of a type that plumbline does not read');
}

/** The configuration of plumbline. What it changes in an environment is approved as such. */
const isOwnConfiguration = (path: string): boolean => /^(?:\.?plumbline\.yaml|plumbline\.yml)$/.test(path);

/** Whether kubectl would read an object in a file, whatever its name says. Backstage reads files with objects of its own. */
export const holdsObject = ({ path, before, after }: ChangedFile): boolean =>
  isManifestPath(path) && [before, after].some((text) => typeof text === 'string' && objectIn.test(text));
const objectIn = /\bapiVersion["']?[ \t]*:[ \t]*["']?(?!backstage\.io\/)/;
