type TomlType = 'string' | 'integer' | 'float' | 'boolean' | 'date' | 'array' | 'table';

/** A key with a value that is not an inline table. The keys of an inline table are entries of their own. */
export interface TomlEntry {
  /** With the names of its tables. */
  readonly path: readonly string[];
  readonly type: TomlType;
  /** The types in an array, without those of arrays within it. Empty for other values. */
  readonly items: readonly TomlType[];
  /** The line on which the entry starts. */
  readonly line: string;
}

/** The most characters that are read. */
const maxCharacters = 50_000;

/** The most parts of a key with the names of its tables. Otherwise thousands of entries could each repeat thousands of names. */
const maxParts = 50;

/** The most brackets within each other. */
const maxDepth = 20;

/**
 * The entries of a TOML text, in order. Undefined if the text cannot be read to its end, so that nothing is said of a part of it.
 * Source: https://toml.io/en/v1.0.0.
 */
export function tomlEntries(text: string): readonly TomlEntry[] | undefined {
  if (text.length > maxCharacters) return undefined;

  const entries: TomlEntry[] = [];
  try {
    readDocument(new TomlReader(text), entries);
  } catch (cause) {
    if (cause instanceof TomlError) return undefined;
    throw cause;
  }

  return entries;
}

class TomlError extends Error {}

interface TomlValue {
  readonly type: TomlType;
  readonly items: readonly TomlType[];
}

function readDocument(reader: TomlReader, entries: TomlEntry[]): void {
  let table: readonly string[] = [];

  for (reader.skipLines(); !reader.isAtEnd; reader.skipLines()) {
    if (reader.takes('[')) {
      const isOfArray = reader.takes('[');
      table = reader.key();
      reader.expect(isOfArray ? ']]' : ']');
    } else {
      readEntry({ reader, entries, line: reader.line }, table, 0);
    }

    reader.endLine();
  }
}

interface Reading {
  readonly reader: TomlReader;
  readonly entries: TomlEntry[];
  readonly line: string;
}

function readEntry(reading: Reading, table: readonly string[], depth: number): void {
  const { reader, entries, line } = reading;
  const path = [...table, ...reader.key()];
  if (path.length > maxParts) throw new TomlError();
  reader.expect('=');
  reader.skipSpace();

  if (!reader.takes('{')) {
    const { type, items } = reader.value(depth);
    entries.push({ path, type, items, line });
    return;
  }

  if (depth > maxDepth) throw new TomlError();
  reader.skipSpace();

  while (!reader.takes('}')) {
    readEntry(reading, path, depth + 1);
    reader.skipSpace();
    if (reader.takes(',')) reader.skipSpace();
    else if (!reader.isAt('}')) throw new TomlError();
  }
}

class TomlReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The line at this place, without the space around it. */
  get line(): string {
    const end = this.#text.indexOf('\n', this.#at);
    return this.#text.slice(this.#at, end === -1 ? undefined : end).trim();
  }

  isAt(token: string): boolean {
    return this.#text.startsWith(token, this.#at);
  }

  takes(token: string): boolean {
    const isHere = this.isAt(token);
    if (isHere) this.#at += token.length;
    return isHere;
  }

  expect(token: string): void {
    this.skipSpace();
    if (!this.takes(token)) throw new TomlError();
  }

  skipSpace(): void {
    while (this.isAt(' ') || this.isAt('\t')) this.#at++;
  }

  /** Skips space, comments and ends of lines. */
  skipLines(): void {
    while (!this.isAtEnd) {
      this.skipSpace();
      if (this.isAt('#')) this.#skipTo('\n');
      if (!this.takes('\r\n') && !this.takes('\n')) return;
    }
  }

  endLine(): void {
    this.skipSpace();
    if (this.isAt('#')) this.#skipTo('\n');
    if (!this.isAtEnd && !this.takes('\r\n') && !this.takes('\n')) throw new TomlError();
  }

  /** A key with its parts. */
  key(): readonly string[] {
    const parts: string[] = [];

    do {
      this.skipSpace();
      parts.push(this.#keyPart());
      this.skipSpace();
    } while (this.takes('.'));

    return parts;
  }

  value(depth: number): TomlValue {
    if (depth > maxDepth) throw new TomlError();

    if (this.takes('[')) return { type: 'array', items: this.#items(depth) };
    if (this.isAt('"') || this.isAt("'")) {
      this.#string();
      return { type: 'string', items: [] };
    }

    return { type: this.#scalarType(), items: [] };
  }

  #keyPart(): string {
    if (this.isAt('"') || this.isAt("'")) return this.#string();

    const start = this.#at;
    while (/[\w-]/.test(this.#text.charAt(this.#at))) this.#at++;
    if (this.#at === start) throw new TomlError();

    return this.#text.slice(start, this.#at);
  }

  /** The text between the quotes, with its escapes. */
  #string(): string {
    const quote = ['"""', "'''", '"', "'"].find((token) => this.takes(token))!;
    const start = this.#at;

    while (!this.isAt(quote)) {
      if (this.isAtEnd || (quote.length === 1 && this.isAt('\n'))) throw new TomlError();
      this.#at += quote.startsWith('"') && this.isAt('\\') ? 2 : 1;
    }

    const content = this.#text.slice(start, this.#at);
    this.#at += quote.length;
    // A text in three quotes may end with quotes of its own.
    while (quote.length === 3 && this.isAt(quote.charAt(0))) this.#at++;

    return content;
  }

  #items(depth: number): readonly TomlType[] {
    const items: TomlType[] = [];

    for (this.skipLines(); !this.takes(']'); this.skipLines()) {
      if (this.takes('{')) {
        this.#skipTable(depth);
        items.push('table');
      } else {
        items.push(this.value(depth + 1).type);
      }

      this.skipLines();
      if (!this.takes(',') && !this.isAt(']')) throw new TomlError();
    }

    return items;
  }

  #skipTable(depth: number): void {
    if (depth > maxDepth) throw new TomlError();

    for (this.skipSpace(); !this.takes('}'); this.skipSpace()) {
      this.key();
      this.expect('=');
      this.skipSpace();

      if (this.takes('{')) this.#skipTable(depth + 1);
      else this.value(depth + 1);

      this.skipSpace();
      if (!this.takes(',') && !this.isAt('}')) throw new TomlError();
    }
  }

  #scalarType(): TomlType {
    const start = this.#at;
    while (!this.isAtEnd && !/[\s,\]}#]/.test(this.#text.charAt(this.#at))) this.#at++;
    const token = this.#text.slice(start, this.#at);

    if (token === 'true' || token === 'false') return 'boolean';
    if (/^\d{2,4}[-:]\d\d/.test(token)) return this.#date();
    if (/^[+-]?\d[\d_]*$|^0[xob][\dA-Fa-f_]+$/.test(token)) return 'integer';
    if (/^[+-]?(?:inf|nan|\d[\d_]*(?:\.[\d_]+)?(?:[eE][+-]?[\d_]+)?)$/.test(token)) return 'float';

    throw new TomlError();
  }

  /** The time may follow the date after a space. */
  #date(): TomlType {
    const time = /^ \d\d:\d\d[\d:.Z+-]*/.exec(this.#text.slice(this.#at, this.#at + 40))?.[0] ?? '';
    this.#at += time.length;
    return 'date';
  }

  #skipTo(token: string): void {
    const end = this.#text.indexOf(token, this.#at);
    this.#at = end === -1 ? this.#text.length : end;
  }
}
