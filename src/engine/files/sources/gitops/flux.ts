import { asText, isObject, type Mapping, mappingOrEmpty, type Value } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { ownValue } from '../../../text/own-value.ts';
import { isWithin, resolvePath } from '../../../text/source.ts';
import type { Discovery } from '../discovery/discovery.ts';
import { chartElsewhere } from '../helm/chart.ts';
import { optionsOfCall, partsOfRoot } from '../kustomize/kustomize-closure.ts';
import { inFolder } from '../repository/file-tree.ts';
import { mappingsOf, maxLength, readMapping, readMappings, stringOf, stringsOf } from '../repository/yaml-data.ts';
import { allowedChart, type RemoteChart } from '../root/remote-chart.ts';
import type { Obstacle, Root, Substitution } from '../root/root.ts';
import {
  type Additions,
  componentsFrom,
  type Declared,
  type DeclaredChart,
  declaredChart,
  declaredKustomization,
  elsewhere,
  inlinePatches,
  isChart,
  overlayFolder,
  rootElsewhere,
  unmadeRoot,
} from './declared-root.ts';
import {
  configMapData,
  type Definition,
  documentTexts,
  findObject,
  missingValues,
  unknownObstacle,
} from './definition.ts';
import { miscasedPath } from './miscased-path.ts';
import { repositoryAddress } from './other-repositories.ts';
import { nameOfRelease, targetOfRelease } from './release-target.ts';
import { isIgnoredByFlux } from './source-ignore.ts';
import { onlyFileThatFits } from './templated-values-file.ts';
import { fixedAt, fixedRevisionOf, suspension } from './waiting.ts';

/**
 * What a Flux Kustomization applies. With `force`, Flux deletes and creates what it cannot update.
 * Source: https://fluxcd.io/flux/components/kustomize/kustomizations/#force
 */
export function fluxKustomizationRoot(definition: Definition, discovery: Discovery): Root {
  const root = rootOfKustomization(definition, discovery);
  if (definition.spec.force === true) return { ...root, recreatesRefused: true };
  return root;
}

function rootOfKustomization(definition: Definition, discovery: Discovery): Root {
  const { spec } = definition;
  const revision = revisionOf(definition, spec.sourceRef, discovery);
  const source = sourceOf(definition, spec.sourceRef, discovery);
  const waiting = suspension(definition) ?? fixedAt(definition, fixedRevisionOf(source));
  const declared = {
    definition,
    tool: 'flux',
    source: sourceNameOf(definition, spec.sourceRef, discovery),
    ...(revision && { revision }),
    ...(waiting && { waiting }),
  } as const;
  const path = stringOf(spec.path) ?? '.';

  // Another Kustomization substitutes the variables in this one.
  if (hasPlaceholder(path))
    return unmadeRoot(declared, [
      unknownObstacle(definition, `has the path \`${path}\`, which contains a placeholder`, path),
    ]);

  const folder = resolvePath('', path.replace(/^\/+/, ''));
  if (folder === undefined || !discovery.folders.has(folder) || (folder === '' && isElsewhere(definition, discovery)))
    return {
      ...rootElsewhere(
        declared,
        {
          what: path,
          said: [
            spec.sourceRef,
            additionsOf(spec, { folder: folder ?? '', from: '' }),
            substitutionOf(definition, discovery),
          ],
          obstacle: unknownObstacle(definition, absentPathText(path, folder), path, elsewhere),
        },
        discovery,
      ),
      ...miscasedPath(path, folder, discovery),
    };

  const substitution = substitutionOf(definition, discovery);
  const withSubstitution = (root: Root): Root => {
    if (substitution) return { ...root, substitution };
    return root;
  };

  if (discovery.kustomizations.fileIn(folder) !== undefined) {
    const additions = additionsOf(spec, { folder, from: overlayFolder });
    return withSubstitution(declaredKustomization(declared, { folder, additions }, discovery));
  }

  const additions = additionsOf(spec, { folder, from: folder });
  const { ignore } = sourceOf(definition, spec.sourceRef, discovery) ?? {};
  return withSubstitution(generated(declared, { folder, additions, ignore: stringOf(ignore) }, discovery));
}

