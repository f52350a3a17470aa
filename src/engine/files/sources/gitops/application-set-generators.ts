import { isObject, type Mapping, type Value } from '../../../manifest/model/manifest.ts';
import { baseNameOf, folderOf } from '../../../text/source.ts';
import type { Discovery } from '../discovery/discovery.ts';
import { type Glob, globMatches, globOf } from '../repository/glob.ts';
import { mappingsOf, readMapping, readSequence, stringOf, stringsOf } from '../repository/yaml-data.ts';
import { fill, normalized, overlaid } from './application-set-template.ts';
import { isSelected } from './label-selector.ts';

/** The parameters from a generator, or the name of a generator whose results are outside the repository. */
export type GeneratorAnswer = { readonly parameters: readonly Mapping[] } | { readonly unknown: string };

/** The context for evaluating generators. */
export interface GeneratorContext {
  readonly discovery: Discovery;
  /** `goTemplate`: parameters are nested objects. Otherwise their names have dots. */
  readonly isGo: boolean;
  /** Called if parameters are left out because there are too many of them or finding them takes too much work. */
  readonly cut: () => void;
}

/** The largest number of Applications from one ApplicationSet. Real ones generate far fewer. */
export const maxApplications = 1000;

/** The fields of a generator other than the generator itself. */
const commonFields: ReadonlySet<string> = new Set(['selector', 'values', 'template']);

/** The parameters from one generator, limited to those that its `selector` matches. */
export function parametersOf(generator: Mapping, context: GeneratorContext): GeneratorAnswer {
  const answer = generated(generator, context);
  const { selector } = generator;
  if ('unknown' in answer || !isObject(selector)) return answer;
  return { parameters: answer.parameters.filter((parameter) => isSelected(flattened(parameter), selector)) };
}

function generated(generator: Mapping, context: GeneratorContext): GeneratorAnswer {
  const { list, git, matrix, merge } = generator;
  if (isObject(list)) return listParameters(list);
  if (isObject(git)) return gitParameters(git, context);
  if (isObject(matrix)) return matrixParameters(mappingsOf(matrix.generators), context);
  if (isObject(merge)) return mergeParameters(merge, context);
  return { unknown: Object.keys(generator).find((key) => !commonFields.has(key)) ?? 'nothing' };
}

/** `elementsYaml` is a text that a matrix may have filled in before. */
function listParameters({ elements, elementsYaml }: Mapping): GeneratorAnswer {
  const text = stringOf(elementsYaml);
  if (text === undefined) return { parameters: mappingsOf(elements) };
  if (text.includes('{{')) return { unknown: 'list' };

  const read = readSequence(text);
  if (read === undefined) return { unknown: 'list' };
  return { parameters: [...mappingsOf(elements), ...mappingsOf(read)] };
}

/**
 * Combines each parameter set of the first generator with each of the second. Parameters of the first can be used in the
 * second.
 */
function matrixParameters([first, second, ...more]: readonly Mapping[], context: GeneratorContext): GeneratorAnswer {
  if (first === undefined || second === undefined || more.length > 0) return { unknown: 'matrix' };

  const outer = parametersOf(first, context);
  if ('unknown' in outer) return outer;

  const { generatorWork } = context.discovery;
  const size = JSON.stringify(second).length;
  const joined: Mapping[] = [];

  for (const parameters of outer.parameters) {
    const isAffordable = joined.length < maxApplications && generatorWork.spend(size);
    const inner = isAffordable ? parametersOf(fill(second, parameters) as Mapping, context) : undefined;
    if (inner !== undefined && 'unknown' in inner) return inner;

    const next = (inner?.parameters ?? []).slice(0, maxApplications - joined.length);
    if (inner === undefined || next.length < inner.parameters.length) {
      context.cut();
      break;
    }

    generatorWork.spend(next.length * Object.keys({ ...parameters, ...next[0] }).length);
    joined.push(...next.map((more) => ({ ...parameters, ...more })));
  }

  return { parameters: joined };
}

/**
 * The parameters from the first generator, overridden by those from the others with the same values for `mergeKeys` (argo-cd
 * applicationset/generators/merge.go). Argo CD rejects two parameter sets of one generator with the same key.
 */
function mergeParameters({ mergeKeys, generators }: Mapping, context: GeneratorContext): GeneratorAnswer {
  const keys = stringsOf(mergeKeys);
  const answers = mappingsOf(generators).map((generator) => parametersOf(generator, context));
  const asking = answers.find((answer) => 'unknown' in answer);
  if (asking) return asking;

  const [base, ...others] = answers.map((answer) =>
    byKeys((answer as { parameters: readonly Mapping[] }).parameters, keys),
  );
  if (!base || others.length === 0 || keys.length === 0 || others.includes(undefined)) return { unknown: 'merge' };

  const join = (under: Mapping, over: Mapping): Mapping => {
    if (context.isGo) return overlaid(under, over);
    return { ...under, ...over };
  };

  return {
    parameters: [...base].map(([key, parameters]) =>
      others.reduce<Mapping>((merged, other) => join(merged, other!.get(key) ?? {}), parameters),
    ),
  };
}

function byKeys(sets: readonly Mapping[], keys: readonly string[]): ReadonlyMap<string, Mapping> | undefined {
  const byKeys = new Map(sets.map((set) => [JSON.stringify(keys.map((key) => set[key] ?? null)), set]));
  if (byKeys.size === sets.length) return byKeys;
  return undefined;
}

