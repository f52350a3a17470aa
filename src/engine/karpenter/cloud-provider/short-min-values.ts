import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import { label, normalizeLabel } from '../api/labels.ts';
import { requirementsOf } from '../api/pool-fields.ts';
import type { Catalog } from './catalog.ts';

/** A `minValues` that is higher than the number of different values. */
interface ShortMinValues {
  readonly path: Path;
  readonly key: string;
  readonly wanted: number;
  readonly count: number;
}

/** Each `minValues` of a NodePool that its instance types do not have, if Karpenter may choose only from these. */
export function shortMinValues(pool: Manifest, catalog: Catalog, names: readonly string[]): ShortMinValues[] {
  return requirementsOf(pool).flatMap((requirement) => {
    const path = [...requirement.path, 'minValues'];
    const wanted = pool.get(path);
    const count = distinctValues(catalog, names, normalizeLabel(requirement.key));
    if (typeof wanted !== 'number' || count === undefined || count >= wanted) return [];
    return [{ path, key: requirement.key, wanted, count }];
  });
}

/** How many different values of a label the instance types have; undefined if the label does not belong to instance types. */
function distinctValues(catalog: Catalog, names: readonly string[], key: string): number | undefined {
  if (key === label.instanceType) return names.length;
  const column = catalog.labels.get(key);
  if (column === undefined) return undefined;

  const wanted = new Set(names);
  return new Set(
    catalog.types.flatMap(({ name }, index) => {
      if (wanted.has(name)) return column[index]!;
      return [];
    }),
  ).size;
}
