import { kustomizationNames } from '../../../manifest/model/kustomization-names.ts';
import { isObject, type Mapping, type Value } from '../../../manifest/model/manifest.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';
import { mappingsOf, readMapping, readMappings, stringOf } from '../repository/yaml-data.ts';
import type { Obstacle, Root } from '../root/root.ts';

/** What a rendered kustomization is looked at with. */
interface RenderedKustomization {
  readonly root: Root;
  readonly text: string;
  /** What it rendered to before the change; absent if it is new or unknown. */
  readonly before?: string | undefined;
  readonly read: (file: string) => string | undefined;
}

/** Kinds whose patches matter to nodes. */
const patchedKinds = /^(?:NodePool|[A-Za-z0-9]*NodeClass|NodeOverlay|Deployment|StatefulSet|DaemonSet)$/;

/** A patch that may delete or rename what it selects, and objects that kustomize leaves out: then nothing in the output shows what was selected. */
const hidesSelection = /\$patch|\/metadata\/name\b|\/kind\b|local-config/;

const affix = /prefix|suffix/i;

/**
 * Findings about the patches of a kustomization whose target selects nothing. It is a warning if the object only got another name, so that it loses
 * what the patch sets. Kustomize applies them to no object and reports nothing, while a patch
 * without a target fails (kustomize api/internal/builtins/PatchTransformer.go). Targets with patterns or selectors of labels are left out.
 */
export function unmatchedPatches({ root, text, before, read }: RenderedKustomization): readonly Obstacle[] {
  if (root.call === null || !('kustomize' in root.call)) return [];
  const { folder } = root.call.kustomize;
  const file = kustomizationNames
    .map((name) => (folder === '' ? name : `${folder}/${name}`))
    .find((path) => read(path) !== undefined);
  const kustomization = file === undefined ? undefined : readMapping(read(file)!);
  if (file === undefined || kustomization === undefined || 'fault' in kustomization) return [];

  const { patches, patchesJson6902 } = kustomization.data;
  const targets = [...mappingsOf(patches), ...mappingsOf(patchesJson6902)].flatMap(({ target }) => {
    if (isObject(target)) return targetOf(target) ?? [];
    return [];
  });
  if (targets.length === 0 || root.files.some((path) => hidesSelection.test(read(path) ?? ''))) return [];

  // A target may have the name that an object had before a prefix.
  const isAffixed = [root.call.kustomize.overlay?.text, ...root.files.map(read)].some((content) =>
    affix.test(content ?? ''),
  );
  const objects = readMappings(text);
  const objectsBefore = before === undefined ? [] : readMappings(before);
  // A text that is too long is not read.
  if (objects.length === 0) return [];

  return targets.flatMap(({ kind, name }) => {
    const names = namesIn(objects, kind);
    if (names.some((other) => other === name || (isAffixed && other.includes(name)))) return [];

    const namesBefore = namesIn(objectsBefore, kind);
    const added = names.filter((other) => !namesBefore.includes(other));
    if (namesBefore.includes(name) && added.length > 0) return [lostPatch(file, { kind, name, names: added })];
    return [noteOf(file, { kind, name, names })];
  });
}

/** A target with a kind and a name. */
interface PatchTarget {
  readonly kind: string;
  readonly name: string;
}

function targetOf(target: Mapping): PatchTarget | undefined {
  const [kind, name] = [stringOf(target.kind), stringOf(target.name)];
  if (kind === undefined || name === undefined || !patchedKinds.test(kind)) return undefined;
  if (!/^[\w-]+$/.test(name) || target.labelSelector !== undefined || target.annotationSelector !== undefined)
    return undefined;

  return { kind, name };
}

const namesIn = (objects: readonly Mapping[], kind: string): readonly string[] =>
  objects.filter((object) => object.kind === kind).flatMap(nameOf);

const nameOf = ({ metadata }: Mapping): readonly string[] => {
  const name: Value | undefined = isObject(metadata) ? metadata.name : undefined;
  if (typeof name === 'string') return [name];
  return [];
};

/** A patch whose object is called something else since the change. */
function lostPatch(file: string, { kind, name, names }: PatchTarget & { readonly names: readonly string[] }): Obstacle {
  const others = firstNames(names.map((other) => `${kind} ${quoted(other)}`));
  return {
    code: 'render/unmatched-patch',
    severity: 'warning',
    file,
    near: name,
    message: `Since this change, the target ${kind} ${quoted(name)} of a patch selects no object. Kustomize reports no error, and ${others} does not get what the patch sets`,
    help: `Name the new object in the target, or remove the patch if ${others} does not need it.`,
  };
}

function noteOf(file: string, { kind, name, names }: PatchTarget & { readonly names: readonly string[] }): Obstacle {
  const helpText = () => {
    if (names.length === 0) return `The kustomization has no ${kind}. Correct the target, or remove the patch.`;
    return `Correct the target: the kustomization has ${firstNames(names.map((other) => `${kind} ${quoted(other)}`))}.`;
  };

  return {
    code: 'render/unmatched-patch',
    severity: 'note',
    file,
    near: name,
    message: `The target ${kind} ${quoted(name)} of a patch selects no object, so kustomize applies the patch to nothing and reports no error`,
    help: helpText(),
  };
}
