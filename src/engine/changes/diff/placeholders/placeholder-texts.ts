import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { type TextPiece, textPieces } from './text-pieces.ts';

/** Longer texts are not compared piece by piece, so that the work stays bounded. User data has at most 16 kB. */
const maxLength = 64_000;

/**
 * Whether two texts may be equal once their placeholders are filled in. The same expression has the same value in both, and a variable
 * such as `${ARCH}` fills at most its line.
 */
export function mayBeSameText(was: string, is: string): boolean {
  if (was === is) return true;
  if (!hasPlaceholder(was) && !hasPlaceholder(is)) return false;
  if (was.length + is.length > maxLength || assignmentsOf(was) !== assignmentsOf(is)) return true;

  const [left, right] = [textPieces(was), textPieces(is)];
  if ([...left, ...right].some(({ isOpen }) => isOpen)) return mayBeSame(left, right);

  const [lines, others] = [linesOf(left), linesOf(right)];
  return lines.length === others.length && lines.every((line, i) => mayBeSame(line, others[i]!));
}

/** What a template assigns to its variables. It decides what the same expression stands for. */
const assignmentsOf = (text: string): string =>
  (text.match(/\{\{-?\s*\$\w*(?:,\s*\$\w+)?\s*:?=(?:(?!\}\})[\s\S])*|\{%[-+]?\s*set\b(?:(?!%\})[\s\S])*/g) ?? []).join(
    '\n',
  );

function mayBeSame(left: readonly TextPiece[], right: readonly TextPiece[]): boolean {
  const [rest, other] = withoutCommonEnds(left, right);
  const isNothing = (pieces: readonly TextPiece[]): boolean => pieces.every(({ isExpression }) => isExpression);
  if (rest.length === 0 || other.length === 0) return isNothing([...rest, ...other]);

  const areOthers = (a: TextPiece, b: TextPiece): boolean => !a.isExpression && !b.isExpression;
  if (areOthers(rest[0]!, other[0]!) || areOthers(rest.at(-1)!, other.at(-1)!)) return false;

  return mayHaveSameCounts(rest, other) && mayContain(rest, other) && mayContain(other, rest);
}

function withoutCommonEnds(left: readonly TextPiece[], right: readonly TextPiece[]): [TextPiece[], TextPiece[]] {
  const shortest = Math.min(left.length, right.length);
  let start = 0;
  while (start < shortest && left[start]!.text === right[start]!.text) start++;
  let end = 0;
  while (end < shortest - start && left.at(-1 - end)!.text === right.at(-1 - end)!.text) end++;
  return [left.slice(start, left.length - end), right.slice(start, right.length - end)];
}

/**
 * Whether each character can occur equally often in both texts. It cannot if one text has every expression of the other and more of a
 * character: `a ${X}` and `a ${X} b ${Y}`.
 */
function mayHaveSameCounts(left: readonly TextPiece[], right: readonly TextPiece[]): boolean {
  const surplus = { expressions: new Map<string, number>(), characters: new Map<string, number>() };

  const count = (pieces: readonly TextPiece[], step: number): void => {
    for (const { text, isExpression } of pieces) {
      const counts = isExpression ? surplus.expressions : surplus.characters;
      counts.set(text, (counts.get(text) ?? 0) + step);
    }
  };

  count(left, 1);
  count(right, -1);

  const [expressions, characters] = [[...surplus.expressions.values()], [...surplus.characters.values()]];
  const isLeftLonger = expressions.every((many) => many >= 0) && characters.some((many) => many > 0);
  const isRightLonger = expressions.every((many) => many <= 0) && characters.some((many) => many < 0);

  return !isLeftLonger && !isRightLonger;
}

/** Whether a text without expressions has the other one's characters in the same order; true if it has expressions. */
function mayContain(pieces: readonly TextPiece[], wanted: readonly TextPiece[]): boolean {
  if (pieces.some(({ isExpression }) => isExpression)) return true;

  const text = pieces.map((piece) => piece.text).join('');
  let literal = '';
  let from = 0;

  for (const piece of [...wanted, undefined]) {
    if (piece !== undefined && !piece.isExpression) {
      literal += piece.text;
      continue;
    }

    const start = text.indexOf(literal, from);
    if (start === -1) return false;

    from = start + literal.length;
    literal = '';
  }

  return true;
}

function linesOf(pieces: readonly TextPiece[]): TextPiece[][] {
  const lines: TextPiece[][] = [[]];
  for (const piece of pieces) {
    if (piece.text === '\n') lines.push([]);
    else lines.at(-1)!.push(piece);
  }
  return lines;
}
