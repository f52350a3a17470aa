import { isObject, type Mapping, mappingOrEmpty, type Value } from '../../../manifest/model/manifest.ts';
import { mappingsOf, stringOf, stringsOf } from '../repository/yaml-data.ts';
import { changedKindsOf } from './changed-kinds.ts';

/** The files, folders and charts that a kustomization refers to. */
export interface References {
  /** Each is a file or a folder with a kustomization. */
  readonly resources: readonly string[];
  /** Each is a folder with a kustomization. */
  readonly components: readonly string[];
  /** Each is a file. */
  readonly files: readonly string[];
  /** Files for Secrets. They are often not in the repository, and a review does not need them. */
  readonly secrets: readonly string[];
  /** Patch files, which contain only parts of objects. */
  readonly patches: readonly string[];
  /** Plugin configurations: a file, a folder or inline YAML. */
  readonly plugins: readonly string[];
  /** Charts that the kustomization renders. */
  readonly charts: readonly ChartReference[];
  /** See `changedKindsOf`. */
  readonly changedKinds: readonly string[];
  readonly isComponent: boolean;
}

/** An entry of `helmCharts`. */
interface ChartReference {
  readonly name: string;
  /** The whole entry. */
  readonly entry: Mapping;
  readonly version: string | undefined;
  readonly repository: string | undefined;
  /** The folder of charts, relative to the kustomization. */
  readonly home: string;
  readonly files: readonly string[];
  /** A value that Helm would read as a command-line option. */
  readonly option: string | undefined;
}

/** Reads the references of a kustomization, from current fields and from those of older versions. */
export function referencesOf(data: Mapping): References {
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
    changedKinds: changedKindsOf(data),
    isComponent: data.kind === 'Component',
  };
}

const optional = (value: Value | undefined): string[] => stringsOf([value ?? null]);

/** Whether a text is inline YAML: it has several lines or does not look like a path. */
export const isInline = (text: string): boolean =>
  !startsWithScheme.test(text) && (text.includes('\n') || /^\s*[{[]|:\s/.test(text));

function patchFiles(data: Mapping): string[] {
  const json = [...mappingsOf(data.patches), ...mappingsOf(data.patchesJson6902)].flatMap(({ path }) => optional(path));
  const merge = stringsOf(data.patchesStrategicMerge).filter((text) => !isInline(text));
  // The oldest format: a list of paths.
  const old = stringsOf(data.patches).filter((text) => !isInline(text));
  return [...json, ...merge, ...old];
}

/** `files` contains entries such as `path` and `key=path`; `envs` contains paths. */
function generatorFiles({ files, envs, env }: Mapping): string[] {
  const paths = stringsOf(files).map((entry) => entry.slice(entry.indexOf('=') + 1));
  return [...paths, ...stringsOf(envs), ...optional(env)];
}

function chartsOf(data: Mapping): ChartReference[] {
  const globals = mappingOrEmpty(data.helmGlobals);
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

function chartOf(entry: Mapping, home: string): ChartReference {
  const strings = stringsIn(entry);
  return {
    name: stringOf(entry.name) ?? '',
    entry,
    version: stringOf(entry.version),
    repository: stringOf(entry.repo) || undefined,
    home,
    files: [...optional(entry.valuesFile), ...stringsOf(entry.additionalValuesFiles)].filter(Boolean),
    option: strings.find((text) => text.startsWith('-')),
  };
}

/** The strings that kustomize passes to Helm on the command line: everything except the values. */
const stringsIn = (entry: Mapping): string[] =>
  Object.entries(entry)
    .filter(([key]) => key !== 'valuesInline')
    .flatMap(([, value]) => {
      if (typeof value === 'string') return [value];
      return stringsOf(value);
    });

const startsWithScheme = /^\s*(?:(?:https?|oci):|[a-z][\w+.-]*:\/\/)/i;

/**
 * Whether a path is always downloaded. kustomize and Helm look at the URL scheme before they look for a file (kustomize
 * api/internal/loader/fileloader.go, IsRemoteFile; helm pkg/cli/values/options.go). So `http://host/x` is refused even if the
 * repository has a file `http:/host/x`.
 */
export const isFetched = (path: string): boolean => startsWithScheme.test(path) || path.includes('://');

/** Whether kustomize would clone a path as a repository (kustomize api/internal/git/repospec.go). */
export const isRemote = (path: string): boolean =>
  /:\/\/|^(?:git::|gh:|file:)|^[\w.-]+@|[?&](?:ref|version|timeout|submodules)=|\.git(?:$|\/|\?)|_git\//.test(path) ||
  /^(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|ssh\.dev\.azure\.com|dev\.azure\.com)[/:]/i.test(path) ||
  // A host before a colon, as in scp.
  /^[\w.-]+:(?!\s)/.test(path);
