import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { type Extent, outermostExpressions } from '../../../manifest/yaml/template-blocks.ts';

/** A character of a text, or an expression in it. */
export interface TextPiece {
  readonly text: string;
  readonly isExpression: boolean;
  /** Whether it may stand for several lines, as everything except characters and variables within a line may. */
  readonly isOpen: boolean;
}

/**
 * The characters and expressions of a text. A block such as `{{ if }}…{{ end }}` is one expression. White space next to `{{-`, `{%-` and
 * `%{~` is left out because it is not printed, and so are comments and line breaks at the end.
 */
export function textPieces(text: string): TextPiece[] {
  const expressions = outermostExpressions(text).map(({ start, end }) => ({ start, end: endOfLine(text, end) }));
  const ends = [{ start: 0, end: 0 }, ...expressions, { start: text.length, end: text.length }];

  const pieces = ends.slice(1).flatMap(({ start, end }, i): TextPiece[] => {
    const before = literalPieces(text, { start: ends[i]!.end, end: start });
    const isPrinted = end > start && !/^\{\{-?\s*\/\*|^\{#/.test(text.slice(start, end));
    if (isPrinted) return [...before, expressionPiece(text, { start, end })];
    return before;
  });

  return withoutLastBreaks(pieces);
}

/** YAML drops line breaks at the end of a text, and so those before expressions that print nothing. */
function withoutLastBreaks(pieces: readonly TextPiece[]): TextPiece[] {
  const isBreak = ({ text }: TextPiece): boolean => text === '\n';
  const last = pieces.findLastIndex((piece) => !piece.isExpression && !isBreak(piece));
  return [...pieces.slice(0, last + 1), ...pieces.slice(last + 1).filter((piece) => !isBreak(piece))];
}

/** Jinja may drop the line break after a block, so it belongs to the block. */
const endOfLine = (text: string, end: number): number => {
  if (text.startsWith('%}\n', end - 2)) return end + 1;
  return end;
};

/** How much of a line is looked at on both sides of a variable. */
const maxNear = 200;

function expressionPiece(text: string, { start, end }: Extent): TextPiece {
  const expression = text.slice(start, end);
  const before = text.slice(Math.max(0, start - maxNear), start).replace(/^[\s\S]*\n/, '');
  const after = text.slice(end, end + maxNear).split('\n', 1)[0]!;
  const isAlone = (before + after).replace(/\$\{[A-Za-z_]\w*\}/g, '').trim() === '';
  return { text: expression, isExpression: true, isOpen: isAlone || !/^\$\{[A-Za-z_]\w*\}$/.test(expression) };
}

/** Variables of kustomize and of scripts, which the scanner of templates does not find. */
const variable = /(\$\([A-Z_][A-Z0-9_]*\)|__[A-Z][A-Z0-9_]{0,100}__)/;
/** In a short value, `$NAME` is also a variable. In a script it is text. */
const variableOfValue = /(\$\([A-Z_][A-Z0-9_]*\)|__[A-Z][A-Z0-9_]{0,100}__|\$[A-Z][A-Z0-9_]+)/;

function literalPieces(text: string, { start, end }: Extent): TextPiece[] {
  let literal = text.slice(start, end);
  if (/[-~][}%]\}$|~\}$/.test(text.slice(0, start).slice(-3))) literal = literal.trimStart();
  if (/^(?:\{\{-|\{%-|%\{~)/.test(text.slice(end, end + 3))) literal = literal.trimEnd();

  const isScript = text.includes('\n');

  return literal.split(isScript ? variable : variableOfValue).flatMap((part, i): TextPiece[] => {
    const isVariable = i % 2 === 1;
    if (isVariable) return [{ text: part, isExpression: true, isOpen: false }];
    return part.split(/(?<=\n)/).flatMap((line) => linePieces(line, isScript));
  });
}

/** A line with names that stand for something, such as `CLUSTER_NAME`, may be anything. */
function linePieces(line: string, isScript: boolean): TextPiece[] {
  const isUnknown = hasPlaceholder(isScript ? line.replaceAll('$', 'x').trimEnd() : line);
  if (isUnknown) return [{ text: line, isExpression: true, isOpen: true }];
  return [...line].map((character) => ({ text: character, isExpression: false, isOpen: false }));
}
