import { nearest } from '../nearest.ts';

/** The workload that somebody meant, or what comes close. */
export type FoundWorkload =
  | { readonly workload: string }
  | { readonly several: readonly string[] }
  | { readonly nearest: string | undefined };

/** Finds a workload by its key (`Deployment/namespace/name`) or a part of it that no other has; case does not matter. */
export function findWorkload(keys: readonly string[], wanted: string): FoundWorkload {
  if (keys.includes(wanted)) return { workload: wanted };
  const spelt = wanted.toLowerCase();
  const lower = keys.map((key) => ({ key, text: key.toLowerCase() }));
  // A whole name or end counts before a part: `cart` is not `cart-worker`.
  const byEnd = lower.filter(({ text }) => text === spelt || text.endsWith(`/${spelt}`));
  const found = (byEnd.length > 0 ? byEnd : lower.filter(({ text }) => text.includes(spelt))).map(({ key }) => key);
  if (found.length === 1) return { workload: found[0]! };
  return found.length > 1 ? { several: found } : { nearest: nearestKey(keys, wanted) };
}

/** By the whole key, by namespace and name, or by the name alone. */
function nearestKey(keys: readonly string[], wanted: string): string | undefined {
  for (const parts of [3, 2, 1]) {
    const ends = new Map([...keys].reverse().map((key) => [key.split('/').slice(-parts).join('/'), key]));
    const close = nearest(wanted, ends.keys());
    if (close !== undefined) return ends.get(close);
  }
  return undefined;
}
