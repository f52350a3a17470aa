import { Random } from '../conformance/generator/random.ts';
import { seededObjects, type Tree } from './seeded-objects.ts';

/** The position of a text, which limits how it can be written. */
interface Place {
  /** The indentation of a block's lines. */
  readonly indent: number;
  /** Brackets cannot contain blocks. */
  readonly isFlow: boolean;
  /** A key on the same line as its colon. */
  readonly isSimpleKey: boolean;
}

const top: Place = { indent: 0, isFlow: false, isSimpleKey: false };

/** Words that YAML does not read as text. */
const isPlain = (text: string): boolean =>
  /^[A-Za-z][\w./-]*(?: [\w./-]+)*$/.test(text) && !/^(?:[yYnN]|yes|no|on|off|true|false|null)$/i.test(text);

const hex = (code: number, length: number): string => code.toString(16).padStart(length, '0');

/** Writes Kubernetes objects in one of the many possible YAML and JSON notations. */
class Speller {
  readonly #random: Random;
  /** Earlier anchors, by the text that they mark. */
  readonly #anchors = new Map<string, string>();
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A YAML document. */
  document(tree: Tree): string {
    this.#anchors.clear();
    const random = this.#random;
    if (random.chance(0.12))
      return `${this.#flowMap(tree as Record<string, Tree>, top)}${random.pick('', '\n', ' # c\n', '\nrest: of [it\n')}`;
    return this.#preamble(tree) + this.#blockMap(tree as Record<string, Tree>, 0);
  }

