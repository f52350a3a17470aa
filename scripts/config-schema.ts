import { explainedCodes } from '../src/engine/review/codes/explanations.ts';
import { rules } from '../src/engine/review/codes/rules.ts';
import { type ConfigShape, configShape } from '../src/shared/config-shape.ts';

interface Schema {
  readonly [key: string]: unknown;
}

/** A rule by its name or its code. Other findings have only a code. */
const ruleNames = rules.flatMap(({ id }) => [id, `lint/${id}`]).sort();
const codes = [...new Set([...explainedCodes.flatMap((code) => [code, code.replace(/^lint\//, '')])])].sort();

const customName = { pattern: '^custom/' };

const names: Readonly<Record<string, Schema>> = {
  // Rules of the configuration have names of their own.
  rules: { propertyNames: { anyOf: [{ enum: ruleNames }, customName] } },
  code: { anyOf: [{ enum: codes }, customName] },
  neverSuppress: { items: { anyOf: [{ enum: codes }, customName] } },
  until: { pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
};

/** The editor schema of plumbline.yaml (JSON Schema 2020-12). It accepts what plumbline accepts, and knows the names of rules. */
export function configSchema(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'plumbline.yaml',
    $comment: 'Generated from src/shared/options.ts by `npm run generate`.',
    ...schemaOf(configShape),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function schemaOf({ orMap, ...shape }: ConfigShape): Schema {
  return orMap === undefined ? plainSchema(shape) : { anyOf: [plainSchema(shape), plainSchema(orMap)] };
}

function plainSchema({ properties, items, additionalProperties, ...shape }: Omit<ConfigShape, 'orMap'>): Schema {
  return {
    ...shape,
    ...(shape.type === 'any' && { type: undefined }),
    // Users may write a version or a label without quotes, which makes it a number or a boolean to an editor.
    ...(shape.type === 'string' && shape.enum === undefined && { type: ['string', 'number', 'boolean'] }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, { ...schemaOf(inner), ...names[name] }]),
      ),
    }),
    ...(items && { items: schemaOf(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? schemaOf(additionalProperties) : additionalProperties,
    }),
  };
}
