import { isObject, type Mapping, type Value } from '../../../manifest/model/manifest.ts';

/** The fields of a kustomization (kustomize api/types/kustomization.go), including those of older versions. */
const fields = new Set([
  ...['apiVersion', 'kind', 'metadata', 'openapi', 'namePrefix', 'nameSuffix', 'namespace', 'commonLabels', 'labels'],
  ...[
    'commonAnnotations',
    'patchesStrategicMerge',
    'patchesJson6902',
    'patches',
    'images',
    'imageTags',
    'replacements',
  ],
  ...['replicas', 'vars', 'sortOptions', 'resources', 'components', 'crds', 'bases', 'configMapGenerator'],
  ...['secretGenerator', 'helmGlobals', 'helmCharts', 'helmChartInflationGenerator', 'generatorOptions'],
  ...['configurations', 'generators', 'transformers', 'validators', 'buildMetadata', 'inventory'],
]);

const generator = ['name', 'namespace', 'behavior', 'files', 'literals', 'envs', 'env', 'type', 'options'];

/** The fields of the parts of a kustomization that may name files. */
const partFields: Readonly<Record<string, ReadonlySet<string>>> = {
  openapi: new Set(['path']),
  patches: new Set(['path', 'patch', 'target', 'options']),
  patchesJson6902: new Set(['path', 'patch', 'target', 'options']),
  replacements: new Set(['path', 'source', 'targets']),
  configMapGenerator: new Set(generator),
  secretGenerator: new Set(generator),
  helmGlobals: new Set(['chartHome']),
  helmCharts: new Set([
    ...['name', 'version', 'repo', 'releaseName', 'namespace', 'valuesFile', 'additionalValuesFiles', 'valuesInline'],
    ...['valuesMerge', 'includeCRDs', 'skipHooks', 'apiVersions', 'kubeVersion', 'nameTemplate', 'skipTests'],
  ]),
  helmChartInflationGenerator: new Set([
    ...['chartName', 'chartVersion', 'chartRepo', 'chartHome', 'values', 'valuesMerge', 'valuesLocal', 'releaseName'],
    'releaseNamespace',
  ]),
};

/**
 * The first key that is not exactly the name of a kustomization field. kustomize also reads `Resources` and `reſources` as
 * `resources`, so it would render fields that plumbline has not checked.
 */
export function undocumentedKey(data: Mapping): string | undefined {
  const strange = Object.keys(data).find((key) => !fields.has(key));
  if (strange !== undefined) return strange;
  return Object.entries(partFields).flatMap(([name, parts]) =>
    itemsOf(data[name]).flatMap((item) => Object.keys(item).filter((key) => !parts.has(key))),
  )[0];
}

const itemsOf = (value: Value | undefined): Mapping[] =>
  (Array.isArray(value) ? (value as readonly Value[]) : [value ?? null]).filter(isObject);
