import { ownValue } from '../../../text/own-value.ts';
import { stepMatches } from '../repository/glob.ts';
import type { Substitution } from '../root/root.ts';

const annotation = /kustomize\.toolkit\.fluxcd\.io\/substitute["']?:\s*["']?disabled/;

/**
 * Flux's variable substitution. Each document is processed separately, and documents that opt out are left unchanged
 * (fluxcd/pkg/kustomize/kustomize_varsub.go).
 */
export function substitute(text: string, substitution: Substitution): string {
  return text
    .split(/^(?=---\s*$)/m)
    .map((document) => {
      if (isSubstituted(document)) return substituteText(document, substitution);
      return document;
    })
    .join('');
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

/** Evaluates Bash's string functions in a text, as github.com/fluxcd/pkg/envsubst does. */
export function substituteText(text: string, { values, isPartial }: Substitution): string {
  return text.replace(
    expression,
    (
      whole: string,
      escaped: string | undefined,
      length: string | undefined,
      variable: string,
      operator = '',
      operand = '',
    ) => {
      if (escaped) return '${';

      const value = ownValue(values, variable);
      if (length) {
        if (value === undefined && isPartial) return whole;
        return String([...(value ?? '')].length);
      }

      const isDefault = ['=', ':=', '-', ':-'].includes(operator);
      if (value === undefined && isPartial && !isDefault) return whole;

      return evaluate(operator, value ?? '', operand);
    },
  );
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
  const lengths = Array.from({ length: value.length + 1 }, (_, i) => {
    if (isLongest) return value.length - i;
    return i;
  });

  for (const length of lengths) {
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
  const at = operand.indexOf('/');
  const [old, by] = at === -1 ? [operand, ''] : [operand.slice(0, at), operand.slice(at + 1)];
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
