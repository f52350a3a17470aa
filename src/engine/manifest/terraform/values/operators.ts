import type { Span } from '../../../text/source.ts';
import { equal, interpolatedText, isNull, scalar, type TfValue, unknown } from './tf-value.ts';

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

/** The result of an operator on two values, as far as they are known. */
export function binary(operator: string, [a, b]: readonly [TfValue, TfValue], at: Span): TfValue {
  if (operator === '==' || operator === '!=') {
    const same = equal(a, b);
    if (same === undefined) return unequal(a, b, operator, at);
    return scalar(same === (operator === '=='), at);
  }

  if (operator === '&&' || operator === '||') return logic([a, b], operator === '||', at);

  const [x, y] = [Number(interpolatedText(a) ?? Number.NaN), Number(interpolatedText(b) ?? Number.NaN)];
  const result = arithmetic[operator]?.(x, y);

  if (result === undefined || Number.isNaN(x + y)) return unknown(at);
  return scalar(result, at);
}

/** A value that exists in any form is not null. */
function unequal(a: TfValue, b: TfValue, operator: string, at: Span): TfValue {
  const isThere = (value: TfValue): boolean =>
    value.kind === 'object' || value.kind === 'list' || value.kind === 'string';
  const isKnown = (isNull(a) && isThere(b)) || (isNull(b) && isThere(a));
  if (isKnown) return scalar(operator === '!=', at);
  return unknown(at);
}

/** One side may decide the result regardless of the other. */
function logic(sides: readonly TfValue[], decisive: boolean, at: Span): TfValue {
  const answers = sides.map(interpolatedText);
  if (answers.includes(String(decisive))) return scalar(decisive, at);
  if (answers.includes(undefined)) return unknown(at);
  return scalar(!decisive, at);
}

/** The result of `!` or `-` on a value. */
export function unary(operator: string, value: TfValue, at: Span): TfValue {
  const text = interpolatedText(value);
  if (operator === '!') {
    if (text === 'true' || text === 'false') return scalar(text === 'false', at);
    return unknown(at);
  }
  if (text === undefined || Number.isNaN(Number(text))) return unknown(at);
  return scalar(-Number(text), at);
}
