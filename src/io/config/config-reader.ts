import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { type ConfigShape, configShape } from '../../config-shape.ts';
import { didYouMean, nearest } from '../../engine/nearest.ts';
import type { Source } from '../../engine/source.ts';
import { PlumblineError } from '../../errors.ts';

/** In UTF-16 code units: aliases may repeat what a configuration holds, so its length bounds the work. */
export const maxConfigLength = 256 * 1024;

/** Reads a document by its shape; the first offence ends it. */
export class ConfigReader {
  readonly #file: string;
  readonly #lines = new LineCounter();
  readonly #document: Document;

  constructor(source: Source) {
    this.#file = source.file;
    if (source.text.length > maxConfigLength)
      this.#failAt(0, `the configuration is longer than ${maxConfigLength / 1024} kB`, 'Is this the right file?');
    this.#document = this.#parse(source.text);
  }

  #parse(text: string): Document {
    try {
      return parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    } catch {
      // Thousands of levels overflow the parser's stack.
      return this.#failAt(0, 'the configuration cannot be read', 'Mend the YAML.');
    }
  }

  read(): unknown {
    const error = this.#document.errors[0];
    if (error) this.#failAt(error.pos[0], error.message, 'Mend the YAML.');
    return this.#document.contents === null ? {} : this.#value(this.#document.contents, configShape, '');
  }

  /** Ends the reading at what stands at a path. */
  fail(path: readonly (string | number)[], message: string, help?: string): never {
    return this.#fail(this.#document.getIn(path, true) as Node | undefined, message, help);
  }

  #value(given: Node | null, shape: ConfigShape, path: string): unknown {
    const node = isAlias(given) ? (given.resolve(this.#document) ?? null) : given;
    if (shape.type === 'object') return this.#map(node, shape, path);
    if (shape.type === 'array') return this.#list(node, shape, path);
    return this.#scalar(node, shape, path);
  }

  #list(node: Node | null, shape: ConfigShape, path: string): unknown[] {
    if (!isSeq(node)) return this.#fail(node, `\`${path}\` is a list`);
    return node.items.map((item, i) => this.#value(item as Node, shape.items!, `${path}[${i}]`));
  }

  #map(node: Node | null, shape: ConfigShape, path: string): Record<string, unknown> {
    if (!isMap(node)) return this.#fail(node, path ? `\`${path}\` is a map` : 'the configuration is a map');
    const missing = shape.required?.find((name) => !node.has(name));
    if (missing) this.#fail(node, `\`${path}\` needs \`${missing}\``);
    return Object.fromEntries(
      node.items.map(({ key, value }) => {
        const name = String(isScalar(key) ? key.value : key);
        const at = path ? `${path}.${name}` : name;
        const own = shape.properties && Object.hasOwn(shape.properties, name) ? shape.properties[name] : undefined;
        const inner = own ?? shape.additionalProperties;
        if (!inner) return this.#failUnknown(key as Node, name, at, Object.keys(shape.properties ?? {}));
        return [name, this.#value(value as Node | null, inner, at)];
      }),
    );
  }

  #scalar(node: Node | null, shape: ConfigShape, path: string): unknown {
    const plain = isScalar(node) && node.value !== null ? node : undefined;
    // A version or quantity may stand unquoted, and `1.10` must not become the number 1.1: so the text as written.
    const value = shape.type === 'string' ? plain && (plain.source ?? String(plain.value)) : plain?.value;
    const isRight = shape.type === 'integer' ? Number.isSafeInteger(value) : typeof value === shape.type;
    if (!isRight) return this.#fail(node, `\`${path}\` is ${typeNames[shape.type]}`);
    if (shape.minimum !== undefined && (value as number) < shape.minimum)
      return this.#fail(node, `\`${path}\` is at least ${shape.minimum}`);
    if (shape.maximum !== undefined && (value as number) > shape.maximum)
      return this.#fail(node, `\`${path}\` is at most ${shape.maximum}`);
    if (shape.enum && !shape.enum.includes(value as string))
      return this.#fail(
        node,
        `\`${path}: ${value}\` is not one of ${shape.enum.join(', ')}`,
        suggestion(value as string, shape.enum),
      );
    return value;
  }

  #failUnknown(key: Node, name: string, path: string, known: readonly string[]): never {
    const help = suggestion(name, known) ?? `Known keys here are ${known.join(', ')}.`;
    return this.#fail(key, `\`${path}\` is not a key of the configuration`, help);
  }

  #fail(node: Node | null | undefined, message: string, help?: string): never {
    return this.#failAt(node?.range?.[0] ?? 0, message, help);
  }

  #failAt(offset: number, message: string, help?: string): never {
    const { line } = this.#lines.linePos(offset);
    throw new PlumblineError('config', `${this.#file}:${Math.max(1, line)}: ${message}`, help ? { help } : {});
  }
}

const typeNames: Record<ConfigShape['type'], string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a map',
  array: 'a list',
};

function suggestion(name: string, candidates: readonly string[]): string | undefined {
  const candidate = nearest(name, candidates);
  return candidate ? didYouMean(candidate) : undefined;
}
