import { compareNames } from '../text/name-order.ts';
import type { Value } from './model/manifest.ts';

/** The same text for all values that differ only in the order of keys. */
export function canonical(value: Value | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === undefined || value === null || typeof value !== 'object') return JSON.stringify(value) ?? '';
  const entries = Object.entries(value as Readonly<Record<string, Value>>);
  entries.sort(([a], [b]) => compareNames(a, b));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}
