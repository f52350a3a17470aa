import { isSourceIgnore } from '../../files/sources/gitops/source-ignore.ts';
import {
  isForeignLanguage,
  isManifestPath,
  isScriptPath,
  isTemplatePath,
  isTerraformPath,
} from '../../manifest/prefilter.ts';
import { isWithin, type Source } from '../../text/source.ts';
import {
  type ChangedFile,
  isAttributesPath,
  isChartIgnore,
  isReadByLine,
  isToolIgnore,
  maxChangedLength,
} from './changed-file.ts';
import { mayBeData, readerOf } from './data-readers.ts';
import { isNamedForTool, isPipeline, isProse, isTestOfProgram, judgedByName } from './file-names.ts';
import { judgedAttributes, judgedChartIgnores, judgedIgnores, judgedToolIgnores } from './ignore-judge.ts';
import type { JudgeContext, LineJudge } from './judge-context.ts';
import { deciding, harmless, type Judgement, notUnderstood, outOfReach, seenOnly } from './judgement.ts';
import { isOtherThanPipeline, mayBeObjects } from './kinds/held-objects.ts';
import { isInFollowedFolder, onlyNamesMovedFolders } from './kinds/moved-folders.ts';
import type { LedgerInput } from './ledger-input.ts';
import { ManifestJudge } from './manifest-judge.ts';
import { PipelineJudge } from './pipeline-judge.ts';
import { commandsIn, hasKnownComments, mayBeRunByPipeline } from './pipelines/deploying.ts';
import { isRunByDeployment } from './pipelines/deployments.ts';
import { mayBeProgram, namesInterpreter } from './pipelines/named-files.ts';
import { isReadByRoots, judgedByRoots, unshownFile } from './root-judgement.ts';
import { ScriptJudge } from './script-judge.ts';
import { effectOfLock, isProviderLock } from './terraform/provider-lock.ts';
import { isSameState, isStateSettings } from './terraform/state-settings.ts';
import { TerraformJudge } from './terraform-judge.ts';

/** What is known of a file as a whole, or of each of its lines. */
export type FileJudge = { readonly whole: Judgement } | LineJudge;

/** What judges a changed file. */
export function judgeOfFile(file: ChangedFile, { input, rendered, flows }: Omit<JudgeContext, 'file'>): FileJudge {
  const { path, before, after } = file;
  if (leavesAsWhole(file, input))
    return { whole: harmless(path, 'all that applied it leaves git, too, so nothing of it changes in the cluster') };

  const isOfRoot = (['before', 'after'] as const).some((side) => rendered.rootsUsing(side, path).length > 0);
  const isNamedByTool = [input.base, input.head].some(({ usedFiles }) => usedFiles.has(path));
  const isUsed = isNamedByTool || isOfRoot;

  if (!isUsed && isCommentedOut(file, input))
    return { whole: outOfReach(path, 'its entry in the kustomization is commented out, so nothing applies it') };

  if (isOwnConfiguration(path))
    return { whole: harmless(path, 'settings of plumbline, which are compared by themselves') };

  if (isInFollowedFolder(path, input))
    return { whole: harmless(path, 'its folder moves as it is, and what applies it follows') };

  if (!isUsed && onlyNamesMovedFolders(file, input))
    return { whole: harmless(path, 'it only names a folder that moves as it is') };

  if (file.isLink && !isNamedForTool(path))
    return { whole: notUnderstood(path, 'a link that leads elsewhere, to what somebody may apply there') };

  const lock = isProviderLock(path) ? judgedLock(file) : undefined;
  if (lock) return { whole: lock };

  if (isSourceIgnore(path)) return { whole: judgedIgnores({ file, input, rendered }) };

  if (isToolIgnore(path)) return { whole: judgedToolIgnores({ file, input, rendered }) };

  if (isStateSettings(path)) return { whole: judgedState(file) };

  if (isAttributesPath(path)) return { whole: judgedAttributes({ file, input, rendered }) };

  if (isChartIgnore(path)) return { whole: judgedChartIgnores(file, input.changed.all) };

  if (!isUsed && hasKnownComments(path) && hasSameCommands(file))
    return { whole: harmless(path, 'only comments and blank lines of it differ') };

  const isOfProgram = !isUsed && mayBeProgram(path) && textsOf(file).some(namesInterpreter);
  const isRun = !isUsed && isRunBySomething(file, input);
  const mayBeRead = !isUsed && !(isOfProgram && isRun) && mayBeData(path) && !holdsObject(file);
  const reader = mayBeRead && readerOf(path, input.changed.readers ?? []);
  if (reader)
    return { whole: notUnderstood(path, `\`${reader}\` names it, and may change a cluster with what is in it`) };

  // What Terraform reads may become an object, whatever its name.
  const isOfPeople =
    !isReadByRoots(path, { rendered, input }) &&
    (isTestOfProgram(path) || (isProse(path) && (isOfRoot || !isNamedByTool)));
  const mayNameTell = (!isUsed || isOfPeople) && !isRun && !holdsObject(file);
  if (isRun && !isScriptPath(path) && !isOfProgram && !isOnlyPipeline(file) && !holdsObject(file))
    return { whole: notUnderstood(path, runByPipeline) };

  const named = mayNameTell ? judgedByName(path, input.changed.has) : undefined;
  if (named) return { whole: named };

  const texts = [before, after].filter((text) => text !== undefined);
  const isLong = texts.some((text) => text === null || text.length > maxChangedLength);
  if (isOfProgram && !isLong) return new ScriptJudge({ file, input, rendered, flows });
  if (!isReadByLine(path) || isLong) return { whole: wholeFile(path, { isUsed, rendered, input }) };

  const context = { file, input, rendered, flows };
  if (isTerraformPath(path)) return new TerraformJudge(context);
  if (isOnlyPipeline(file) && !isUsed) return new PipelineJudge(context);
  if (isScriptPath(path) && !isUsed) return new ScriptJudge(context);
  if (isManifestPath(path) || isTemplatePath(path) || /(?:^|\/)Kustomization$/.test(path))
    return new ManifestJudge(context);

  return { whole: wholeFile(path, { isUsed, rendered, input }) };
}

