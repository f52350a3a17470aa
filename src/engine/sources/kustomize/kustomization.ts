import { isObject, type Value } from '../../manifest/manifest.ts';
import { mappingsOf, stringOf, stringsOf } from '../repository/yaml-data.ts';

/** File names that kustomize looks for, in its order (kustomize api/konfig/general.go). */
export const kustomizationNames = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'] as const;

/** What a kustomization refers to. */
export interface References {
  /** Each a file or a folder with a kustomization. */
  readonly resources: readonly string[];
  /** Each a folder with a kustomization. */
  readonly components: readonly string[];
  /** Files and nothing else. */
  readonly files: readonly string[];
  /** What Secrets are made of: often kept out of the repository, and nothing that a review looks at. */
  readonly secrets: readonly string[];
  /** Files that say only what differs. */
  readonly patches: readonly string[];
  /** Plugins' configurations: a file, a folder or YAML that stands here. */
  readonly plugins: readonly string[];
  /** Charts that it inflates. */
  readonly charts: readonly ChartReference[];
  readonly isComponent: boolean;
}

/** An entry of `helmCharts`. */
export interface ChartReference {
  readonly name: string;
  readonly version: string | undefined;
  readonly repository: string | undefined;
  /** Folder of charts, relative to the kustomization. */
  readonly home: string;
  readonly files: readonly string[];
  /** A value that helm would take for an option. */
  readonly option: string | undefined;
}

type Data = { readonly [key: string]: Value };

/** Reads what a kustomization refers to, in today's fields and in those of older versions. */
export function referencesOf(data: Data): References {
  const plugins = ['generators', 'transformers', 'validators'].flatMap((key) => stringsOf(data[key]));
  return {
    resources: [...stringsOf(data.resources), ...stringsOf(data.bases)],
    components: stringsOf(data.components),
    files: [
      ...stringsOf(data.crds),
      ...stringsOf(data.configurations),
      ...(isObject(data.openapi) ? optional(data.openapi.path) : []),
      ...mappingsOf(data.replacements).flatMap(({ path }) => optional(path)),
      ...mappingsOf(data.configMapGenerator).flatMap(generatorFiles),
    ],
    secrets: mappingsOf(data.secretGenerator).flatMap(generatorFiles),
    patches: patchFiles(data),
    plugins,
    charts: chartsOf(data),
    isComponent: data.kind === 'Component',
  };
}

const optional = (value: Value | undefined): string[] => stringsOf([value ?? null]);

/** A text of several lines, or one that no path looks like, is the thing itself and no path. */
export const isInline = (text: string): boolean =>
  !startsWithScheme.test(text) && (text.includes('\n') || /^\s*[{[]|:\s/.test(text));

function patchFiles(data: Data): string[] {
  const json = [...mappingsOf(data.patches), ...mappingsOf(data.patchesJson6902)].flatMap(({ path }) => optional(path));
  const merge = stringsOf(data.patchesStrategicMerge).filter((text) => !isInline(text));
  // The oldest form: a list of paths.
  const old = stringsOf(data.patches).filter((text) => !isInline(text));
  return [...json, ...merge, ...old];
}

/** `files` holds paths and `key=path`, `envs` paths. */
function generatorFiles({ files, envs, env }: Data): string[] {
  const paths = stringsOf(files).map((entry) => entry.slice(entry.indexOf('=') + 1));
  return [...paths, ...stringsOf(envs), ...optional(env)];
}

function chartsOf(data: Data): ChartReference[] {
  const globals = isObject(data.helmGlobals) ? data.helmGlobals : {};
  const home = stringOf(globals.chartHome) ?? 'charts';
  const today = mappingsOf(data.helmCharts).map((entry) => chartOf(entry, home));
  const old = mappingsOf(data.helmChartInflationGenerator).map((entry) =>
    chartOf(
      { ...entry, name: entry.chartName ?? '', repo: entry.chartRepo ?? '', valuesFile: entry.values ?? '' },
      stringOf(entry.chartHome) ?? home,
    ),
  );
  return [...today, ...old];
}

function chartOf(entry: Data, home: string): ChartReference {
  const strings = stringsIn(entry);
  return {
    name: stringOf(entry.name) ?? '',
    version: stringOf(entry.version),
    repository: stringOf(entry.repo) || undefined,
    home,
    files: [...optional(entry.valuesFile), ...stringsOf(entry.additionalValuesFiles)].filter(Boolean),
    option: strings.find((text) => text.startsWith('-')),
  };
}

/** The strings that end up on helm's command line: everything but the values. */
const stringsIn = (entry: Data): string[] =>
  Object.entries(entry)
    .filter(([key]) => key !== 'valuesInline')
    .flatMap(([, value]) => (typeof value === 'string' ? [value] : stringsOf(value)));

const startsWithScheme = /^\s*(?:(?:https?|oci):|[a-z][\w+.-]*:\/\/)/i;

/**
 * Whether a path is fetched whatever lies in the tree: kustomize and helm look at the scheme before they look for a file (kustomize
 * api/internal/loader/fileloader.go, IsRemoteFile; helm pkg/cli/values/options.go). A file `http:/host/x` is no reason to let
 * `http://host/x` pass.
 */
export const isFetched = (path: string): boolean => startsWithScheme.test(path) || path.includes('://');

/** Whether kustomize would take a folder for a repository to clone (kustomize api/internal/git/repospec.go). */
export const isRemote = (path: string): boolean =>
  /:\/\/|^(?:git::|gh:|file:)|^[\w.-]+@|[?&](?:ref|version|timeout|submodules)=|\.git(?:$|\/|\?)|_git\//.test(path) ||
  /^(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|ssh\.dev\.azure\.com|dev\.azure\.com)[/:]/i.test(path) ||
  // A host before a colon, as scp has it.
  /^[\w.-]+:(?!\s)/.test(path);
