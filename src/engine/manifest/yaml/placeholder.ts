import { isObject, type Value } from '../model/manifest.ts';
import { plainScalar } from './plain-scalar.ts';
import { findTemplates, type TemplateExpression } from './template-scanner.ts';

/** A text with masked templates that parses as YAML. It has the same length, so that all offsets stay valid. */
export interface MaskedText {
  readonly text: string;
  readonly original: string;
  /** The expressions in place of a value, in order. */
  readonly placeholders: readonly TemplateExpression[];
  /** The template lines that were blanked, in order. What they would add or remove is unknown. */
  readonly blanks: readonly TemplateExpression[];
}

/** Values for placeholders, by name. */
export type PlaceholderValues = Readonly<Record<string, string>>;

/** The value of a key for which a template offers several values. */
export const unknownValue = '{{ … }}';

// Private-use characters, which are plain text in YAML. One starts an expression and one fills it, so that neighbors stay separate.
const head = '\uE000';
const tail = '\uE001';
const maskedRun = new RegExp(`${head}${tail}*`, 'g');

const comment = /^\{\{-?\s*\/\*|^\{#/;
const control =
  /^\{\{-?\s*(?:if|else|end|range|with|define|block|template|break|continue)\b|^\{\{-?\s*\$\w*\s*:?=|^\{%|^%\{/;
// An expression ends at its first end. Otherwise, a line with many of them could be read in very many ways.
const onlyTemplates = /^\s*(?:(?:\{[{%#](?:(?![}%#]\}).){0,300}[}%#]\}|%\{[^}]{0,300}\})\s*)*(?:#.*)?$/;

/** Whether a text contains templates of Go, Jinja or Terraform, which must be rendered as a whole to get a YAML document. */
export const isTemplated = (text: string): boolean =>
  text.includes('{{') || text.includes('{%') || /%\{~?[ \t]*(?:if|for)\b/.test(text);

const kustomizeVariable = /\$\([A-Z_][A-Z0-9_]*\)/;
/** `$NAME` as `envsubst` replaces it: a whole value, or a part of a name, path or ARN. In longer text, such as a script, it is text. */
const shellVariable = /^[\w.:/@*+=,-]*\$[A-Z][A-Z0-9_]+(?![\w$({])[\w.:/@*+=,$-]*$/;
/** A name in angle brackets that is a whole value, or a part of a name, path or ARN. With anything else around it, such as `&amp;`, it is markup. */
const angle = /^([\w.:/@*+=,-]*)<{1,2}([A-Za-z][\w .,'/()-]{0,100})>{1,2}([\w.:/@*+=,-]*)$/;

/** Text in angle brackets that is not a placeholder: elements of HTML and of user data, and what Go prints for missing values. */
const markup = new Set([
  ...['a', 'abbr', 'b', 'body', 'br', 'code', 'dd', 'div', 'dl', 'dt', 'em', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['head', 'hr', 'html', 'i', 'img', 'li', 'ol', 'p', 'pre', 's', 'script', 'small', 'span', 'strong', 'style'],
  ...['sub', 'sup', 'svg', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'tt', 'u', 'ul', 'xml'],
  ...['powershell', 'persist', 'none', 'nil', 'null', 'no value', 'unknown', 'invalid', 'unset', 'error'],
]);

function isAngled(text: string): boolean {
  const [, before = '', name = '', after = ''] = (text.includes('<') && angle.exec(text)) || [];
  if (name === '' || markup.has(name.replace(/(?<!\s)\s*\/$/, '').toLowerCase())) return false;
  // Words with spaces inside of longer text are prose about `<this or that>`.
  return (before === '' && after === '') || !/[ ,'()/]/.test(name);
}

/** `__NAME__`, as scripts replace it. */
const underlined = /(?:^|[^\w])__[A-Z][A-Z0-9_]{0,100}__(?:$|[^\w])/;

/**
 * Words in capitals that stand for what a script or a person fills in: `CLUSTER_NAME`, `YOUR_ROLE`, `INSTANCE_SAFE`. Others may be values,
 * such as `ON_DEMAND`, which is a mistake, and `TEAM_A`.
 */
const capitals =
  /(?:^|[-:/])(?:ACCOUNT|AMI|AVAILABILITY|AWS|CHANGE|CLUSTER|EKS|INSERT|INSTANCE|KARPENTER|MY|NODE|NODEPOOL|REGION|REPLACE|ROLE|SECURITY|SUBNET|VPC|YOUR)(?:_[A-Z][A-Z0-9]+){1,8}(?:$|[-:/])|(?:^|[-:/])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+){0,8}_(?:CHANGEME|HERE|PLACEHOLDER|TO_REPLACE)(?:$|[-:/])/;

/** One such word as a whole part of a name: `NAMESPACE`, `APP-hpa`, `APPNAME-data`. A name in Kubernetes has no capitals. */
const word = /^(?:[a-z0-9.-]+-)?(?:APP|[A-Z]{0,20}NAME|NAMESPACE)(?:-[a-z0-9.-]+)?$/;

const isNamedInCapitals = (text: string): boolean =>
  text.length <= 200 && (text.includes('_') ? underlined.test(text) || capitals.test(text) : word.test(text));

const hasVariable = (text: string): boolean =>
  text.includes('$') && (kustomizeVariable.test(text) || (text.length <= 200 && shellVariable.test(text)));

/** Whether a value is a string with a placeholder anywhere in it (`arn:aws:iam::${ACCOUNT}:role/x`), so that it is unknown as a whole. */
export const hasPlaceholder = (value: Value | undefined): boolean =>
  typeof value === 'string' &&
  (isAngled(value) || isNamedInCapitals(value) || hasVariable(value) || findTemplates(value).length > 0);

/** `$name`, `%NAME%` and `@name@`. In other text they may be meant literally, so they count only where they cannot be. */
const marked = /\$[A-Za-z_]\w*|%[A-Za-z_]\w*%|@[A-Za-z_][\w.-]*@/;
/** Words in capitals that are joined, alone or as a part of a name: `JOB_NAME`, `job-RUN_ID`, `CPU_REQUEST`, `MEM_MBMi`. */
const joinedCapitals = /(?:^|[-.])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?:[mk]|[KMGTPE]i)?(?:$|[-.])/;

/** Whether a value that is refused as it is stands for what a script fills in, in a spelling that is text elsewhere. */
export const standsForOther = (value: Value | undefined): boolean =>
  typeof value === 'string' && value.length <= 200 && (hasPlaceholder(value) || marked.test(value));

/** The same for a name or a quantity, which never has words in capitals that are joined by `_`. */
export const standsForName = (value: Value | undefined): boolean =>
  standsForOther(value) || (typeof value === 'string' && value.length <= 200 && joinedCapitals.test(value));

/** Whether a value, or anything in it, contains a placeholder. */
export const holdsPlaceholder = (value: Value): boolean => {
  if (Array.isArray(value)) return value.some(holdsPlaceholder);
  if (isObject(value)) return Object.values(value).some(holdsPlaceholder);
  return hasPlaceholder(value);
};

/** Longer lines are minified text, and searching them again for each of their expressions would take forever. */
const maxLineLength = 400;

/** The text of the line before an offset, or undefined if it is too long. */
function textBefore(text: string, offset: number): string | undefined {
  const near = text.slice(Math.max(0, offset - maxLineLength), offset);
  const newline = near.lastIndexOf('\n');
  if (newline === -1 && offset > maxLineLength) return undefined;
  return near.slice(newline + 1);
}

/** The text of the line after an offset, or undefined if it is too long. */
function textAfter(text: string, offset: number): string | undefined {
  const near = text.slice(offset, offset + maxLineLength);
  const newline = near.indexOf('\n');
  if (newline !== -1) return near.slice(0, newline);
  if (offset + maxLineLength < text.length) return undefined;
  return near;
}

/** Whether nothing else is on the lines of an expression. */
function standsAlone(text: string, { start, end }: TemplateExpression): boolean {
  const before = textBefore(text, start);
  const after = textAfter(text, end);
  return before !== undefined && after !== undefined && onlyTemplates.test(before) && onlyTemplates.test(after);
}

/** Whether an include on a separate line is the whole value of the key on the line above it. */
function isOnlyValue(text: string, { start, end }: TemplateExpression): boolean {
  const indent = textBefore(text, start) ?? '';
  const keyLine = textBefore(text, Math.max(0, start - indent.length - 1))?.trimEnd() ?? '';
  if (!/^[ ]*(?:- )?[\w./"'-]+:$/.test(keyLine)) return false;
  const keyIndent = keyLine.search(/[^ -]/);
  const next = /\n([ ]*)(?:[^\s#]|#[^\n]*\n)/.exec(text.slice(end, end + 4000));
  return indent.length > keyIndent && (next === null || next[1]!.length <= keyIndent);
}

/** A line of a text: its indentation, and where its key or value starts behind the dashes of a list. */
interface TextLine {
  readonly text: string;
  readonly indent: number;
  readonly column: number;
}

/** How many lines above an expression are looked at. */
const maxLinesAbove = 500;

const isContent = (line: string): boolean => /^\s*[^\s#]/.test(line);

/** The lines with content above an offset, from the nearest one to the start of the document. */
function* linesAbove(text: string, offset: number): Generator<TextLine> {
  let end = text.lastIndexOf('\n', offset - 1);
  for (let seen = 0; end !== -1 && seen < maxLinesAbove; seen++) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end).trimEnd().slice(0, maxLineLength);
    if (/^---(?:\s|$)/.test(line)) return;

    if (isContent(line)) yield { text: line, indent: line.search(/\S/), column: line.search(/[^\s-]|-(?! )/) };
    end = start - 1;
  }
}

/** Whether an offset is in a block of text (`|`, `>`), whose lines are no keys. */
function isInTextBlock(text: string, offset: number, indent: number): boolean {
  let least = indent;
  for (const line of linesAbove(text, offset)) {
    // The mark may stand on a line of its own, at any depth.
    if (/^\s*[|>][+-]?\d?[+-]?(?:\s+#.*)?$/.test(line.text)) return true;
    if (line.indent >= least) continue;
    if (/(?:^|[:-]\s+)(?:[|>][+-]?\d?[+-]?)(?:\s+#.*)?$/.test(line.text)) return true;

    least = line.indent;
    if (least === 0) break;
  }

  return false;
}

/**
 * Whether a `${…}` that is alone on its line stands where YAML expects a key or an item, so that it is replaced with whole lines:
 * `${yamlencode(values)}`. In any other place it is a value or a part of one.
 */
function isInPlaceOfLines(text: string, expression: TemplateExpression): boolean {
  if (!text.startsWith('${', expression.start)) return false;

  const before = textBefore(text, expression.start);
  if (before === undefined || before.trim() !== '' || !standsAlone(text, expression)) return false;

  const indent = before.length;
  const [above] = linesAbove(text, expression.start);
  const hasNext = /^[^\n]*\n(?:[ \t]*(?:#[^\n]*)?\n)*(?!---)[ \t]*[^\s#]/.test(
    text.slice(expression.end, expression.end + 4000),
  );
  if (above === undefined) return hasNext;
  if (/[[{,]$/.test(above.text) || isInTextBlock(text, expression.start, indent)) return false;
  if (indent > above.column) return above.text.endsWith(':') && !isOnlyValue(text, expression);

  return true;
}

/** Whether an expression is an entry of a flow mapping, without a key: `{app: web, {{ include "labels" . }} }`. It stands for entries. */
function isFlowEntry(text: string, { start, end }: TemplateExpression): boolean {
  const before = text.slice(Math.max(0, start - maxLineLength), start).trimEnd();
  const after = text.slice(end, end + maxLineLength).trimStart();
  return /[{,]$/.test(before) && after.startsWith('}');
}

/** Whether an expression may add or remove lines, keys or items, so that it is not a value. */
function isInPlaceOfEntries(text: string, expression: TemplateExpression): boolean {
  if (!expression.isBlockTemplate) return isInPlaceOfLines(text, expression);
  if (isFlowEntry(text, expression)) return true;
  if (!standsAlone(text, expression)) return false;

  const isControl = control.test(text.slice(expression.start, expression.end));
  return isControl || !isOnlyValue(text, expression);
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

/** Replaces expressions with plain text of the same length, and template lines with blank lines. */
export function maskTemplates(
  original: string,
  expressions: readonly TemplateExpression[] = findTemplates(original),
): MaskedText {
  const placeholders: TemplateExpression[] = [];
  const blanks: TemplateExpression[] = [];
  // Text that already contains our private-use characters stays unchanged, because it could not be restored.
  const templates = original.includes(head) || original.includes(tail) ? [] : expressions;
  const parts: string[] = [];
  let from = 0;

  for (const expression of templates) {
    const text = original.slice(expression.start, expression.end);
    parts.push(original.slice(from, expression.start));
    from = expression.end;
    const isLine = isInPlaceOfEntries(original, expression);

    if (comment.test(text)) {
      parts.push(blank(text));
    } else {
      (isLine ? blanks : placeholders).push(expression);
      parts.push(isLine ? blank(text) : head + tail.repeat(text.length - 1));
    }
  }

  parts.push(original.slice(from));

  return { text: templates.length === 0 ? original : parts.join(''), original, placeholders, blanks };
}

/** The index of the first expression that starts at or after an offset. */
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

/** The name of an expression for `set`: `NAME` of `${NAME:-x}`, `a.b` of `{{ .Values.a.b }}`. */
function nameOf(expression: string): string | undefined {
  const variable = /^\$\{([A-Za-z_][\w.]*)(?::?[-=?+].*)?\}$/.exec(expression) ?? /^@@([\w.-]+)@@$/.exec(expression);
  if (variable) return variable[1];
  const inside = /^\$?\{\{-?([\s\S]*?)-?\}\}$/
    .exec(expression)?.[1]
    ?.replace(/\|\s*quote\s*$/, '')
    .trim();

  if (inside === undefined) return undefined;
  return /^(?:\.?Values\.|\.)?([A-Za-z_][\w.-]*)$/.exec(inside)?.[1];
}

function fill(expression: string, values: PlaceholderValues): string | undefined {
  const name = nameOf(expression);
  if (name !== undefined && Object.hasOwn(values, name)) return values[name];
  return undefined;
}

/** The text of a scalar, with its templates restored or filled. */
interface Unmasked {
  readonly text: string;
  /** Whether no template is left in it, so that its type can be determined. */
  readonly isFilled: boolean;
}

/** Restores the templates in the masked text of a scalar that starts at an offset, and fills those that have a value. */
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
    // `| quote` adds quotes to the text, so the value is always a string.
    if (value === undefined || /\|\s*quote\b/.test(expression)) isFilled = false;
    return value ?? expression;
  });

  return { text, isFilled };
}

/** The value of an unquoted scalar with restored templates. It is a string while one of them is unknown. */
export const unmaskedPlain = ({ text, isFilled }: Unmasked): Value => {
  if (isFilled) return plainScalar(text);
  return text;
};
