import type { Span } from '../source.ts';
import { functions, type TfFunction } from './functions.ts';
import type { Expression, TemplateForm, TemplatePart } from './hcl.ts';
import {
  equal,
  isNull,
  objectOf,
  type Piece,
  type PieceForm,
  placeholder,
  scalar,
  stringOf,
  type TfEntry,
  type TfObject,
  type TfString,
  type TfUnknown,
  type TfValue,
  unknown,
} from './tf-value.ts';

/** What names stand for where an expression is evaluated. */
export interface Scope {
  /** Names of `for` expressions and templates, `each` and `count`. */
  readonly names: ReadonlyMap<string, TfValue>;
  /** `var.x`, `local.x`, `module.x`, `path.x`, `aws_iam_role.x`: a reference as far as it is known, and how many steps it took. */
  resolve(path: readonly string[], at: Span): { readonly value: TfValue; readonly steps: number };
  /** Functions that look at files; `templatefile` and the like. */
  fileFunction(name: string): TfFunction | undefined;
  /** Units of work, one by default; false when all that a review allows is spent. */
  spend(amount?: number): boolean;
}

/** A value that is not there: an error to Terraform, which `try` catches. */
const missing = (at: Span, name: string): TfUnknown & { isError: true } => ({ ...unknown(at, name), isError: true });
const isError = (value: TfValue): boolean => value.kind === 'unknown' && 'isError' in value;

/** The value of an expression, as far as it is known. It never throws. */
export function evaluate(expression: Expression, scope: Scope): TfValue {
  const { at } = expression;
  if (!scope.spend()) return unknown(at);
  switch (expression.kind) {
    case 'literal':
      return { kind: 'scalar', value: expression.value, at, isLiteral: true };
    case 'template':
      return template(expression.parts, expression.form, { at, scope });
    case 'tuple':
      return { kind: 'list', items: expression.items.map((item) => evaluate(item, scope)), at };
    case 'object':
      return objectLiteral(expression.entries, at, scope);
    case 'variable':
    case 'attribute':
      return reference(expression, scope);
    case 'index':
      return indexed(expression, scope);
    case 'splat':
      return splat(evaluate(expression.of, scope), expression.path, at);
    case 'call':
      return call(expression, scope);
    case 'conditional':
      return conditional(expression, scope);
    case 'binary':
      return binary(expression, scope);
    case 'unary':
      return unary(expression.operator, evaluate(expression.operand, scope), at);
    case 'for':
      return comprehension(expression, scope);
    case 'unreadable':
      return unknown(at);
  }
}

type Kind<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

function objectLiteral(entries: Kind<'object'>['entries'], at: Span, scope: Scope): TfObject {
  const found = new Map<string, TfEntry>();
  let isPartial = false;
  for (const { key, value } of entries) {
    const name = evaluate(key, scope);
    const text = stringOf(name);
    if (text === undefined) {
      isPartial = true;
      continue;
    }
    found.set(text, { value: evaluate(value, scope), key: writtenKey(text, name, key.at) });
  }
  return objectOf(found, at, isPartial);
}

/** A key as it is written: bare, between quotes, or worked out. */
function writtenKey(text: string, name: TfValue, at: Span): Piece {
  if (at.end - at.start === text.length) return { text, at, form: 'key' };
  const [only] = name.kind === 'string' ? name.pieces : [];
  return only?.form === 'quoted' && only.text === text ? only : { text, at, form: 'made' };
}

/** The names of a plain reference, or undefined where something is worked out on the way. */
function pathOf(expression: Expression): string[] | undefined {
  if (expression.kind === 'variable') return [expression.name];
  if (expression.kind === 'attribute') {
    const outer = pathOf(expression.of);
    return outer && [...outer, expression.name];
  }
  return undefined;
}

function reference(expression: Kind<'variable'> | Kind<'attribute'>, scope: Scope): TfValue {
  const { at } = expression;
  const path = pathOf(expression);
  if (path === undefined) {
    const { of, name } = expression as Kind<'attribute'>;
    return member(evaluate(of, scope), name, at);
  }
  const own = scope.names.get(path[0]!);
  const { value, steps } = own ? { value: own, steps: 1 } : scope.resolve(path, at);
  return path.slice(steps).reduce((inner, name) => member(inner, name, at), value);
}

