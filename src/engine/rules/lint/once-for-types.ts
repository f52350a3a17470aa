import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';
import type { CompatibleInstanceTypes } from '../../karpenter/cloud-provider/compatible-instance-types.ts';

/** Caches a function of the compatible instance types, so that NodePools with the same requirements share the result. */
export function onceForTypes<T, C extends Catalog = Catalog>(
  work: (left: CompatibleInstanceTypes, catalog: C) => T,
): (left: CompatibleInstanceTypes, catalog: C) => T {
  const results = new WeakMap<CompatibleInstanceTypes, { readonly value: T }>();
  return (left, catalog) => {
    const result = results.get(left) ?? { value: work(left, catalog) };
    results.set(left, result);
    return result.value;
  };
}