  /** Keys at the top that mark texts for later aliases. */
  #preamble(tree: Tree): string {
    const random = this.#random;
    if (!random.chance(0.2)) return '';
    const { apiVersion, kind } = tree as Record<string, string>;
    const texts = random.some(['kind', 'apiVersion', 'metadata', apiVersion!, kind!]);
    return texts
      .map((text) => {
        const name = `a${this.#count++}`;
        const line = `x${name}: &${name} ${this.#scalar(text, { ...top, isSimpleKey: true })}\n`;
        this.#anchors.set(text, name);
        return line;
      })
      .join('');
  }

  #trivia(place: Place): string {
    const indent = ' '.repeat(place.indent);
    return this.#random.pick(' ', '  ', '\t', ` # c\n${indent} `, `\n${indent} `, `\n\n# kind: x\n${indent}  `);
  }

  #blockMap(tree: Record<string, Tree>, indent: number): string {
    const random = this.#random;
    const entries = Object.entries(tree);
    if (random.chance(0.3)) entries.reverse();
    const merged = indent === 0 && random.chance(0.15) ? random.some(entries) : [];
    const lines = entries
      .filter((entry) => !merged.includes(entry))
      .map(([key, value]) => this.#blockEntry(key, value, indent));
    // A merge key has lower precedence than keys after it and higher precedence than keys before it.
    if (merged.length > 0)
      lines.splice(random.integer(0, lines.length), 0, this.#merge(Object.fromEntries(merged), indent));
    const kind = lines.findIndex((_, i) => entries[i]?.[0] === 'kind');
    if (indent === 0 && merged.length === 0 && kind >= 0 && random.chance(0.08))
      lines.unshift(`kind: ${random.pick('ConfigMap', '"x"', '~')}\n`);
    if (random.chance(0.1))
      lines.splice(
        random.integer(0, lines.length),
        0,
        random.pick('# kind: Service\n', '\n', '   \n', '# {{ if .x }}\n', '#\n'),
      );
    return lines.join('');
  }

  #merge(tree: Record<string, Tree>, indent: number): string {
    const random = this.#random;
    const map = this.#flowMap(tree, { indent, isFlow: true, isSimpleKey: false });
    const value = random.pick(
      map,
      `&m${this.#count++} ${map}`,
      `[${map}]`,
      `[ ${map}, {kind: Other, apiVersion: v0, metadata: {}, spec: {}} ]`,
    );
    return `${' '.repeat(indent)}${random.pick('<<', '!!merge <<', '&x <<')}: ${value}\n`;
  }

  #blockEntry(key: string, value: Tree, indent: number): string {
    const random = this.#random;
    const blanks = ' '.repeat(indent);
    if (random.chance(0.06))
      return `${blanks}? ${this.#scalar(key, { indent, isFlow: false, isSimpleKey: false })}\n${blanks}:${this.#blockValue(value, indent)}`;
    const alias = this.#anchors.get(key);
    if (alias !== undefined && indent === 0 && random.chance(0.6))
      return `*${alias} :${this.#blockValue(value, indent)}`;
    const written = this.#scalar(key, { indent, isFlow: false, isSimpleKey: true });
    return `${blanks}${written}${random.pick('', '', ' ')}:${this.#blockValue(value, indent)}`;
  }

  #blockValue(value: Tree, indent: number): string {
    const random = this.#random;
    if (Array.isArray(value)) {
      if (value.length === 0 || random.chance(0.3)) return ` ${this.#flow(value, indent)}\n`;
      const at = indent + random.pick(0, 2);
      return `\n${value.map((item) => `${' '.repeat(at)}-${this.#blockItem(item, at)}`).join('')}`;
    }
    if (typeof value === 'object' && value !== null) {
      if (Object.keys(value).length === 0 || random.chance(0.25))
        return `${random.pick(' ', '\n   '.padEnd(indent + 4))}${this.#flow(value, indent + 1)}\n`;
      return `${random.pick('', ' # c', ` &o${this.#count++}`, ' !!map')}\n${this.#blockMap(value, indent + random.pick(1, 2, 4))}`;
    }
    if (typeof value !== 'string') return ` ${value === null ? random.pick('~', 'null', '') : value}\n`;
    const place = { indent: indent + 1, isFlow: false, isSimpleKey: false };
    const alias = this.#anchors.get(value);
    if (alias !== undefined && random.chance(0.6)) return `${this.#trivia(place)}*${alias}\n`;
    return `${this.#trivia(place)}${this.#scalar(value, place)}${random.pick('', '', ' ', ' # c')}\n`;
  }

  #blockItem(item: Tree, indent: number): string {
    if (typeof item !== 'object' || item === null || Array.isArray(item) || Object.keys(item).length === 0)
      return this.#blockValue(item, indent + 1);
    if (this.#random.chance(0.3)) return ` ${this.#flow(item, indent + 1)}\n`;
    return ` ${this.#blockMap(item, indent + 2).trimStart()}`;
  }

  #flow(value: Tree, indent: number): string {
    const place: Place = { indent, isFlow: true, isSimpleKey: false };
    if (Array.isArray(value))
      return `[${value.map((item) => `${this.#gap()}${this.#flow(item, indent)}`).join(`${this.#gap()},`)}${this.#gap()}]`;
    if (typeof value === 'object' && value !== null) return this.#flowMap(value, place);
    return typeof value === 'string' ? this.#scalar(value, place) : String(value);
  }

  #flowMap(tree: Record<string, Tree>, { indent }: Place): string {
    const random = this.#random;
    const entries = Object.entries(tree).map(([key, value]) => {
      const written = this.#scalar(key, { indent, isFlow: true, isSimpleKey: true });
      const isQuoted = /^["']/.test(written);
      const opening = random.chance(0.05) ? '? ' : '';
      return `${this.#gap()}${opening}${written}${random.pick('', ' ')}:${isQuoted && typeof value === 'string' && random.chance(0.3) ? '' : ' '}${this.#gap()}${this.#flow(value, indent)}`;
    });
    return `{${entries.join(`${this.#gap()},`)}${this.#gap()}${entries.length > 0 ? random.pick('', ',') : ''}}`;
  }

  #gap(): string {
    return this.#random.pick('', '', '', ' ', '\n  ', ' # c\n   ', '\t');
  }

  /** A text in one of the styles that are possible at its position. */
  #scalar(text: string, place: Place): string {
    const random = this.#random;
    const style = random.integer(0, 12);
    const isLine = !text.includes('\n');
    if (style <= 2 && isPlain(text)) return text;
    if (style === 3 && isLine) return `'${text.replaceAll("'", "''")}'`;
    if (style === 4)
      return `${random.pick('!!str', '!<tag:yaml.org,2002:str>', '!!%73tr')} ${this.#doubleQuoted(text, place)}`;
    if (style === 5) return `&s${this.#count++} ${this.#doubleQuoted(text, place)}`;
    if (style === 6 && random.chance(0.5))
      return `${random.pick('!!binary', '!<tag:yaml.org,2002:binary>', '!!bin%61ry')} ${random.pick(
        Buffer.from(text).toString('base64'),
        `"${Buffer.from(text).toString('base64')}"`,
      )}`;
    if (style === 7 && !place.isFlow && !place.isSimpleKey && /^\S(?:.*\S)?$/s.test(text))
      return this.#block(text, place);
    return this.#doubleQuoted(text, place);
  }

  #block(text: string, { indent }: Place): string {
    const blanks = ' '.repeat(indent + 1);
    const lines = text
      .split('\n')
      .map((line) => blanks + line)
      .join('\n');
    return `${text.includes('\n') ? '|' : this.#random.pick('|', '>')}-${this.#random.pick('', ' # c')}\n${lines}`;
  }

  #doubleQuoted(text: string, { indent, isSimpleKey }: Place): string {
    const random = this.#random;
    const density = random.pick(0, 0.1, 0.5, 1);
    const letters = [...text].map((letter) => {
      const code = letter.codePointAt(0)!;
      const broken = !isSimpleKey && random.chance(density / 8) ? `\\\n${' '.repeat(indent + 1)}` : '';
      // A blank at the start of the next line would be lost.
      if (/["\\]/.test(letter)) return `${letter === ' ' ? '' : broken}\\${letter}`;
      if (letter === '\n') return '\\n';
      if (letter === "'" && random.chance(0.5)) return "\\'";
      if (!random.chance(density)) return letter === ' ' ? letter : broken + letter;
      const escapes = [
        `\\U${hex(code, 8)}`,
        ...(code < 0x10000 ? [`\\u${hex(code, 4)}`] : []),
        ...(code < 0x100 ? [`\\x${hex(code, 2).toUpperCase()}`] : []),
      ];
      return broken + random.pick(...escapes);
    });
    return `"${letters.join('')}"`;
  }

  /** JSON with unusual escapes and blanks. */
  json(tree: Tree): string {
    const random = this.#random;
    const text = JSON.stringify(tree, null, random.pick<number | string>(0, 0, 1, '\t'));
    const density = random.pick(0, 0.2, 1);
    return text.replace(/"(?:[^"\\]|\\.)*"/g, (string) =>
      string.replace(/\\.|[\w./-]/g, (letter) =>
        letter.length === 1 && random.chance(density)
          ? letter === '/'
            ? random.pick('\\/', '\\u002f')
            : `\\u${hex(letter.charCodeAt(0), 4)}`
          : letter,
      ),
    );
  }
}