function gitParameters(git: Mapping, context: GeneratorContext): GeneratorAnswer {
  const { isGo } = context;
  const values = isObject(git.values) ? git.values : undefined;

  const withValues = (parameters: Mapping): Mapping => {
    if (values === undefined) return parameters;
    return { ...parameters, ...nested('values', fill(values, parameters) as Mapping, isGo) };
  };

  const names = { isGo, prefix: stringOf(git.pathParamPrefix) };

  if (Array.isArray(git.directories)) {
    const folders = foldersOf(git.directories, context);
    return { parameters: folders.map((path) => withValues(pathParameters(path, names))) };
  }

  if (Array.isArray(git.files))
    return { parameters: fileParameters(mappingsOf(git.files), context, names).map(withValues) };

  return { unknown: 'git' };
}

/** The folders that a pattern matches and no pattern excludes (argo-cd applicationset/generators/git.go). */
function foldersOf(directories: Value, context: GeneratorContext): string[] {
  const { tree, generatorWork } = context.discovery;
  if (!generatorWork.spend(tree.files.size)) context.cut();
  if (generatorWork.isSpent) return [];

  const folders = new Set<string>();
  for (const file of tree.files.keys())
    for (let at = folderOf(file); at !== '' && !folders.has(at); at = folderOf(at)) folders.add(at);

  const { wanted, unwanted } = globsOf(mappingsOf(directories));
  const isHidden = (folder: string): boolean => folder.split('/').some((step) => step.startsWith('.'));

  return [...folders]
    .filter(
      (folder) => !isHidden(folder) && someMatch(wanted, folder, context) && !someMatch(unwanted, folder, context),
    )
    .sort();
}

/** Whether a path matches any of the patterns. If the work limit is reached first, the result is cut. */
function someMatch(
  globs: readonly Glob[],
  path: string,
  { discovery: { generatorWork }, cut }: GeneratorContext,
): boolean {
  const steps = path.split('/');
  const isMatch = globs.some((glob) => globMatches(glob, steps, (amount) => generatorWork.spend(amount)));
  if (generatorWork.isSpent) cut();

  return isMatch && !generatorWork.isSpent;
}

/** The patterns that the entries of a generator include and exclude. */
function globsOf(entries: readonly Mapping[]): {
  readonly wanted: readonly Glob[];
  readonly unwanted: readonly Glob[];
} {
  const globs = (isExcluded: boolean): Glob[] =>
    entries.flatMap(({ path, exclude }) => {
      if ((exclude === true) === isExcluded) return [globOf(stringOf(path) ?? '')];
      return [];
    });
  return { wanted: globs(false), unwanted: globs(true) };
}

/** How path parameters are named. */
interface PathNames {
  readonly isGo: boolean;
  readonly prefix: string | undefined;
}

/** Each file provides one parameter set, or one for each mapping in its list. */
function fileParameters(patterns: readonly Mapping[], context: GeneratorContext, names: PathNames): Mapping[] {
  const { tree, generatorWork } = context.discovery;
  if (!generatorWork.spend(tree.files.size)) context.cut();
  if (generatorWork.isSpent) return [];

  const { wanted, unwanted } = globsOf(patterns);
  const files = [...tree.files.keys()].filter(
    (file) => someMatch(wanted, file, context) && !someMatch(unwanted, file, context),
  );
  if (files.length > maxApplications) context.cut();

  return files
    .sort()
    .slice(0, maxApplications)
    .flatMap((file) => {
      const text = tree.text(file) ?? '';
      if (!generatorWork.spend(text.length)) {
        context.cut();
        return [];
      }

      const read = readMapping(text);
      const sets = 'data' in read ? [read.data] : mappingsOf(readSequence(text));
      const filename = baseNameOf(file);
      const place = pathParameters(folderOf(file), names, { filename, filenameNormalized: normalized(filename) });

      return sets.map((data) => ({ ...(names.isGo ? data : flattened(data)), ...place }));
    });
}

/** `path` and its parts: an object for Go templates, otherwise names with dots. With `pathParamPrefix`, below that prefix. */
function pathParameters(
  path: string,
  { isGo, prefix }: PathNames,
  more: Readonly<Record<string, string>> = {},
): Mapping {
  const segments = path.split('/');
  const basename = segments.at(-1)!;
  const parts = { basename, basenameNormalized: normalized(basename), ...more };
  const indexed = segments.map((segment, i) => [`path[${i}]`, segment] as const);

  const namedOf = (): Mapping => {
    if (isGo) return { path: { path, segments, ...parts } };
    return { path, ...Object.fromEntries(indexed), ...nested('path', parts, false) };
  };

  const named = namedOf();

  if (prefix === undefined) return named;
  return nested(prefix, named, isGo);
}

const nested = (name: string, values: Mapping, isGo: boolean): Mapping => {
  if (isGo) return { [name]: values };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${name}.${key}`, value]));
};

/** Flattens `{a: {b: 1}, c: [2]}` into `{'a.b': 1, 'c.0': 2}`. */
function flattened(data: Mapping, prefix = ''): Mapping {
  const entries = Object.entries(data).flatMap(([key, value]): [string, Value][] => {
    const inner = Array.isArray(value) ? Object.fromEntries(value.map((item, i) => [i, item])) : value;
    if (isObject(inner)) return Object.entries(flattened(inner, `${prefix}${key}.`));
    return [[`${prefix}${key}`, value]];
  });
  return Object.fromEntries(entries);
}
