import type { Catalog } from '../../karpenter/cloud-provider/catalog.ts';
import type { CompatibleInstanceTypes } from '../../karpenter/cloud-provider/compatible-instance-types.ts';

/** Caches a function of the compatible instance types, so that NodePools with the same requirements share the result. */
export function onceForTypes<T, C extends Catalog = Catalog>(
  work: (types: CompatibleInstanceTypes, catalog: C) => T,
): (types: CompatibleInstanceTypes, catalog: C) => T {
  const results = new WeakMap<CompatibleInstanceTypes, { readonly value: T }>();
  return (types, catalog) => {
    const result = results.get(types) ?? { value: work(types, catalog) };
    results.set(types, result);
    return result.value;
  };
}
