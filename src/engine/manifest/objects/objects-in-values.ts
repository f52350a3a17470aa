import { karpenterKindOf } from '../model/karpenter-kinds.ts';
import { isKustomizationPath } from '../model/kustomization-names.ts';
import { asList, asText, intoText, isObject, type Mapping, type Path, type Value, valueAt } from '../model/manifest.ts';
import { EmbeddedDocument } from './embedded-document.ts';
import { type FoundObject, foreignObject, objectsIn } from './found-object.ts';
import type { LocatedDocument } from './located-document.ts';

/** An object in the values of a chart, and the document that its path belongs to. */
interface ObjectInValues {
  readonly found: FoundObject;
  readonly document: LocatedDocument;
}

/** Values are searched this deep. `extraObjects` and its like are at the top, or below the name of a dependency. */
const maxSteps = 4;

/** Values with more such objects are not read completely. */
const maxFound = 200;

/**
 * Karpenter's objects that a chart creates from its values, as a whole: `extraObjects`, `extraDeploy`, the `resources` of the chart `raw`.
 * They are in values files, HelmReleases, Applications and kustomizations. Each is a mapping, or YAML in a block of text.
 */
export function objectsInValues(
  value: Value | undefined,
  document: LocatedDocument,
  arePatchesRead = false,
): ObjectInValues[] {
  const objects: ObjectInValues[] = [];
  const isLeftOut = !arePatchesRead && isKustomizationPath(document.source.file);
  for (const path of valuesIn(value, isLeftOut)) {
    const at = path.indexOf(intoText);
    const embedded = at === -1 ? undefined : EmbeddedDocument.in(document, path.slice(0, at));
    if (embedded) collect(embedded.value, [], { document: embedded.document, found: objects }, maxSteps);
    else collect(valueAt(value, path), path, { document, found: objects }, maxSteps);
  }

  return objects;
}

/** Values of Karpenter's chart in a ConfigMap, from which a release of Flux takes them (`valuesFrom`), as a block of text. */
export function valuesInConfigMap(value: Value | undefined, document: LocatedDocument): ObjectInValues[] {
  if (!isObject(value) || value.kind !== 'ConfigMap' || !isObject(value.data)) return [];
  const name = isObject(value.metadata) ? asText(value.metadata.name) : undefined;
  const texts = Object.entries(value.data).filter(([, text]) => typeof text === 'string' && text.includes('settings:'));

  return texts.slice(0, maxFound).flatMap(([key]) => {
    const embedded = EmbeddedDocument.in(document, ['data', key]);
    const [foreign] = foreignObject(embedded?.value, `${name ?? ''}/${key}`) ?? [];
    if (embedded === undefined || foreign?.kind !== 'HelmValues') return [];
    return [{ found: { ...foreign, ...(name !== undefined && { name }) }, document: embedded.document }];
  });
}

/**
 * The paths of a chart's values in a document: the document itself, unless it is an object or left out, as a
 * kustomization is, whose texts are patches.
 */
function valuesIn(value: Value | undefined, isLeftOut: boolean): Path[] {
  if (!isObject(value)) return [];
  if (value.kind === 'HelmRelease') return [['spec', 'values']];
  if (value.kind === 'Application') return applicationSources(value).map((source) => sourceValues(value, source));
  if (Array.isArray(value.helmCharts)) return value.helmCharts.map((_, i) => ['helmCharts', i, 'valuesInline']);
  if (value.apiVersion === undefined && value.kind === undefined && !isLeftOut) return [[]];
  return [];
}

/** The paths of the sources of an Argo CD Application. */
export const applicationSources = (application: Mapping): readonly Path[] => [
  ['spec', 'source'],
  ...asList(valueAt(application, ['spec', 'sources'])).map((_, i) => ['spec', 'sources', i]),
];

/** The path of the Helm values of such a source. `valuesObject` takes precedence over `values`, which is text. */
export function sourceValues(application: Mapping, source: Path): Path {
  const helm = [...source, 'helm'];
  const isText =
    valueAt(application, [...helm, 'valuesObject']) === undefined && asText(valueAt(application, [...helm, 'values']));
  if (isText) return [...helm, 'values', intoText];
  return [...helm, 'valuesObject'];
}

interface Collection {
  readonly document: LocatedDocument;
  readonly found: ObjectInValues[];
}

function collect(value: Value | undefined, path: Path, into: Collection, steps: number): void {
  const { document, found: objects } = into;
  if (objects.length >= maxFound) return;

  const isText = typeof value === 'string' && value.includes('apiVersion:');
  const embedded = isText ? EmbeddedDocument.in(document, path) : undefined;
  if (embedded) addObject(embedded.value, [], { document: embedded.document, found: objects });
  else if (typeof value === 'object' && !addObject(value, path, into) && steps > 0) {
    const entries = Array.isArray(value) ? value.entries() : Object.entries(value ?? {});
    for (const [key, inner] of entries) collect(inner, [...path, key], into, steps - 1);
  }
}

/** Adds a value that is a complete object of Karpenter. Returns whether it is an object of any kind. */
function addObject(value: Value | undefined, path: Path, { document, found: objects }: Collection): boolean {
  if (!isObject(value) || asText(value.apiVersion) === undefined || asText(value.kind) === undefined) return false;
  for (const object of objectsIn(value, path))
    if (karpenterKindOf(object) && isObject(object.object.spec)) objects.push({ found: object, document });
  return true;
}
