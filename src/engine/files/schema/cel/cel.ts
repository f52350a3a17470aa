import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { type CelExpression, parseCel } from './cel-parser.ts';
import { firstMatch } from './pattern.ts';

/** A value that a rule cannot be evaluated with, because it is a template placeholder. */
export const celUnknown: unique symbol = Symbol('unknown');

/** The result of a rule: it holds, it does not hold, it is unknown, or its evaluation fails with CEL's message. */
export type RuleVerdict = boolean | 'unknown' | { readonly error: string };

/** A value as CEL sees it. */
export type CelValue =
  | string
  | number
  | boolean
  | null
  | typeof celUnknown
  | readonly CelValue[]
  | { readonly [key: string]: CelValue };

class CelError extends Error {}
class Unknown extends Error {}

type Scope = ReadonlyMap<string, CelValue>;

const parsed = new Map<string, CelExpression>();

/**
 * Evaluates a rule of a CustomResourceDefinition. In the values, `celUnknown` stands for each placeholder. It knows a subset of CEL: has,
 * size, all, exists, filter, find, matches, split, startsWith, endsWith, int, `in` and the operators. A rule that uses more is `unknown`.
 */
export function judgeRule(rule: string, values: Readonly<Record<string, CelValue>>): RuleVerdict {
  try {
    let expression = parsed.get(rule);
    if (expression === undefined) {
      expression = parseCel(rule);
      parsed.set(rule, expression);
    }

    return evaluate(expression, new Map(Object.entries(values))) === true;
  } catch (error) {
    if (error instanceof CelError) return { error: error.message };
    if (error instanceof Unknown || error instanceof SyntaxError) return 'unknown';

    throw error;
  }
}

/** Whether a rule reads the old object, and therefore applies only to updates. */
export const isTransitionRule = (rule: string): boolean => /\boldSelf\b/.test(rule);

