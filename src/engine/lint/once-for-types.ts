import type { Catalog } from '../aws/catalog/catalog.ts';
import type { CompatibleInstanceTypes } from './compatible-instance-types.ts';

/** What follows from a pool's instance types alone, worked out once for all pools of the same requirements. */
export function onceForTypes<T>(
  work: (left: CompatibleInstanceTypes, catalog: Catalog) => T,
): (left: CompatibleInstanceTypes, catalog: Catalog) => T {
  const known = new WeakMap<CompatibleInstanceTypes, { readonly value: T }>();
  return (left, catalog) => {
    const found = known.get(left) ?? { value: work(left, catalog) };
    known.set(left, found);
    return found.value;
  };
}