/** An entry of an object, or of all objects of a list. */
function member(value: TfValue, name: string, at: Span): TfValue {
  if (value.kind === 'unknown') return { ...value, name: `${value.name}.${name}` };
  if (value.kind !== 'object') return missing(at, name);
  return value.entries.get(name)?.value ?? (value.isPartial ? unknown(at, name) : missing(at, name));
}

function indexed({ of, key, at }: Kind<'index'>, scope: Scope): TfValue {
  const [whole, index] = [evaluate(of, scope), evaluate(key, scope)];
  // `aws_iam_role.x[0].name`: what counts instances is told apart by nothing that is known here.
  if (whole.kind === 'unknown') return isError(whole) ? whole : unknown(at, whole.name);
  const text = stringOf(index);
  if (text === undefined) return unknown(at);
  if (whole.kind === 'list') return whole.items[Number(text)] ?? missing(at, text);
  return member(whole, text, at);
}

function splat(value: TfValue, path: readonly string[], at: Span): TfValue {
  if (value.kind === 'unknown') return unknown(at, value.name);
  const items = value.kind === 'list' ? value.items : isNull(value) ? [] : [value];
  return {
    kind: 'list',
    items: items.map((item) => path.reduce((inner, name) => member(inner, name, at), item)),
    at,
  };
}

function call({ name, args, isExpanded, at }: Kind<'call'>, scope: Scope): TfValue {
  if (name === 'try') return firstWithoutError(args, at, scope);
  const values = args.map((arg) => evaluate(arg, scope));
  const last = values.at(-1);
  if (isExpanded && last?.kind !== 'list') return unknown(at);
  const all = isExpanded && last?.kind === 'list' ? [...values.slice(0, -1), ...last.items] : values;
  if (name === 'can')
    return all.some(isError)
      ? scalar(false, at)
      : all.some(({ kind }) => kind === 'unknown')
        ? unknown(at)
        : scalar(true, at);
  const work = scope.fileFunction(name) ?? functions.get(name);
  if (!work) return unknown(at);
  const made = work(all, at);
  // Nested calls make large values of small ones: what they make is work too.
  return scope.spend(sizeOf(made)) ? made : unknown(at);
}

function sizeOf(value: TfValue): number {
  if (value.kind === 'list') return value.items.length;
  if (value.kind === 'object') return value.entries.size;
  if (value.kind !== 'string') return 0;
  return value.pieces.reduce((sum, { text }) => sum + 1 + text.length / 64, 0);
}

function firstWithoutError(args: readonly Expression[], at: Span, scope: Scope): TfValue {
  for (const arg of args) {
    const value = evaluate(arg, scope);
    if (!isError(value)) return value;
  }
  return unknown(at);
}

function conditional({ condition, whenTrue, whenFalse, at }: Kind<'conditional'>, scope: Scope): TfValue {
  const answer = stringOf(evaluate(condition, scope));
  if (answer === 'true') return evaluate(whenTrue, scope);
  if (answer === 'false') return evaluate(whenFalse, scope);
  const [a, b] = [evaluate(whenTrue, scope), evaluate(whenFalse, scope)];
  return equal(a, b) ? a : unknown(at);
}

const arithmetic: Readonly<Record<string, (a: number, b: number) => number | boolean>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

function binary({ operator, left, right, at }: Kind<'binary'>, scope: Scope): TfValue {
  const [a, b] = [evaluate(left, scope), evaluate(right, scope)];
  if (operator === '==' || operator === '!=') {
    const same = equal(a, b);
    return same === undefined ? unequal(a, b, operator, at) : scalar(same === (operator === '=='), at);
  }
  if (operator === '&&' || operator === '||') return logic([a, b], operator === '||', at);
  const [x, y] = [Number(stringOf(a) ?? Number.NaN), Number(stringOf(b) ?? Number.NaN)];
  const result = arithmetic[operator]?.(x, y);
  return result === undefined || Number.isNaN(x + y) ? unknown(at) : scalar(result, at);
}

