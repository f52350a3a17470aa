import { type IgnorePatterns, ignorePatterns, leavesOut } from '../../files/sources/gitops/source-ignore.ts';
import { isManifestPath, isScriptPath, isTemplatePath, isTerraformPath } from '../../manifest/prefilter.ts';
import { folderOf, isWithin } from '../../text/source.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import type { ChangedFile } from './changed-file.ts';
import { judgedByName } from './file-names.ts';
import type { JudgeContext } from './judge-context.ts';
import { harmless, type Judgement, modelled, notUnderstood } from './judgement.ts';
import type { SideName } from './line-changes.ts';
import { mayBeRunByPipeline } from './pipelines/deploying.ts';
import { deployingTexts, isRunByDeployment } from './pipelines/deployments.ts';
import { archives, attributeLines, effectOn, maxAttributeLines } from './pipelines/git-attributes.ts';

/** Files of a chart that helm renders, installs or reads values from. */
const ofChart = /(?:^|\/)(?:templates|crds|charts)\/|(?:^|\/)(?:Chart|values[^/]*)\.(?:ya?ml|json)$/;

/** Judges a file that says what helm leaves out of a chart: by the files that it leaves out on one side only. */
export function judgedChartIgnores(
  { path, before, after }: ChangedFile,
  all: ReadonlySet<string> | undefined,
): Judgement {
  const folder = folderOf(path);
  const [old, now] = [ignorePatterns(before ?? '', folder), ignorePatterns(after ?? '', folder)] as const;
  const isDiffering = (path: string): boolean =>
    isWithin(path, folder) &&
    ofChart.test(path) &&
    (leavesOut(old.patterns, path) === true) !== (leavesOut(now.patterns, path) === true);

  const isKnown = before !== null && after !== null && all !== undefined && old.isPlain && now.isPlain;
  if (isKnown && ![...all].some(isDiffering))
    return harmless(path, 'it leaves out no file of the chart that helm renders');

  return notUnderstood(path, 'it decides which files of the chart helm renders');
}

const sideNames: readonly SideName[] = ['before', 'after'];

/** Judges a file that says what Flux leaves out of a repository: by what it leaves out on one side only. Flux deletes that, or creates it. */
export function judgedIgnores({ file, input, rendered }: Omit<JudgeContext, 'flows'>): Judgement {
  const { path, before, after } = file;
  const folder = folderOf(path);
  if (before === null || after === null) return notUnderstood(path, 'its text is not at hand');

  const [old, now] = [ignorePatterns(before ?? '', folder), ignorePatterns(after ?? '', folder)] as const;
  const { all } = input.changed;
  if (!old.isPlain || !now.isPlain || all === undefined)
    return notUnderstood(path, 'Flux leaves files out by it in a way that plumbline does not follow');

  const rootsOf = (path: string, side: SideName): string[] => rendered.rootsUsing(side, path).map(({ name }) => name);
  const hasRoots = [input.base, input.head].some(({ roots }) => roots.length > 0);
  const objects = new Set([input.base, input.head].flatMap(({ set }) => set.files.map(({ source }) => source.file)));
  const mayBeApplied = (path: string): boolean =>
    objects.has(path) ||
    sideNames.some((side) => rootsOf(path, side).length > 0) ||
    (!hasRoots && isManifestPath(path) && !path.startsWith('.'));

  // At the top, a file that is taken back in is the same as one that no pattern is about.
  const outcome = ({ patterns }: IgnorePatterns, path: string): boolean | undefined =>
    leavesOut(patterns, path) ?? (folder === '' ? false : undefined);

  const differing = [...all].filter(
    (path) =>
      isWithin(path, folder) &&
      outcome(old, path) !== outcome(now, path) &&
      (mayBeApplied(path) || /(?:^|\/)\.sourceignore$/.test(path)),
  );

  if (differing.length === 0) return harmless(path, 'it leaves out nothing that is applied');

  const isShown = (path: string): boolean => {
    const [rootsBefore, rootsAfter] = [rootsOf(path, 'before'), rootsOf(path, 'after')];
    const names = [...rootsBefore, ...rootsAfter];
    if (names.length === 0 || rootsBefore.some((name) => rootsAfter.includes(name))) return false;
    return [input.base, input.head].every(({ roots }) =>
      roots.every((root) => !names.includes(root.name) || (root.rendered !== null && root.unseen === undefined)),
    );
  };

  const unseen = differing.filter((path) => !isShown(path)).sort();
  if (unseen.length === 0) return modelled(path, 'what it leaves out is not rendered');

  return notUnderstood(path, `it decides whether Flux applies ${firstNames(unseen.map(quoted))}`, true);
}

