import type { Span } from '../../../text/source.ts';
import { isOfOtherProvider } from '../../hints/version-references.ts';
import { unreadRelease } from '../modules/unread.ts';
import {
  knownText,
  madeText,
  mergedMappings,
  objectOf,
  scalar,
  type TfEntry,
  type TfObject,
  type TfString,
  type TfValue,
  textOf,
  tfValueAt,
} from '../values/tf-value.ts';
import { decodeYaml, encodeYaml } from '../values/yaml-text.ts';
import { blockObject, terraformObject } from './block-object.ts';
import { chartRelease } from './chart-release.ts';
import type { ResourceMaker } from './resource-makers.ts';

/** A chart and its values, from any resource. */
export interface Release {
  readonly name: string;
  readonly at: Span;
  /** An object with `chart`, `version`, `values` and `set`. */
  readonly spec: TfObject;
}

/** Charts related to Karpenter: its own, and those of components that work on the same nodes or need their metadata. */
const charts =
  /(?:^|\/)(karpenter|karpenter-crd|cilium|istiod|aws-vpc-cni|aws-node-termination-handler|aws-load-balancer-controller|aws-e[bf]s-csi-driver|cluster-autoscaler|eks-pod-identity-agent)$/;

/** The chart of a release, if it is one of these; `oci://public.ecr.aws/karpenter/karpenter` and `karpenter` are the same. */
const chartOf = (value: TfValue | undefined): string | undefined => charts.exec((value && knownText(value)) ?? '')?.[1];

/**
 * A `helm_release` as a Flux HelmRelease. For other charts, Karpenter's objects in their values, as a List. If there are none, the chart is not
 * read.
 */
export const helmRelease: ResourceMaker = (instance) => {
  const spec = blockObject(instance);
  const { head: at, labels } = instance.block;
  const [name, release] = [instance.address, labels[1] ?? ''];
  const other = unreadRelease(release, spec, at);
  const repository = tfValueAt(spec, 'repository');
  if (repository && isOfOtherProvider(knownText(repository) ?? '')) return [{ name, text: undefined, unread: other }];
  if (chartOf(tfValueAt(spec, 'chart')) !== undefined)
    return [{ name, text: releaseText({ name: release, at, spec }), unread: other }];

  const items = mayHoldObjects(spec) ? objectsInValues(chartValues(spec), maxSteps) : [];
  if (items.length === 0) {
    const [{ folder } = {}] = other.charts;
    const chart = folder === undefined ? undefined : chartRelease(release, spec, { chart: folder, at });
    return [{ name, text: undefined, unread: other, release: chart }];
  }

  const list: [string, TfEntry][] = [
    ['apiVersion', { value: madeText('v1', at) }],
    ['kind', { value: madeText('List', at) }],
    ['items', { value: { kind: 'list', at, items } }],
  ];

  return [{ name, text: encodeYaml(objectOf(list, at)) }];
};

/** Values are searched this deep. `extraObjects` and its like are at the top, or below the name of a dependency. */
const maxSteps = 4;

function mayHoldObjects(spec: TfObject): boolean {
  const values = spec.entries.get('values')?.value;
  return values?.kind === 'list' && values.items.some((text) => text.kind === 'string' && isAboutKarpenter(text));
}

const isAboutKarpenter = (text: TfString): boolean => /\bkarpenter\.(?:sh|k8s\.aws)\/v/.test(textOf(text));

/** Karpenter's objects that a chart creates from its values: mappings, or text with YAML. */
function objectsInValues(value: TfValue, steps: number): TfValue[] {
  if (value.kind === 'string') {
    if (isAboutKarpenter(value)) return objectsInValues(decodeYaml(value), 0);
    return [];
  }

  const apiVersion = knownText(tfValueAt(value, 'apiVersion'));
  if (apiVersion !== undefined) {
    if (/^karpenter\./.test(apiVersion)) return [value];
    return [];
  }
  if (steps === 0) return [];

  const innerValues = () => {
    if (value.kind === 'list') return value.items;
    if (value.kind === 'object') return [...value.entries.values()].map((entry) => entry.value);
    return [];
  };

  const inner = innerValues();

  return inner.flatMap((value) => objectsInValues(value, steps - 1));
}

/** A release of a chart, as an equivalent Flux HelmRelease. */
export function releaseText({ name, at, spec }: Release): TfString {
  const chart = ['chart', 'version', 'repository'].flatMap((key): [string, TfEntry][] => {
    const entry = spec.entries.get(key);
    if (!entry) return [];
    return [[key, key === 'chart' ? { value: madeText(chartOf(entry.value) ?? '', entry.value.at) } : entry]];
  });

  const values = chartValues(spec);

  const release = objectOf(
    [
      ['chart', { value: objectOf([['spec', { value: objectOf(chart, at) }]] as const, at) }],
      ...placement(spec),
      ['values', { value: values }],
    ],
    at,
  );

  return encodeYaml(terraformObject('HelmRelease', { name, at, spec: release }));
}

