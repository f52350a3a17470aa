import type { Span } from '../../../text/source.ts';
import { asMapping, type Mapping, type Value } from '../../model/manifest.ts';
import {
  interpolatedText,
  isNull,
  knownText,
  mergedMappings,
  objectOf,
  placeholder,
  type TfObject,
  type TfString,
  type TfValue,
  textOf,
  tfValueAt,
} from '../values/tf-value.ts';
import { decodeYaml, unknownEntries } from '../values/yaml-text.ts';

/** A `helm_release` whose chart is a folder, with the values that it passes to Helm. */
export interface LocalRelease {
  /** The folder in the repository. */
  readonly chart: string;
  readonly release: string;
  readonly namespace: string | undefined;
  readonly at: Span;
  /** Values files that are passed as they are, before all other values. */
  readonly valueFiles: readonly string[];
  /** All files that its values are written in. */
  readonly files: readonly string[];
  /** The other values, merged. What is unknown in them is a placeholder. */
  readonly values: Mapping;
  readonly set: readonly ChartSetting[];
  /** The argument that may have any value; undefined if the shape of all values is known. */
  readonly unknown: string | undefined;
}

/** A setting as `--set` and `--set-string` take it. */
interface ChartSetting {
  readonly name: string;
  readonly value: string;
  readonly isString: boolean;
}

/**
 * What a `helm_release` passes to Helm: `values` in order, then `set`, `set_list` and `set_sensitive`. Source:
 * https://registry.terraform.io/providers/hashicorp/helm/latest/docs/resources/release
 */
export function chartRelease(
  label: string,
  spec: TfObject,
  { chart, at }: Pick<LocalRelease, 'chart' | 'at'>,
): LocalRelease {
  const texts = itemsAt(spec, 'values');
  const firstMade = texts?.findIndex((text) => wholeFile(text) === undefined) ?? 0;
  const whole = firstMade === -1 ? (texts ?? []) : (texts ?? []).slice(0, firstMade);
  const others = (texts ?? []).slice(whole.length).map(decoded);
  const settings = settingsOf(spec);

  return {
    chart,
    at,
    release: knownText(tfValueAt(spec, 'name')) ?? label,
    namespace: knownText(tfValueAt(spec, 'namespace')),
    valueFiles: whole.flatMap((text) => wholeFile(text) ?? []),
    files: [...new Set((texts ?? []).flatMap(filesOf))].sort(),
    values: mergedValues(others, spec.at),
    set: settings ?? [],
    unknown: unknownArgument(texts, others, settings),
  };
}

function unknownArgument(
  texts: readonly TfValue[] | undefined,
  decodedTexts: readonly TfValue[],
  settings: readonly ChartSetting[] | undefined,
): string | undefined {
  if (texts === undefined || texts.some(hasUnknownLine) || !decodedTexts.every(hasKnownShape)) return 'values';
  if (settings === undefined) return 'set';
  return undefined;
}

/** The items of a list; undefined if they are unknown. */
function itemsAt(spec: TfObject, name: string): readonly TfValue[] | undefined {
  const value = tfValueAt(spec, name);
  if (value === undefined || isNull(value)) return [];
  if (value.kind === 'list') return value.items;
  return undefined;
}

/** The file whose whole text a value is, as with `file("values.yaml")`. */
function wholeFile(value: TfValue): string | undefined {
  if (value.kind !== 'string') return undefined;
  const [piece, ...others] = value.pieces;
  const isWhole =
    piece?.form === 'file' && others.length === 0 && piece.at.start === 0 && piece.at.end === piece.text.length;
  if (isWhole) return piece.at.file;
  return undefined;
}

/** The files that a text comes from, without those with HCL. */
function filesOf(value: TfValue): string[] {
  if (value.kind !== 'string') return [];
  return value.pieces.map(({ at }) => at.file).filter((file) => !/\.(?:tf|hcl|tfvars)(?:\.json)?$/.test(file));
}

const decoded = (value: TfValue): TfValue => {
  if (value.kind === 'string') return decodeYaml(value);
  return value;
};

/** Whether all keys of a value are known. An unknown text or number in it is a placeholder. */
function hasKnownShape(value: TfValue): boolean {
  if (isNull(value)) return true;
  return value.kind === 'object' && hasKnownKeys(value);
}

/** A line of an entry of which not even a part of the key is known, as `yamlencode` writes it. */
const unknownKey = /^\s*"\$\{[^"{}]*\}":/;

/** Whether a template or `yamlencode` has entries that nothing here shows. */
const hasUnknownLine = (value: TfValue): boolean =>
  value.kind === 'string' &&
  textOf(value)
    .split('\n')
    .some((line) => line.trim() === unknownEntries || unknownKey.test(line));

function hasKnownKeys(value: TfValue): boolean {
  if (value.kind === 'list') return value.items.every(hasKnownKeys);
  if (value.kind === 'object')
    return !value.isPartial && [...value.entries.values()].every((entry) => hasKnownKeys(entry.value));
  return true;
}

function mergedValues(all: readonly TfValue[], at: Span): Mapping {
  const objects = all.filter((value) => value.kind === 'object');
  return asMapping(withPlaceholders(objects.reduce(mergedMappings, objectOf([], at)))) ?? {};
}

/** A value as data, with placeholders for what is unknown. */
function withPlaceholders(value: TfValue): Value {
  switch (value.kind) {
    case 'scalar':
      return value.value;
    case 'string':
      return textOf(value);
    case 'unknown':
      return placeholder(value).text;
    case 'list':
      return value.items.map(withPlaceholders);
    case 'object':
      return Object.fromEntries([...value.entries].map(([key, entry]) => [key, withPlaceholders(entry.value)]));
  }
}

/** The settings in the order in which the provider applies them; undefined if one of them may be any. */
function settingsOf(spec: TfObject): readonly ChartSetting[] | undefined {
  const [single, lists, sensitive] = ['set', 'set_list', 'set_sensitive'].map((name) => itemsAt(spec, name));
  if (single === undefined || lists === undefined || sensitive === undefined) return undefined;

  const settings = [...single, ...lists, ...sensitive].map(settingOf);
  if (settings.some((setting) => setting === undefined)) return undefined;
  return settings as readonly ChartSetting[];
}

function settingOf(item: TfValue): ChartSetting | undefined {
  const [name, type] = ['name', 'type'].map((key) => knownText(tfValueAt(item, key)));
  const value = tfValueAt(item, 'value');
  if (name === undefined || value === undefined || type === 'literal') return undefined;
  return { name, value: settingText(value), isString: type === 'string' };
}

/** Helm reads `{a,b}` as a list. */
function settingText(value: TfValue): string {
  if (value.kind === 'list') return `{${value.items.map(settingText).join(',')}}`;
  return interpolatedText(value) ?? partText(value);
}

function partText(value: TfValue): string {
  if (value.kind === 'string') return textOf(value as TfString);
  if (value.kind === 'unknown') return placeholder(value).text;
  return '';
}
