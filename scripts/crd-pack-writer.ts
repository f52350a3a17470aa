import type { CrdSource } from '../src/engine/files/schema/definitions/crd-pack.ts';
import { compareNames } from '../src/engine/text/name-order.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/** The YAML texts of one release's CRDs. */
export interface CrdRelease {
  readonly repository: string;
  readonly tag: string;
  readonly crds: readonly CustomResourceDefinition[];
  /** Karpenter's own if absent. */
  readonly licence?: string;
}

/** The part of a CustomResourceDefinition that goes into a pack. */
export interface CustomResourceDefinition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly scope: string;
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      readonly storage: boolean;
      readonly deprecated?: boolean;
      readonly deprecationWarning?: string;
      readonly subresources?: Readonly<Record<string, JsonObject>>;
      readonly schema: { readonly openAPIV3Schema: JsonObject };
    }[];
  };
}

/** The label domain whose rules provider-aws adds to its copies of core's CRDs. */
const providerDomain = 'karpenter.k8s.aws';

/** What a pack says about itself. */
export interface PackAbout {
  readonly about: string;
  /** The ISO date of the definitions, if they are not part of a Karpenter release. */
  readonly asOf?: string;
  /** Only the API server's own code runs its patterns and rules. */
  readonly isForeign?: true;
}

const ofKarpenter: PackAbout = {
  about:
    'Structural schemas of Karpenter\'s CustomResourceDefinitions without descriptions, written by scripts/refresh-karpenter.ts. {"$ref": n} stands for shared[n].',
};

/** A sub-schema shorter than this is repeated wherever it occurs. */
const smallestShared = 100;

/**
 * Text of `data/crds/<minor>.json`, the same for the same input. If a provider release is also given, kinds that `release` lacks are
 * taken from it, and its label rules are added to the kinds that both have.
 */
export function writeCrdPack(
  karpenterVersion: string,
  release: CrdRelease,
  provider?: CrdRelease,
  { about, asOf, isForeign }: PackAbout = ofKarpenter,
): string {
  const released = new Set(release.crds.map(nameOf));
  const added = (provider?.crds ?? []).filter((crd) => !released.has(nameOf(crd)));
  const rules = provider === undefined ? new Map<string, Json[]>() : providerRules(provider.crds);
  const versions = [...release.crds, ...added].flatMap((crd) =>
    versionsOf(crd, released.has(nameOf(crd)) ? rules : undefined),
  );
  versions.sort((a, b) => compareNames(`${a.apiVersion} ${a.kind}`, `${b.apiVersion} ${b.kind}`));
  const { shared, roots } = share(versions.map((version) => version.schema as Json));
  return print({
    about,
    karpenterVersion,
    sources: [source(release, release.crds), ...(provider && added.length > 0 ? [source(provider, added)] : [])],
    notes: provider === undefined ? [] : notes(release, provider),
    versions: versions.map((version, i) => ({
      ...version,
      ...(asOf !== undefined && { asOf }),
      ...(isForeign && { isForeign }),
      schema: roots[i]!,
    })),
    shared,
  });
}

const nameOf = (crd: CustomResourceDefinition): string => `${crd.spec.names.kind}.${crd.spec.group}`;

const source = (release: CrdRelease, crds: readonly CustomResourceDefinition[]): CrdSource => ({
  repository: release.repository,
  tag: release.tag,
  licence: release.licence ?? 'Apache-2.0, the Karpenter authors',
  kinds: crds.map(nameOf).sort(compareNames),
});

const notes = (release: CrdRelease, provider: CrdRelease): string[] => [
  `The provider's own kinds, and its rules for labels of ${providerDomain}, are those of ${provider.repository} ${provider.tag}: its release for ${release.tag} was not available.`,
];

function versionsOf(crd: CustomResourceDefinition, rules: ReadonlyMap<string, Json[]> | undefined): JsonObject[] {
  const { group, names, scope, versions } = crd.spec;
  return versions
    .filter((version) => version.served)
    .map((version) => ({
      apiVersion: `${group}/${version.name}`,
      group,
      version: version.name,
      kind: names.kind,
      plural: names.plural,
      scope,
      served: version.served,
      storage: version.storage,
      subresources: Object.keys(version.subresources ?? {}).sort(compareNames),
      ...(version.subresources?.scale && { scale: version.subresources.scale }),
      ...(version.deprecated && { deprecation: deprecationOf(version.deprecationWarning, versions) }),
      schema: compact(version.schema.openAPIV3Schema, `${nameOf(crd)}/${version.name}`, rules),
    }));
}

