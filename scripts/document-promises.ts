/** The part of JSON Schema that docs/review.schema.json uses. */
export interface DocumentShape {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, DocumentShape>>;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, DocumentShape>>;
  readonly required?: readonly string[];
  readonly items?: DocumentShape;
  readonly anyOf?: readonly DocumentShape[];
  readonly oneOf?: readonly DocumentShape[];
}

/** What a schema of the JSON document promises to its readers, a line each: which fields there are, of which type, and which always. */
export function documentPromises(schema: DocumentShape): Set<string> {
  const of = (shape: DocumentShape, path: string): string[] => [
    ...[shape.type ?? []].flat().map((type) => `${path}: ${type}`),
    ...(shape.$ref === undefined ? [] : [`${path}: ${shape.$ref}`]),
    ...(shape.required ?? []).map((key) => `${path}.${key}, always`),
    ...Object.entries(shape.properties ?? {}).flatMap(([key, inner]) => [
      `${path}.${key}`,
      ...of(inner, `${path}.${key}`),
    ]),
    ...(shape.items ? of(shape.items, `${path}[]`) : []),
    ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap((variant) => of(variant, path)),
  ];
  const definitions = Object.entries(schema.$defs ?? {});
  return new Set([...of(schema, ''), ...definitions.flatMap(([name, shape]) => of(shape, `#/$defs/${name}`))]);
}

/** What `older` promises and `newer` does not. */
export function brokenPromises(older: DocumentShape, newer: DocumentShape): string[] {
  const kept = documentPromises(newer);
  return [...documentPromises(older)].filter((line) => !kept.has(line));
}
