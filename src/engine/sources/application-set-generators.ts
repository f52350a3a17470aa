import { isObject, type Value } from '../manifest/manifest.ts';
import { folderOf } from '../source.ts';
import { fill, normalized, overlaid } from './application-set-template.ts';
import type { Discovery } from './discover.ts';
import { globMatches } from './glob.ts';
import { isSelected } from './label-selector.ts';
import { mappingsOf, readMapping, readSequence, stringOf, stringsOf } from './yaml-data.ts';

type Data = { readonly [key: string]: Value };

/** The parameters that a generator gives, or the name of one that asks somebody else. */
export type Answer = { readonly parameters: readonly Data[] } | { readonly unknown: string };

/** What generators are worked out with. */
export interface Ground {
  readonly discovery: Discovery;
  /** `goTemplate`: parameters are nested, and not named with dots. */
  readonly isGo: boolean;
}

/** Nobody means to generate more from one repository. */
export const maxApplications = 1000;

/** The fields of a generator that stand beside what generates. */
const besides: ReadonlySet<string> = new Set(['selector', 'values', 'template']);

/** The parameters of one generator, those that its `selector` picks. */
export function parametersOf(generator: Data, ground: Ground): Answer {
  const answer = generated(generator, ground);
  const { selector } = generator;
  if ('unknown' in answer || !isObject(selector)) return answer;
  return { parameters: answer.parameters.filter((one) => isSelected(flattened(one), selector)) };
}

function generated(generator: Data, ground: Ground): Answer {
  const { list, git, matrix, merge } = generator;
  if (isObject(list)) return listParameters(list);
  if (isObject(git)) return gitParameters(git, ground);
  if (isObject(matrix)) return matrixParameters(mappingsOf(matrix.generators), ground);
  if (isObject(merge)) return mergeParameters(merge, ground);
  return { unknown: Object.keys(generator).find((key) => !besides.has(key)) ?? 'nothing' };
}

/** `elementsYaml` is a text that a matrix may have filled in before. */
function listParameters({ elements, elementsYaml }: Data): Answer {
  const text = stringOf(elementsYaml);
  if (text === undefined) return { parameters: mappingsOf(elements) };
  const read = text.includes('{{') ? undefined : readSequence(text);
  return read === undefined ? { unknown: 'list' } : { parameters: [...mappingsOf(elements), ...mappingsOf(read)] };
}

/** Each of the first with each of the second; the second may be filled from the first. */
function matrixParameters([first, second, ...more]: readonly Data[], ground: Ground): Answer {
  if (first === undefined || second === undefined || more.length > 0) return { unknown: 'matrix' };
  const outer = parametersOf(first, ground);
  if ('unknown' in outer) return outer;
  const joined: Data[] = [];
  for (const parameters of outer.parameters.slice(0, maxApplications)) {
    const inner = parametersOf(fill(second, parameters) as Data, ground);
    if ('unknown' in inner) return inner;
    for (const one of inner.parameters) if (joined.length < maxApplications) joined.push({ ...parameters, ...one });
  }
  return { parameters: joined };
}

/**
 * Those of the first generator, overridden by those of the others that have the same values under `mergeKeys`
 * (argo-cd applicationset/generators/merge.go). A value that two sets of one generator share is an error there.
 */
function mergeParameters({ mergeKeys, generators }: Data, ground: Ground): Answer {
  const keys = stringsOf(mergeKeys);
  const answers = mappingsOf(generators).map((generator) => parametersOf(generator, ground));
  const asking = answers.find((answer) => 'unknown' in answer);
  if (asking) return asking;
  const [base, ...others] = answers.map((answer) =>
    byKeys((answer as { parameters: readonly Data[] }).parameters, keys),
  );
  if (!base || others.length === 0 || keys.length === 0 || others.includes(undefined)) return { unknown: 'merge' };
  const join = (under: Data, over: Data): Data => (ground.isGo ? overlaid(under, over) : { ...under, ...over });
  return {
    parameters: [...base].map(([key, parameters]) =>
      others.reduce<Data>((merged, other) => join(merged, other!.get(key) ?? {}), parameters),
    ),
  };
}

function byKeys(sets: readonly Data[], keys: readonly string[]): ReadonlyMap<string, Data> | undefined {
  const found = new Map(sets.map((set) => [JSON.stringify(keys.map((key) => set[key] ?? null)), set]));
  return found.size === sets.length ? found : undefined;
}

