import { isObject, type Mapping, mappingOrEmpty, type Value } from '../../../manifest/model/manifest.ts';
import { isManifestPath } from '../../../manifest/prefilter.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { listIf } from '../../../text/list-if.ts';
import { resolvePath } from '../../../text/source.ts';
import type { Discovery } from '../discovery/discovery.ts';
import { chartElsewhere } from '../helm/chart.ts';
import { stepMatches } from '../repository/glob.ts';
import { mappingsOf, readMapping, stringOf, stringsOf } from '../repository/yaml-data.ts';
import { allowedChart } from '../root/remote-chart.ts';
import type { Obstacle, Root } from '../root/root.ts';
import {
  type Additions,
  componentsFrom,
  type Declared,
  type DeclaredChart,
  type DeclaredElsewhere,
  declaredChart,
  declaredKustomization,
  elsewhere,
  inlinePatches,
  isChart,
  overlayFolder,
  plainRoot,
  rootElsewhere,
  unmadeRoot,
} from './declared-root.ts';
import { type Definition, missingValues, unknownObstacle } from './definition.ts';
import { generatedVersion } from './generated-version.ts';
import { miscasedPath } from './miscased-path.ts';
import { repositoryAddress, repositoryName } from './other-repositories.ts';
import { overriddenSource } from './source-overrides.ts';
import { onlyFileThatFits } from './templated-values-file.ts';
import { fixedAt } from './waiting.ts';

/** What an Argo CD Application applies, as roots. */
export function applicationRoots(definition: Definition, discovery: Discovery): Root[] {
  const { spec } = definition;
  const sources = isObject(spec.source) ? [spec.source] : mappingsOf(spec.sources);
  return sources.flatMap((source, i) => {
    const part = sources.length > 1 ? { part: `source ${i + 1}` } : {};
    const root = sourceRoot({ definition, source, ...part }, discovery);
    const generated = generatedVersion(definition, source, i);
    return listIf(root !== undefined, { ...root!, ...(generated && { generated }) });
  });
}

interface ApplicationSource {
  readonly definition: Definition;
  readonly source: Mapping;
  readonly part?: string;
}

function sourceRoot({ definition, source, part }: ApplicationSource, discovery: Discovery): Root | undefined {
  const isOfGit = source.chart === undefined && !hostOf(source).startsWith('oci://');
  const waiting = isOfGit ? fixedAt(definition, stringOf(source.targetRevision)) : undefined;
  const declared: Declared = {
    definition,
    tool: 'argocd',
    revision: [hostOf(source), stringOf(source.targetRevision) ?? 'HEAD'],
    source: repositoryAddress(hostOf(source)),
    ...(waiting && { waiting }),
    ...(part !== undefined && { part }),
  };

  // A source with only a `ref` provides files to other sources and renders nothing itself.
  if (source.ref !== undefined && source.path === undefined && source.chart === undefined) return undefined;

  const chart = stringOf(source.chart);
  if (chart !== undefined) return chartRoot(chart, { declared, source }, discovery);

  if (source.plugin !== undefined)
    return unmadeRoot(declared, [unknownObstacle(definition, 'is rendered by a plugin', 'plugin')]);

  const path = stringOf(source.path) ?? '.';
  if (hasPlaceholder(path))
    return unmadeRoot(declared, [
      unknownObstacle(definition, `has the path \`${path}\`, which contains a placeholder`, path),
    ]);

  return pathRoot(path, { declared, source }, discovery);
}

interface DeclaredSource {
  readonly declared: Declared;
  readonly source: Mapping;
}

/** A chart of a Helm repository. It is downloaded only if its repository is allowed. */
function chartRoot(chart: string, { declared, source }: DeclaredSource, discovery: Discovery): Root {
  const { definition } = declared;
  const archive = allowedChart(
    { name: chart, version: stringOf(source.targetRevision) ?? '', repository: stringOf(source.repoURL) ?? '' },
    discovery.chartRepositories,
  );

  if (archive) {
    const values = chartOf(definition, source, { folder: '', discovery });
    return declaredChart(declared, { ...values, folder: archive.name, archive }, discovery);
  }

  const text = `uses the chart \`${chart}\` from ${hostOf(source)}`;
  const obstacle = unknownObstacle(definition, text, chart, chartElsewhere);
  return rootElsewhere(declared, { ...elsewhereOf(source, discovery), what: chart, obstacle }, discovery);
}

