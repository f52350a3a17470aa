import { unintended } from '../../../manifest/kept-in-cluster.ts';
import { isObject, type Mapping, type Value } from '../../../manifest/model/manifest.ts';
import { isHelmfilePath } from '../../../manifest/prefilter.ts';
import { folderOf, resolvePath } from '../../../text/source.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import type { Discovery } from '../discovery/discovery.ts';
import { type Chart, chartElsewhere, readChart } from '../helm/chart.ts';
import { helmCall } from '../helm/helm-call.ts';
import { mappingsOf, readMappings, stringOf, stringsOf } from '../repository/yaml-data.ts';
import { partElsewhere } from '../root/elsewhere.ts';
import type { HelmCall, Obstacle, Root } from '../root/root.ts';
import { cutRoot } from './declared-root.ts';
import { namedFiles } from './named-files.ts';

/** Real repositories have far fewer. A small file can name very many releases and environments. */
const maxFiles = 200;
const maxRoots = 2000;
const maxEnvironments = 1000;

/** What stands in the text for the name of the environment, and for every other template. */
const environmentName = '__helmfile_environment__';
const anyTemplate = '__helmfile_template__';

/**
 * The releases of helmfiles whose charts are in the repository, once for each environment that they name, and those whose charts are elsewhere.
 * A release gets values from
 * files, and those that it lists. What a template computes is unknown, and then the release is not rendered.
 */
export function helmfileRoots(discovery: Discovery): Root[] {
  const files = [...discovery.tree.files.keys()].filter(isHelmfilePath).sort();
  const roots: Root[] = [];
  for (const file of files.slice(0, maxFiles))
    for (const root of rootsIn(file, discovery)) {
      if (roots.length === maxRoots) return [...roots, leftOut(file, `${maxRoots} releases`)];
      roots.push(root);
    }

  if (files.length > maxFiles) return [...roots, leftOut(files[maxFiles]!, `${maxFiles} helmfiles`)];
  return roots;
}

function* rootsIn(file: string, discovery: Discovery): Generator<Root> {
  const documents = readMappings(withoutTemplates(discovery.tree.text(file) ?? ''));
  const named = documents.flatMap((document) => {
    if (isObject(document.environments)) return Object.keys(document.environments);
    return [];
  });
  const environments = named.slice(0, maxEnvironments);
  const unfollowed = [...new Set(documents.flatMap(unfollowedIn))];
  const settings = documents.map(({ releases: _, ...others }) => others);
  const shared = namedFiles(settings, file, computed, discovery);

  if (unfollowed.length > 0) yield unfollowedFile(file, unfollowed, shared);
  else if (settings.some(hasValues) && hasOtherTemplates(discovery.tree.text(file) ?? ''))
    yield sharedValues(file, shared, settings);
  if (named.length > maxEnvironments) yield leftOut(file, `${maxEnvironments} environments`);

  for (const release of documents.flatMap(({ releases }) => mappingsOf(releases))) {
    const folder = resolvePath(folderOf(file), stringOf(release.chart) ?? '');
    const chart = folder ? readChart(discovery, folder) : undefined;
    const isForEach = environments.length > 0 && holds(release, environmentName);
    if (release.installed === false) {
      for (const environment of isForEach ? environments : [undefined])
        yield uninstalledRoot(file, release, environment);
      continue;
    }
    if (chart === undefined) {
      yield releaseElsewhere({ file, release }, discovery);
      continue;
    }

    const allOf = (): Release[] => {
      if (isForEach)
        return environments.map((environment) => ({
          file,
          chart,
          release: inEnvironment(release, environment),
          environment,
        }));
      return [{ file, chart, release, environment: undefined }];
    };

    const all = allOf();
    // Without a file for an environment, helmfile does not install the release there.
    const installed = all.filter((release) => pathsOf(release).every((path) => discovery.tree.files.has(path)));

    for (const release of installed.length > 0 ? installed : all) yield releaseRoot(release, discovery);
  }
}

/** What is beyond a limit must not pass silently. */
const leftOut = (file: string, what: string): Root =>
  cutRoot('helm', {
    code: 'render/limit',
    severity: 'warning',
    file,
    message: `There are more than ${what}, so some are not reviewed from this file on`,
    help: 'Name the releases with NodePools in `sources` of plumbline.yaml.',
  });

/** The values files of a release whose names are known. */
const pathsOf = ({ file, release }: Pick<Release, 'file' | 'release'>): string[] =>
  stringsOf(release.values).flatMap((path) => {
    if (holds(path, anyTemplate)) return [];
    return resolvePath(folderOf(file), path) ?? [];
  });

/** The words that stand for templates. */
const computed = new RegExp(`${environmentName}|${anyTemplate}`, 'g');

const nameTemplate = /\{\{-?\s*\$?\.Environment\.Name\s*-?\}\}/g;

/** Whether a helmfile has templates apart from the name of its environment. They may have any value of its environment. */
const hasOtherTemplates = (text: string): boolean => text.replace(nameTemplate, '').includes('{{');

