import type { Span } from '../../../text/source.ts';
import { functions } from '../functions/functions.ts';
import type { Expression, TemplateForm, TemplatePart } from '../syntax/hcl.ts';
import { derivedFrom, derivedValue } from '../values/derived-value.ts';
import { isError, member, missing, splat, withInstances } from '../values/member.ts';
import { binary, unary } from '../values/operators.ts';
import {
  equal,
  interpolatedText,
  objectOf,
  type Piece,
  placedAt,
  placeholder,
  scalar,
  type TfEntry,
  type TfObject,
  type TfUnknown,
  type TfUnnamedEntry,
  type TfValue,
  textOf,
  unknown,
  writtenWeight,
} from '../values/tf-value.ts';
import { type TemplateContext, templateText } from './template-text.ts';
import { bounded, itemsOf, type TfScope, withNames } from './tf-scope.ts';

/** Evaluates an expression as far as its value is known. Never throws. */
export function evaluate(expression: Expression, scope: TfScope): TfValue {
  if (scope.spend()) return bounded(computed(expression, scope), scope);
  return unknown(expression.at);
}

function computed(expression: Expression, scope: TfScope): TfValue {
  const { at } = expression;
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
      return operation(expression, scope);
    case 'unary':
      return unary(expression.operator, evaluate(expression.operand, scope), at);
    case 'for':
      return comprehension(expression, scope);
    case 'unreadable':
      return unknown(at);
    case 'earlier':
      return earlierValue(expression, scope);
  }
}

/** What Terraform leaves as it was. The place of the new text stays if it says the same. */
function earlierValue({ at, otherwise, valueBefore }: Kind<'earlier'>, scope: TfScope): TfValue {
  const now = evaluate(otherwise, scope);
  const before = valueBefore(scope.names);
  if (before === undefined || equal(before, now) === true) return now;
  return placedAt(before, at);
}

type Kind<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

function objectLiteral(entries: Kind<'object'>['entries'], at: Span, scope: TfScope): TfObject {
  const named = new Map<string, TfEntry>();
  const unnamed = new Map<string, TfUnnamedEntry>();
  let isPartial = false;
  let areKeysApart = true;

  for (const { key, value } of entries) {
    const name = evaluate(key, scope);
    const partial = partialText(name);
    const text = interpolatedText(name) ?? (scope.keepsPartialKeys ? partial : undefined);
    if (text !== undefined) {
      named.set(text, { value: evaluate(value, scope), key: writtenKey(text, name, key.at) });
      continue;
    }

    isPartial = true;
    if (partial === undefined || unnamed.has(partial)) areKeysApart = false;
    else {
      const written: Piece = { text: partial, at: key.at, form: 'made', isUnknown: true };
      unnamed.set(partial, { key: written, value: evaluate(value, scope) });
    }
  }

  const object = objectOf(named, at, isPartial);
  if (isPartial && areKeysApart) return { ...object, unnamed: [...unnamed.values()] };
  return object;
}

/** The text of a key, with placeholders for what is unknown. */
const partialText = (name: TfValue): string | undefined => {
  if (name.kind === 'string') return textOf(name);
  if (name.kind === 'unknown') return placeholder(name).text;
  return undefined;
};

/** A key as written: bare, quoted, or an expression. */
function writtenKey(text: string, name: TfValue, at: Span): Piece {
  if (at.end - at.start === text.length) return { text, at, form: 'key' };
  const [only] = name.kind === 'string' ? name.pieces : [];
  if (only?.form === 'quoted' && only.text === text) return only;
  return { text, at, form: 'made' };
}

/** The names in a plain reference; undefined if part of it is an expression. */
function pathOf(expression: Expression): string[] | undefined {
  if (expression.kind === 'variable') return [expression.name];
  if (expression.kind === 'attribute') {
    const outer = pathOf(expression.of);
    return outer && [...outer, expression.name];
  }
  return undefined;
}

function reference(expression: Kind<'variable'> | Kind<'attribute'>, scope: TfScope): TfValue {
  const { at } = expression;
  const path = pathOf(expression);
  if (path === undefined) {
    const { of, name } = expression as Kind<'attribute'>;
    return member(evaluate(of, scope), name, at);
  }

  const named = scope.names.get(path[0]!);
  const { value, steps } = named ? { value: named, steps: 1 } : scope.resolve(path, at);

  return path.slice(steps).reduce((inner, name) => member(inner, name, at), value);
}

function indexed({ of, key, at }: Kind<'index'>, scope: TfScope): TfValue {
  const [whole, index] = [evaluate(of, scope), evaluate(key, scope)];
  // `aws_iam_role.x[0].name`: plumbline does not distinguish the instances of a counted resource.
  if (whole.kind === 'unknown') {
    if (isError(whole)) return whole;
    return instanceAt(whole, index) ?? whole.item ?? unknown(at, whole.name);
  }

  const text = interpolatedText(index);
  if (text === undefined) return unknown(at);
  if (whole.kind === 'list') return whole.items[Number(text)] ?? missing(at, text);

  return member(whole, text, at);
}

/** The instance of a resource with a key or an index. */
function instanceAt({ instances }: TfUnknown, index: TfValue): TfValue | undefined {
  const key = interpolatedText(index);
  if (key === undefined) return undefined;
  if (instances?.kind === 'list') return instances.items[Number(key)];
  if (instances?.kind === 'object') return instances.entries.get(key)?.value;
  return undefined;
}

