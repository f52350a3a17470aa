import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { groupBy } from '../../src/engine/text/group-by.ts';

/** One request with its answer, as it passed. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly requestBody: unknown;
  readonly status: number;
  readonly responseBody: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON document of 13 MB, whose shape is OpenAPI's.
type Json = any;

const file = join(dirname(createRequire(import.meta.url).resolve('@octokit/openapi')), 'generated/api.github.com.json');

let document: Json;

/** GitHub's own example of an answer. */
export function exampleOf(name: string): Json {
  document ??= JSON.parse(readFileSync(file, 'utf8'));
  return document.components.examples[name].value;
}

/** Checks exchanges against GitHub's own description of its API. Only the parts that an exchange uses are converted and compiled. */
export class OpenApi {
  readonly #document: Json = JSON.parse(readFileSync(file, 'utf8'));
  readonly #ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  readonly #validators = new Map<Json, ValidateFunction>();
  /** The references to schemas that `#ajv` knows. */
  readonly #added = new Set<string>();
  readonly #paths = groupBy(
    Object.keys(this.#document.paths).map((template) => ({ template, pattern: patternOf(template) })),
    ({ template }) => areaOf(template),
  );

  constructor() {
    // Null if a fork was deleted. GitHub's description says so for webhooks, but not for the answers of the API.
    const head = this.#document.components.schemas['pull-request'].properties.head.properties;
    head.repo = { anyOf: [{ type: 'null' }, head.repo] };
  }

  /** The parts of an exchange that do not match GitHub's description. Empty if all match. */
  problems(exchange: Exchange): string[] {
    const name = `${exchange.method} ${exchange.path}`;
    const operation = this.#operation(exchange);
    if (!operation) return [`${name}: no such endpoint`];
    return [
      ...this.#queryProblems(operation, exchange.query),
      ...this.#requestProblems(operation, exchange.requestBody),
      ...this.#responseProblems(operation, exchange),
    ].map((problem) => `${name} → ${exchange.status}: ${problem}`);
  }

  #operation({ method, path }: Exchange): Json | undefined {
    // The most literal template has precedence: pulls/comments before pulls/{number}.
    const matches = (this.#paths.get(areaOf(path)) ?? []).filter(({ pattern }) => pattern.test(path));
    const best = matches.sort(
      (a, b) => variables(a.template) - variables(b.template) || b.template.length - a.template.length,
    )[0];
    return best && this.#document.paths[best.template][method.toLowerCase()];
  }

  #queryProblems(operation: Json, query: URLSearchParams): string[] {
    const parameters = (operation.parameters ?? []).map((parameter: Json) => this.#resolve(parameter));
    return [...query].flatMap(([name, value]) => {
      const known = parameters.find((parameter: Json) => parameter.in === 'query' && parameter.name === name);
      if (!known) return [`the parameter ${name} is not described`];
      return this.#validate(known.schema, known.schema.type === 'integer' ? Number(value) : value, `?${name}`);
    });
  }

  #requestProblems(operation: Json, body: unknown): string[] {
    const described = operation.requestBody?.content?.['application/json']?.schema;
    if (body === undefined) return operation.requestBody?.required ? ['the request needs a body'] : [];
    return described ? this.#validate(described, body, 'request') : ['the request takes no body'];
  }

  #responseProblems(operation: Json, { status, responseBody }: Exchange): string[] {
    const described = this.#resolve(operation.responses[String(status)]);
    const schema = described?.content?.['application/json']?.schema;
    if (schema) return this.#validate(schema, responseBody, 'response');
    if (described || status >= 400) return [];
    return ['the status is not described'];
  }

  #resolve(node: Json): Json {
    if (!node?.$ref) return node;
    const steps = (node.$ref as string).replace('#/', '').split('/');
    return this.#resolve(steps.reduce((at, step) => at[step], this.#document));
  }

  #compiled(schema: Json): ValidateFunction {
    const found = this.#validators.get(schema);
    if (found) return found;

    this.#addReferences(schema);
    const validator = this.#ajv.compile(modern(schema));
    this.#validators.set(schema, validator);
    return validator;
  }

  /** Adds the schemas to which a schema refers, at any depth. */
  #addReferences(schema: Json): void {
    for (const reference of referencesOf(schema)) {
      if (this.#added.has(reference)) continue;
      this.#added.add(reference);
      const component = this.#resolve({ $ref: reference });
      this.#ajv.addSchema({ ...modern(component), $id: idOf(reference) });
      this.#addReferences(component);
    }
  }

  #validate(schema: Json, value: unknown, what: string): string[] {
    const validator = this.#compiled(schema);
    if (validator(value)) return [];
    return validator.errors!.slice(0, 5).map((error) => `${what}${error.instancePath} ${error.message}`);
  }
}

const variables = (template: string): number => template.split('{').length;

/** A template's last variable may contain slashes, as `{basehead}` and `{ref}` do. */
const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .replaceAll('.', '\\.')
      .replace(/\{(basehead|ref|path)\}/g, '.+')
      .replace(/\{[^}]+\}/g, '[^/]+')}$`,
  );

/** The part of the API to which a path or a template belongs, so that few templates have to be compared with a path. */
function areaOf(path: string): string {
  const [, first, , , fourth = ''] = path.split('/');
  return first === 'repos' ? `repos ${fourth}` : first!;
}

function referencesOf(node: Json): string[] {
  if (node === null || typeof node !== 'object') return [];
  const inner = Object.values(node).flatMap(referencesOf);
  return typeof node.$ref === 'string' ? [node.$ref, ...inner] : inner;
}

const idOf = (reference: string): string => `api:${reference.split('/').at(-1)}`;

/** OpenAPI 3.0 uses `nullable`, JSON Schema a type or a member of the enum. */
function modern(node: Json): Json {
  if (Array.isArray(node)) return node.map(modern);
  if (node === null || typeof node !== 'object') return node;
  const { nullable, ...rest } = node;
  const entries = Object.entries(rest)
    .filter(([key]) => key !== 'example' && key !== 'examples')
    .map(([key, value]) => [key, key === '$ref' && typeof value === 'string' ? idOf(value) : modern(value)]);
  const schema = Object.fromEntries(entries);
  return nullable === true ? { anyOf: [{ type: 'null' }, schema] } : schema;
}