/** Puts objects into a List, or returns them unchanged. */
function gathered(objects: readonly Tree[], random: Random): Tree[] {
  if (!random.chance(0.25)) return [...objects];
  const list = random.pick('List', 'List', 'PodList', 'ConfigMap', 'Whatever');
  const inner = { apiVersion: 'v1', kind: list, metadata: {}, items: [...objects] };
  if (list === 'List' && random.chance(0.2)) return [{ apiVersion: 'v1', kind: 'List', items: [inner as Tree] }];
  // Items of a typed list do not need a kind.
  const { apiVersion, kind } = objects[0] as Record<string, string>;
  const isOneKind = objects.every((object) => (object as Record<string, Tree>).kind === kind);
  if (isOneKind && random.chance(0.3))
    return [
      {
        apiVersion: apiVersion!,
        kind: random.pick(`${kind}List`, kind!),
        items: objects.map(
          (object) => ({ ...(object as object), apiVersion: undefined, kind: undefined }) as unknown as Tree,
        ),
      },
    ].map((one) => JSON.parse(JSON.stringify(one)) as Tree);
  return [inner as Tree];
}

const separators = [
  '---\n',
  '---\n',
  '--- # next\n',
  '---\t \n',
  '---\n---\n',
  '---\n\ufeff',
  '---\n# kind: Service\n',
];

function yamlFile(documents: readonly Tree[], speller: Speller, random: Random): string {
  const parts = documents.map((tree) =>
    (random.chance(0.1) ? speller.json(tree) : speller.document(tree)).replace(/\n*$/, '\n'),
  );
  // After JSON, kubectl reads a byte order mark as part of the first key.
  const separator = random.pick(...separators).replace(parts[0]!.startsWith('{') ? '\ufeff' : '', '');
  const decoys = ['a: "{{/*"\n', '# {{/*\n', '# ${{ x\n', ''];
  const first = random.chance(0.1) ? random.pick(...decoys) : '';
  const last = first === '' ? '' : random.pick('# */}}\n', 'b: "*/}} }}"\n');
  const opening = random.pick('', '', '---\n', '# about\n---\n', '\n', '\ufeff', '\ufeff---\n');
  return (
    first +
    opening.replace(first === '' ? '' : '\ufeff', '') +
    parts.join(separator) +
    last +
    random.pick('', '---\n', '...\n')
  );
}

function jsonFile(documents: readonly Tree[], speller: Speller, random: Random): string {
  const parts = documents.map((tree) => speller.json(tree));
  const last = random.chance(0.2) ? `\n${speller.document(documents[0]!)}` : '';
  return random.pick('', ' ', '\n') + parts.join(random.pick('', '\n', ' ', '\n---\n')) + last;
}

function encoded(text: string, random: Random): Buffer {
  const kind = random.integer(0, 19);
  if (kind === 0) return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (kind === 1) return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return Buffer.from(text);
}

/** One file with objects that a review reads, as bytes. The same seed gives the same file. */
export function spelling(seed: number): Buffer {
  const random = new Random(seed);
  const speller = new Speller(random);
  const documents = gathered(seededObjects(random), random);
  const text = random.chance(0.15) ? jsonFile(documents, speller, random) : yamlFile(documents, speller, random);
  const breaks = random.chance(0.2) ? random.pick('\r\n', '\r', '\x85', '\u2028', '\u2029') : '\n';
  return encoded(breaks === '\n' ? text : text.replaceAll('\n', breaks), random);
}
