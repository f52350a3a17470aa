import type { Span } from '../../../text/source.ts';
import { indentOf } from '../../../text/words/indent.ts';
import type { Expression, TemplateForm, TemplatePart } from '../syntax/hcl.ts';
import {
  excess,
  interpolatedText,
  type Piece,
  type PieceForm,
  placeholder,
  type TfValue,
  unknown,
  writtenWeight,
} from '../values/tf-value.ts';
import { unknownEntries } from '../values/yaml-text.ts';
import { itemsOf, type TfScope, withNames } from './tf-scope.ts';

const pieceForms: Readonly<Record<TemplateForm['style'], PieceForm>> = {
  quoted: 'quoted',
  heredoc: 'heredoc',
  file: 'template',
};

/** The context in which a template is rendered, with the evaluator of its values. */
export interface TemplateContext {
  readonly at: Span;
  readonly scope: TfScope;
  readonly evaluate: (expression: Expression, scope: TfScope) => TfValue;
}

/** Longer texts are not created. */
const maxLength = 4 * 1024 * 1024;

/** Renders a template as text. */
export function templateText(parts: readonly TemplatePart[], form: TemplateForm, context: TemplateContext): TfValue {
  const writer: TemplateWriter = { pieces: [], form, evaluate: context.evaluate, length: 0 };
  write(parts, context.scope, writer);
  if (writer.length > maxLength) return excess(context.at);
  return { kind: 'string', pieces: writer.pieces, at: context.at };
}

interface TemplateWriter {
  readonly pieces: Piece[];
  readonly form: TemplateForm;
  readonly evaluate: TemplateContext['evaluate'];
  length: number;
}

function put(writer: TemplateWriter, pieces: readonly Piece[]): void {
  for (const piece of pieces) {
    writer.length += piece.text.length;
    if (piece.text !== '' && writer.length <= maxLength) writer.pieces.push(piece);
  }
}

function write(parts: readonly TemplatePart[], scope: TfScope, writer: TemplateWriter): void {
  for (const [index, part] of parts.entries()) {
    if (writer.length > maxLength || !scope.spend()) return;

    if (part.kind === 'text') {
      const { text, at, isLiteral } = part;
      const { style, indent } = writer.form;
      put(writer, [{ text, at, form: isLiteral ? pieceForms[style] : 'made', ...(indent > 0 && { indent }) }]);
    } else if (part.kind === 'value') {
      const value = writer.evaluate(part.expression, scope);
      if (isUnknownItem(value, writer, parts[index + 1])) put(writer, [unknownPart(writer, part.at)]);
      else writeValue(value, part.at, { scope, writer });
    }

    if (part.kind === 'if') writeIf(part, scope, writer);
    if (part.kind === 'for') writeFor(part, scope, writer);
  }
}

/**
 * Whether an unknown value has a line of its own among the items of a list or the keys of a mapping in YAML: `${var.zoned ? "- key: …" : ""}`. As
 * text, it would make the YAML invalid.
 */
function isUnknownItem(value: TfValue, { pieces }: TemplateWriter, next: TemplatePart | undefined): boolean {
  if (value.kind !== 'unknown' || (next !== undefined && !(next.kind === 'text' && /^[ \t]*\n/.test(next.text))))
    return false;

  const lines = pieces
    .slice(-40)
    .map(({ text }) => text)
    .join('')
    .split('\n');

  const indent = lines.pop()!;
  if (indent.trim() !== '') return false;

  const sibling = lines.findLast((line) => line.trim() !== '' && indentOf(line) <= indent.length);

  return (
    sibling !== undefined &&
    indentOf(sibling) === indent.length &&
    /^(?:- |[\w./"'-]+:(?: |$))/.test(sibling.trimStart())
  );
}

interface Writing {
  readonly scope: TfScope;
  readonly writer: TemplateWriter;
}

function writeValue(value: TfValue, at: Span, { scope, writer }: Writing): void {
  if (scope.spend(writtenWeight(value))) put(writer, interpolated(value, at));
}

/**
 * A string of several pieces keeps their places, because it is YAML of its own. A single value gets the place of its
 * expression in the template.
 */
function interpolated(value: TfValue, at: Span): readonly Piece[] {
  if (value.kind === 'string' && value.pieces.length > 1) return value.pieces.map((piece) => nested(piece, at));
  const text = interpolatedText(value);
  if (text !== undefined) return [{ text, at, form: 'made' }];
  if (value.kind === 'string') return value.pieces.map((piece) => ({ ...piece, at, form: 'made' }));
  return [{ ...placeholder(value.kind === 'unknown' ? value : unknown(at)), at }];
}

const nested = (piece: Piece, at: Span): Piece => {
  if (piece.isUnknown) return { ...piece, at };
  return piece;
};

function writeIf(part: Extract<TemplatePart, { kind: 'if' }>, scope: TfScope, writer: TemplateWriter): void {
  const answer = interpolatedText(writer.evaluate(part.condition, scope));
  if (answer === undefined) put(writer, [unknownPart(writer, part.at)]);
  else write(answer === 'true' ? part.whenTrue : part.whenFalse, scope, writer);
}

function writeFor(part: Extract<TemplatePart, { kind: 'for' }>, scope: TfScope, writer: TemplateWriter): void {
  const value = writer.evaluate(part.of, scope);
  const items = itemsOf(value, scope);
  if (!items || part.names.length === 0) {
    put(writer, [unknownPart(writer, part.at)]);
    return;
  }

  for (const item of items) write(part.parts, withNames(scope, part.names, item), writer);
}

/**
 * An unknown part. Whole lines that may or may not be present become a template line for the reader of the text. Within a
 * line it is an unknown value.
 */
function unknownPart({ pieces }: TemplateWriter, at: Span): Piece {
  const before = pieces
    .slice(-3)
    .map(({ text }) => text)
    .join('');
  const isOwnLine = /(?:^|\n)[ \t]*$/.test(before);
  return { text: isOwnLine ? `${unknownEntries}\n` : `\${unknown}`, at, form: 'made', isUnknown: true };
}
