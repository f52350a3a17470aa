import { madeBudgets, makerOf } from '../../../manifest/makers/makers.ts';
import { type Manifest, type Path, valueAt } from '../../../manifest/model/manifest.ts';

/** The PodDisruptionBudgets that operators create for their objects. Their place is that of the object. */
export const budgetsOfOperators = (manifests: readonly Manifest[]): readonly Manifest[] =>
  manifests.flatMap((manifest) => {
    const maker = manifest.isPartial ? undefined : makerOf(manifest);
    if (maker?.budgets === undefined) return [];

    return madeBudgets(maker, manifest.object).map(([name, spec]): Manifest => {
      const { namespace } = manifest;
      const metadata = { name, ...(namespace !== undefined && { namespace }) };
      const [apiVersion, kind] = ['policy/v1', 'PodDisruptionBudget'];
      const object = { apiVersion, kind, metadata, spec };

      return {
        ...manifest,
        apiVersion,
        kind,
        name,
        object,
        ref: manifest.ref,
        get: (path: Path) => valueAt(object, path),
        span: () => manifest.span(['metadata', 'name']),
        keySpan: () => manifest.keySpan(['metadata', 'name']),
      };
    });
  });
