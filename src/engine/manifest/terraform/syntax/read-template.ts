import type { Source, Span } from '../../../text/source.ts';
import type { Expression, TemplateForm, TemplatePart } from './hcl.ts';

/** The interpolations and directives between the texts of a template, in order. */
export type Marker = Stretch &
  ({ readonly kind: 'value'; readonly expression: Expression } | Directive | { readonly kind: 'else' | 'end' });

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A directive that makes a part of a template conditional or repeated. */
type Directive =
  | { readonly kind: 'if'; readonly condition: Expression }
  | { readonly kind: 'for'; readonly names: readonly string[]; readonly of: Expression };

/** A range of text within one line. */
interface TextToken {
  readonly kind: 'text';
  start: number;
  end: number;
}

type Token = TextToken | Marker;

/** A template to read: its source, the range of its content, and its markers. */
export interface TemplateInput {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
  readonly markers: readonly Marker[];
  readonly form: 'quoted' | 'heredoc' | 'flush' | 'file';
}

/**
 * Reads the parts of a template as HCL does (hclsyntax parser_template.go): `~` trims within a line, and `<<-` removes
 * indentation.
 */
export function readTemplate(input: TemplateInput): { parts: TemplatePart[]; form: TemplateForm } {
  const tokens = tokensOf(input);
  trim(tokens, input.source.text);
  const indent = input.form === 'flush' ? takeIndentation(tokens, input.source.text) : 0;
  const style = input.form === 'flush' ? 'heredoc' : input.form;
  const reader = { tokens, next: 0, source: input.source, style } as const;
  return { parts: nest({ ...reader }), form: { style, indent } };
}

/** Text becomes one token for each line, as in HCL's own scanner. */
function tokensOf({ source: { text }, start, end, markers }: TemplateInput): Token[] {
  const tokens: Token[] = [];

  const addText = (from: number, to: number): void => {
    for (let at = from; at < to; ) {
      const newline = text.indexOf('\n', at);
      const next = newline === -1 || newline >= to ? to : newline + 1;
      tokens.push({ kind: 'text', start: at, end: next });
      at = next;
    }
  };

  let at = start;
  for (const marker of markers) {
    addText(at, marker.start);
    tokens.push(marker);
    at = marker.end;
  }

  addText(at, end);

  return tokens;
}

const isText = (token: Token | undefined): token is TextToken => token?.kind === 'text';

function trim(tokens: readonly Token[], text: string): void {
  tokens.forEach((token, i) => {
    if (isText(token)) return;
    const [before, after] = [tokens[i - 1], tokens[i + 1]];
    if (text[token.start + 2] === '~' && isText(before))
      before.end = before.start + text.slice(before.start, before.end).trimEnd().length;
    if (text[token.end - 2] === '~' && isText(after))
      after.start = after.end - text.slice(after.start, after.end).trimStart().length;
  });
}

/** Removes the indentation that all lines share, and returns its width. */
function takeIndentation(tokens: readonly Token[], text: string): number {
  const starting: TextToken[] = [];
  let least = Number.POSITIVE_INFINITY;
  let isStart = true;

  for (const token of tokens) {
    if (isStart) {
      isStart = false;
      const line = isText(token) ? text.slice(token.start, token.end) : '';
      const isBlank = isText(token) && line.trim() === '' && line.endsWith('\n');
      if (isText(token) && !isBlank) starting.push(token);
      if (!isBlank) least = Math.min(least, line.length - line.trimStart().length);
    }

    if (isText(token) && text[token.end - 1] === '\n') isStart = true;
  }

  if (!Number.isFinite(least)) return 0;

  for (const token of starting) token.start = Math.min(token.end, token.start + least);

  return least;
}

interface Reader {
  readonly tokens: readonly Token[];
  next: number;
  readonly source: Source;
  readonly style: TemplateForm['style'];
}

/** Reads parts up to the end of the enclosing directive. */
function nest(reader: Reader): TemplatePart[] {
  const parts: TemplatePart[] = [];

  for (let token = reader.tokens[reader.next]; token; token = reader.tokens[reader.next]) {
    if (token.kind === 'else' || token.kind === 'end') return parts;

    reader.next++;

    // There may be too many of them for the arguments of one call.
    if (token.kind === 'text') for (const part of textParts(token, reader)) parts.push(part);
    else if (token.kind === 'value')
      parts.push({ kind: 'value', at: spanOf(token, reader), expression: token.expression });
    else parts.push(directive(token as Stretch & Directive, reader));
  }

  return parts;
}

const spanOf = ({ start, end }: { start: number; end: number }, { source }: Reader): Span => ({
  file: source.file,
  start,
  end,
});

function directive(token: Stretch & Directive, reader: Reader): TemplatePart {
  const at = spanOf(token, reader);
  const inner = nest(reader);

  if (token.kind === 'for') {
    reader.next++;
    return { kind: 'for', at, names: token.names, of: token.of, parts: inner };
  }

  const hasElse = reader.tokens[reader.next]?.kind === 'else';
  reader.next++;
  const otherwise = hasElse ? nest(reader) : [];
  if (hasElse) reader.next++;

  return { kind: 'if', at, condition: token.condition, whenTrue: inner, whenFalse: otherwise };
}

const escapes = { quoted: /\$\$\{|%%\{|\\(?:u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|.)/g, plain: /\$\$\{|%%\{/g };
const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function unescaped(written: string): string {
  if (!written.startsWith('\\')) return written.slice(1);
  const code = /^\\[uU]/.test(written) ? Number.parseInt(written.slice(2), 16) : Number.NaN;
  if (code <= 0x10ffff) return String.fromCodePoint(code);
  return named[written[1]!] ?? written.slice(1);
}

/** The text of a token: literal ranges, and each escape sequence separately. */
function textParts(token: TextToken, reader: Reader): TemplatePart[] {
  const written = reader.source.text.slice(token.start, token.end);
  const parts: TemplatePart[] = [];

  const add = (from: number, to: number, text: string, isLiteral: boolean): void => {
    const at = spanOf({ start: token.start + from, end: token.start + to }, reader);
    if (to > from) parts.push({ kind: 'text', at, text, isLiteral });
  };

  let from = 0;
  for (const match of written.matchAll(reader.style === 'quoted' ? escapes.quoted : escapes.plain)) {
    add(from, match.index, written.slice(from, match.index), true);
    from = match.index + match[0].length;
    add(match.index, from, unescaped(match[0]), false);
  }

  add(from, written.length, written.slice(from), true);

  return parts;
}
