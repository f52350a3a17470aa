import { asText, isObject, type Manifest, type Path, type Value } from '../../../manifest/model/manifest.ts';
import { onceForSource } from '../../../text/source.ts';

const isJsonSource = onceForSource(({ text }) => /^\s*[{[]/.test(text));
const mayHoldFractions = onceForSource(({ text }) => /\d\.0*\s*[,}\]]|\d[eE][-+]?\d/.test(text));

/**
 * The object as JSON, as the API server would receive it. Integers that JavaScript cannot represent are copied from the file. So is
 * `1.0` in a JSON file, because the server distinguishes it from 1. (In YAML, kubectl treats them as the same.)
 */
export function objectText(manifest: Manifest): string {
  const isJson = isJsonSource(manifest.source);
  const hasFractions = isJson && mayHoldFractions(manifest.source);
  const isDoubtful = (value: number): boolean => !Number.isSafeInteger(value) || hasFractions;
  const object = asCreated(manifest);
  const numbers = new Map<Path, string>();
  for (const path of doubtfulNumbers(object, isDoubtful)) {
    const written = writtenNumber(manifest, path, isJson);
    if (written !== undefined) numbers.set(path, written);
  }

  if (numbers.size === 0) return JSON.stringify(object);

  return textOf(object, [...numbers]);
}

/** The object with the namespace that its tool creates it in, which a request to the API server always names. */
function asCreated({ object, namespace }: Manifest): Value {
  const metadata = isObject(object.metadata) ? object.metadata : {};
  if (namespace === undefined || asText(metadata.namespace) !== undefined) return object as Value;
  return { ...object, metadata: { ...metadata, namespace } } as Value;
}

/** Paths of the numbers that JSON cannot represent (`.nan`, `.inf`, `1e999`). They never reach an API server. */
export const unwritableNumbers = ({ object }: Manifest): Path[] =>
  doubtfulNumbers(object as Value, (value) => !Number.isFinite(value));

/** Paths of the numbers that JavaScript may have changed. */
function doubtfulNumbers(value: Value, isDoubtful: (value: number) => boolean, path: Path = []): Path[] {
  if (typeof value === 'number') {
    if (isDoubtful(value)) return [path];
    return [];
  }
  if (Array.isArray(value)) return value.flatMap((item, i) => doubtfulNumbers(item, isDoubtful, [...path, i]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => doubtfulNumbers(child, isDoubtful, [...path, key]));
}

/** A number as written in the file, if that is valid JSON. Undefined if the value does not come from there. */
function writtenNumber(manifest: Manifest, path: Path, isJson: boolean): string | undefined {
  const { start, end } = manifest.span(path);
  const text = manifest.source.text.slice(start, end);
  const pattern = isJson ? /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/ : /^-?[1-9]\d{0,19}$/;
  if (!pattern.test(text) || Number(text) !== manifest.get(path)) return undefined;
  if (text === roundedInt64 && manifest.kind === 'CustomResourceDefinition') return largestInt64;
  return text;
}

/** How JavaScript writes the largest 64-bit integer. Some tools write it as a bound in a definition; anywhere else the API server refuses it. */
const [roundedInt64, largestInt64] = ['9223372036854776000', '9223372036854775807'];

/** An integer as written in the file, with the digits that JavaScript loses. Undefined if the value does not come from there. */
export function writtenInteger(manifest: Manifest, path: Path): bigint | undefined {
  const { start, end } = manifest.span(path);
  const text = manifest.source.text.slice(start, Math.min(end, start + 40));
  if (/^[-+]?[1-9]\d*$/.test(text) && Number(text) === manifest.get(path)) return BigInt(text);
  return undefined;
}

type Replaced = readonly (readonly [path: Path, text: string])[];

function textOf(value: Value, replaced: Replaced): string {
  if (replaced.length === 0) return JSON.stringify(value);

  const ofRoot = replaced.find(([path]) => path.length === 0);
  if (ofRoot !== undefined) return ofRoot[1];

  const below = (step: string | number): Replaced =>
    replaced.flatMap(([[first, ...rest], text]) => {
      if (first === step) return [[rest, text] as const];
      return [];
    });
  if (Array.isArray(value)) return `[${value.map((item, i) => textOf(item, below(i))).join(',')}]`;

  const entries = Object.entries(value as { readonly [key: string]: Value });
  return `{${entries.map(([key, child]) => `${JSON.stringify(key)}:${textOf(child, below(key))}`).join(',')}}`;
}
