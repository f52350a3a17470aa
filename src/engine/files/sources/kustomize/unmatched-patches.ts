import { isObject, type Mapping, type Value } from '../../../manifest/model/manifest.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';
import { mappingsOf, readMapping, readMappings, stringOf } from '../repository/yaml-data.ts';
import type { Obstacle, Root } from '../root/root.ts';
import { kustomizationNames } from './kustomization.ts';

/** What a rendered kustomization is looked at with. */
export interface RenderedKustomization {
  readonly root: Root;
  readonly text: string;
  readonly read: (file: string) => string | undefined;
}

/** Kinds whose patches matter to nodes. */
const patchedKinds = /^(?:NodePool|[A-Za-z0-9]*NodeClass|NodeOverlay|Deployment|StatefulSet|DaemonSet)$/;

/** A patch that may delete or rename what it selects, and objects that kustomize leaves out: then nothing in the output shows what was selected. */
const hidesSelection = /\$patch|\/metadata\/name\b|\/kind\b|local-config/;

/**
 * Notes about the patches of a kustomization whose target selects nothing. Kustomize applies them to no object and reports nothing, while a patch
 * without a target fails (kustomize api/internal/builtins/PatchTransformer.go). Targets with patterns or selectors of labels are left out.
 */
export function unmatchedPatches({ root, text, read }: RenderedKustomization): readonly Obstacle[] {
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

  const objects = readMappings(text);
  // A text that is too long is not read.
  if (objects.length === 0) return [];

  return targets.flatMap(({ kind, name }) => {
    const names = objects.filter((object) => object.kind === kind).flatMap(nameOf);
    if (names.some((other) => other.includes(name))) return [];
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

const nameOf = ({ metadata }: Mapping): readonly string[] => {
  const name: Value | undefined = isObject(metadata) ? metadata.name : undefined;
  if (typeof name === 'string') return [name];
  return [];
};

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
