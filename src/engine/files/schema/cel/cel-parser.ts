/** A parsed CEL expression, limited to the syntax that Karpenter's rules use. */
export type CelExpression =
  | { readonly type: 'literal'; readonly value: string | number | boolean | null }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'list'; readonly items: readonly CelExpression[] }
  | { readonly type: 'member'; readonly object: CelExpression; readonly name: string }
  | { readonly type: 'index'; readonly object: CelExpression; readonly index: CelExpression }
  | {
      readonly type: 'call';
      readonly target: CelExpression | undefined;
      readonly name: string;
      readonly args: readonly CelExpression[];
    }
  | { readonly type: 'unary'; readonly operator: string; readonly operand: CelExpression }
  | { readonly type: 'binary'; readonly operator: string; readonly left: CelExpression; readonly right: CelExpression }
  | {
      readonly type: 'conditional';
      readonly test: CelExpression;
      readonly then: CelExpression;
      readonly otherwise: CelExpression;
    };

const tokenPattern =
  /\s*(?:([A-Za-z_]\w*)|(\d+(?:\.\d+)?)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(\|\||&&|[=!<>]=|[-+*/%!<>()[\].,?:]))/y;

interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'operator' | 'end';
  readonly text: string;
}

function tokens(source: string): Token[] {
  const tokens: Token[] = [];
  const text = source.trimEnd();
  tokenPattern.lastIndex = 0;

  while (tokenPattern.lastIndex < text.length) {
    const match = tokenPattern.exec(text);
    if (match === null) throw new SyntaxError(`cannot read the rule ${source}`);

    const [, name, number, string, operator] = match;

    if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (string !== undefined) tokens.push({ kind: 'string', text: unquote(string) });
    else tokens.push({ kind: 'operator', text: operator! });
  }

  return [...tokens, { kind: 'end', text: '' }];
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r' };

const unquote = (text: string): string => text.slice(1, -1).replace(/\\(.)/g, (_, char) => escapes[char] ?? char);

/** Binary operators from the loosest to the tightest. */
const levels = [['||'], ['&&'], ['==', '!=', '<', '<=', '>', '>=', 'in'], ['+', '-'], ['*', '/', '%']];

const literals = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(source: string) {
    this.#tokens = tokens(source);
  }

  parse(): CelExpression {
    const expression = this.#conditional();
    if (this.#next.kind !== 'end') throw new SyntaxError(`unexpected ${this.#next.text}`);
    return expression;
  }

  get #next(): Token {
    return this.#tokens[this.#at]!;
  }

  #take(text: string): boolean {
    if (this.#next.kind === 'string' || this.#next.kind === 'end' || this.#next.text !== text) return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw new SyntaxError(`expected ${text}, found ${this.#next.text}`);
  }

  #conditional(): CelExpression {
    const test = this.#binary(0);
    if (!this.#take('?')) return test;
    const then = this.#conditional();
    this.#expect(':');
    return { type: 'conditional', test, then, otherwise: this.#conditional() };
  }

  #binary(level: number): CelExpression {
    const operators = levels[level];
    if (operators === undefined) return this.#unary();
    let operand = this.#binary(level + 1);

    for (;;) {
      const operator = operators.find((candidate) => this.#take(candidate));
      if (operator === undefined) return operand;
      operand = { type: 'binary', operator, left: operand, right: this.#binary(level + 1) };
    }
  }

  #unary(): CelExpression {
    for (const operator of ['!', '-']) {
      if (this.#take(operator)) return { type: 'unary', operator, operand: this.#unary() };
    }
    return this.#postfix();
  }

  #postfix(): CelExpression {
    let object = this.#primary();
    for (;;) {
      if (this.#take('.')) {
        const name = this.#name();
        object = this.#take('(')
          ? { type: 'call', target: object, name, args: this.#items(')') }
          : { type: 'member', object, name };
      } else if (this.#take('[')) {
        object = { type: 'index', object, index: this.#conditional() };
        this.#expect(']');
      } else {
        return object;
      }
    }
  }

  #primary(): CelExpression {
    if (this.#take('(')) {
      const inner = this.#conditional();
      this.#expect(')');
      return inner;
    }

    if (this.#take('[')) return { type: 'list', items: this.#items(']') };

    const token = this.#next;
    if (token.kind === 'number' || token.kind === 'string') {
      this.#at++;
      return { type: 'literal', value: token.kind === 'number' ? Number(token.text) : token.text };
    }

    const name = this.#name();
    if (literals.has(name)) return { type: 'literal', value: literals.get(name)! };

    if (this.#take('(')) return { type: 'call', target: undefined, name, args: this.#items(')') };
    return { type: 'name', name };
  }

  #items(close: string): CelExpression[] {
    const items: CelExpression[] = [];
    if (this.#take(close)) return items;
    do items.push(this.#conditional());
    while (this.#take(','));
    this.#expect(close);
    return items;
  }

  #name(): string {
    const token = this.#next;
    if (token.kind !== 'name') throw new SyntaxError(`expected a name, found ${token.text}`);
    this.#at++;
    return token.text;
  }
}

/** Parses a CEL rule. Throws a SyntaxError for anything outside of the subset. */
export const parseCel = (source: string): CelExpression => new Parser(source).parse();
