import type { Value } from '../../../manifest/model/manifest.ts';

/** A CEL rule of a schema, in the API server's own words. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
}

/** The structural schema of a CustomResourceDefinition, without descriptions. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly format?: string;
  readonly nullable?: boolean;
  readonly default?: Value;
  readonly enum?: readonly Value[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular';
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];
}

/** `subresources.scale` of a CustomResourceDefinition: JSON paths such as `.spec.replicas`. */
export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

/** One version of one kind, as the API server would serve it. */
export interface CrdVersion {
  /** `karpenter.sh/v1`. */
  readonly apiVersion: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: 'Cluster' | 'Namespaced';
  readonly served: boolean;
  readonly storage: boolean;
  /** `status` means that the API server drops a `status` that is written with the object. */
  readonly subresources: readonly ('status' | 'scale')[];
  /** The paths that the scale subresource reads its numbers from. */
  readonly scale?: ScalePaths;
  readonly deprecation?: Deprecation;
  /**
   * The definition comes from the repository or from another provider. Only the API server's own code, which limits the
   * cost, runs its patterns and rules.
   */
  readonly isForeign?: true;
  /** The ISO date of a definition that plumbline includes but that is not part of a Karpenter release. Its provider may have changed it since. */
  readonly asOf?: string;
  readonly schema: Schema;
}

/** The deprecation notice of a version. */
export interface Deprecation {
  /** The warning that the server prints. If it is absent, the server writes its own. */
  readonly warning?: string;
  /** Served versions that are not deprecated. The server's own warning names one of them. */
  readonly others: readonly string[];
}

/** The source of some of the kinds in a pack. */
export interface CrdSource {
  readonly repository: string;
  readonly tag: string;
  readonly licence: string;
  /** `NodePool.karpenter.sh`, sorted. */
  readonly kinds: readonly string[];
}

/** The CustomResourceDefinitions of one Karpenter minor. */
export interface CrdPack {
  /** Minor such as `1.14`; empty for the kinds of other providers. */
  readonly karpenterVersion: string;
  readonly sources: readonly CrdSource[];
  /** What a reader must know about this pack, such as that its parts come from different releases. Usually empty. */
  readonly notes: readonly string[];
  /** Sorted by apiVersion, then kind; only served versions. */
  readonly versions: readonly CrdVersion[];
  /** The kind in this API version, or undefined if this Karpenter does not serve it. */
  find(apiVersion: string, kind: string): CrdVersion | undefined;
}

/** The file format of a pack: equal sub-schemas are written once under `shared`, and `{"$ref": index}` refers to them. */
interface PackFile {
  readonly about: string;
  readonly karpenterVersion: string;
  readonly sources: readonly CrdSource[];
  readonly notes: readonly string[];
  readonly versions: readonly (Omit<CrdVersion, 'schema'> & { readonly schema: Value })[];
  readonly shared: readonly Value[];
}

/**
 * Reads the JSON of `data/crds/<minor>.json` or `data/node-classes/<group>.json`, which scripts/refresh-karpenter.ts and
 * scripts/refresh-node-classes.ts write; throws on anything else.
 */
export function decodeCrdPack(json: unknown): CrdPack {
  const file = json as PackFile;
  if (typeof file?.karpenterVersion !== 'string' || !Array.isArray(file.versions) || !Array.isArray(file.shared)) {
    throw new TypeError('not a pack of CustomResourceDefinitions');
  }

  // A shared schema refers only to earlier ones, so one pass resolves them all.
  const shared: Value[] = [];
  for (const value of file.shared) shared.push(resolve(value, shared));

  const versions = file.versions.map((version) => ({ ...version, schema: resolve(version.schema, shared) as Schema }));
  const byName = new Map(versions.map((version) => [`${version.apiVersion} ${version.kind}`, version]));
  return {
    karpenterVersion: file.karpenterVersion,
    sources: file.sources,
    notes: file.notes,
    versions,
    find: (apiVersion, kind) => byName.get(`${apiVersion} ${kind}`),
  };
}

function resolve(value: Value, shared: readonly Value[]): Value {
  if (Array.isArray(value)) return value.map((item) => resolve(item, shared));
  if (typeof value !== 'object' || value === null) return value;
  const object = value as { readonly [key: string]: Value };
  if (typeof object.$ref === 'number') return shared[object.$ref]!;
  return Object.fromEntries(Object.entries(object).map(([key, child]) => [key, resolve(child, shared)]));
}