/** A path of a repository. */
function pathRoot(path: string, { declared, source }: DeclaredSource, discovery: Discovery): Root | undefined {
  const { definition } = declared;
  const artifact = /^oci:\/\/.*\/([^/]+)$/.exec(hostOf(source))?.[1];
  const folder = artifact === undefined ? resolvePath('', path) : undefined;
  const isOther = discovery.otherRepositories?.has(repositoryName(hostOf(source))) === true;

  if (folder === undefined || isOther || !discovery.folders.has(folder)) {
    const obstacle = missingPath({ definition, source, path, isOther }, discovery);
    const root = rootElsewhere(
      declared,
      { ...elsewhereOf(source, discovery), what: artifact ?? path, obstacle },
      discovery,
    );
    if (isOther) return root;
    return { ...root, ...miscasedPath(path, folder, discovery) };
  }

  const overridden = overriddenSource(source, { folder, name: definition.name, tree: discovery.tree });
  const root = folderRoot(folder, { declared, source: overridden.source }, discovery);
  return root && { ...root, files: [...new Set([...root.files, ...overridden.files])].sort() };
}

/** A folder of a repository: a kustomization, a chart or plain files. */
function folderRoot(folder: string, { declared, source }: DeclaredSource, discovery: Discovery): Root | undefined {
  const { definition } = declared;
  // Argo CD treats the folder as a chart if the source has Helm parameters, whatever else is in it (ApplicationSource.ExplicitType).
  const isHelm = isObject(source.helm) && isChart(discovery, folder);
  if (!isHelm && discovery.kustomizations.fileIn(folder) !== undefined)
    return declaredKustomization(declared, { folder, additions: additionsOf(source, folder, discovery) }, discovery);
  // An explicit type wins (argo-cd pkg/apis/application/v1alpha1/types.go, `ExplicitType`).
  if (isChart(discovery, folder) && !isObject(source.directory))
    return declaredChart(declared, chartOf(definition, source, { folder, discovery }), discovery);

  const directory = mappingOrEmpty(source.directory);
  if (directory.jsonnet !== undefined)
    return unmadeRoot(declared, [unknownObstacle(definition, 'is rendered from Jsonnet', 'jsonnet')]);

  const files = filesOf(folder, directory, discovery);
  return files && plainRoot(declared, files);
}

/** A path that is not here: of another repository, or one that does not exist on this branch. */
function missingPath(
  { definition, source, path, isOther }: ApplicationSource & { readonly path: string; readonly isOther: boolean },
  { repositoriesHere }: Discovery,
): Obstacle {
  const obstacle = (text: string): Obstacle => unknownObstacle(definition, `uses \`${path}\`${text}`, path, elsewhere);
  if (isOther) return obstacle(' from another repository');
  if (repositoriesHere?.has(repositoryName(hostOf(source)))) return obstacle(', which does not exist here');
  return obstacle(', which is not in this repository');
}

/**
 * The manifests of a folder that Argo CD applies; undefined if the work limit is used up.
 * Source: argo-cd reposerver/repository/repository.go getPotentiallyValidManifests.
 */
function filesOf(
  folder: string,
  { recurse, include, exclude }: Mapping,
  { folders, generatorWork }: Discovery,
): readonly string[] | undefined {
  const all = generatorWork.isSpent ? [] : folders.below(folder);
  const [included, excluded] = [include, exclude].map((text) => patternsIn(stringOf(text) ?? ''));
  const size = [...included!, ...excluded!].join('').length;
  if (!generatorWork.spend((workPerFile + size) * all.length)) return undefined;

  const isNamed = (patterns: readonly string[], path: string): boolean =>
    patterns.some((pattern) => stepMatches(pattern, path));

  return all.filter((file) => {
    const path = folder === '' ? file : file.slice(folder.length + 1);
    return (
      isManifestPath(path) &&
      (recurse === true || !path.includes('/')) &&
      !isNamed(excluded!, path) &&
      (include === undefined || isNamed(included!, path))
    );
  });
}

/** How much of the work limit a file takes, apart from patterns. */
const workPerFile = 10;
/** Longer patterns are cut. People write short ones. */
const maxPatterns = 1000;

/** `{a.yaml,b-*.yaml}` are two patterns. */
function patternsIn(pattern: string): readonly string[] {
  const text = pattern.slice(0, maxPatterns);
  if (/^\{.*\}$/.test(text)) return text.slice(1, -1).split(',');
  return [text];
}

/** What a source says about a chart or manifests in another repository. Other paths of values files are relative to their chart. */
const elsewhereOf = (source: Mapping, { tree }: Discovery): Pick<DeclaredElsewhere, 'said' | 'valueFiles'> => ({
  said: source,
  valueFiles: stringsOf(isObject(source.helm) ? source.helm.valueFiles : undefined).flatMap((path) => {
    const at = path.startsWith('$') ? valuesPath(path) : undefined;
    if (at !== undefined && tree.files.has(at)) return [at];
    return [];
  }),
});

/** The folder and the path below it that a values file has: `$values/…` begins at the root, and `${…}` is a placeholder. */
function splitReference(path: string, folder: string): readonly [folder: string, path: string] {
  if (path.startsWith('${')) return [folder, path];
  return ['', path.slice(path.indexOf('/') + 1)];
}