function gitParameters(git: Data, { discovery, isGo }: Ground): Answer {
  const values = isObject(git.values) ? git.values : undefined;
  const withValues = (parameters: Data): Data =>
    values === undefined ? parameters : { ...parameters, ...nested('values', fill(values, parameters) as Data, isGo) };
  const names = { isGo, prefix: stringOf(git.pathParamPrefix) };
  if (Array.isArray(git.directories)) {
    const folders = foldersOf(git.directories, discovery);
    return { parameters: folders.map((path) => withValues(pathParameters(path, names))) };
  }
  if (Array.isArray(git.files))
    return { parameters: fileParameters(mappingsOf(git.files), discovery, names).map(withValues) };
  return { unknown: 'git' };
}

/** Folders that some patterns name and none excludes (argo-cd applicationset/generators/git.go). */
function foldersOf(directories: Value, { tree }: Discovery): string[] {
  const folders = new Set<string>();
  for (const file of tree.files.keys())
    for (let at = folderOf(file); at !== '' && !folders.has(at); at = folderOf(at)) folders.add(at);
  const patterns = mappingsOf(directories).map(({ path, exclude }) => ({
    path: stringOf(path) ?? '',
    exclude: exclude === true,
  }));
  const isHidden = (folder: string): boolean => folder.split('/').some((step) => step.startsWith('.'));
  const matches = (folder: string, excluded: boolean): boolean =>
    patterns.some(({ path, exclude }) => exclude === excluded && globMatches(path, folder));
  return [...folders].filter((folder) => !isHidden(folder) && matches(folder, false) && !matches(folder, true)).sort();
}

/** How the parameters of a path are named. */
interface PathNames {
  readonly isGo: boolean;
  readonly prefix: string | undefined;
}

/** Each file gives its mapping, or each mapping of its list. */
function fileParameters(patterns: readonly Data[], { tree }: Discovery, names: PathNames): Data[] {
  const wanted = patterns.flatMap(({ path, exclude }) => (exclude === true ? [] : [stringOf(path) ?? '']));
  const unwanted = patterns.flatMap(({ path, exclude }) => (exclude === true ? [stringOf(path) ?? ''] : []));
  const files = [...tree.files.keys()].filter(
    (file) => wanted.some((one) => globMatches(one, file)) && !unwanted.some((one) => globMatches(one, file)),
  );
  return files
    .sort()
    .slice(0, maxApplications)
    .flatMap((file) => {
      const text = tree.text(file) ?? '';
      const read = readMapping(text);
      const sets = 'data' in read ? [read.data] : mappingsOf(readSequence(text));
      const filename = file.slice(file.lastIndexOf('/') + 1);
      const place = pathParameters(folderOf(file), names, { filename, filenameNormalized: normalized(filename) });
      return sets.map((data) => ({ ...(names.isGo ? data : flattened(data)), ...place }));
    });
}

/** `path` and its parts, for Go templates as an object, else by dotted names; below `pathParamPrefix` where there is one. */
function pathParameters(path: string, { isGo, prefix }: PathNames, more: Readonly<Record<string, string>> = {}): Data {
  const segments = path.split('/');
  const basename = segments.at(-1)!;
  const parts = { basename, basenameNormalized: normalized(basename), ...more };
  const indexed = segments.map((segment, i) => [`path[${i}]`, segment] as const);
  const named: Data = isGo
    ? { path: { path, segments, ...parts } }
    : { path, ...Object.fromEntries(indexed), ...nested('path', parts, false) };
  return prefix === undefined ? named : nested(prefix, named, isGo);
}

const nested = (name: string, values: Data, isGo: boolean): Data =>
  isGo
    ? { [name]: values }
    : Object.fromEntries(Object.entries(values).map(([key, value]) => [`${name}.${key}`, value]));

/** `{a: {b: 1}, c: [2]}` as `{'a.b': 1, 'c.0': 2}`. */
function flattened(data: Data, prefix = ''): Data {
  const entries = Object.entries(data).flatMap(([key, value]): [string, Value][] => {
    const inner = Array.isArray(value) ? Object.fromEntries(value.map((item, i) => [i, item])) : value;
    return isObject(inner) ? Object.entries(flattened(inner, `${prefix}${key}.`)) : [[`${prefix}${key}`, value]];
  });
  return Object.fromEntries(entries);
}
