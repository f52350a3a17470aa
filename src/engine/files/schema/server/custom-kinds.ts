import { isObject, type Manifest, type Mapping, type Value } from '../../../manifest/model/manifest.ts';
import type { CrdPack, CrdVersion, Deprecation, ScalePaths, Schema } from '../definitions/crd-pack.ts';
import { isFullyKnown } from './fully-known.ts';

/** The kinds that CustomResourceDefinitions among the manifests define, and where they define them. */
export interface CustomKinds {
  readonly pack: CrdPack;
  /** The CustomResourceDefinition that serves this kind in this version. */
  definedBy(crd: CrdVersion): Manifest | undefined;
}

/** Reads the CustomResourceDefinitions of one side. It ignores those that are malformed or contain placeholders. */
export function customKinds(manifests: readonly Manifest[]): CustomKinds {
  const sources = new Map<CrdVersion, Manifest>();
  const byName = new Map<string, CrdVersion>();

  for (const manifest of manifests) {
    if (manifest.kind !== 'CustomResourceDefinition' || manifest.apiVersion !== 'apiextensions.k8s.io/v1') continue;
    if (!isFullyKnown(manifest)) continue;

    for (const crd of versionsOf(manifest)) {
      const name = `${crd.apiVersion} ${crd.kind}`;
      if (byName.has(name)) continue;

      byName.set(name, crd);
      sources.set(crd, manifest);
    }
  }

  const find = (apiVersion: string, kind: string): CrdVersion | undefined => byName.get(`${apiVersion} ${kind}`);

  return {
    pack: { karpenterVersion: '', sources: [], notes: [], versions: [...byName.values()], find },
    definedBy: (crd) => sources.get(crd),
  };
}

const textOf = (value: Value | undefined): string => {
  if (typeof value === 'string') return value;
  return '';
};
const mappingOf = (value: Value | undefined): Mapping => {
  if (isObject(value)) return value;
  return {};
};

function versionsOf(manifest: Manifest): CrdVersion[] {
  const { group, scope, names, versions } = mappingOf(manifest.object.spec);
  const { kind, plural } = mappingOf(names);
  if (!Array.isArray(versions) || textOf(group) === '' || textOf(kind) === '') return [];

  const all = (versions as readonly Value[]).map(mappingOf);
  const current = all.filter(({ served, deprecated }) => served === true && deprecated !== true);

  return all.flatMap((version): CrdVersion[] => {
    const schema = mappingOf(version.schema).openAPIV3Schema;
    const name = textOf(version.name);
    if (version.served !== true || !isObject(schema) || name === '') return [];

    const subresources = mappingOf(version.subresources);

    return [
      {
        apiVersion: `${group}/${name}`,
        group: textOf(group),
        version: name,
        kind: textOf(kind),
        plural: textOf(plural),
        scope: scope === 'Namespaced' ? 'Namespaced' : 'Cluster',
        served: true,
        storage: version.storage === true,
        subresources: (['scale', 'status'] as const).filter((each) => subresources[each] !== undefined),
        ...(version.deprecated === true && { deprecation: deprecationOf(version, current) }),
        ...(isObject(subresources.scale) && { scale: subresources.scale as unknown as ScalePaths }),
        isForeign: true,
        schema: schema as Schema,
      },
    ];
  });
}

function deprecationOf({ deprecationWarning }: Mapping, current: readonly Mapping[]): Deprecation {
  const others = current.map(({ name }) => textOf(name)).filter((name) => name !== '');
  return { ...(typeof deprecationWarning === 'string' && { warning: deprecationWarning }), others };
}
