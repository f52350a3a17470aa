import { parseDuration } from '../../src/engine/karpenter/api/duration.ts';
import type { Value } from '../../src/engine/manifest/model/manifest.ts';
import { compareNames } from '../../src/engine/text/name-order.ts';

export type Fields = { readonly [key: string]: Value };

const durations = new Set(['duration', 'consolidateAfter', 'expireAfter', 'imageMinimumGCAge']);
const suffixes: Record<string, number> = {
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
};

/** A value by its meaning: amounts as numbers, without empty maps and lists, with sorted keys. */
export function meaning(value: Value, key = ''): Value {
  if (Array.isArray(value)) return value.map((item: Value) => meaning(item));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value as Fields).map(([name, child]): [string, Value] => [
      name,
      meaning(child, key === 'evictionSoftGracePeriod' ? 'duration' : name),
    ]);
    const kept = entries.filter(([, child]) => !(typeof child === 'object' && Object.keys(child ?? {}).length === 0));
    return Object.fromEntries(kept.sort(([a], [b]) => compareNames(a, b)));
  }
  if (durations.has(key) && value !== 'Never') return `${parseDuration(String(value))}`;
  const [, amount, suffix = ''] = /^([0-9.]+)(Ki|Mi|Gi|Ti|m|k|M|G|T)?$/.exec(String(value)) ?? [];
  return amount === undefined ? value : Math.round(Number(amount) * (suffixes[suffix] ?? 1) * 1000);
}

/** Kind and name of an object. */
export const named = ({ kind, metadata }: Fields): string => `${kind} ${(metadata as Fields).name}`;
/** Objects by their meaning, sorted by kind and name. */
export const ordered = (objects: readonly Fields[]): Value[] =>
  [...objects].sort((a, b) => (named(a) < named(b) ? -1 : 1)).map((object) => meaning(object));
