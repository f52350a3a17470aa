import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { json } from '../src/engine/report/documents/json.ts';
import { fixtures } from '../src/engine/report/fixtures.test-support.ts';
import { estimate, placement, report, review } from '../src/engine/report/test-support.ts';
import { cases } from './case.ts';

/** The part of JSON Schema that docs/review.schema.json uses. */
interface Shape {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: boolean | Shape;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
}

interface Schema extends Shape {
  readonly $defs: Readonly<Record<string, Shape>>;
}

const schema: Schema = JSON.parse(readFileSync('docs/review.schema.json', 'utf8'));
const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);

const goldens = cases().map(({ name, folder }) => ({
  name,
  document: JSON.parse(readFileSync(`${folder}/expected/review.json`, 'utf8')) as unknown,
}));

test.each(goldens)('docs/review.schema.json describes the JSON document of $name', ({ document }) => {
  expect(validate(document) ? [] : validate.errors).toEqual([]);
});

const digest = '5'.repeat(64);
const rendered = [{ root: 'apps/web', inputs: digest, programs: ['helm 3.19.0'] }];
const opaque = [{ file: 'web/x.yaml', base: null, head: digest, reasons: ['`web`: it is not rendered'] }];
const requirements = [{ key: 'karpenter.k8s.aws/instance-family', operator: 'Exists' as const, minValues: 3 }];
const spot = { nodePool: 'web', kind: 'spot' as const, requirements, nodes: 1, hourlyUsd: 1, savedHourlyUsd: 1 };

/** What no case shows: rules that did not run, an object from a chart, an alternative with `minValues`. */
const rest = review({
  isUnsimulated: true,
  isUnchecked: true,
  plans: [{ environment: '', digest, objects: [], opaque, rendered }],
  estimate: estimate(null, placement([], { alternatives: [spot] })),
});

test('docs/review.schema.json describes what no case shows', () => {
  expect(validate(JSON.parse(json.render(report(rest), {}))) ? [] : validate.errors).toEqual([]);
});

/** The shapes that a shape stands for: where its reference leads, or its variants. */
function variants(shape: Shape): readonly Shape[] {
  if (shape.$ref !== undefined) return variants(schema.$defs[shape.$ref.replace('#/$defs/', '')]!);
  const inner = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])];
  return inner.length === 0 ? [shape] : [shape, ...inner.flatMap(variants)];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds the properties of the schema that a value has. */
function collect(value: unknown, shape: Shape, seen: Set<Shape>): void {
  for (const { properties = {}, additionalProperties, required = [], items } of variants(shape)) {
    if (Array.isArray(value) && items !== undefined) for (const element of value) collect(element, items, seen);
    if (!isObject(value) || !required.every((key) => Object.hasOwn(value, key))) continue;

    for (const [key, inner] of Object.entries(value)) {
      const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
      if (property !== undefined) seen.add(property);
      if (property !== undefined) collect(inner, property, seen);
      else if (typeof additionalProperties === 'object') collect(inner, additionalProperties, seen);
    }
  }
}

/** Every property of a shape, with its path in the schema. */
function propertiesOf(shape: Shape, path: string): (readonly [path: string, property: Shape])[] {
  const { properties = {}, additionalProperties, items, anyOf = [], oneOf = [] } = shape;
  return [
    ...Object.entries(properties).flatMap(([key, inner]) => [
      [`${path}.${key}`, inner] as const,
      ...propertiesOf(inner, `${path}.${key}`),
    ]),
    ...(typeof additionalProperties === 'object' ? propertiesOf(additionalProperties, `${path}.*`) : []),
    ...(items === undefined ? [] : propertiesOf(items, `${path}[]`)),
    ...[...anyOf, ...oneOf].flatMap((variant) => propertiesOf(variant, path)),
  ];
}

// A field that is no longer written would otherwise only be missed by those who read it.
describe('the JSON document has every field that the schema describes', () => {
  const described = [
    ...propertiesOf(schema, ''),
    ...Object.entries(schema.$defs).flatMap(([name, shape]) => propertiesOf(shape, name)),
  ];
  const seen = new Set<Shape>();
  for (const { document } of goldens) collect(document, schema, seen);
  for (const example of [...fixtures.map(([, fixture]) => fixture()), rest])
    collect(JSON.parse(json.render(report(example), {})), schema, seen);

  test('in a case or an example', () => {
    expect(described.length).toBeGreaterThan(200);
    expect(described.filter(([, property]) => !seen.has(property)).map(([path]) => path)).toEqual([]);
  });
});
