import {
  interpolatedText,
  knownText,
  madeText,
  type Plain,
  scalar,
  type TfValue,
  unknown,
} from '../values/tf-value.ts';
import { decodeYaml, decodeYamlDocuments, encodeJson, encodeYaml } from '../values/yaml-text.ts';
import { addressFunctions } from './address-functions.ts';
import { collectionFunctions } from './collection-functions.ts';
import { stringFunctions } from './string-functions.ts';
import type { TfFunction } from './tf-function.ts';

const number = (value: TfValue | undefined): number | undefined => {
  const text = value && interpolatedText(value);
  if (text === undefined || text.trim() === '' || Number.isNaN(Number(text))) return undefined;
  return Number(text);
};

/** A function of numbers only. */
const numeric =
  (compute: (...numbers: number[]) => number): TfFunction =>
  (args, at) => {
    const numbers = args.map(number);
    if (numbers.some((number) => number === undefined)) return unknown(at);
    return scalar(compute(...(numbers as number[])), at);
  };

function parsedJson(text: string): Plain | undefined {
  try {
    return JSON.parse(text) as Plain;
  } catch {
    return undefined;
  }
}

const jsonencode: TfFunction = ([value], at) => {
  if (!value || value.kind === 'unknown') return unknown(at);
  return encodeJson(value);
};

const jsondecode: TfFunction = ([value], at) => {
  if (value?.kind !== 'string') return unknown(at);
  const text = knownText(value);
  const decoded = decodeYaml(value);
  // JSON is a subset of YAML. Parsed as YAML, every value keeps its place.
  if (text !== undefined && parsedJson(text) === undefined) return unknown(at);
  return withoutText(decoded);
};

const withoutText = (value: TfValue): TfValue => {
  if (value.kind !== 'object') return value;
  const { yaml: _, ...object } = value;
  return object;
};

const yamldecode: TfFunction = ([value], at) => {
  if (value?.kind === 'string') return decodeYaml(value);
  return unknown(at);
};
const manifestDecodeMulti: TfFunction = ([value], at) => {
  if (value?.kind === 'string') return decodeYamlDocuments(value);
  return unknown(at);
};
const yamlencode: TfFunction = ([value], at) => {
  if (!value || value.kind === 'unknown') return unknown(at);
  return encodeYaml(value);
};

const tostring: TfFunction = ([value], at) => {
  if (!value || value.kind === 'string' || (value.kind === 'scalar' && value.value === null))
    return value ?? unknown(at);
  const text = interpolatedText(value);
  if (text === undefined) return unknown(at);
  return madeText(text, value.at);
};

const tonumber: TfFunction = ([value], at) => {
  const converted = number(value);
  if (value?.kind === 'scalar') return value;
  if (converted === undefined) return unknown(at);
  return scalar(converted, value!.at);
};

const tobool: TfFunction = ([value], at) => {
  const text = value && interpolatedText(value);
  if (text === 'true' || text === 'false') return scalar(text === 'true', value!.at);
  return unknown(at);
};

const same: TfFunction = ([value], at) => value ?? unknown(at);

const parseint: TfFunction = ([value, base], at) => {
  const parsed = Number.parseInt((value && interpolatedText(value)) ?? '', number(base) ?? 10);
  if (Number.isNaN(parsed)) return unknown(at);
  return scalar(parsed, at);
};

/** The functions that plumbline evaluates. All others return an unknown value. */
export const functions: ReadonlyMap<string, TfFunction> = new Map<string, TfFunction>([
  ...Object.entries(stringFunctions),
  ...Object.entries(collectionFunctions),
  ...Object.entries(addressFunctions),
  ['jsonencode', jsonencode],
  ['jsondecode', jsondecode],
  ['yamlencode', yamlencode],
  ['yamldecode', yamldecode],
  // Functions of the Kubernetes provider.
  ['provider::kubernetes::manifest_decode', yamldecode],
  ['provider::kubernetes::manifest_decode_multi', manifestDecodeMulti],
  ['provider::kubernetes::manifest_encode', yamlencode],
  ['tostring', tostring],
  ['tonumber', tonumber],
  ['tobool', tobool],
  ['sensitive', same],
  ['nonsensitive', same],
  ['parseint', parseint],
  ['max', numeric(Math.max)],
  ['min', numeric(Math.min)],
  ['ceil', numeric(Math.ceil)],
  ['floor', numeric(Math.floor)],
  ['abs', numeric(Math.abs)],
  ['signum', numeric(Math.sign)],
  ['pow', numeric((base, exponent) => base ** exponent)],
  [
    'sum',
    ([list], at) => {
      if (list?.kind === 'list') return numeric((...all) => all.reduce((a, b) => a + b, 0))(list.items, at);
      return unknown(at);
    },
  ],
]);
