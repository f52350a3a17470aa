import { maxTextLength } from '../../../manifest/parse.ts';
import { ownValue } from '../../../text/own-value.ts';
import { stepMatches } from '../repository/glob.ts';
import type { Substitution } from '../root/root.ts';

const annotation = /kustomize\.toolkit\.fluxcd\.io\/substitute["']?:\s*["']?disabled/;

/** The most that variables may do to the text of one root: characters that result, and steps to evaluate expressions. */
const maxLength = maxTextLength;
const maxSteps = 256 * 1024 * 1024;

/**
 * Flux's variable substitution. Each document is processed separately, and documents that opt out are left unchanged
 * (fluxcd/pkg/kustomize/kustomize_varsub.go). Undefined if the variables make more text than is read.
 */
export function substitute(text: string, substitution: Substitution): string | undefined {
  const evaluation = new Evaluation(substitution);
  const documents = text.split(/^(?=---\s*$)/m).map((document) => {
    if (isSubstituted(document)) return evaluation.textOf(document);
    return document;
  });

  if (documents.includes(undefined)) return undefined;
  return documents.join('');
}

/** Whether Flux substitutes variables in a document. */
export const isSubstituted = (document: string): boolean => !annotation.test(document);

/** The variables that a text has without a default, so that an unset one becomes nothing. */
export const variablesIn = (text: string): string[] =>
  [...text.matchAll(expression)].flatMap(([, escaped, length, variable, operator = '']) => {
    if (escaped || length || variable === undefined || /^:?[-=+?]/.test(operator)) return [];
    return [variable];
  });

const name = '[_A-Za-z][_A-Za-z0-9]*';
const expression = new RegExp(
  `\\$\\$(\\{)|\\$\\{(#)?(${name})(?:(:=|:-|=|-|:\\+|\\+|:\\?|\\?|##?|%%?|\\^\\^?|,,?|//?[#%]?|:)((?:[^}$\\n]|\\$(?!\\{)){0,4096}))?\\}`,
  'g',
);

/**
 * Evaluates Bash's string functions in some texts, as github.com/fluxcd/pkg/envsubst does. A short expression can stand for a long value, so
 * characters and steps are counted before anything is joined.
 */
export class Evaluation {
  readonly #substitution: Substitution;
  #length = 0;
  #steps = 0;

  constructor(substitution: Substitution) {
    this.#substitution = substitution;
  }

  /** A text with values. Undefined if they are too long, or if it takes too many steps to evaluate them. */
  textOf(text: string): string | undefined {
    const pieces: string[] = [];
    let end = 0;

    for (const match of text.matchAll(expression)) {
      const value = this.#valueOf(match);
      if (value === undefined) return undefined;

      pieces.push(text.slice(end, match.index), value);
      end = match.index + match[0].length;
    }

    return pieces.join('') + text.slice(end);
  }

  #valueOf([whole, escaped, length, variable, operator = '', operand = '']: RegExpExecArray): string | undefined {
    if (escaped) return '${';

    const { values, isPartial } = this.#substitution;
    const value = ownValue(values, variable!);
    this.#steps += stepsOf(operator, value ?? '', operand);
    this.#length += resultLength(operator, value ?? '', operand);
    if (this.#steps > maxSteps || this.#length > maxLength) return undefined;

    if (length) {
      if (value === undefined && isPartial) return whole;
      return String([...(value ?? '')].length);
    }

    const isDefault = ['=', ':=', '-', ':-'].includes(operator);
    if (value === undefined && isPartial && !isDefault) return whole;

    return evaluate(operator, value ?? '', operand);
  }
}

/** Operators that take a pattern away. */
const trims: ReadonlySet<string> = new Set(['#', '##', '%', '%%']);

/** At most how many characters are compared or copied to evaluate an expression. */
function stepsOf(operator: string, value: string, operand: string): number {
  const copied = value.length + operand.length;
  if (!trims.has(operator) || value.length > maxTrimmed) return copied;
  if (!operand.includes('*')) return copied;
  return copied + operand.length * value.length * value.length;
}

/** At least how long the value of an expression becomes before it is copied into the text. */
function resultLength(operator: string, value: string, operand: string): number {
  if (operator !== '//') return Math.max(value.length, operand.length);

  const [old, by] = replacementOf(operand);
  if (old === '' || by.length <= old.length) return value.length;
  return value.length + occurrences(value, old) * (by.length - old.length);
}

function occurrences(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) count++;
  return count;
}