/** What is there, in whatever form, is not null. */
function unequal(a: TfValue, b: TfValue, operator: string, at: Span): TfValue {
  const isThere = (value: TfValue): boolean =>
    value.kind === 'object' || value.kind === 'list' || value.kind === 'string';
  const isKnown = (isNull(a) && isThere(b)) || (isNull(b) && isThere(a));
  return isKnown ? scalar(operator === '!=', at) : unknown(at);
}

/** One side may decide whatever the other is. */
function logic(sides: readonly TfValue[], decisive: boolean, at: Span): TfValue {
  const answers = sides.map(stringOf);
  if (answers.includes(String(decisive))) return scalar(decisive, at);
  return answers.includes(undefined) ? unknown(at) : scalar(!decisive, at);
}

function unary(operator: string, value: TfValue, at: Span): TfValue {
  const text = stringOf(value);
  if (operator === '!') return text === 'true' || text === 'false' ? scalar(text === 'false', at) : unknown(at);
  return text === undefined || Number.isNaN(Number(text)) ? unknown(at) : scalar(-Number(text), at);
}

/** A `for` makes no more than this. */
const maxItems = 10_000;

interface Item {
  readonly key: TfValue;
  readonly value: TfValue;
}

/** What a `for` or `for_each` goes over; undefined where that is not known. */
export function itemsOf(value: TfValue): readonly Item[] | undefined {
  if (value.kind === 'list')
    return value.items.slice(0, maxItems).map((item, i) => ({ key: scalar(i, item.at), value: item }));
  if (value.kind !== 'object') return undefined;
  return [...value.entries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, maxItems)
    .map(([key, entry]) => ({ key: keyText(key, entry), value: entry.value }));
}

const keyText = (text: string, { key, value }: TfEntry): TfString => ({
  kind: 'string',
  pieces: text === '' ? [] : [{ text, at: key?.at ?? value.at, form: 'made' }],
  at: key?.at ?? value.at,
});

/** The scope with the names of a `for`. */
export function within(scope: Scope, names: readonly string[], { key, value }: Item): Scope {
  const [first, second] = names;
  const added: [string, TfValue][] =
    second === undefined
      ? [[first!, value]]
      : [
          [first!, key],
          [second, value],
        ];
  return { ...scope, names: new Map([...scope.names, ...added]) };
}

function comprehension(expression: Kind<'for'>, scope: Scope): TfValue {
  const { at, of, names, condition } = expression;
  const whole = evaluate(of, scope);
  const items = itemsOf(whole);
  if (!items || names.length === 0) return unknown(at);
  const inner = items.map((item) => within(scope, names, item));
  const answers = inner.map((each) => (condition ? stringOf(evaluate(condition, each)) : 'true'));
  const isPartial = (whole.kind === 'object' && whole.isPartial) || answers.includes(undefined);
  const kept = inner.filter((_, i) => answers[i] === 'true');
  if (!expression.key) {
    const made = kept.map((each) => evaluate(expression.value, each));
    return { kind: 'list', items: isPartial ? [...made, unknown(at)] : made, at };
  }
  return objectFor({ ...expression, key: expression.key }, kept, isPartial);
}

function objectFor(
  { key, value, isGrouped, at }: Kind<'for'> & { readonly key: Expression },
  scopes: readonly Scope[],
  isPartial: boolean,
): TfObject {
  const entries = new Map<string, TfEntry>();
  let hasUnknownKey = false;
  for (const scope of scopes) {
    const name = evaluate(key, scope);
    const text = stringOf(name);
    if (text === undefined) {
      hasUnknownKey = true;
      continue;
    }
    const made = evaluate(value, scope);
    const place: Piece = { text, at: name.at, form: 'made' };
    const before = isGrouped ? entries.get(text)?.value : undefined;
    const earlier = before?.kind === 'list' ? before.items : [];
    entries.set(text, { value: isGrouped ? { kind: 'list', items: [...earlier, made], at } : made, key: place });
  }
  return objectOf(entries, at, isPartial || hasUnknownKey);
}

