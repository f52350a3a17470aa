import type { Value } from '../model/manifest.ts';

/** Words that are not strings in go-yaml v2 (the booleans of YAML 1.1, including single letters). */
const words = new Map<string, Value>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
]);

const integer = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)$/;
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

function integerValue(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  const digits = text.replace(/^[-+]/, '');
  // `0777` is octal, as in C. `Number` would read it as decimal.
  const value = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  if (value === 0) return 0;
  return sign * value;
}

/**
 * The value of an unquoted scalar as the API server sees it. kubectl, Helm, Flux and Argo CD read YAML with sigs.k8s.io/yaml, which uses
 * go-yaml v2: YAML 1.1 booleans, octal `0777`, `1_000`, but neither base 60 nor timestamps.
 */
export function plainScalar(text: string): Value {
  const word = words.get(text);
  if (word !== undefined) return word;
  if (!/^[-+.0-9]/.test(text)) return text;

  // Underscores may be anywhere in a number, except in one that starts with a point.
  const digits = text.startsWith('.') ? text : text.replaceAll('_', '');
  if (integer.test(digits)) return integerValue(digits);
  if (!float.test(digits)) return text;

  const value = Number(digits);
  // Numbers out of range stay strings, as in Go. So do `.inf` and `.nan`, which JSON cannot represent.
  if (Number.isFinite(value)) return value;
  return text;
}

/** The name of an unquoted mapping key. sigs.k8s.io/yaml turns keys of other types into strings, so `on:` is `"true"`. */
export const plainKey = (text: string): string => String(plainScalar(text));
