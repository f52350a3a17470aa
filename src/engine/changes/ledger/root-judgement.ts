import { isSourceOverride } from '../../files/sources/gitops/source-overrides.ts';
import { inFolder } from '../../files/sources/repository/file-tree.ts';
import { asMapping, type Manifest, type Path, valueAt } from '../../manifest/model/manifest.ts';
import { ownValue } from '../../text/own-value.ts';
import { baseNameOf, folderOf, foldersAbove } from '../../text/source.ts';
import { textIf } from '../../text/words/text-if.ts';
import type { RepositoryChange } from './changed-file.ts';
import { nameOfObject } from './field-judgement.ts';
import { isProse, isTestOfProgram } from './file-names.ts';
import type { JudgeContext } from './judge-context.ts';
import { harmless, type Judgement, notUnderstood, weakest } from './judgement.ts';
import { isNodeService } from './kinds/known-kinds.ts';
import type { LedgerInput, ReadRoot } from './ledger-input.ts';
import type { RenderedPlaces } from './rendered-places.ts';

/**
 * What the kustomizations and charts that use a file say about a change in it: what the change does to their rendered texts. Undefined if none
 * of them has anything that a review needs, or none uses it. `object` is the one whose template has the change, if its name is written there.
 */
export function judgedByRoots(
  what: string,
  file: string,
  { rendered, object }: { readonly rendered: RenderedPlaces; readonly object?: Manifest | undefined },
): Judgement | undefined {
  const roots = (['before', 'after'] as const).flatMap((side) => rendered.rootsUsing(side, file));
  const active = roots.filter(({ isIdle }) => !isIdle);
  if (active.length === 0 && roots.length > 0 && roots.every(({ isQuiet }) => isQuiet))
    return harmless(what, `\`${roots[0]!.name}\` renders to nothing that a review needs`);

  const unseen = roots.find((root) => root.unseen !== undefined);
  if (active.length === 0 && unseen)
    return notUnderstood(file, `\`${unseen.name}\` is not rendered, because ${unseen.unseen}`);

  return weakest(active.map((root) => judgedByRoot({ what, file, object }, root, rendered)));
}

/**
 * Whether a root reads a file for people: a kustomization lists it, or nothing but such files explains what the change does to the rendered text. A
 * chart has all files of its folder, and its templates may read them.
 */
export function isReadByRoots(file: string, { rendered, input }: Pick<JudgeContext, 'rendered' | 'input'>): boolean {
  const { changed } = input;
  const roots = (['before', 'after'] as const).flatMap((side) => rendered.rootsUsing(side, file));
  if (isListedBy(roots, file, changed.has)) return true;

  const edited = editedInputs(changed);
  return roots.some(
    ({ rendered: text, files }) =>
      text !== null && rendered.ofText(text) !== undefined && !files.some((path) => edited.has(path)),
  );
}

const inputsOf = new WeakMap<RepositoryChange, ReadonlySet<string>>();

/** The paths of changed files that are not for people. They are asked for once for each file of a change. */
function editedInputs(changed: RepositoryChange): ReadonlySet<string> {
  const cached = inputsOf.get(changed);
  if (cached) return cached;

  const paths = changed.files.map(({ path }) => path);
  const inputs = new Set(paths.filter((path) => !isProse(path) && !isTestOfProgram(path)));
  inputsOf.set(changed, inputs);
  return inputs;
}

/** Whether one of the roots that use a file is a kustomization that lists it. One that inflates a chart uses all files of its folder, too. */
export const isListedBy = (roots: readonly ReadRoot[], file: string, has: (path: string) => boolean): boolean =>
  roots.some(({ isChart }) => isChart !== true) &&
  !foldersAbove(folderOf(file)).some((folder) => has(inFolder(folder, 'Chart.yaml')));

/**
 * Fields of a definition that decide only about what its root renders to, and that the root follows, by its kind. Of any other field, the rendered
 * text shows nothing.
 */
const renderedFields: Readonly<Record<string, RegExp>> = {
  Kustomization:
    /^spec\.(?:targetNamespace|namePrefix|nameSuffix|commonMetadata|postBuild|patches|patchesStrategicMerge|patchesJson6902|images|components)(?:\.|$)/,
  Application:
    /^spec\.sources?\.(?:\d+\.)?(?:helm\.(?:valueFiles|values|valuesObject|parameters|releaseName|skipCrds|ignoreMissingValueFiles)|kustomize\.(?:namePrefix|nameSuffix|namespace|commonAnnotations|commonLabels|labelWithoutSelector|replicas|patches|components|images))(?:\.|$)/,
  HelmRelease: /^spec\.(?:values|targetNamespace|chart\.spec\.chart)(?:\.|$)/,
};