const absentPathText = (path: string, folder: string | undefined): string => {
  if (folder === '') return `uses \`${path}\` from another repository`;
  return `uses \`${path}\`, which is not in this repository`;
};

/** The `spec` of a source of Flux in the repository. */
function sourceOf(definition: Definition, reference: Value | undefined, discovery: Discovery): Mapping | undefined {
  const { namespace } = definition;
  const { kind, name, namespace: other } = mappingOrEmpty(reference);
  const [ofKind, named] = [stringOf(kind), stringOf(name)];
  if (ofKind === undefined || named === undefined) return undefined;

  const object = findObject(discovery, ofKind, { name: named, namespace: stringOf(other) ?? namespace }, definition);
  if (isObject(object?.spec)) return object.spec;
  return undefined;
}

/** What a source of Flux is known by: its address if it is in the repository, or else its kind and name. */
function sourceNameOf(definition: Definition, reference: Value | undefined, discovery: Discovery): string {
  const { kind, name, namespace } = mappingOrEmpty(reference);
  const address = stringOf(sourceOf(definition, reference, discovery)?.url);
  if (address !== undefined) return repositoryAddress(address);
  return [kind, namespace ?? definition.namespace ?? '', name].map(asText).join(' ');
}

/** What a source of Flux in the repository says about the revision of its files. */
function revisionOf(definition: Definition, reference: Value | undefined, discovery: Discovery): Root['revision'] {
  const source = sourceOf(definition, reference, discovery);
  if (source === undefined) return undefined;

  const { url, ref } = source;
  return [stringOf(url) ?? '', isObject(ref) ? Object.values(ref).map(asText).join(' ') : 'main'];
}

/** Whether the source of a Kustomization for a whole repository is a different repository or artifact. */
function isElsewhere(definition: Definition, discovery: Discovery): boolean {
  const { spec, namespace } = definition;
  const { kind, name, namespace: other } = mappingOrEmpty(spec.sourceRef);
  if (kind !== 'GitRepository') return kind !== undefined;

  const urlOf = (name: string, where: string | undefined): string | undefined => {
    const gitRepository = findObject(discovery, 'GitRepository', { name, namespace: where }, definition);
    if (gitRepository && isObject(gitRepository.spec)) return stringOf(gitRepository.spec.url);
    return undefined;
  };

  const [url, ownUrl] = [urlOf(stringOf(name) ?? '', stringOf(other) ?? namespace), urlOf(ownSource, undefined)];

  return url !== undefined && ownUrl !== undefined && url !== ownUrl;
}

/** The name that `flux bootstrap` gives to the repository it writes to. */
const ownSource = 'flux-system';

/** Fields that have the same or nearly the same name in a kustomization (fluxcd/pkg/kustomize/kustomize_generator.go). */
function additionsOf(spec: Mapping, { folder, from }: { readonly folder: string; readonly from: string }): Additions {
  const { targetNamespace, namePrefix, nameSuffix, images, components, commonMetadata } = spec;
  const metadata = mappingOrEmpty(commonMetadata);
  const folders = componentsFrom(stringsOf(components), { folder, from });
  const patches = patchesOf(spec);

  return {
    ...(typeof targetNamespace === 'string' && { namespace: targetNamespace }),
    ...(typeof namePrefix === 'string' && { namePrefix }),
    ...(typeof nameSuffix === 'string' && { nameSuffix }),
    ...(patches.length > 0 && { patches }),
    ...(Array.isArray(images) && { images }),
    ...(folders.length > 0 && { components: folders }),
    ...(isObject(metadata.labels) && { labels: [{ pairs: metadata.labels }] }),
    ...(isObject(metadata.annotations) && { commonAnnotations: metadata.annotations }),
  };
}

