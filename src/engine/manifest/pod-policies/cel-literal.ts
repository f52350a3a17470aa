import type { Mapping, Value } from '../model/manifest.ts';

/** How deep literals are read. Expressions in policies are far flatter. */
const maxDepth = 40;

/**
 * The value of a CEL expression that contains only literals: `Object{spec: Object.spec{nodeSelector: {"a": "b"}}}`, lists, and `JSONPatch{…}`.
 * Undefined for any other expression, such as one with a variable or a function.
 */
export function celLiteral(text: string): Value | undefined {
  const reader = new LiteralReader(text);
  const value = reader.value(0);
  if (value !== undefined && reader.isAtEnd()) return value;
  return undefined;
}

const token = /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(-?\d+(?:\.\d+)?)|([A-Za-z_][\w.]*)|([{}[\],:]))/y;

class LiteralReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.#text.slice(this.#at).trim() === '';
  }

  /** Reads a value; undefined if it is no literal. */
  value(depth: number): Value | undefined {
    const next = this.#next();
    if (next === undefined || depth > maxDepth) return undefined;

    const [, quoted, number, name, sign] = next;
    if (quoted !== undefined) return unquoted(quoted);
    if (number !== undefined) return Number(number);
    if (sign === '[') return this.#list(depth);
    if (sign === '{') return this.#mapping(depth);
    if (name === 'true' || name === 'false') return name === 'true';
    if (name === 'null') return null;

    // The name of a type, such as `Object.spec`, comes before its fields.
    if (name !== undefined && /^(?:Object|JSONPatch)\b/.test(name) && this.#take('{')) return this.#mapping(depth);

    return undefined;
  }

  #next(): RegExpExecArray | undefined {
    token.lastIndex = this.#at;
    const match = token.exec(this.#text);
    if (match === null) return undefined;
    this.#at = token.lastIndex;
    return match;
  }

  #take(sign: string): boolean {
    const start = this.#at;
    if (this.#next()?.[4] === sign) return true;
    this.#at = start;
    return false;
  }

  #list(depth: number): Value | undefined {
    const items: Value[] = [];
    while (!this.#take(']')) {
      const item = this.value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
      if (!this.#take(',') && !this.#isBefore(']')) return undefined;
    }

    return items;
  }

  #mapping(depth: number): Mapping | undefined {
    const entries: [string, Value][] = [];

    while (!this.#take('}')) {
      const key = this.#next();
      const name = key?.[1] === undefined ? key?.[3] : unquoted(key[1]);
      if (name === undefined || !this.#take(':')) return undefined;

      const value = this.value(depth + 1);
      if (value === undefined) return undefined;

      entries.push([name, value]);
      if (!this.#take(',') && !this.#isBefore('}')) return undefined;
    }

    return Object.fromEntries(entries);
  }

  #isBefore(sign: string): boolean {
    const start = this.#at;
    const isNext = this.#next()?.[4] === sign;
    this.#at = start;
    return isNext;
  }
}

const unquoted = (text: string): string => text.slice(1, -1).replace(/\\(.)/g, '$1');