/** The tools that leave files out by a file of their own, and what they do without them. */
const ignoringTools = {
  fleet: 'Fleet leaves files out of its bundles by it, and deletes what it applied of them',
  terraform: 'HCP Terraform leaves files out of what it runs by it, and deletes what they declared',
} as const;

/**
 * Judges a file that says what Fleet leaves out of a bundle, or what is not uploaded to HCP Terraform: by the files
 * that it leaves out on one side only. Both delete what such a file had.
 *
 * Sources: https://fleet.rancher.io/ref-bundle-stages,
 * https://developer.hashicorp.com/terraform/cli/cloud/settings#excluding-files-from-upload-with-terraformignore
 */
export function judgedToolIgnores({ file, input, rendered }: Omit<JudgeContext, 'flows'>): Judgement {
  const { path, before, after } = file;
  const isOfTerraform = path.endsWith('.terraformignore');
  const opaque = notUnderstood(path, ignoringTools[isOfTerraform ? 'terraform' : 'fleet']);
  const { all, has } = input.changed;
  if (before === null || after === null || all === undefined) return opaque;

  const folder = folderOf(path);
  const [old, now] = [ignorePatterns(before ?? '', folder), ignorePatterns(after ?? '', folder)] as const;
  // Fleet matches names, and nothing says how it reads paths and exceptions.
  const isFollowed = ({ patterns, isPlain }: IgnorePatterns): boolean =>
    isPlain && (isOfTerraform || patterns.every(({ isName, isInclusion }) => isName && !isInclusion));
  if (!isFollowed(old) || !isFollowed(now)) return opaque;

  // Any file may be one that Terraform reads, apart from those whose name says that other programs or people do.
  const isOfOthers = (name: string): boolean => /^(?:harmless|outside)$/.test(judgedByName(name, has)?.class ?? '');
  const isUsed = (name: string): boolean =>
    [input.base, input.head].some(({ usedFiles }) => usedFiles.has(name)) ||
    sideNames.some((side) => rendered.rootsUsing(side, name).length > 0);
  const mayBeApplied = (name: string): boolean => isUsed(name) || isTerraformPath(name) || !isOfOthers(name);
  const isDiffering = (name: string): boolean =>
    isWithin(name, folder) && (leavesOut(old.patterns, name) === true) !== (leavesOut(now.patterns, name) === true);

  if ([...all].some((name) => isDiffering(name) && mayBeApplied(name))) return opaque;
  return harmless(path, 'it leaves out nothing that is applied');
}

/**
 * Judges a file of attributes of git by the files that a checkout writes in another way, or that an archive leaves out:
 * `eol=crlf`, `export-ignore` and `export-subst` (https://git-scm.com/docs/gitattributes). Other encodings have a
 * finding of their own.
 */
export function judgedAttributes({ file, input, rendered }: Omit<JudgeContext, 'flows'>): Judgement {
  const { path, before, after } = file;
  const { all } = input.changed;
  const ofNoFile = harmless(path, 'settings of git that change no file which is applied');
  if (before === null || after === null) return notUnderstood(path, 'its text is not at hand');

  const [old, now] = [attributeLines(before ?? '', folderOf(path)), attributeLines(after ?? '', folderOf(path))];
  if (old.length === 0 && now.length === 0) return ofNoFile;

  const isFollowed = [...old, ...now].every(({ matches }) => matches !== undefined);
  if (all === undefined || !isFollowed || old.length > maxAttributeLines || now.length > maxAttributeLines)
    return notUnderstood(path, 'git may write other text into files by it in a way that plumbline does not follow');

  const hasArchives = deployingTexts(input.changed).some((text) => archives.test(text));
  const isUsed = (name: string): boolean =>
    [input.base, input.head].some(({ usedFiles }) => usedFiles.has(name)) ||
    sideNames.some((side) => rendered.rootsUsing(side, name).length > 0) ||
    isTerraformPath(name) ||
    isTemplatePath(name) ||
    (mayBeRunByPipeline(name) && isRunByDeployment(name, input.changed));
  const mayBeApplied = (name: string): boolean =>
    isUsed(name) || (!name.startsWith('.') && (isManifestPath(name) || isScriptPath(name)));

  const differing = [...all].filter((name) => {
    if (!isWithin(name, folderOf(path))) return false;
    const [a, b] = [effectOn(name, old), effectOn(name, now)];
    if (a.isCrlf !== b.isCrlf && isUsed(name)) return true;
    return hasArchives && a.inArchive !== b.inArchive && mayBeApplied(name);
  });

  if (differing.length === 0) return ofNoFile;
  return notUnderstood(
    path,
    `it decides what git writes into ${firstNames(differing.sort().map(quoted))}, which something applies or runs`,
  );
}
