import { canonical } from '../canonical.ts';
import {
  asList,
  asMapping,
  asText,
  isObject,
  type Mapping,
  mappingOrEmpty,
  type Path,
  type Value,
  valueAt,
} from '../model/manifest.ts';
import { argoReferences, at, type VersionReference } from './version-references.ts';

/** A value that a generator of an ApplicationSet gives to its template. */
interface GeneratorValue {
  readonly version: Value;
  readonly path: Path;
}

/** Generators within `matrix` and `merge` are this deep at most (argo-cd docs/operator-manual/applicationset/Generators-Matrix.md). */
const maxDepth = 3;

/** The name of the parameter that a text consists of: `{{values.version}}` and `{{ .values.version }}` → `values.version`. */
const parameterIn = (text: Value | undefined): string | undefined => {
  if (typeof text === 'string') return /^\{\{-?\s*\.?([A-Za-z_][\w.]{0,200})\s*-?\}\}$/.exec(text.trim())?.[1];
  return undefined;
};

/**
 * The literals that the generators of an ApplicationSet have for the parameter that a text of its template consists of: an entry of `values`, which
 * every generator may have, or of the elements of a `list`. Which clusters get them may be unknown.
 */
function generatorValues(set: Value, text: Value | undefined): readonly GeneratorValue[] {
  const parameter = parameterIn(text);
  if (parameter === undefined) return [];
  const values: GeneratorValue[] = [];
  collect(at(set, 'spec', 'generators'), ['spec', 'generators'], { parameter, values }, maxDepth);
  return values;
}

const templatePath = ['spec', 'template', 'spec'];

/**
 * The versions of Karpenter's charts that the generators of an ApplicationSet give to its template. They may also give
 * the chart and its repository.
 */
export function generatedVersions(set: Value): readonly VersionReference[] {
  const template = at(set, ...templatePath);
  return [at(template, 'source'), ...asList(at(template, 'sources'))].flatMap((source) =>
    argoReferences(withLiterals(set, source), templatePath).flatMap(({ version, isOfCrds }) =>
      generatorValues(set, version).map((generatorValue) => ({
        ...generatorValue,
        ...(isOfCrds !== undefined && { isOfCrds }),
      })),
    ),
  );
}

/** A source with the chart and the repository that the generators give, if there is only one of each. */
function withLiterals(set: Value, source: Value | undefined): Value | undefined {
  if (!isObject(source)) return source;
  const literals = ['chart', 'repoURL'].flatMap((key): [string, Value][] => {
    const values = new Set(generatorValues(set, source[key]).map(({ version }) => version));
    if (values.size === 1) return [[key, [...values][0]!]];
    return [];
  });
  return { ...source, ...Object.fromEntries(literals) };
}

/** Where the generators of an ApplicationSet have a value for a text of its template: in the element whose values are all among some parameters. */
export const placeOfGenerated = (
  set: Value,
  {
    text,
    value,
    parameters,
  }: { readonly text: Value | undefined; readonly value: string; readonly parameters: Mapping },
): Path | undefined =>
  generatorValues(set, text).find(({ version, path }) => {
    const element = asMapping(valueAt(set, path.slice(0, -1))) ?? {};
    const isOfElement = (key: string): boolean => canonical(element[key]) === canonical(parameters[key]);
    return asText(version) === value && (path.includes('values') || Object.keys(element).every(isOfElement));
  })?.path;

interface Search {
  readonly parameter: string;
  readonly values: GeneratorValue[];
}

function collect(generators: Value | undefined, path: Path, search: Search, depth: number): void {
  if (!Array.isArray(generators) || depth === 0) return;
  for (const [i, generator] of (generators as readonly Value[]).entries())
    for (const [kind, settings] of Object.entries(mappingOrEmpty(generator))) {
      const here = [...path, i, kind];
      if (search.parameter.startsWith('values.'))
        add(at(settings, 'values'), [...here, 'values'], search.parameter.slice('values.'.length), search);

      const elements = at(settings, 'elements');
      for (const [n, element] of asList(elements).entries())
        add(element, [...here, 'elements', n], search.parameter, search);
      collect(at(settings, 'generators'), [...here, 'generators'], search, depth - 1);
    }
}

function add(holder: Value | undefined, path: Path, key: string, { values }: Search): void {
  const version = at(holder, key);
  if (version !== undefined) values.push({ version, path: [...path, key] });
}
