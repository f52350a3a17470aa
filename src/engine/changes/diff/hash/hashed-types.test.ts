import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeCrdPack, type Schema } from '../../../files/schema/definitions/crd-pack.ts';
import { isSameValue } from '../typed-equality.ts';
import type { Shape } from './go-hash.ts';
import { nodeClaimTemplate } from './hashed-types.ts';

const newest = '1.15';
const pack = decodeCrdPack(JSON.parse(readFileSync(`data/crds/${newest}.json`, 'utf8')));
const template = pack.find('karpenter.sh/v1', 'NodePool')!.schema.properties!.spec!.properties!.template!;

/** Fields of the template that carry `hash:"ignore"`. Source: core pkg/apis/v1/nodepool.go. */
const ignoredFields = ['requirements'];

interface Leaf {
  readonly path: string;
  readonly schema: Schema;
}

/** The fields of a schema. Entries of lists have the path of their list. */
function leavesOf(schema: Schema, path: string): Leaf[] {
  if (schema.items) return leavesOf(schema.items, path);
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return [{ path, schema }];
  return fields.flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
}

/** The fields that a Go type hashes, by the same paths. */
function hashedPaths(shape: Shape, path: string): string[] {
  if (shape.kind === 'slice') return hashedPaths(shape.of, path);
  if (shape.kind !== 'struct') return [path];
  return shape.fields.flatMap(({ json, shape: inner }) =>
    hashedPaths(inner, [path, json ?? ''].filter((part) => part !== '').join('.')),
  );
}

/** CONTRIBUTING.md, "A new field of NodePool", lists what else needs a row. */
describe(`a template of Karpenter ${newest}`, () => {
  const leaves = leavesOf(template, '');

  test('each field is hashed, or is on the list of fields that are not', () => {
    const ignored = ignoredFields.map((field) => `spec.${field}`);
    const isIgnored = (path: string): boolean =>
      ignored.some((field) => path === field || path.startsWith(`${field}.`));
    const hashed = leaves.map(({ path }) => path).filter((path) => !isIgnored(path));

    expect(hashed.toSorted()).toEqual(hashedPaths(nodeClaimTemplate, '').toSorted());
  });

  test('durations are compared as durations', () => {
    const durations = leaves.filter(({ schema }) => /\(s\|m\|h\)|\[smh\]/.test(schema.pattern ?? ''));
    expect(durations.length).toBeGreaterThan(1);

    const different = durations.filter(
      ({ path }) => !isSameValue(['spec', 'template', ...path.split('.')], '60m', '1h'),
    );
    expect(different.map(({ path }) => path)).toEqual([]);
  });
});