/** Patches of a Kustomization or a post-renderer: those of today, and those of older versions, which are objects and operations instead of texts. */
function patchesOf({ patches, patchesStrategicMerge, patchesJson6902 }: Mapping): Mapping[] {
  const merges = mappingsOf(patchesStrategicMerge).map((patch) => ({ patch: JSON.stringify(patch) }));
  const operations = mappingsOf(patchesJson6902).map(({ patch, target }) => ({
    patch: JSON.stringify(patch ?? []),
    ...(target !== undefined && { target }),
  }));

  return [...merges, ...operations, ...mappingsOf(inlinePatches(patches))];
}

/** A folder without a kustomization: Flux generates one that includes all manifests below the folder. */
function generated(
  declared: Declared,
  {
    folder,
    additions,
    ignore,
  }: { readonly folder: string; readonly additions: Additions; readonly ignore: string | undefined },
  { tree, folders, kustomizations }: Discovery,
): Root {
  const inner: string[] = [];
  const resources: string[] = [];
  const below = (path: string): string => {
    const start = folder === '' ? 0 : folder.length + 1;
    return `./${path.slice(start)}`;
  };

  for (const file of folders.below(folder)) {
    if (isIgnoredByFlux(tree, file, ignore)) continue;
    if (inner.some((innerFolder) => isWithin(file, innerFolder))) continue;

    const nested = foldersDown(file, folder).find((below) => kustomizations.fileIn(below) !== undefined);
    if (nested !== undefined) {
      inner.push(nested);
      resources.push(below(nested));
    } else if (/\.ya?ml$/.test(file) && isManifests(tree.text(file))) resources.push(below(file));
  }

  const data = { resources: resources.sort(), ...additions };
  const closure = kustomizations.closureOfOverlay({ folder, data }, declared.definition.file);

  return {
    ...unmadeRoot(declared, closure.obstacles),
    call: {
      kustomize: { folder, ...optionsOfCall(closure, true), overlay: { folder, text: JSON.stringify(data) } },
    },
    ...partsOfRoot({ ...closure, elsewhere: undefined }),
  };
}

/** The folders between a folder and a file, without the first folder. */
function foldersDown(file: string, folder: string): string[] {
  const steps = file
    .slice(folder === '' ? 0 : folder.length + 1)
    .split('/')
    .slice(0, -1);
  return steps.map((_, i) => inFolder(folder, steps.slice(0, i + 1).join('/')));
}

const mayBeObject = (document: string): boolean => document.includes('kind') && document.includes('apiVersion');

/** Whether a file contains an object. The first one decides, because files of definitions are long. */
const isManifests = (text: string | undefined): boolean =>
  text !== undefined &&
  text.length <= maxLength &&
  documentTexts(text, mayBeObject).some(([, document]) =>
    readMappings(document).some((data) => typeof data.kind === 'string' && typeof data.apiVersion === 'string'),
  );

/** The variables of `postBuild`; undefined if there is no `postBuild`, so nothing is substituted. */
function substitutionOf(definition: Definition, discovery: Discovery): Substitution | undefined {
  const { postBuild } = definition.spec;
  if (!isObject(postBuild)) return undefined;

  const from = mappingsOf(postBuild.substituteFrom).map((mapping) => {
    if (mapping.kind !== 'ConfigMap') return undefined;
    const answer = configMapData(discovery, stringOf(mapping.name) ?? '', definition);
    if ('data' in answer) return answer.data;
    return undefined;
  });

  const substitutes = mappingOrEmpty(postBuild.substitute);
  const all = [...from.map((data) => data ?? {}), substitutes].flatMap((data) => Object.entries(data));
  const values = all.flatMap(([name, value]) => {
    if (typeof value === 'object') return [];
    return [[name, String(value)] as const];
  });
  if (from.length === 0 && values.length === 0) return undefined;

  // What is rendered has the patches.
  const mayBePatched = discovery.hasPatchedVariables === true && definition.parent === undefined;
  return { values: Object.fromEntries(values), isPartial: from.includes(undefined) || mayBePatched };
}

