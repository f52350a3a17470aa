import type { CrdVersion } from '../definitions/crd-pack.ts';

/** The definition of a custom kind in the form that the API server accepts. */
export interface ServedDefinition {
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean; readonly storage: boolean }[];
  };
}

const definitions = new WeakMap<CrdVersion, ServedDefinition>();

/**
 * The definition with the schema of one version. Other versions have only their names, because a webhook that we cannot
 * call converts between them.
 */
export function definitionOf(crd: CrdVersion): ServedDefinition {
  const cached = definitions.get(crd);
  if (cached !== undefined) return cached;

  const { group, scope, kind, plural, version, schema, scale, deprecation } = crd;
  const subresources = {
    ...(crd.subresources.includes('status') && { status: {} }),
    ...(scale !== undefined && { scale }),
  };

  const served = {
    name: version,
    served: true,
    storage: true,
    subresources,
    schema: { openAPIV3Schema: schema },
    ...(deprecation && { deprecated: true }),
    ...(deprecation?.warning !== undefined && { deprecationWarning: deprecation.warning }),
  };

  const others = (deprecation?.others ?? []).map((name) => ({
    name,
    served: true,
    storage: false,
    schema: { openAPIV3Schema: { type: 'object' } },
  }));

  const definition = { spec: { group, scope, names: { kind, plural }, versions: [served, ...others] } };

  definitions.set(crd, definition);

  return definition;
}