/** The text with its templates replaced, so that it is YAML. Lines stay lines. */
const withoutTemplates = (text: string): string =>
  text
    .replace(/^[ \t]*\{\{[^\r\n\u2028\u2029}]*\}\}[ \t]*$/gm, '')
    .replace(nameTemplate, environmentName)
    .replace(/\{\{(?:[^{}\n]|\{[^{}\n]*\})*\}\}/g, anyTemplate);

/** Whether a text is in a value: in one of its strings or keys. */
const holds = (value: Value | undefined, text: string): boolean => {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).some(([key, inner]) => key.includes(text) || holds(inner, text));

  return typeof value === 'string' && value.includes(text);
};

/** The release in one environment. */
const inEnvironment = (release: Mapping, environment: string): Mapping =>
  JSON.parse(
    JSON.stringify(release).replaceAll(environmentName, () => JSON.stringify(environment).slice(1, -1)),
  ) as Mapping;

interface Release {
  readonly file: string;
  readonly chart: Chart;
  readonly release: Mapping;
  readonly environment: string | undefined;
}

/** Source: helmfile docs, "DAG-aware installation/deletion ordering" and `installed`: only such releases are uninstalled. */
const dropped = unintended(
  'helmfile uninstalls only releases with `installed: false`, and not those that it no longer lists',
  'To uninstall it, list the release with `installed: false` once, or run `helm uninstall`.',
);

const releaseTitle = ({ file, release }: Pick<Release, 'file' | 'release'>, chart: string): string =>
  `release ${stringOf(release.name) ?? chart} in ${file}`;

const removalOfRelease = { by: 'helm', left: undefined, gone: dropped, itself: undefined, metadata: {} } as const;

/** A release that helmfile uninstalls, so that it applies nothing any more. */
function uninstalledRoot(file: string, release: Mapping, environment: string | undefined): Root {
  const title = releaseTitle({ file, release }, stringOf(release.chart) ?? '');
  const name = `${title}${textIf(environment !== undefined, ` for ${environment}`)}`;

  return {
    ...({ name, file, tool: 'helm', call: null, patches: [], isDeclared: true, by: title } as const),
    files: [],
    isPlain: true,
    removal: removalOfRelease,
    obstacles: [],
  };
}

/** A release whose chart is not in the repository. */
function releaseElsewhere({ file, release }: Pick<Release, 'file' | 'release'>, discovery: Discovery): Root {
  const { tree } = discovery;
  const chart = stringOf(release.chart) ?? '';
  const name = stringOf(release.name) ?? chart;
  const files = pathsOf({ file, release }).filter((path) => tree.files.has(path));

  const obstacle: Obstacle = {
    code: 'render/unknown',
    severity: 'note',
    file,
    near: name,
    message: `Release \`${name}\` uses the chart \`${chart}\`, which is not in this repository, so its manifests are not reviewed`,
    help: 'Review the rendered manifests.',
    reason: chartElsewhere,
  };

  const elsewhere = partElsewhere({ what: chart, name, said: release, valueFiles: files, obstacle }, tree);
  const title = releaseTitle({ file, release }, chart);

  return {
    ...({ name: title, file, tool: 'helm', call: null, patches: [], isDeclared: true, by: title } as const),
    files: [...new Set([...files, ...namedFiles(release, file, computed, discovery)])].sort(),
    said: release,
    obstacles: [obstacle],
    ...(elsewhere && { elsewhere }),
  };
}

function releaseRoot({ file, chart, release, environment }: Release, discovery: Discovery): Root {
  const { tree } = discovery;
  const name = stringOf(release.name) ?? chart.name;
  const { unknown, ...settings } = givenValues(release, file, tree);
  const namespace = stringOf(release.namespace);
  const { call, obstacles } = helmCall(chart, { ...settings, release: name, namespace }, tree);
  const title = releaseTitle({ file, release }, chart.name);

  const common = {
    name: `${title}${textIf(environment !== undefined, ` for ${environment}`)}`,
    ...({ file, tool: 'helm', patches: [], isDeclared: true, by: title } as const),
    removal: removalOfRelease,
    files: [
      ...new Set([...chart.files, ...settings.valueFiles, ...namedFiles(release, file, computed, discovery)]),
    ].sort(),
    ...(environment !== undefined && { environment }),
  };

  const [first] = unknown;

  return {
    ...common,
    call,
    obstacles: first === undefined ? obstacles : [...obstacles, unknownValues(file, name, first)],
  };
}

/** Fields of a release that plumbline follows, or that decide only when and how it is installed. */
const followed: ReadonlySet<string> = new Set([
  ...['name', 'namespace', 'chart', 'version', 'values', 'set', 'installed', 'labels', 'needs', 'wait', 'waitForJobs'],
  ...[
    'timeout',
    'atomic',
    'cleanupOnFail',
    'createNamespace',
    'condition',
    'kubeContext',
    'historyMax',
    'recreatePods',
  ],
  ...['force', 'verify', 'keyring', 'devel', 'skipDeps', 'missingFileHandler', 'disableOpenAPIValidation'],
  ...['disableValidation', 'disableValidationOnInstall', 'description', 'tags'],
]);

