// Writes data/field-docs.json: what Karpenter's CustomResourceDefinitions say about each field of `spec`, for editors.
//
//   node scripts/field-docs.ts VERSION FOLDER
//
// VERSION is a tag such as v1.14.1, and FOLDER contains the YAML files of pkg/apis/crds of that release.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { CustomResourceDefinition } from './crd-pack-writer.ts';

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const [tag, folder] = process.argv.slice(2);
if (tag === undefined || folder === undefined) {
  console.error('usage: node scripts/field-docs.ts VERSION FOLDER');
  process.exit(2);
}

const fields: Record<string, Record<string, string>> = {};
for (const name of readdirSync(folder).sort()) {
  if (!name.startsWith('karpenter.')) continue;
  const { spec } = parse(readFileSync(join(folder, name), 'utf8')) as CustomResourceDefinition;
  for (const { name: version, schema } of spec.versions) {
    const { properties } = schema.openAPIV3Schema as Schema;
    const described = new Map<string, string>();
    describe(properties?.spec ?? {}, ['spec'], described);
    fields[`${spec.group}/${version} ${spec.names.kind}`] = Object.fromEntries(described);
  }
}
const about =
  'The descriptions of the fields of `spec`, by path without positions in lists, written by scripts/field-docs.ts.';
const sources = [{ repository: 'aws/karpenter-provider-aws', tag, licence: 'Apache-2.0, the Karpenter authors' }];
writeFileSync('data/field-docs.json', `${JSON.stringify({ about, sources, fields }, null, 1)}\n`);

/** The description of a list is that of the list, not of its items. */
function describe(schema: Schema, path: readonly string[], described: Map<string, string>): void {
  const name = path.join('.');
  if (schema.description !== undefined && !described.has(name)) described.set(name, schema.description);
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    describe(property, [...path, name], described);
  if (schema.items) describe(schema.items, path, described);
}
