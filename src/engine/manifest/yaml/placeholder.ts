import { isObject, type Value } from '../manifest.ts';
import { plainScalar } from './plain-scalar.ts';
import { findTemplates, type TemplateExpression } from './template-scanner.ts';

/** A text that parses as YAML although it holds templates: of the same length, so that every offset stays true. */
export interface MaskedText {
  readonly text: string;
  readonly original: string;
  /** Expressions that stand for a value, in order. */
  readonly placeholders: readonly TemplateExpression[];
  /** Template lines that were blanked, in order: what they would add or leave out is unknown. */
  readonly blanks: readonly TemplateExpression[];
}

/** Values for placeholders, by name. */
export type PlaceholderValues = Readonly<Record<string, string>>;

/** Stands where a template offers several values for one key. */
export const unknownValue = '{{ … }}';

// Private-use characters, which YAML takes for plain text: one opens an expression, one fills it, so that neighbours stay apart.
const head = '\uE000';
const tail = '\uE001';
const maskedRun = new RegExp(`${head}${tail}*`, 'g');

const comment = /^\{\{-?\s*\/\*|^\{#/;
const control =
  /^\{\{-?\s*(?:if|else|end|range|with|define|block|template|break|continue)\b|^\{\{-?\s*\$\w*\s*:?=|^\{%|^%\{/;
const onlyTemplates = /^\s*(?:(?:\{[{%#].{0,300}?[}%#]\}|%\{[^}]{0,300}\})\s*)*(?:#.*)?$/;

/** Whether a text holds templates of Go, Jinja or Terraform, whose parts only together make a YAML document. */
export const isTemplated = (text: string): boolean =>
  text.includes('{{') || text.includes('{%') || /%\{~?[ \t]*(?:if|for)\b/.test(text);

const kustomizeVariable = /\$\([A-Z_][A-Z0-9_]*\)/;
/** A name in angle brackets that is a whole value, or a part of a name, path or ARN. Anything else around it, such as `&amp;`, is markup. */
const angle = /^([\w.:/@*+=,-]*)<{1,2}([A-Za-z][\w .,'/()-]{0,100})>{1,2}([\w.:/@*+=,-]*)$/;

/** What stands in angle brackets and is for nobody to replace: elements of HTML, of user data, and what Go prints for nothing. */
const markup = new Set([
  ...['a', 'abbr', 'b', 'body', 'br', 'code', 'dd', 'div', 'dl', 'dt', 'em', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['head', 'hr', 'html', 'i', 'img', 'li', 'ol', 'p', 'pre', 's', 'script', 'small', 'span', 'strong', 'style'],
  ...['sub', 'sup', 'svg', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'tt', 'u', 'ul', 'xml'],
  ...['powershell', 'persist', 'none', 'nil', 'null', 'no value', 'unknown', 'invalid', 'unset', 'error'],
]);

function isAngled(text: string): boolean {
  const [, before = '', name = '', after = ''] = (text.includes('<') && angle.exec(text)) || [];
  if (name === '' || markup.has(name.replace(/\s*\/$/, '').toLowerCase())) return false;
  // Words with blanks inside a text are a sentence about `<this or that>`.
  return (before === '' && after === '') || !/[ ,'()/]/.test(name);
}

/** Whether a value is text that holds a placeholder somewhere (`arn:aws:iam::${ACCOUNT}:role/x`): unknown as a whole. */
export const hasPlaceholder = (value: Value | undefined): boolean =>
  typeof value === 'string' && (isAngled(value) || kustomizeVariable.test(value) || findTemplates(value).length > 0);

/** Whether a value, or anything in it, holds a placeholder. */
export const holdsPlaceholder = (value: Value): boolean =>
  Array.isArray(value)
    ? value.some(holdsPlaceholder)
    : isObject(value)
      ? Object.values(value).some(holdsPlaceholder)
      : hasPlaceholder(value);

/** Longer lines are minified text, and searching them again for each of their expressions would take for ever. */
const maxLineLength = 400;

/** Text of the line before an offset, or undefined when it is too long. */
function textBefore(text: string, offset: number): string | undefined {
  const near = text.slice(Math.max(0, offset - maxLineLength), offset);
  const newline = near.lastIndexOf('\n');
  return newline === -1 && offset > maxLineLength ? undefined : near.slice(newline + 1);
}

/** Text of the line from an offset on, or undefined when it is too long. */
function textAfter(text: string, offset: number): string | undefined {
  const near = text.slice(offset, offset + maxLineLength);
  const newline = near.indexOf('\n');
  if (newline !== -1) return near.slice(0, newline);
  return offset + maxLineLength < text.length ? undefined : near;
}

/** Whether an expression has its lines to itself. */
function standsAlone(text: string, { start, end }: TemplateExpression): boolean {
  const before = textBefore(text, start);
  const after = textAfter(text, end);
  return before !== undefined && after !== undefined && onlyTemplates.test(before) && onlyTemplates.test(after);
}

/** Whether an include on its own line is the whole value of the key on the line above it. */
function isOnlyValue(text: string, { start, end }: TemplateExpression): boolean {
  const indent = textBefore(text, start) ?? '';
  const keyLine = textBefore(text, Math.max(0, start - indent.length - 1))?.trimEnd() ?? '';
  if (!/^[ ]*(?:- )?[\w./"'-]+:$/.test(keyLine)) return false;
  const keyIndent = keyLine.search(/[^ -]/);
  const next = /\n([ ]*)(?:[^\s#]|#[^\n]*\n)/.exec(text.slice(end, end + 4000));
  return indent.length > keyIndent && (next === null || next[1]!.length <= keyIndent);
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

/** Replaces expressions by text of the same length that YAML takes for plain text, and template lines by blank ones. */
export function maskTemplates(
  original: string,
  expressions: readonly TemplateExpression[] = findTemplates(original),
): MaskedText {
  const placeholders: TemplateExpression[] = [];
  const blanks: TemplateExpression[] = [];
  // Text that already holds our private-use characters is left as it is: it could not be put back.
  const found = original.includes(head) || original.includes(tail) ? [] : expressions;
  const parts: string[] = [];
  let from = 0;
  for (const expression of found) {
    const text = original.slice(expression.start, expression.end);
    parts.push(original.slice(from, expression.start));
    from = expression.end;
    const isLine =
      expression.isBlockTemplate &&
      standsAlone(original, expression) &&
      (control.test(text) || !isOnlyValue(original, expression));
    if (comment.test(text)) {
      parts.push(blank(text));
    } else {
      (isLine ? blanks : placeholders).push(expression);
      parts.push(isLine ? blank(text) : head + tail.repeat(text.length - 1));
    }
  }
  parts.push(original.slice(from));
  return { text: found.length === 0 ? original : parts.join(''), original, placeholders, blanks };
}

/** Index of the first expression that starts at or after an offset. */
export function firstFrom(expressions: readonly TemplateExpression[], offset: number): number {
  let low = 0;
  let high = expressions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (expressions[middle]!.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The name that `set` gives a value for: `NAME` of `${NAME:-x}`, `a.b` of `{{ .Values.a.b }}`. */
function nameOf(expression: string): string | undefined {
  const variable = /^\$\{([A-Za-z_][\w.]*)(?::?[-=?+].*)?\}$/.exec(expression) ?? /^@@([\w.-]+)@@$/.exec(expression);
  if (variable) return variable[1];
  const inside = /^\$?\{\{-?([\s\S]*?)-?\}\}$/
    .exec(expression)?.[1]
    ?.replace(/\|\s*quote\s*$/, '')
    .trim();
  return inside === undefined ? undefined : /^(?:\.?Values\.|\.)?([A-Za-z_][\w.-]*)$/.exec(inside)?.[1];
}

function fill(expression: string, values: PlaceholderValues): string | undefined {
  const name = nameOf(expression);
  return name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** What a scalar reads, with its templates put back or filled. */
export interface Unmasked {
  readonly text: string;
  /** Nothing in it is a template any more, so that it may be typed. */
  readonly isFilled: boolean;
}

/** Puts the templates of a scalar that starts at an offset back into its masked text, filling those that have a value. */
export function unmask(
  masked: MaskedText,
  scalar: { text: string; offset: number },
  values: PlaceholderValues,
): Unmasked {
  if (masked.placeholders.length === 0 || !scalar.text.includes(head)) return { text: scalar.text, isFilled: true };
  let next = firstFrom(masked.placeholders, scalar.offset);
  let isFilled = true;
  const text = scalar.text.replace(maskedRun, () => {
    const { start, end } = masked.placeholders[next++]!;
    const expression = masked.original.slice(start, end);
    const value = fill(expression, values);
    // `| quote` writes quotes into the text, so that the value is a string whatever it looks like.
    if (value === undefined || /\|\s*quote\b/.test(expression)) isFilled = false;
    return value ?? expression;
  });
  return { text, isFilled };
}

/** The value of an unquoted scalar whose templates were put back: text while one of them is unknown. */
export const unmaskedPlain = ({ text, isFilled }: Unmasked): Value => (isFilled ? plainScalar(text) : text);