function evaluate(operator: string, value: string, operand: string): string {
  switch (operator) {
    case '=':
    case ':=':
    case '-':
    case ':-':
      if (value === '') return operand;
      return value;
    case ':+':
    case '+':
      if (value === '') return '';
      return operand;
    case '^':
      return value.slice(0, 1).toUpperCase() + value.slice(1);
    case '^^':
      return value.toUpperCase();
    case ',':
      return value.slice(0, 1).toLowerCase() + value.slice(1);
    case ',,':
      return value.toLowerCase();
    case ':':
      return slice(value, operand);
    case '#':
      return trimmed(value, operand, { fromStart: true, isLongest: false });
    case '##':
      return trimmed(value, operand, { fromStart: true, isLongest: true });
    case '%':
      return trimmed(value, operand, { fromStart: false, isLongest: false });
    case '%%':
      return trimmed(value, operand, { fromStart: false, isLongest: true });
    case '/':
    case '//':
    case '/#':
    case '/%':
      return replaced(value, operator, operand);
    default:
      return value;
  }
}

/** Evaluates `offset` or `offset:length`. */
function slice(value: string, operand: string): string {
  const [offset, length] = operand.split(':').map((part) => Number.parseInt(part, 10));
  if (offset === undefined || Number.isNaN(offset) || offset > value.length) return value;
  if (length === undefined || Number.isNaN(length)) return value.slice(offset);
  return value.slice(offset, offset + length);
}

/** Longer values are not names, so they stay unchanged. */
const maxTrimmed = 4096;

interface Trim {
  readonly fromStart: boolean;
  readonly isLongest: boolean;
}

/** Removes what a pattern with `*` and `?` matches at one end. It tries one length after another, which limits the time. */
function trimmed(value: string, pattern: string, { fromStart, isLongest }: Trim): string {
  if (value.length > maxTrimmed) return value;
  const lengths = () => {
    // Without `*`, a pattern matches pieces of its own length only.
    if (!pattern.includes('*')) return [pattern.length].filter((length) => length <= value.length);
    return Array.from({ length: value.length + 1 }, (_, i) => {
      if (isLongest) return value.length - i;
      return i;
    });
  };

  for (const length of lengths()) {
    const piece = fromStart ? value.slice(0, length) : value.slice(value.length - length);
    if (stepMatches(pattern, piece)) {
      if (fromStart) return value.slice(length);
      return value.slice(0, value.length - length);
    }
  }

  return value;
}

/** Evaluates `${NAME/old/new}` and similar expressions. */
function replaced(value: string, operator: string, operand: string): string {
  const [old, by] = replacementOf(operand);
  if (old === '') return value;
  if (operator === '//') return value.replaceAll(old, () => by);
  if (operator === '/#') {
    if (value.startsWith(old)) return by + value.slice(old.length);
    return value;
  }
  if (operator === '/%') {
    if (value.endsWith(old)) return value.slice(0, value.length - old.length) + by;
    return value;
  }

  return value.replace(old, () => by);
}

/** The text that `old/new` replaces, and the one that it is replaced by. */
function replacementOf(operand: string): readonly [old: string, by: string] {
  const at = operand.indexOf('/');
  if (at === -1) return [operand, ''];
  return [operand.slice(0, at), operand.slice(at + 1)];
}