/**
 * What such a field of a definition does: what the change does to the rendered text. Undefined for other fields, and unless the root is rendered on
 * both sides.
 */
export function judgedByItsRoot(
  what: string,
  { manifest, path }: { readonly manifest: Manifest; readonly path: Path },
  { rendered, file }: { readonly rendered: RenderedPlaces; readonly file: string },
): Judgement | undefined {
  const fields = ownValue(renderedFields, manifest.kind);
  if (fields === undefined || !isWithin(fields, manifest, path)) return undefined;

  const title = nameOfObject(manifest);
  const [before, after] = (['before', 'after'] as const).map((side) => rendered.rootsDefinedBy(side, file, title));
  const roots = [...before!, ...after!];
  if (before!.length === 0 || before!.length !== after!.length || roots.some((root) => root.rendered === null))
    return undefined;

  return weakest(roots.map((root) => judgedByRoot({ what, file, object: undefined }, root, rendered)));
}

/** Whether a field is one of some fields, or has nothing but them. */
function isWithin(fields: RegExp, { object }: Manifest, path: Path): boolean {
  if (fields.test(path.join('.'))) return true;
  const value = asMapping(valueAt(object, path));
  const keys = Object.keys(value ?? {});
  return keys.length > 0 && keys.every((key) => fields.test([...path, key].join('.')));
}

function judgedByRoot(
  { what, file, object }: { readonly what: string; readonly file: string; readonly object: Manifest | undefined },
  { name, rendered: text, gap }: ReadRoot,
  rendered: RenderedPlaces,
): Judgement {
  const isNear = /karpenter|node-?pool|node-?class/i.test(`${name} ${what}`);
  if (text === null) return notUnderstood(file, `\`${name}\` is not rendered`, isNear);

  const judgement = (object && rendered.ofObject(text, object)) ?? rendered.ofText(text);
  if (judgement) {
    if (judgement.class === 'not understood')
      return { ...judgement, what: `${what}: ${judgement.what}`, unclear: judgement.what };
    return { ...judgement, what };
  }

  if (gap === undefined) return harmless(what, `\`${name}\` renders to the same objects`);
  return notUnderstood(what, `\`${name}\` renders to the same objects here, but ${gap}`, isNear);
}

/** A file that Terraform, or a root that was not rendered, uses, and of which no object shows anything. */
export function unshownFile(
  file: string,
  { rendered, input }: Pick<JudgeContext, 'rendered' | 'input'>,
  isNear: boolean,
): Judgement {
  const [root] = (['after', 'before'] as const).flatMap((side) => rendered.rootsUsing(side, file));
  if (root !== undefined) return notUnderstood(file, `\`${root.name}\` is not rendered`, isNear);

  if (isSourceOverride(file))
    return notUnderstood(
      file,
      'Argo CD overrides settings of an Application with it, and no object shows them',
      isNear,
    );

  const hasTerraform = [input.base, input.head].some(({ terraform }) => terraform.length > 0);
  if (!hasTerraform)
    return notUnderstood(file, 'something applies this file, and no object shows what it does', isNear);

  const [release, ...others] = releasesReading(file, input);
  if (release === undefined)
    return notUnderstood(file, 'Terraform reads this file, and no object shows what its values become', true);

  const name = `\`helm_release.${release}\`${textIf(others.length > 0, ' and others')}`;
  return notUnderstood(file, `its values are for ${name}, whose chart is not rendered`, isNear);
}

const readingReleases = new WeakMap<LedgerInput, Map<string, readonly string[]>>();

function releasesReading(file: string, input: LedgerInput): readonly string[] {
  const byFile = readingReleases.get(input) ?? new Map<string, readonly string[]>();
  readingReleases.set(input, byFile);
  const releases = byFile.get(file) ?? releasesWith(file, input);
  byFile.set(file, releases);
  return releases;
}

/** The names of the releases that read a file. None if anything else reads it, or a release of Karpenter or of a service of every node. */
function releasesWith(file: string, { base, head }: LedgerInput): readonly string[] {
  const name = baseNameOf(file);
  const readers = [...head.terraform, ...base.terraform].flatMap(({ source, body }) =>
    body.blocks.flatMap((block) => {
      const text = source.text.slice(Math.min(block.at.start, block.head.start), block.at.end);
      if (text.includes(name)) return [{ block, text }];
      return [];
    }),
  );

  const areReleases = readers.every(
    ({ block: { labels }, text }) =>
      labels[0] === 'helm_release' && !isNodeService(labels[1]) && !/karpenter/i.test(text),
  );

  if (areReleases) return [...new Set(readers.map(({ block }) => block.labels[1] ?? ''))];
  return [];
}