/** The same for a helmfile. `helmDefaults` may name a post-renderer, and the others name more helmfiles. */
const followedAtTop: ReadonlySet<string> = new Set([
  ...['releases', 'environments', 'repositories', 'commonLabels', 'templates', 'helmBinary', 'helmDefaults'],
  ...['lockFilePath', 'missingFileHandler', 'kubeContext', 'namespace'],
]);

/** Fields of `helmDefaults` that decide only when and how releases are installed. */
const inertDefaults: ReadonlySet<string> = new Set([
  ...['wait', 'waitForJobs', 'timeout', 'atomic', 'cleanupOnFail', 'createNamespace', 'kubeContext', 'historyMax'],
  ...[
    'recreatePods',
    'force',
    'verify',
    'keyring',
    'devel',
    'skipDeps',
    'disableOpenAPIValidation',
    'disableValidation',
  ],
  ...['disableValidationOnInstall', 'skipCRDs', 'cascade', 'suppressOutputLineRegex'],
]);

/** Fields of a helmfile that plumbline does not follow, so its releases are not all that it installs. */
function unfollowedIn(data: Mapping): string[] {
  const defaults = isObject(data.helmDefaults) ? Object.keys(data.helmDefaults) : [];
  return [
    ...Object.keys(data).filter((field) => !followedAtTop.has(field)),
    ...defaults.filter((field) => !inertDefaults.has(field)).map((field) => `helmDefaults.${field}`),
  ].filter((field) => !field.includes(anyTemplate));
}

/** A helmfile that installs more, or something else, than its releases say. */
const unfollowedFile = (file: string, fields: readonly string[], shared: readonly string[]): Root => {
  const reason = `helmfile uses ${firstNames(fields.map(quoted))}, which plumbline does not follow`;
  const root = cutRoot('helm', {
    code: 'render/unknown',
    severity: 'note',
    file,
    reason,
    message: `${quoted(file)} uses ${firstNames(fields.map(quoted))}, which plumbline does not follow. What else it installs is unknown`,
    help: reviewOutput,
  });
  return { ...root, files: [...new Set([...root.files, ...shared])].sort() };
};

const reviewOutput = 'Review the output of `helmfile template`.';

/** Whether an environment of a helmfile has values. */
const hasValues = ({ environments }: Mapping): boolean =>
  isObject(environments) &&
  Object.values(environments).some(
    (environment) => isObject(environment) && (environment.values !== undefined || environment.secrets !== undefined),
  );

/** Values that templates of a helmfile may have: those of its environments. */
const sharedValues = (file: string, shared: readonly string[], settings: readonly Mapping[]): Root => {
  const from = shared.length === 0 ? 'its environments' : firstNames(shared.map(quoted));
  const root = cutRoot('helm', {
    code: 'render/unknown',
    severity: 'note',
    file,
    reason: 'templates of the helmfile take values from it',
    message: `Templates of ${quoted(file)} take values from ${from}, which only helmfile fills in. What it installs with them is unknown`,
    help: reviewOutput,
  });
  return { ...root, name: `values of ${file}`, files: shared, said: settings };
};

interface Given extends Pick<HelmCall, 'valueFiles' | 'values' | 'set'> {
  /** Files and fields with values that are not known. */
  readonly unknown: readonly string[];
}

/** What a release passes to its chart. Helm reads files first, and helmfile turns the maps of a list into files at their places. */
function givenValues(release: Mapping, file: string, tree: Discovery['tree']): Given {
  const items = Array.isArray(release.values) ? (release.values as readonly Value[]) : [];
  const valueFiles: string[] = [];
  const unknown = Object.keys(release).filter((field) => !followed.has(field));
  let values: Mapping | undefined;

  for (const item of items) {
    if (holds(item, anyTemplate) || holds(item, environmentName)) unknown.push('values');
    else if (isObject(item)) {
      if (values !== undefined) unknown.push('values');
      values = item;
    } else if (typeof item === 'string') {
      const path = resolvePath(folderOf(file), item) ?? item;
      const text = tree.text(path);
      // Helm reads files before inline values, so a file after them would not override them.
      if (text === undefined || text.includes('{{') || values !== undefined) unknown.push(path);
      else valueFiles.push(path);
    }
  }

  const entries = mappingsOf(release.set);
  const set = entries.flatMap(({ name, value }) => {
    const isKnown = typeof name === 'string' && ['string', 'number', 'boolean'].includes(typeof value);
    if (isKnown && !holds([name, value!], anyTemplate)) return [{ name, value: String(value), isString: false }];
    return [];
  });

  if (set.length < entries.length) unknown.push('set');

  return { valueFiles, ...(values && { values }), set, unknown };
}

const unknownValues = (file: string, name: string, what: string): Obstacle => ({
  code: 'render/unknown',
  severity: 'note',
  file,
  near: name,
  message: `Release \`${name}\` gets values from \`${what}\` that only helmfile knows, so its manifests are not reviewed`,
  help: 'Use values files without templates, or list the chart with its values in `sources` of plumbline.yaml.',
  reason: 'helmfile computes some of the values',
});