/** What a Flux HelmRelease installs, if its chart is in the repository or may be downloaded. */
export function helmReleaseRoot(definition: Definition, discovery: Discovery): Root {
  return { ...rootOfRelease(definition, discovery), target: targetOfRelease(definition) };
}

function rootOfRelease(definition: Definition, discovery: Discovery): Root {
  const { spec } = definition;
  const waiting = suspension(definition);
  const chart = mappingOrEmpty(mappingOrEmpty(spec.chart).spec);
  const source = sourceNameOf(definition, chart.sourceRef ?? spec.chartRef, discovery);
  const declared = { definition, tool: 'flux', source, ...(waiting && { waiting }) } as const;
  const path = stringOf(chart.chart) ?? '';
  const kind = isObject(chart.sourceRef) ? stringOf(chart.sourceRef.kind) : undefined;
  const folder = kind === 'GitRepository' ? resolvePath('', path) : undefined;

  const repository = () => {
    if (kind === 'HelmRepository') return repositoryUrl(chart, definition, discovery);
    return undefined;
  };

  const wanted = ociReference(definition, discovery) ?? {
    // Without a version, Flux uses the newest.
    name: path,
    version: stringOf(chart.version) ?? '*',
    repository: repository() ?? '',
  };

  const archive = allowedChart(wanted, discovery.chartRepositories);

  if (archive)
    return declaredChart(
      declared,
      {
        ...releaseOf(definition, { chart: { ...chart, valuesFiles: [] }, folder: '' }, discovery),
        folder: archive.name,
        archive,
      },
      discovery,
    );

  if (folder === undefined || !isChart(discovery, folder)) {
    const what = () => {
      if (path === '') return 'uses a chart from a registry';
      return `uses the chart \`${path}\`, which is not in this repository`;
    };

    return rootElsewhere(
      declared,
      {
        what: wanted.name || (isObject(spec.chartRef) ? (stringOf(spec.chartRef.name) ?? '') : ''),
        said: [
          spec.chart,
          spec.chartRef,
          wanted.version,
          releaseOf(definition, { chart: {}, folder: '' }, discovery).values,
        ],
        obstacle: unknownObstacle(definition, what(), path || undefined, chartElsewhere),
      },
      discovery,
    );
  }

  return declaredChart(declared, releaseOf(definition, { chart, folder }, discovery), discovery);
}

/** The chart of the OCIRepository in `chartRef`, if that object is in the repository. */
function ociReference(definition: Definition, discovery: Discovery): RemoteChart | undefined {
  const { spec, namespace } = definition;
  const { chartRef } = spec;
  if (!isObject(chartRef) || chartRef.kind !== 'OCIRepository') return undefined;

  const named = { name: stringOf(chartRef.name) ?? '', namespace: stringOf(chartRef.namespace) ?? namespace };
  const ociRepository = findObject(discovery, 'OCIRepository', named, definition);

  const { url, ref } = isObject(ociRepository?.spec) ? ociRepository.spec : ({} as Mapping);
  const [, repository, name] = /^(.+)\/([^/]+)$/.exec(stringOf(url) ?? '') ?? [];
  const version = isObject(ref) ? (stringOf(ref.tag) ?? stringOf(ref.semver)) : undefined;

  if (repository === undefined || version === undefined) return undefined;
  return { name: name!, version, repository };
}

