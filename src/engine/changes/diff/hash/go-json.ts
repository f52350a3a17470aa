import { compareNames } from '../../../text/name-order.ts';

/** JSON as Go writes a map from the API server: keys sorted, and `<`, `>`, `&` and line separators escaped (encoding/json). */
export const goJson = (value: unknown): string =>
  text(value).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

function text(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(text).join()}]`;
  const fields = Object.entries(value).sort(([a], [b]) => compareNames(a, b));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${text(field)}`).join()}}`;
}