/** Comparing values goes through all their parts, which counts as work. */
function operation({ operator, left, right, at }: Kind<'binary'>, scope: TfScope): TfValue {
  const sides = [evaluate(left, scope), evaluate(right, scope)] as const;
  if (scope.spend(walkOf(sides))) return binary(operator, sides, at);
  return unknown(at);
}

/** The work of going through values: 16 parts count as one expression. */
const walkOf = (values: readonly TfValue[]): number =>
  values.reduce((sum, value) => sum + writtenWeight(value), 0) / 16;

function call({ name, args, isExpanded, at }: Kind<'call'>, scope: TfScope): TfValue {
  if (name === 'try') return firstWithoutError(args, at, scope);

  const values = args.map((arg) => withInstances(evaluate(arg, scope)));
  const last = values.at(-1);
  if (isExpanded && last?.kind !== 'list') return unknown(at);

  const all = isExpanded && last?.kind === 'list' ? [...values.slice(0, -1), ...last.items] : values;

  if (name === 'can') {
    if (all.some(isError)) return scalar(false, at);
    if (all.some(({ kind }) => kind === 'unknown')) return unknown(at);
    return scalar(true, at);
  }

  const work = scope.hostFunction(name) ?? functions.get(name);
  if (!scope.spend(walkOf(all))) return unknown(at);
  if (!work) return hash(name, all, { at, scope }) ?? unknown(at);

  const result = work(all, at);
  // Nested calls can turn small values into large ones, so the size of the result counts as work too.
  if (!scope.spend(writtenWeight(result))) return unknown(at);
  return (result.kind === 'unknown' && result.name === 'unknown' && derivedFrom(at, all)) || result;
}

/** Functions that make a hash of a text, or of the content of a file. */
const hashes = /^(file)?(?:base64)?(?:md5|sha1|sha256|sha512)$/;

/** A hash, which is not computed. It differs if what it is made of does. */
function hash(
  name: string,
  args: readonly TfValue[],
  { at, scope }: Pick<TemplateContext, 'at' | 'scope'>,
): TfValue | undefined {
  const [isHash, isOfFile] = hashes.exec(name) ?? [];
  if (isHash === undefined) return undefined;
  const content = isOfFile ? [scope.hostFunction('file')?.(args, at) ?? unknown(at)] : args;
  return derivedValue(at, name, content);
}

function firstWithoutError(args: readonly Expression[], at: Span, scope: TfScope): TfValue {
  for (const arg of args) {
    const value = evaluate(arg, scope);
    if (!isError(value)) return value;
  }
  return unknown(at);
}

function conditional({ condition, whenTrue, whenFalse, at }: Kind<'conditional'>, scope: TfScope): TfValue {
  const answer = interpolatedText(evaluate(condition, scope));
  if (answer === 'true') return evaluate(whenTrue, scope);
  if (answer === 'false') return evaluate(whenFalse, scope);
  const [a, b] = [evaluate(whenTrue, scope), evaluate(whenFalse, scope)];
  if (scope.spend(walkOf([a, b])) && equal(a, b)) return a;
  return unknown(at);
}

function comprehension(expression: Kind<'for'>, scope: TfScope): TfValue {
  const { at, of, names, condition } = expression;
  const whole = withInstances(evaluate(of, scope));
  const items = itemsOf(whole, scope);
  if (!items || names.length === 0) return unknown(at);

  const inner = items.map((item) => withNames(scope, names, item));
  const answers = inner.map((each) => {
    if (condition) return interpolatedText(evaluate(condition, each));
    return 'true';
  });
  const isPartial = (whole.kind === 'object' && whole.isPartial) || answers.includes(undefined);
  const kept = inner.filter((_, i) => answers[i] === 'true');

  if (!expression.key) {
    const values = kept.map((each) => evaluate(expression.value, each));
    return { kind: 'list', items: isPartial ? [...values, unknown(at)] : values, at };
  }

  return objectFor({ ...expression, key: expression.key }, kept, isPartial);
}

function objectFor(
  { key, value, isGrouped, at }: Kind<'for'> & { readonly key: Expression },
  scopes: readonly TfScope[],
  isPartial: boolean,
): TfObject {
  const entries = new Map<string, TfEntry>();
  const groups = new Map<string, TfValue[]>();
  let hasUnknownKey = false;

  for (const scope of scopes) {
    const name = evaluate(key, scope);
    const text = interpolatedText(name);
    if (text === undefined) {
      hasUnknownKey = true;
      continue;
    }

    const result = evaluate(value, scope);
    const place: Piece = { text, at: name.at, form: 'made' };
    const group = groups.get(text) ?? [];

    groups.set(text, group);
    group.push(result);
    entries.set(text, { value: isGrouped ? { kind: 'list', items: group, at } : result, key: place });
  }

  return objectOf(entries, at, isPartial || hasUnknownKey);
}

/** The text of a template. A template with only `${x}` has the value of x. */
export function template(
  parts: readonly TemplatePart[],
  form: TemplateForm,
  { at, scope }: Omit<TemplateContext, 'evaluate'>,
): TfValue {
  const [only] = parts;
  if (parts.length === 1 && only?.kind === 'value' && form.style === 'quoted') return evaluate(only.expression, scope);
  return templateText(parts, form, { at, scope, evaluate });
}
