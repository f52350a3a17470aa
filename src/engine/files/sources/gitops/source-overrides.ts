import { isObject, type Mapping, mappingOrEmpty, type Value } from '../../../manifest/model/manifest.ts';
import { ownValue } from '../../../text/own-value.ts';
import { baseNameOf } from '../../../text/source.ts';
import { type FileTree, inFolder } from '../repository/file-tree.ts';
import { readMapping } from '../repository/yaml-data.ts';

/** A source of an Application with what files of its folder override, and these files. */
interface OverriddenSource {
  readonly source: Mapping;
  readonly files: readonly string[];
}

/** Whether a file overrides settings of the Applications that apply its folder. */
export const isSourceOverride = (path: string): boolean => /^\.argocd-source(?:-.+)?\.yaml$/.test(baseNameOf(path));

/** Fields that such a file does not override. */
const keptFields = ['chart', 'path', 'repoURL', 'targetRevision'] as const;

/**
 * A source with what `.argocd-source.yaml` of its folder overrides, and then `.argocd-source-NAME.yaml`. Each is a JSON
 * merge patch. A file that is not YAML changes nothing here. Source: argo-cd reposerver/repository/repository.go,
 * mergeSourceParameters.
 */
export function overriddenSource(
  source: Mapping,
  { folder, name, tree }: { readonly folder: string; readonly name: string; readonly tree: FileTree },
): OverriddenSource {
  const files = ['.argocd-source.yaml', `.argocd-source-${name}.yaml`]
    .map((file) => inFolder(folder, file))
    .filter((file) => tree.files.has(file));
  if (files.length === 0) return { source, files };

  const merged = files.reduce((merged, file) => {
    const read = readMapping(tree.text(file) ?? '');
    if ('data' in read) return mappingOrEmpty(mergePatched(merged, read.data));
    return merged;
  }, source);

  const kept = keptFields.flatMap((key) => {
    if (source[key] === undefined) return [];
    return [[key, source[key]] as const];
  });
  const settings = Object.entries(merged).filter(([key]) => !(keptFields as readonly string[]).includes(key));
  return { source: Object.fromEntries([...settings, ...kept]), files };
}

/** RFC 7396: mappings are merged, `null` removes, and anything else replaces. */
function mergePatched(target: Value | undefined, patch: Value): Value {
  if (!isObject(patch)) return patch;

  const result = new Map<string, Value>(Object.entries(mappingOrEmpty(target)));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, mergePatched(ownValue(mappingOrEmpty(target), key), value));
  }
  return Object.fromEntries(result);
}
