import { nearest } from '../../text/nearest.ts';

/** The workload that a name refers to, or similar names. */
export type FoundWorkload =
  | { readonly workload: string }
  | { readonly several: readonly string[] }
  | { readonly nearest: string | undefined };

/** Finds a workload by its key (`Deployment/namespace/name`) or a unique part of it, ignoring case. */
export function findWorkload(keys: readonly string[], wanted: string): FoundWorkload {
  if (keys.includes(wanted)) return { workload: wanted };

  const lowered = wanted.toLowerCase();
  const lower = keys.map((key) => ({ key, text: key.toLowerCase() }));
  // A complete name takes precedence over a part of one: `cart` is not `cart-worker`.
  const byEnd = lower.filter(({ text }) => text === lowered || text.endsWith(`/${lowered}`));
  const matches = (byEnd.length > 0 ? byEnd : lower.filter(({ text }) => text.includes(lowered))).map(({ key }) => key);
  if (matches.length === 1) return { workload: matches[0]! };

  if (matches.length > 1) return { several: matches };
  return { nearest: nearestKey(keys, wanted) };
}

/** The nearest key by its whole text, by namespace and name, or by name alone. */
function nearestKey(keys: readonly string[], wanted: string): string | undefined {
  for (const parts of [3, 2, 1]) {
    const ends = new Map([...keys].reverse().map((key) => [key.split('/').slice(-parts).join('/'), key]));
    const close = nearest(wanted, ends.keys());
    if (close !== undefined) return ends.get(close);
  }
  return undefined;
}
