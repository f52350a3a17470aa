import { baseNameOf } from '../../text/source.ts';
import { isObject, type Path, type Value } from '../model/manifest.ts';
import { jsonItems } from '../yaml/json-items.ts';
import type { DocumentText } from '../yaml/yaml-document.ts';

/** Files with more objects than this are not read completely. */
export const maxObjects = 16_000;

/** An API object in a document. */
export interface FoundObject {
  readonly object: { readonly [key: string]: Value };
  readonly apiVersion: string;
  readonly kind: string;
  /** Used if `metadata` does not have a name. */
  readonly name?: string;
  /** The path from the root of the document to the object. Lists have objects under `items`. */
  readonly base: Path;
  readonly isInValues?: true;
}

/** Data that is not an API object but configures Karpenter's controller: an IAM policy, or values of its chart. */
export function foreignObject(value: Value | undefined, file: string): FoundObject[] | undefined {
  if (!isObject(value) || value.apiVersion !== undefined) return undefined;
  const name = baseNameOf(file).replace(/\.\w+$/, '');
  if (Array.isArray(value.Statement))
    return [{ object: value, apiVersion: 'iam/v1', kind: 'IamPolicy', name, base: [] }];
  if (isValues(value, file)) return [{ object: value, apiVersion: 'helm/v1', kind: 'HelmValues', name, base: [] }];

  return undefined;
}

/** The charts that a kustomization renders, each as an object with its name, version and values. */
export function inflatedCharts(value: Value | undefined, file: string): FoundObject[] {
  if (!isObject(value) || !Array.isArray(value.helmCharts) || !/(?:^|\/)kustomization\.ya?ml$/.test(file)) return [];
  return (value.helmCharts as readonly Value[]).slice(0, maxCharts).flatMap((chart, i): FoundObject[] => {
    const name = isObject(chart) ? chart.name : undefined;
    if (!isObject(chart) || typeof name !== 'string') return [];
    return [{ object: chart, apiVersion: 'helm/v1', kind: 'KustomizeChart', name, base: ['helmCharts', i] }];
  });
}

/** Kustomizations with more charts than this are not read completely. */
const maxCharts = 100;

const settingNames = ['clusterName', 'clusterEndpoint', 'interruptionQueue', 'interruptionQueueName'];

/**
 * Whether values are for Karpenter's chart. Other charts also have `settings`, so two of Karpenter's names are
 * required, or one if the file's name fits.
 */
function isValues(value: { readonly [key: string]: Value }, file: string): boolean {
  const { settings } = isObject(value.karpenter) ? value.karpenter : value;

  const count = () => {
    if (isObject(settings)) return settingNames.filter((name) => settings[name] !== undefined).length;
    return 0;
  };

  return count() >= (/karpenter/i.test(file) || value.karpenter !== undefined ? 1 : 2);
}

/** The API objects of a value: the value itself, or the items of a List. */
export function objectsIn(
  value: Value | undefined,
  base: Path,
  inherited?: { apiVersion: string; kind: string },
): FoundObject[] {
  if (!isObject(value)) return [];

  // Items of a typed list, as the API serves them, have no apiVersion and kind of their own.
  const apiVersion = value.apiVersion ?? inherited?.apiVersion;
  const kind = value.kind ?? inherited?.kind;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || apiVersion === '' || kind === '') return [];
  // The kind does not matter: kubectl treats everything with a list of `items` as a List.
  if (!Array.isArray(value.items)) return [{ object: value, apiVersion, kind, base }];

  const itemKind = kind.replace(/List$/, '');
  const forItems = itemKind === '' ? undefined : { apiVersion, kind: itemKind };
  // One more than the limit shows that there are more.
  const items = (value.items as readonly Value[]).slice(0, maxObjects + 1);

  return items.flatMap((item, i) => objectsIn(item, [...base, 'items', i], forItems));
}

/** The objects of a dump, each as a separate document, so that finding a place in one does not need the others. */
export function dumpedObjects(
  value: Value | undefined,
  dump: DocumentText,
): readonly (readonly [FoundObject, DocumentText])[] {
  const { masked, start, end } = dump;
  const items = jsonItems(masked.text.slice(start, end));

  return objectsIn(value, []).map((itemObject) => {
    const [list, i, ...base] = itemObject.base;
    const item = list === 'items' ? items[Number(i)] : undefined;
    if (item === undefined) return [itemObject, dump];
    return [
      { ...itemObject, base },
      { masked, start: start + item.start, end: start + item.end },
    ];
  });
}
