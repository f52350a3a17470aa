import { hasPlaceholder } from '../manifest/yaml/placeholder.ts';
import { findTemplates, type TemplateExpression } from '../manifest/yaml/template-scanner.ts';

/**
 * Whether two texts may be equal once their placeholders are filled in. The same expression has the same value in both, so texts that
 * differ only between their placeholders never are.
 */
export function mayBeSameText(was: string, is: string): boolean {
  if (was === is) return true;
  if (!hasPlaceholder(was) && !hasPlaceholder(is)) return false;
  const [left, right] = [piecesOf(was), piecesOf(is)];
  if (left === undefined || right === undefined) return true;
  const shortest = Math.min(left.length, right.length);
  let start = 0;
  while (start < shortest && left[start] === right[start]) start++;
  let end = 0;
  while (end < shortest - start && left.at(-1 - end) === right.at(-1 - end)) end++;
  return [left, right].some((pieces) => pieces.slice(start, pieces.length - end).some(isExpression));
}

/** Characters, and whole expressions. */
const isExpression = (piece: string): boolean => piece.length > 2;

/** The characters and expressions of a text; undefined if it contains anything whose extent or value differs from place to place. */
function piecesOf(text: string): string[] | undefined {
  const expressions = findTemplates(text);
  if (expressions.some((expression) => !isValue(text, expression))) return undefined;
  const literals = [...expressions, { start: text.length, end: text.length }].map(({ start }, i) =>
    text.slice(expressions[i - 1]?.end ?? 0, start),
  );
  if (literals.some(hasPlaceholder)) return undefined;
  return literals.flatMap((literal, i) => {
    const next = expressions[i];
    return next === undefined ? [...literal] : [...literal, text.slice(next.start, next.end)];
  });
}

/** A variable, or a field such as `{{ .Values.name }}`. Other templates may be control structures. */
const isValue = (text: string, { start, end, isBlockTemplate }: TemplateExpression): boolean =>
  !isBlockTemplate || /^\$?\{\{-?\s*[.$][\w.]*\s*-?\}\}$/.test(text.slice(start, end));