/** Whether the entry of a file in a kustomization is commented out on each side that has the file. */
const isCommentedOut = ({ path, before, after }: ChangedFile, { base, head }: LedgerInput): boolean =>
  (before === undefined || base.commented?.has(path) === true) &&
  (after === undefined || head.commented?.has(path) === true);

/** Whether a file leaves git together with all that its owner applied, such as a root module of Terraform, so that nothing deletes any of it. */
function leavesAsWhole({ path, after }: ChangedFile, { base: { sources, removals } }: LedgerInput): boolean {
  if (after !== undefined || removals === undefined) return false;
  if (!isTerraformPath(path)) return removals.get(path)?.keeping?.isOfAll === true;

  const isOfFile = ({ file, origin }: Source): boolean =>
    origin?.place !== undefined && isWithin(path, origin.place) && removals.get(file)?.keeping?.isOfAll === true;
  return sources.some(isOfFile);
}

/** What another lock file of providers does; undefined if it is not read. */
function judgedLock({ path, before, after }: ChangedFile): Judgement | undefined {
  // A lock file that is new names what Terraform installs anyway.
  const old = before === undefined ? '' : before;
  const effect = typeof old === 'string' && typeof after === 'string' ? effectOfLock(old, after) : undefined;
  if (effect === undefined) return undefined;

  switch (effect.class) {
    case 'harmless':
      return harmless(path, effect.reason);
    case 'outside':
      return outOfReach(path, effect.reason);
    case 'not understood':
      return deciding(notUnderstood(path, effect.reason), effect.reason);
  }
}

/** Settings of a backend: another state has other resources, so Terraform creates and deletes others. */
function judgedState({ path, before, after }: ChangedFile): Judgement {
  if (isSameState(before, after))
    return harmless(path, 'how Terraform locks, encrypts or reaches its state, not what it creates');

  return notUnderstood(path, 'it decides which state Terraform uses, and another state may plan other changes');
}

/** Whether a pipeline or script that can change a cluster runs something that differs in a file. */
const isRunBySomething = (file: ChangedFile, { changed }: LedgerInput): boolean =>
  mayBeRunByPipeline(file.path) && isRunByDeployment(file.path, changed) && !hasSameCommands(file);

/** Whether a file has the same commands on both sides, as far as anybody has read it. */
function hasSameCommands({ path, before, after }: ChangedFile): boolean {
  if (before === null || after === null) return false;
  const [old, now] = [before, after].map((text) => commandsIn(path, text ?? ''));
  return old !== undefined && old === now;
}

const runByPipeline = 'a pipeline or script that can change a cluster runs it';

/** A file that is not looked into. */
function wholeFile(
  path: string,
  { isUsed, rendered, input }: Pick<JudgeContext, 'rendered' | 'input'> & { readonly isUsed: boolean },
): Judgement {
  if (isUsed) return judgedByRoots(path, path, { rendered }) ?? unshownFile(path, { rendered, input }, false);
  if (mayBeRunByPipeline(path) && isRunByDeployment(path, input.changed)) return notUnderstood(path, runByPipeline);
  if (/(?:^|\/)(?:(?:GNU)?Makefile|[^/]*\.mk|justfile|Procfile)$/i.test(path))
    return outOfReach(path, 'commands that somebody runs by hand');

  const judge = () => {
    if (isManifestPath(path) || isReadByLine(path) || isForeignLanguage(path)) return notUnderstood;
    return seenOnly;
  };

  return judge()(path, 'a file of a type that plumbline does not read');
}

/** The configuration of plumbline. What it changes in an environment is approved as such. */
const isOwnConfiguration = (path: string): boolean => /^(?:\.?plumbline\.yaml|plumbline\.yml)$/.test(path);

/** Whether kubectl would read an object in a file, whatever its name says. */
export const holdsObject = (file: ChangedFile): boolean =>
  isManifestPath(file.path) && textsOf(file).some((text) => mayBeObjects(file.path, text));

/** Whether a file is read by a tool of CI and by nothing else. What is in it decides, because anybody may give a file such a name. */
const isOnlyPipeline = (file: ChangedFile): boolean =>
  isPipeline(file.path) && !textsOf(file).some((text) => isOtherThanPipeline(file.path, text));

const textsOf = ({ before, after }: ChangedFile): string[] =>
  [before, after].filter((text) => typeof text === 'string');