const pieceForms: Readonly<Record<TemplateForm['style'], PieceForm>> = {
  quoted: 'quoted',
  heredoc: 'heredoc',
  file: 'template',
};

/** Where a template is evaluated. */
export interface TemplateContext {
  readonly at: Span;
  readonly scope: Scope;
}

/** Longer texts are not made. */
const maxLength = 4 * 1024 * 1024;

/** The text of a template; one that is nothing but `${x}` is the value of x itself. */
export function template(parts: readonly TemplatePart[], form: TemplateForm, { at, scope }: TemplateContext): TfValue {
  const [only] = parts;
  if (parts.length === 1 && only?.kind === 'value' && form.style === 'quoted') return evaluate(only.expression, scope);
  const writer: TemplateWriter = { pieces: [], form, length: 0 };
  write(parts, scope, writer);
  return writer.length > maxLength ? unknown(at) : { kind: 'string', pieces: writer.pieces, at };
}

interface TemplateWriter {
  readonly pieces: Piece[];
  readonly form: TemplateForm;
  length: number;
}

function put(writer: TemplateWriter, pieces: readonly Piece[]): void {
  for (const piece of pieces) {
    writer.length += piece.text.length;
    if (piece.text !== '' && writer.length <= maxLength) writer.pieces.push(piece);
  }
}

function write(parts: readonly TemplatePart[], scope: Scope, writer: TemplateWriter): void {
  for (const part of parts) {
    if (writer.length > maxLength || !scope.spend()) return;
    if (part.kind === 'text') {
      const { text, at, isLiteral } = part;
      const { style, indent } = writer.form;
      put(writer, [{ text, at, form: isLiteral ? pieceForms[style] : 'made', ...(indent > 0 && { indent }) }]);
    } else if (part.kind === 'value') writeValue(evaluate(part.expression, scope), part.at, { scope, writer });
    else if (part.kind === 'if') writeIf(part, scope, writer);
    else writeFor(part, scope, writer);
  }
}

interface Writing {
  readonly scope: Scope;
  readonly writer: TemplateWriter;
}

function writeValue(value: TfValue, at: Span, { scope, writer }: Writing): void {
  if (scope.spend(sizeOf(value))) put(writer, interpolated(value, at));
}

/** A text of several pieces keeps their places: it is YAML of its own. One value stands where it is written into the template. */
function interpolated(value: TfValue, at: Span): readonly Piece[] {
  if (value.kind === 'string' && value.pieces.length > 1) return value.pieces.map((piece) => nested(piece, at));
  const text = stringOf(value);
  if (text !== undefined) return [{ text, at, form: 'made' }];
  if (value.kind === 'string') return value.pieces.map((piece) => ({ ...piece, at, form: 'made' }));
  return [{ ...placeholder(value.kind === 'unknown' ? value : unknown(at)), at }];
}

const nested = (piece: Piece, at: Span): Piece => (piece.isUnknown ? { ...piece, at } : piece);

function writeIf(part: Extract<TemplatePart, { kind: 'if' }>, scope: Scope, writer: TemplateWriter): void {
  const answer = stringOf(evaluate(part.condition, scope));
  if (answer === undefined) put(writer, [unknownPart(writer, part.at)]);
  else write(answer === 'true' ? part.whenTrue : part.whenFalse, scope, writer);
}

function writeFor(part: Extract<TemplatePart, { kind: 'for' }>, scope: Scope, writer: TemplateWriter): void {
  const value = evaluate(part.of, scope);
  const items = itemsOf(value);
  if (!items || part.names.length === 0) {
    put(writer, [unknownPart(writer, part.at)]);
    return;
  }
  for (const item of items) write(part.parts, within(scope, part.names, item), writer);
}

/** Lines that may be there or not are a template's line to whoever reads the text; within a line it is a value that is not known. */
function unknownPart({ pieces }: TemplateWriter, at: Span): Piece {
  const before = pieces
    .slice(-3)
    .map(({ text }) => text)
    .join('');
  const isOwnLine = /(?:^|\n)[ \t]*$/.test(before);
  return { text: isOwnLine ? '{{ unknown }}\n' : `\${unknown}`, at, form: 'made', isUnknown: true };
}
