import { isKustomizationPath } from '../../../manifest/model/kustomization-names.ts';
import type { Mapping, Value } from '../../../manifest/model/manifest.ts';
import { baseNameOf, folderOf, isWithin, resolvePath } from '../../../text/source.ts';
import type { Discovery } from '../discovery/discovery.ts';
import { mappingsOf, readMapping, stringOf, stringsOf } from '../repository/yaml-data.ts';

/** How many kustomizations are searched for a generator. */
const maxSearched = 1000;

/** Which ConfigMap an object refers to. */
interface ConfigMapReference {
  /** With or without the hash that kustomize adds. */
  readonly name: string;
  readonly namespace: string | undefined;
  /** The file of the object. */
  readonly from: string;
}

/**
 * The data of a ConfigMap that a kustomization generates (`configMapGenerator`). If several kustomizations generate one of this name, the one with
 * the object counts. Undefined if it is unknown.
 */
export function generatedConfigMap(discovery: Discovery, reference: ConfigMapReference): Mapping | undefined {
  const generators = generatorsOf(discovery, reference);
  const ofFolder = generators.filter(({ folder }) => isWithin(reference.from, folder));
  const nearest = ofFolder.sort((a, b) => b.folder.length - a.folder.length)[0];
  const [only, ...others] = nearest ? [nearest] : generators;
  if (only && others.length === 0) return dataOf(only, discovery);
  return undefined;
}

interface Generator {
  /** The folder of its kustomization. */
  readonly folder: string;
  readonly entry: Mapping;
}

function generatorsOf({ tree }: Discovery, { name, namespace }: ConfigMapReference): Generator[] {
  // kustomize ends the names with 10 characters of a hash.
  const names = [name, name.replace(/-[a-z0-9]{10}$/, '')];
  const files = [...tree.files.keys()].filter(isKustomizationPath).sort();

  return files.slice(0, maxSearched).flatMap((file) => {
    const text = tree.text(file);
    if (text === undefined || !text.includes('configMapGenerator') || !names.some((name) => text.includes(name)))
      return [];

    const read = readMapping(text);
    if (!('data' in read)) return [];

    return mappingsOf(read.data.configMapGenerator).flatMap((entry): Generator[] => {
      const where = stringOf(entry.namespace) ?? stringOf(read.data.namespace) ?? namespace;
      const isIt = names.includes(stringOf(entry.name) ?? '') && (namespace === undefined || where === namespace);
      if (isIt) return [{ folder: folderOf(file), entry }];
      return [];
    });
  });
}

/** The files and literals of a generator. Undefined if it merges with another one, has variables in files, or lacks a file. */
function dataOf({ folder, entry }: Generator, { tree }: Discovery): Mapping | undefined {
  const { behavior, envs, env, files, literals } = entry;
  if ((behavior !== undefined && behavior !== 'create') || envs !== undefined || env !== undefined) return undefined;

  const data: Record<string, Value> = {};
  for (const path of stringsOf(files)) {
    const at = path.indexOf('=');
    const file = resolvePath(folder, path.slice(at + 1));
    if (file === undefined) return undefined;

    const text = tree.text(file);
    if (text === undefined) return undefined;

    data[at === -1 ? baseNameOf(path) : path.slice(0, at)] = text;
  }

  for (const literal of stringsOf(literals)) {
    const at = literal.indexOf('=');
    if (at > 0) data[literal.slice(0, at)] = literal.slice(at + 1).replace(/^(["'])(.*)\1$/s, '$2');
  }

  return data;
}