/** The name and namespace of a release, by the names of Flux, and what it does with objects that are there. */
const placement = ({ entries }: TfObject): [string, TfEntry][] =>
  (
    [
      ['name', 'releaseName'],
      ['namespace', 'targetNamespace'],
      ['skip_crds', 'skipCRDs'],
      ['take_ownership', 'takeOwnership'],
    ] as const
  ).flatMap(([key, name]): [string, TfEntry][] => {
    const entry = entries.get(key);
    if (entry) return [[name, { value: entry.value }]];
    return [];
  });

/** Merges `values`, later ones overriding earlier ones, then `set` and `set_list`. */
function chartValues(spec: TfObject): TfObject {
  const values = spec.entries.get('values')?.value;

  const listedValues = () => {
    if (values?.kind === 'list') return values.items;
    if (values) return [values];
    return [];
  };

  const texts = listedValues();
  const decoded = texts.map((text) => {
    if (text.kind === 'string') return decodeYaml(text);
    return text;
  });

  const isPartial =
    decoded.some(({ kind }) => kind === 'unknown') ||
    (values !== undefined && values.kind !== 'list') ||
    hasUnknownSetting(spec);

  const merged = decoded.reduce<TfObject>(
    (all, value) => {
      if (value.kind === 'object') return mergedMappings(all, value);
      return all;
    },
    objectOf([], spec.at, isPartial),
  );

  return settings(spec).reduce((all, setting) => withSetting(all, setting), merged);
}

/** The named blocks or objects of `set`, then those of `set_list`. */
function settings(spec: TfObject): TfObject[] {
  const items = ['set', 'set_list'].flatMap((key) => {
    const set = spec.entries.get(key)?.value;
    if (set?.kind === 'list') return set.items;
    return [];
  });
  return items.filter((item): item is TfObject => item.kind === 'object' && item.entries.has('name'));
}

/** Whether a setting may be any: the list, one of its items, or the name of one is unknown. */
const hasUnknownSetting = ({ entries }: TfObject): boolean =>
  ['set', 'set_list'].some((key) => {
    const set = entries.get(key)?.value;
    if (set === undefined) return false;
    if (set.kind !== 'list') return true;
    return set.items.some((item) => item.kind === 'unknown' || tfValueAt(item, 'name')?.kind === 'unknown');
  });

function withSetting(values: TfObject, setting: TfObject): TfObject {
  const name = setting.entries.get('name')!.value;
  const value = setting.entries.get('value')?.value;
  const path = knownText(name);
  const keys = path === undefined ? undefined : settingSteps(path);
  if (keys === undefined || !value) return values;

  const isText = knownText(tfValueAt(setting, 'type') ?? scalar(null, setting.at)) === 'string';
  const at = name.kind === 'string' ? (name.pieces[0]?.at ?? name.at) : name.at;

  const merged = inserted(values, keys, {
    value: isText ? value : typed(value),
    key: { text: String(keys.at(-1)), at, form: 'made' },
  });
  if (merged.kind === 'object') return merged;
  return values;
}

/** An item of a list has no larger index than people write. */
const maxIndex = 1000;

/** The keys and indexes in the name of a setting: `tolerations[0].key`. Undefined for a name that Helm refuses. */
function settingSteps(path: string): readonly (string | number)[] | undefined {
  const parts = path.split(/(?<!\\)\./).map((part) => part.replaceAll('\\.', '.').split('['));
  const isIndex = (text: string): boolean => /^\d{1,4}\]$/.test(text) && Number.parseInt(text, 10) <= maxIndex;
  if (!parts.every(([key, ...indexes]) => key !== '' && indexes.every(isIndex))) return undefined;
  return parts.flatMap(([key, ...indexes]) => [key!, ...indexes.map((text) => Number.parseInt(text, 10))]);
}

/** Helm converts numbers and booleans in `--set`. */
function typed(value: TfValue): TfValue {
  const text = value.kind === 'string' ? knownText(value) : undefined;
  if (text === 'true' || text === 'false') return scalar(text === 'true', value.at);
  if (text !== undefined && /^-?(?:0|[1-9]\d{0,14})$/.test(text)) return scalar(Number(text), value.at);
  return value;
}

/** A value with an entry at a path. What Helm finds there of another kind is replaced. */
function inserted(
  before: TfValue | undefined,
  [first, ...rest]: readonly (string | number)[],
  entry: TfEntry,
): TfValue {
  if (first === undefined) return entry.value;
  const { at } = before ?? entry.value;

  if (typeof first === 'number') {
    const items = before?.kind === 'list' ? before.items : [];
    const padding = Array.from({ length: Math.max(0, first - items.length + 1) }, () => scalar(null, at));
    const item = inserted(items[first], rest, entry);
    return { kind: 'list', at, items: [...items, ...padding].with(first, item) };
  }

  const object = before?.kind === 'object' ? before : objectOf([], at);
  const entries = new Map(object.entries);
  const inner = { value: inserted(entries.get(first)?.value, rest, entry) };

  entries.set(first, entry.key ? { ...inner, key: { ...entry.key, text: first } } : inner);
  return objectOf(entries, at, object.isPartial);
}
