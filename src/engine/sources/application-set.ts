import { isObject, type Value } from '../manifest/manifest.ts';
import type { Definition } from './definition.ts';
import type { Discovery } from './discover.ts';
import { folderOf } from './file-tree.ts';
import { globMatches } from './glob.ts';
import { mappingsOf, readMapping, stringOf } from './yaml-data.ts';

type Data = { readonly [key: string]: Value };

/** The Applications of an ApplicationSet, and the generators that ask somebody else. */
export interface Expansion {
  readonly applications: readonly Definition[];
  /** Names of generators that no repository answers: `clusters`, `pullRequest`. */
  readonly unknown: readonly string[];
}

/** Nobody means to generate more from one repository. */
const maxApplications = 1000;

/** Expands the generators that the repository itself answers: `list`, `git` and `matrix` of them. */
export function expandApplicationSet(set: Definition, discovery: Discovery): Expansion {
  const template = isObject(set.spec.template) ? set.spec.template : {};
  const isGo = set.spec.goTemplate === true;
  const generators = mappingsOf(set.spec.generators).map((generator) => parametersOf(generator, { discovery, isGo }));
  const known = generators
    .flatMap((answer) => ('parameters' in answer ? answer.parameters : []))
    .slice(0, maxApplications);
  const unknown = generators.flatMap((answer) => ('unknown' in answer ? [answer.unknown] : []));
  // What does not depend on the parameters is known all the same.
  const all = unknown.length > 0 ? [...known, {}] : known;
  const applications = all.map((parameters) => applicationOf(set, fill(template, parameters) as Data));
  const unique = new Map(applications.map((one) => [JSON.stringify([one.name, one.spec]), one]));
  return { applications: [...unique.values()], unknown };
}

function applicationOf(set: Definition, { metadata, spec }: Data): Definition {
  const name = isObject(metadata) ? stringOf(metadata.name) : undefined;
  return {
    file: set.file,
    kind: 'Application',
    name: name ?? set.name,
    namespace: set.namespace,
    spec: isObject(spec) ? spec : {},
  };
}

type Answer = { readonly parameters: readonly Data[] } | { readonly unknown: string };

interface Ground {
  readonly discovery: Discovery;
  readonly isGo: boolean;
}

function parametersOf(generator: Data, ground: Ground): Answer {
  const { list, git, matrix } = generator;
  if (isObject(list) && list.elementsYaml === undefined) return { parameters: mappingsOf(list.elements) };
  if (isObject(git)) return gitParameters(git, ground);
  if (isObject(matrix)) return matrixParameters(mappingsOf(matrix.generators), ground);
  const name = Object.keys(generator).find((key) => !['selector', 'values', 'template'].includes(key));
  return { unknown: name ?? 'nothing' };
}

/** Each of the first with each of the second; the second may be filled from the first. */
function matrixParameters([first, second]: readonly Data[], ground: Ground): Answer {
  if (first === undefined || second === undefined) return { unknown: 'matrix' };
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

function gitParameters(git: Data, { discovery, isGo }: Ground): Answer {
  const values = isObject(git.values) ? git.values : undefined;
  const withValues = (parameters: Data): Data =>
    values === undefined ? parameters : { ...parameters, ...nested('values', fill(values, parameters) as Data, isGo) };
  if (Array.isArray(git.directories))
    return { parameters: foldersOf(git.directories, discovery).map((path) => withValues(pathParameters(path, isGo))) };
  if (Array.isArray(git.files))
    return { parameters: fileParameters(mappingsOf(git.files), { discovery, isGo }).map(withValues) };
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

function fileParameters(patterns: readonly Data[], { discovery: { tree }, isGo }: Ground): Data[] {
  const wanted = patterns.flatMap(({ path, exclude }) => (exclude === true ? [] : [stringOf(path) ?? '']));
  const unwanted = patterns.flatMap(({ path, exclude }) => (exclude === true ? [stringOf(path) ?? ''] : []));
  const files = [...tree.files.keys()].filter(
    (file) => wanted.some((one) => globMatches(one, file)) && !unwanted.some((one) => globMatches(one, file)),
  );
  return files
    .sort()
    .slice(0, maxApplications)
    .flatMap((file) => {
      const read = readMapping(tree.text(file) ?? '');
      if (!('data' in read)) return [];
      const filename = file.slice(file.lastIndexOf('/') + 1);
      const place = pathParameters(folderOf(file), isGo, { filename, filenameNormalized: normalized(filename) });
      return [{ ...(isGo ? read.data : flattened(read.data)), ...place }];
    });
}

/** `path` and its parts, for Go templates as an object, else by dotted names. */
function pathParameters(path: string, isGo: boolean, more: Readonly<Record<string, string>> = {}): Data {
  const segments = path.split('/');
  const basename = segments.at(-1)!;
  const parts = { basename, basenameNormalized: normalized(basename), ...more };
  if (isGo) return { path: { path, segments, ...parts } };
  const indexed = segments.map((segment, i) => [`path[${i}]`, segment] as const);
  return { path, ...Object.fromEntries(indexed), ...nested('path', parts, false) };
}

const normalized = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .replaceAll('.', '-');

const nested = (name: string, values: Data, isGo: boolean): Data =>
  isGo
    ? { [name]: values }
    : Object.fromEntries(Object.entries(values).map(([key, value]) => [`${name}.${key}`, value]));

/** `{a: {b: 1}}` as `{'a.b': 1}`. */
function flattened(data: Data, prefix = ''): Data {
  const entries = Object.entries(data).flatMap(([key, value]): [string, Value][] =>
    isObject(value) ? Object.entries(flattened(value, `${prefix}${key}.`)) : [[`${prefix}${key}`, value]],
  );
  return Object.fromEntries(entries);
}

const expression = /\{\{-?\s*(?:index\s+(\.[\w.]+)\s+(\d+|"[^"]*")|(\.?[\w.[\]-]+))\s*-?\}\}/g;

/** Fills `{{name}}`, `{{.name}}` and `{{index .path.segments 1}}`; what else a template may hold stays as it is. */
function fill(value: Value, parameters: Data): Value {
  if (typeof value === 'string')
    return value.replace(expression, (whole: string, list?: string, at?: string, name?: string) => {
      const steps = list === undefined ? [name!.replace(/^\./, '')] : [list.slice(1), at!.replaceAll('"', '')];
      const found = lookup(parameters, steps);
      return found === undefined || found === null || typeof found === 'object' ? whole : String(found);
    });
  if (Array.isArray(value)) return value.map((item: Value) => fill(item, parameters));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner, parameters)]));
}

function lookup(parameters: Data, steps: readonly string[]): Value | undefined {
  const [first = '', ...rest] = steps;
  let value: Value | undefined = Object.hasOwn(parameters, first) ? parameters[first] : undefined;
  if (value === undefined)
    value = first.split('.').reduce<Value | undefined>((inner, step) => own(inner, step), parameters);
  return rest.reduce<Value | undefined>((inner, step) => own(inner, step), value);
}

const own = (value: Value | undefined, step: string): Value | undefined =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? (value as { readonly [key: string]: Value })[step]
    : undefined;