export const isMap = (value: CelValue): value is { readonly [key: string]: CelValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const known = (value: CelValue): Exclude<CelValue, typeof celUnknown> => {
  if (value === celUnknown) throw new Unknown();
  return value;
};

function evaluate(expression: CelExpression, scope: Scope): CelValue {
  switch (expression.type) {
    case 'literal':
      return expression.value;
    case 'name': {
      const value = scope.get(expression.name);
      if (value === undefined) throw new Unknown();

      return value;
    }
    case 'list':
      return expression.items.map((item) => evaluate(item, scope));
    case 'member':
      return member(known(evaluate(expression.object, scope)), expression.name);
    case 'index':
      return member(known(evaluate(expression.object, scope)), known(evaluate(expression.index, scope)) as string);
    case 'conditional':
      if (truth(evaluate(expression.test, scope))) return evaluate(expression.then, scope);
      return evaluate(expression.otherwise, scope);
    case 'unary': {
      const operand = evaluate(expression.operand, scope);
      if (expression.operator === '!') return !truth(operand);
      return -number(operand);
    }
    case 'binary':
      return binary(expression, scope);
    case 'call':
      return call(expression, scope);
  }
}

function member(object: CelValue, name: string | number): CelValue {
  if (Array.isArray(object)) {
    const item = object[Number(name)];
    if (item === undefined) throw new CelError(`index out of bounds: ${name}`);
    return item;
  }

  if (!isMap(object) || !Object.hasOwn(object, name)) throw new CelError(`no such key: ${name}`);
  return object[name]!;
}

function truth(value: CelValue): boolean {
  if (typeof known(value) !== 'boolean') throw new CelError('no such overload');
  return value as boolean;
}

function number(value: CelValue): number {
  if (typeof known(value) !== 'number') throw new CelError('no such overload');
  return value as number;
}

function text(value: CelValue): string {
  if (typeof known(value) !== 'string') throw new CelError('no such overload');
  return value as string;
}

function binary(expression: CelExpression & { type: 'binary' }, scope: Scope): CelValue {
  const { operator, left, right } = expression;

  if (operator === '||' || operator === '&&') {
    return settle(
      [left, right].map((side) => () => truth(evaluate(side, scope))),
      operator === '||',
    );
  }

  const a = evaluate(left, scope);
  const b = evaluate(right, scope);

  switch (operator) {
    case '==':
      return equal(a, b);
    case '!=':
      return !equal(a, b);
    case 'in':
      return isIn(a, b);
    case '<':
      return number(a) < number(b);
    case '<=':
      return number(a) <= number(b);
    case '>':
      return number(a) > number(b);
    case '>=':
      return number(a) >= number(b);
  }

  throw new SyntaxError(`operator ${operator}`);
}

/** CEL's `||`, `&&`, all and exists: one decisive operand gives the result, even if others fail. */
function settle(parts: readonly (() => boolean)[], decisive: boolean): boolean {
  let failure: unknown;

  for (const part of parts) {
    try {
      if (part() === decisive) return decisive;
    } catch (error) {
      if (!(error instanceof CelError || error instanceof Unknown)) throw error;
      if (!(failure instanceof Unknown)) failure = error;
    }
  }

  if (failure !== undefined) throw failure;

  return !decisive;
}

function equal(a: CelValue, b: CelValue): boolean {
  if (a === celUnknown || b === celUnknown) throw new Unknown();

  if (Array.isArray(a) && Array.isArray(b)) {
    return (
      a.length === b.length &&
      settle(
        a.map((item, i) => () => equal(item, b[i]!)),
        false,
      )
    );
  }

  if (isMap(a) && isMap(b)) {
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;

    return settle(
      keys.map((key) => () => Object.hasOwn(b, key) && equal(a[key]!, b[key]!)),
      false,
    );
  }

  return a === b;
}

function isIn(item: CelValue, collection: CelValue): boolean {
  known(collection);

  if (Array.isArray(collection))
    return settle(
      collection.map((other) => () => equal(item, other)),
      true,
    );

  if (isMap(collection)) return hasKey(collection, text(item));
  throw new CelError('no such overload');
}

/** A key that seems to be missing may be what a placeholder key renders to. */
function hasKey(object: { readonly [key: string]: CelValue }, key: string): boolean {
  if (Object.hasOwn(object, key)) return true;
  if (Object.keys(object).some(hasPlaceholder)) throw new Unknown();
  return false;
}

const macros = new Set(['all', 'exists', 'filter']);

function call(expression: CelExpression & { type: 'call' }, scope: Scope): CelValue {
  const { name, args, target } = expression;
  if (name === 'has' && target === undefined) return has(args[0], scope);

  if (target === undefined)
    return globalCall(
      name,
      args.map((arg) => evaluate(arg, scope)),
    );

  const self = known(evaluate(target, scope));
  if (macros.has(name)) return macro(name, self, { args, scope });

  return method(
    name,
    self,
    args.map((arg) => evaluate(arg, scope)),
  );
}

function has(argument: CelExpression | undefined, scope: Scope): boolean {
  if (argument?.type !== 'member') throw new SyntaxError('has() takes a field');
  const object = known(evaluate(argument.object, scope));
  if (!isMap(object)) throw new CelError('no such overload');
  return hasKey(object, argument.name);
}

function macro(name: string, self: CelValue, body: { args: readonly CelExpression[]; scope: Scope }): CelValue {
  const [variable, condition] = body.args;
  if (variable?.type !== 'name' || condition === undefined)
    throw new SyntaxError(`${name}() takes a name and a condition`);

  const items = elements(self);

  const test = (item: CelValue) => (): boolean =>
    truth(evaluate(condition, new Map(body.scope).set(variable.name, item)));
  if (name === 'filter') return items.filter((item) => test(item)());

  return settle(items.map(test), name === 'exists');
}

/** The elements that a macro iterates over: the items of a list, the keys of a map. */
function elements(value: CelValue): readonly CelValue[] {
  if (Array.isArray(value)) return value;
  if (isMap(value))
    return Object.keys(value).map((key) => {
      if (hasPlaceholder(key)) return celUnknown;
      return key;
    });
  throw new CelError('no such overload');
}

function globalCall(name: string, args: readonly CelValue[]): CelValue {
  if (name === 'size') return size(known(args[0]!));
  if (name !== 'int') throw new SyntaxError(`function ${name}`);

  const value = known(args[0]!);
  if (typeof value === 'number') return Math.trunc(value);

  if (typeof value !== 'string' || !/^[-+]?\d+$/.test(value) || !isInt64(value)) {
    throw new CelError(`type conversion error from ${quoted('string')} to ${quoted('int')}`);
  }

  return Number(value);
}

const quoted = (name: string): string => `'${name}'`;

const isInt64 = (value: string): boolean =>
  BigInt.asIntN(64, BigInt(value.replace(/^\+/, ''))) === BigInt(value.replace(/^\+/, ''));

const size = (value: CelValue): number => {
  if (typeof value === 'string') return [...value].length;
  return elements(value).length;
};

function match(value: CelValue, pattern: CelValue): string | null {
  const match = firstMatch(text(value), text(pattern));
  if (match === undefined) throw new Unknown();
  return match;
}

function method(name: string, self: CelValue, args: readonly CelValue[]): CelValue {
  switch (name) {
    case 'size':
      return size(self);
    case 'startsWith':
      return text(self).startsWith(text(args[0]!));
    case 'endsWith':
      return text(self).endsWith(text(args[0]!));
    case 'find':
      return match(self, args[0]!) ?? '';
    case 'matches':
      return match(self, args[0]!) !== null;
    case 'split':
      return text(self).split(text(args[0]!));
  }

  throw new SyntaxError(`method ${name}`);
}