/** `$values/…` is relative to the root of the source whose `ref` is `values`. */
const valuesPath = (path: string): string | undefined => resolvePath('', path.slice(path.indexOf('/') + 1));

const hostOf = ({ repoURL }: Mapping): string => stringOf(repoURL) ?? 'another repository';

/** Fields of `kustomize` that have the same name in a kustomization (argo-cd util/kustomize/kustomize.go). */
const sameFields = ['namePrefix', 'nameSuffix', 'namespace', 'commonAnnotations', 'replicas'] as const;

function additionsOf({ kustomize }: Mapping, folder: string, { tree }: Discovery): Additions {
  if (!isObject(kustomize)) return {};

  const { images, commonLabels, labelWithoutSelector, components, patches } = kustomize;
  const same = sameFields.flatMap((key) => {
    if (kustomize[key] === undefined) return [];
    return [[key, kustomize[key]] as const];
  });
  const labels = isObject(commonLabels) && [{ pairs: commonLabels, includeSelectors: labelWithoutSelector !== true }];

  return {
    ...Object.fromEntries(same),
    ...(patches !== undefined && { patches: inlinePatches(withPatchTexts(patches, folder, tree)) }),
    ...(components !== undefined && {
      components: componentsFrom(stringsOf(components), { folder, from: overlayFolder }),
    }),
    ...(labels && { labels: labels as unknown as Value }),
    ...(Array.isArray(images) && { images: stringsOf(images).map(imageOf) as unknown as Value }),
  };
}

/** Patches with the text of the file that each names, relative to the folder of the kustomization. */
const withPatchTexts = (patches: Value, folder: string, tree: Discovery['tree']): Value =>
  mappingsOf(patches).map((patch) => {
    const at = resolvePath(folder, stringOf(patch.path) ?? '');
    if (patch.patch !== undefined || at === undefined) return patch;

    const text = tree.text(at);
    if (text === undefined) return patch;
    return { ...patch, patch: text };
  });

/** Parses `name=new:tag`, `name:tag` and `name@digest`, the formats of `kustomize edit set image`. */
function imageOf(text: string): Record<string, string> {
  const [, name = '', target] = /^([^=]+?)(?:=(.*))?$/.exec(text) ?? [];

  const split = (image: string): [string, Record<string, string>] => {
    const at = image.lastIndexOf('@', image.length - 2);
    if (at >= 0) return [image.slice(0, at), { digest: image.slice(at + 1) }];
    const colon = image.lastIndexOf(':');
    const tag = colon < 0 ? '' : image.slice(colon + 1);
    if (tag === '' || tag.includes('/')) return [image, {}];
    return [image.slice(0, colon), { newTag: tag }];
  };

  if (target === undefined) {
    const [image, version] = split(name);
    return { name: image, ...version };
  }

  const [newName, version] = split(target);
  return { name, newName, ...version };
}

function chartOf(
  definition: Definition,
  source: Mapping,
  { folder, discovery }: { readonly folder: string; readonly discovery: Discovery },
): DeclaredChart {
  const helm = mappingOrEmpty(source.helm);
  const { destination } = definition.spec;
  const obstacles: Obstacle[] = [];

  const valueFiles = stringsOf(helm.valueFiles).flatMap((path) => {
    const at = path.startsWith('$') ? valuesPath(path) : resolvePath(folder, path);
    if (path.includes('://')) obstacles.push(unknownObstacle(definition, `downloads values from \`${path}\``, path));
    else if (at !== undefined && discovery.tree.files.has(at)) return [at];
    else if (helm.ignoreMissingValueFiles !== true) {
      const [within, relative] = path.startsWith('$') ? splitReference(path, folder) : [folder, path];
      const only = onlyFileThatFits(relative, within, discovery);
      if (only !== undefined) return [only];
      obstacles.push(missingValues(definition, path));
    }
    return [];
  });

  if (helm.fileParameters !== undefined)
    obstacles.push(unknownObstacle(definition, 'uses `fileParameters`', 'fileParameters'));

  return {
    folder,
    release: stringOf(helm.releaseName) ?? definition.name,
    namespace: isObject(destination) ? stringOf(destination.namespace) : undefined,
    valueFiles,
    values: inlineValues(helm),
    set: mappingsOf(helm.parameters).flatMap(({ name, value, forceString }) => {
      if (typeof name === 'string') return [{ name, value: String(value ?? ''), isString: forceString === true }];
      return [];
    }),
    includesCrds: helm.skipCrds !== true,
    obstacles,
  };
}

/** `valuesObject` takes precedence over `values`, which is a string of YAML. */
function inlineValues({ values, valuesObject }: Mapping): DeclaredChart['values'] {
  if (isObject(valuesObject)) return valuesObject;
  const text = stringOf(values);
  if (text === undefined) return undefined;

  const read = readMapping(text);
  if ('data' in read) return read.data;
  return undefined;
}
