import type { CrdPack } from '../../files/schema/definitions/crd-pack.ts';
import { documentsOf } from '../../manifest/hints/documents.ts';
import { at } from '../../manifest/hints/version-references.ts';
import { isKarpenterGroup } from '../../manifest/model/karpenter-kinds.ts';
import { isObject, mappingOrEmpty, type Value } from '../../manifest/model/manifest.ts';
import type { Source, Span } from '../../text/source.ts';
import type { Facts } from './facts.ts';

/** The Karpenter minors whose CRDs a repository contains. */
export interface CrdsInRepository {
  /** Oldest first. Several if their CRDs are the same. */
  readonly minors: readonly string[];
  readonly span: Span;
}

/** Whether a text may contain CRDs of Karpenter. */
export const mayHoldCrds = ({ text }: Source): boolean =>
  text.length <= maxLength &&
  /\bkind["']?:\s*["']?CustomResourceDefinition\b/.test(text) &&
  /karpenter\.(?:sh|k8s\.aws)/.test(text);

/** Karpenter's longest CRD has about 100 kB. */
const maxLength = 1024 * 1024;

/** Karpenter has six CRDs. Several copies say nothing new. */
const maxCrds = 12;

/** Patches of a minor add a field now and then. */
const maxDifferences = 2;

/**
 * Compares the CRDs of Karpenter in a repository with those of each known minor: which versions they serve, and which fields these have.
 * Undefined if there are none, or if they are of no known minor.
 */
export function crdsInRepository(sources: readonly Source[], facts: Facts): CrdsInRepository | undefined {
  const documents = sources
    .filter(mayHoldCrds)
    .slice(0, maxCrds)
    .flatMap((source) => documentsOf(source))
    .filter(isKarpenterCrd)
    .slice(0, maxCrds);

  const [first] = documents;
  if (first === undefined) return undefined;

  const kinds = new Set(documents.map(({ value }) => kindOf(at(value, 'spec')!)));
  const fields = new Set(documents.flatMap(({ value }) => fieldsOfCrd(at(value, 'spec')!)));

  const distances = facts.karpenterVersions.map((minor) => ({
    minor,
    distance: differences(fields, fieldsOfPack(facts.crds(minor), kinds)),
  }));

  const best = Math.min(...distances.map(({ distance }) => distance));
  if (best > maxDifferences) return undefined;

  const minors = distances.filter(({ distance }) => distance === best).map(({ minor }) => minor);
  return { minors, span: first.spanOf(['spec', 'versions']) };
}

const isKarpenterCrd = ({ value }: { readonly value: Value }): boolean =>
  at(value, 'kind') === 'CustomResourceDefinition' &&
  isKarpenterGroup(String(at(value, 'spec', 'group'))) &&
  Array.isArray(at(value, 'spec', 'versions'));

const kindOf = (spec: Value): string => `${at(spec, 'group')} ${at(spec, 'names', 'kind')}`;

function fieldsOfCrd(spec: Value): string[] {
  const fields: string[] = [];
  for (const version of at(spec, 'versions') as readonly Value[]) {
    const schema = at(version, 'schema', 'openAPIV3Schema');
    if (at(version, 'served') === true) addFields(schema, `${kindOf(spec)} ${at(version, 'name')}`, fields);
  }
  return fields;
}

function fieldsOfPack({ versions }: CrdPack, kinds: ReadonlySet<string>): Set<string> {
  const fields: string[] = [];
  for (const { group, kind, version, schema } of versions)
    if (kinds.has(`${group} ${kind}`)) addFields(schema as unknown as Value, `${group} ${kind} ${version}`, fields);
  return new Set(fields);
}

/** Karpenter's CRDs have fewer than 200 fields each. */
const maxFields = 5000;

/** Adds the paths of all fields below a path, and the values of enumerations. */
function addFields(schema: Value | undefined, path: string, fields: string[]): void {
  if (!isObject(schema) || fields.length >= maxFields) return;

  const { enum: values, properties, items, additionalProperties } = schema;
  fields.push(path);
  if (Array.isArray(values)) for (const value of values) fields.push(`${path}=${JSON.stringify(value)}`);
  for (const [name, child] of Object.entries(mappingOrEmpty(properties))) addFields(child, `${path}.${name}`, fields);
  addFields(items, `${path}[]`, fields);
  addFields(additionalProperties, `${path}{}`, fields);
}

const differences = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter((name) => !b.has(name)).length + [...b].filter((name) => !a.has(name)).length;
