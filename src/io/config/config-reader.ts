import {
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
} from 'yaml';
import { didYouMean, nearest } from '../../engine/text/nearest.ts';
import type { Source } from '../../engine/text/source.ts';
import { textIf } from '../../engine/text/words/text-if.ts';
import { type ConfigShape, configShape } from '../../shared/config-shape.ts';
import { PlumblineError } from '../../shared/errors.ts';

/** In UTF-16 code units. Aliases can repeat content many times, so the length of the text limits the work. */
export const maxConfigLength = 256 * 1024;

/** Reads a document by its shape. The first mistake ends the reading. */
export class ConfigReader {
  readonly #file: string;
  readonly #lines = new LineCounter();
  readonly #document: Document;

  readonly #shape: ConfigShape;

  constructor(source: Source, shape: ConfigShape = configShape) {
    this.#file = source.file;
    this.#shape = shape;

    if (source.text.length > maxConfigLength)
      this.#failAt(
        0,
        `the configuration is longer than ${maxConfigLength / 1024} kB`,
        'Check that this is the right file.',
      );

    this.#document = this.#parse(source.text);
  }

  #parse(text: string): Document {
    try {
      return parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    } catch {
      // A document with thousands of levels overflows the parser's stack.
      return this.#failAt(0, 'the configuration cannot be parsed', 'Fix the YAML. It may be nested too deeply.');
    }
  }

  read(): unknown {
    const error = this.#document.errors[0];
    if (error) this.#failAt(error.pos[0], error.message, yamlHelp(error.code));
    if (this.#document.contents === null) return {};
    return this.#value(this.#document.contents, this.#shape, '');
  }

  /** Throws the error for the value at a path. */
  fail(path: readonly (string | number)[], message: string, help?: string): never {
    return this.#fail(this.#document.getIn(path, true) as Node | undefined, message, help);
  }

  #value(written: Node | null, shape: ConfigShape, path: string): unknown {
    const node = isAlias(written) ? (written.resolve(this.#document) ?? null) : written;
    if (shape.orMap && isMap(node)) return this.#map(node, shape.orMap, path);
    if (shape.type === 'object') return this.#map(node, shape, path);
    if (shape.type === 'array') return this.#list(node, shape, path);
    if (shape.type === 'any') return this.#any(node, path);
    return this.#scalar(node, shape, path);
  }

  /** A value as plain data. Aliases can repeat content many times, so their number is limited. */
  #any(node: Node | null, path: string): unknown {
    try {
      if (node === null) return null;
      return node.toJS(this.#document, { maxAliasCount: 100 });
    } catch {
      return this.#fail(node, `\`${path}\` has too many aliases`);
    }
  }

  #list(node: Node | null, shape: ConfigShape, path: string): unknown[] {
    if (!isSeq(node))
      return this.#fail(
        node,
        `\`${path}\` must be a list`,
        isScalar(node) && node.source ? `Write \`[${node.source}]\`.` : 'Begin each of its items with `- `.',
      );

    return node.items.map((item, i) => this.#value(item as Node, shape.items!, `${path}[${i}]`));
  }

  #map(node: Node | null, shape: ConfigShape, path: string): Record<string, unknown> {
    if (!isMap(node)) {
      const keys = Object.keys(shape.properties ?? {});
      const help = path !== '' && keys.length > 0 ? `Its keys are ${keys.join(', ')}.` : undefined;
      return this.#fail(node, path ? `\`${path}\` must be a map` : 'the configuration must be a map', help);
    }

    const missing = shape.required?.find((name) => !node.has(name));
    if (missing) this.#fail(node, `\`${path}\` needs \`${missing}\``);

    return Object.fromEntries(
      node.items.map(({ key, value }) => {
        const name = String(isScalar(key) ? key.value : key);
        const at = path ? `${path}.${name}` : name;

        const declared = () => {
          if (shape.properties && Object.hasOwn(shape.properties, name)) return shape.properties[name];
          return undefined;
        };

        const inner = declared() ?? shape.additionalProperties;
        if (!inner) return this.#failUnknown(key as Node, name, at, shape.properties ?? {});
        return [name, this.#value(value as Node | null, inner, at)];
      }),
    );
  }

  #scalar(node: Node | null, shape: ConfigShape, path: string): unknown {
    const plain = isScalar(node) && node.value !== null ? node : undefined;
    // Use the text as written, because an unquoted version such as `1.10` must not become the number 1.1.
    const value = shape.type === 'string' ? plain && (plain.source ?? String(plain.value)) : plain?.value;

    const isRight = () => {
      if (shape.type === 'integer') return Number.isSafeInteger(value);
      return typeof value === shape.type && (typeof value !== 'number' || Number.isFinite(value));
    };

    if (!isRight()) return this.#fail(node, `\`${path}\` must be ${typeNames[shape.type]}`);
    if (shape.minimum !== undefined && (value as number) < shape.minimum)
      return this.#fail(node, `\`${path}\` must be at least ${shape.minimum}`);
    if (shape.maximum !== undefined && (value as number) > shape.maximum)
      return this.#fail(node, `\`${path}\` must be at most ${shape.maximum}`);

    if (shape.enum && !shape.enum.includes(value as string))
      return this.#fail(
        node,
        `\`${path}: ${value}\` is not one of ${shape.enum.join(', ')}`,
        suggestion(value as string, shape.enum),
      );

    return value;
  }

  #failUnknown(key: Node, name: string, path: string, properties: Readonly<Record<string, ConfigShape>>): never {
    const keys = Object.keys(properties);

    // A file that another one extends has fewer keys.
    if (path === name && Object.hasOwn(configShape.properties!, name))
      this.#fail(
        key,
        `\`${path}\` cannot be shared`,
        `A file that \`extends\` names has only the keys ${keys.join(', ')}.${textIf(name === 'extends', ' Name this entry in `extends` of plumbline.yaml.')}`,
      );

    const meant = nestedKey(name, properties);

    const help = () => {
      if (meant) return didYouMean(meant);
      return suggestion(name, keys) ?? `Known keys here are ${keys.join(', ')}.`;
    };

    return this.#fail(key, `\`${path}\` is not a key of the configuration`, help());
  }

  #fail(node: Node | null | undefined, message: string, help?: string): never {
    return this.#failAt(node?.range?.[0] ?? 0, message, help);
  }

  #failAt(offset: number, message: string, help?: string): never {
    const { line } = this.#lines.linePos(offset);
    throw new PlumblineError('config', `${this.#file}:${Math.max(1, line)}: ${message}`, help ? { help } : {});
  }
}

/** Expressions and messages often contain what YAML reads as something else. */
const yamlHelp = (code: ErrorCode): string => {
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'UNEXPECTED_TOKEN' || code === 'MULTILINE_IMPLICIT_KEY')
    return 'Fix the YAML. A value that contains `: `, ` #` or begins with a quote needs quotes around all of it, or `|` and lines below.';

  return 'Fix the YAML.';
};

/** `karpenter.version` for `karpenterVersion`. */
const nestedKey = (name: string, properties: Readonly<Record<string, ConfigShape>>): string | undefined =>
  Object.entries(properties)
    .flatMap(([outer, { properties: inner = {} }]) => Object.keys(inner).map((key) => [outer, key] as const))
    .find(([outer, key]) => `${outer}${key}`.toLowerCase() === name.toLowerCase())
    ?.join('.');

const typeNames: Record<ConfigShape['type'], string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a map',
  array: 'a list',
  any: 'a value',
};

function suggestion(name: string, candidates: readonly string[]): string | undefined {
  const candidate = nearest(name, candidates);
  if (candidate) return didYouMean(candidate);
  return undefined;
}
