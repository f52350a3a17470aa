import { isObject, type Value } from '../../manifest/model/manifest.ts';
import { plainScalar } from '../../manifest/yaml/plain-scalar.ts';

/** Text that has no special meaning in YAML or in any template language. */
const plain = /^[A-Za-z0-9_./][\w./@:+%-]*$/;

/** A scalar as YAML: plain if it parses to the same value, or else in double quotes. */
function scalarText(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return String(value);
  if (plain.test(value) && !value.endsWith(':') && plainScalar(value) === value) return value;
  return JSON.stringify(value);
}

/** A key as YAML. */
export const keyText = (key: string): string => scalarText(key);

/** A value on one line. */
export function flowText(value: Value, isJson: boolean): string {
  if (isJson) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Value[]).map((item) => flowText(item, false)).join(', ')}]`;
  if (!isObject(value)) return scalarText(value as string | number | boolean | null);
  const entries = Object.entries(value).map(([key, item]) => `${keyText(key)}: ${flowText(item, false)}`);
  return `{${entries.join(', ')}}`;
}