/** The URL of a HelmRepository, if that object is in the repository. */
function repositoryUrl({ sourceRef }: Mapping, definition: Definition, discovery: Discovery): string | undefined {
  const { name, namespace } = mappingOrEmpty(sourceRef);
  const named = { name: stringOf(name) ?? '', namespace: stringOf(namespace) ?? definition.namespace };
  const helmRepository = findObject(discovery, 'HelmRepository', named, definition);
  if (isObject(helmRepository?.spec)) return stringOf(helmRepository.spec.url);
  return undefined;
}

function releaseOf(
  definition: Definition,
  { chart, folder }: { readonly chart: Mapping; readonly folder: string },
  discovery: Discovery,
): DeclaredChart {
  const { spec, namespace } = definition;
  const target = stringOf(spec.targetNamespace);
  const obstacles: Obstacle[] = [];

  const valueFiles = stringsOf(chart.valuesFiles).flatMap((path) => {
    const at = resolvePath('', path);
    if (at !== undefined && discovery.tree.files.has(at)) return [at];
    if (chart.ignoreMissingValuesFiles === true) return [];

    const only = onlyFileThatFits(path, '', discovery);
    if (only !== undefined) return [only];
    obstacles.push(missingValues(definition, path));
    return [];
  });

  let values: Mapping = {};
  for (const from of mappingsOf(spec.valuesFrom)) {
    const read = valuesFrom(from, definition, discovery);
    if ('values' in read) values = merged(values, read.values);
    else obstacles.push(read.obstacle);
  }

  return {
    folder,
    release: nameOfRelease(definition),
    namespace: target ?? namespace,
    valueFiles,
    // Flux uses these files instead of the chart's own values.
    replacesValues: valueFiles.length > 0 && !valueFiles.includes(inFolder(folder, 'values.yaml')),
    values: merged(values, mappingOrEmpty(spec.values)),
    postRenderers: postRenderersOf(spec),
    obstacles,
  };
}

/** The file with what a chart renders to, which a post-renderer of Flux reads. */
export const postRendered = 'rendered.yaml';

/** What Flux does to the objects of a chart, as kustomizations (fluxcd/helm-controller internal/postrender/kustomize.go). */
function postRenderersOf(spec: Mapping): string[] {
  return mappingsOf(spec.postRenderers).flatMap(({ kustomize }) => {
    if (!isObject(kustomize)) return [];

    const images = mappingsOf(kustomize.images);
    return [JSON.stringify({ resources: [postRendered], patches: patchesOf(kustomize), images })];
  });
}

function valuesFrom(
  from: Mapping,
  definition: Definition,
  discovery: Discovery,
): { readonly values: Mapping } | { readonly obstacle: Obstacle } {
  const name = stringOf(from.name) ?? '';
  const answer = from.kind === 'ConfigMap' ? configMapData(discovery, name, definition) : { isAmbiguous: false };
  const text = 'data' in answer ? stringOf(answer.data[stringOf(from.valuesKey) ?? 'values.yaml']) : undefined;
  if (text === undefined) {
    const isAmbiguous = 'isAmbiguous' in answer && answer.isAmbiguous;
    if (from.optional === true && !isAmbiguous) return { values: {} };

    const why = isAmbiguous ? 'which several files define differently' : 'which could not be read from this repository';

    return {
      obstacle: unknownObstacle(definition, `uses values from the ${from.kind} \`${name}\`, ${why}`, name),
    };
  }

  const targetPath = stringOf(from.targetPath);
  if (targetPath !== undefined)
    return { values: targetPath.split('.').reduceRight<Value>((inner, step) => ({ [step]: inner }), text) as Mapping };

  const read = readMapping(text);

  if ('data' in read) return { values: read.data };

  return { obstacle: unknownObstacle(definition, `uses values from \`${name}\`, which are not valid YAML`, name) };
}

/** Merges maps and replaces everything else, as Helm does with values. */
function merged(a: Mapping, b: Mapping): Mapping {
  const result: Record<string, Value> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const before = ownValue(a, key);
    result[key] = isObject(before) && isObject(value) ? merged(before, value) : value;
  }
  return result;
}