const deprecationOf = (
  warning: string | undefined,
  versions: CustomResourceDefinition['spec']['versions'],
): JsonObject => ({
  ...(warning !== undefined && { warning }),
  others: versions.filter(({ served, deprecated }) => served && !deprecated).map(({ name }) => name),
});

const dropped = new Set(['description', 'example', 'externalDocs', 'title']);

/** A schema without descriptions. A property named `description` stays. */
function compact(schema: JsonObject, at: string, rules: ReadonlyMap<string, Json[]> | undefined): JsonObject {
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (dropped.has(key)) continue;
    out[key] = keywordValue(key, value, (child, step) => compact(child, `${at}${step}`, rules));
  }
  const carried = rules?.get(at);
  if (carried) out['x-kubernetes-validations'] = [...((out['x-kubernetes-validations'] as Json[]) ?? []), ...carried];
  return out;
}

type Visit = (schema: JsonObject, step: string) => Json;

/** Visits the schemas below a keyword. Any other value stays as it is. */
function keywordValue(key: string, value: Json, visit: Visit): Json {
  if (key === 'properties') {
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([name, child]) => [name, visit(child as JsonObject, `.${name}`)]),
    );
  }
  if (key === 'items' || key === 'not') return visit(value as JsonObject, `[${key}]`);
  if (key === 'additionalProperties') return typeof value === 'object' ? visit(value as JsonObject, '{}') : value;
  if (key === 'allOf' || key === 'anyOf' || key === 'oneOf') {
    return (value as JsonObject[]).map((child, i) => visit(child, `|${key}${i}`));
  }
  return value;
}

/** Rules about the provider's label domain, by the place of their schema. */
function providerRules(crds: readonly CustomResourceDefinition[]): Map<string, Json[]> {
  const definitions = new Map<string, Json[]>();
  const walk = (schema: JsonObject, at: string): Json => {
    const rules = ((schema['x-kubernetes-validations'] ?? []) as { rule: string }[]).filter((rule) =>
      rule.rule.includes(`endsWith("${providerDomain}")`),
    );
    if (rules.length > 0) definitions.set(at, rules);
    for (const [key, value] of Object.entries(schema))
      keywordValue(key, value, (child, step) => walk(child, at + step));
    return null;
  };
  for (const crd of crds) {
    for (const version of crd.spec.versions) walk(version.schema.openAPIV3Schema, `${nameOf(crd)}/${version.name}`);
  }
  return definitions;
}

/** Writes every longer sub-schema that occurs more than once only once. */
function share(schemas: readonly Json[]): { shared: Json[]; roots: Json[] } {
  const counts = new Map<string, number>();
  const count = (schema: JsonObject): Json => {
    const text = JSON.stringify(schema);
    const seen = counts.get(text) ?? 0;
    counts.set(text, seen + 1);
    // The content of a repeated schema is written once with it, so it is not counted again.
    if (seen === 0) for (const [key, value] of Object.entries(schema)) keywordValue(key, value, count);
    return null;
  };
  for (const schema of schemas) count(schema as JsonObject);
  const shared: Json[] = [];
  const places = new Map<string, number>();
  const replace = (schema: JsonObject): Json => {
    const text = JSON.stringify(schema);
    const place = places.get(text);
    if (place !== undefined) return { $ref: place };
    const out = Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [key, keywordValue(key, value, replace)]),
    );
    if (counts.get(text)! < 2 || text.length < smallestShared) return out;
    places.set(text, shared.length);
    shared.push(out);
    return { $ref: shared.length - 1 };
  };
  const roots = schemas.map((schema) => replace(schema as JsonObject));
  return { shared, roots };
}

/** JSON with one line per version and per shared schema, so that the diff of a new release is readable. */
function print(pack: Record<string, unknown>): string {
  const list = (items: readonly unknown[]): string => `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
  const entries = Object.entries(pack).map(
    ([key, value]) =>
      `${JSON.stringify(key)}: ${Array.isArray(value) && value.length > 0 ? list(value) : JSON.stringify(value)}`,
  );
  return `{\n${entries.join(',\n')}\n}\n`;
}
