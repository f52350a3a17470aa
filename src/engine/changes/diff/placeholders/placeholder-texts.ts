import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { type TextPiece, textPieces } from './text-pieces.ts';

/** Longer texts are not compared piece by piece, so that the work stays bounded. User data has at most 16 kB. */
const maxLength = 64_000;

/**
 * Whether two texts may be equal once their placeholders are filled in. The same expression has the same value in both, and a variable
 * such as `${ARCH}` fills at most its line.
 */
export function mayBeSameText(base: string, head: string): boolean {
  if (base === head) return true;
  if (!hasPlaceholder(base) && !hasPlaceholder(head)) return false;
  if (base.length + head.length > maxLength || assignmentsOf(base) !== assignmentsOf(head)) return true;

  const [basePieces, headPieces] = [textPieces(base), textPieces(head)];
  if ([...basePieces, ...headPieces].some(({ isOpen }) => isOpen)) return mayBeSame(basePieces, headPieces);

  const [lines, others] = [linesOf(basePieces), linesOf(headPieces)];
  return lines.length === others.length && lines.every((line, i) => mayBeSame(line, others[i]!));
}

/** What a template assigns to its variables. It decides what the same expression stands for. */
const assignmentsOf = (text: string): string =>
  (text.match(/\{\{-?\s*\$\w*(?:,\s*\$\w+)?\s*:?=(?:(?!\}\})[\s\S])*|\{%[-+]?\s*set\b(?:(?!%\})[\s\S])*/g) ?? []).join(
    '\n',
  );

function mayBeSame(base: readonly TextPiece[], head: readonly TextPiece[]): boolean {
  const [baseMiddle, headMiddle] = withoutCommonEnds(base, head);
  const isNothing = (pieces: readonly TextPiece[]): boolean => pieces.every(({ isExpression }) => isExpression);
  if (baseMiddle.length === 0 || headMiddle.length === 0) return isNothing([...baseMiddle, ...headMiddle]);

  const areOthers = (a: TextPiece, b: TextPiece): boolean => !a.isExpression && !b.isExpression;
  if (areOthers(baseMiddle[0]!, headMiddle[0]!) || areOthers(baseMiddle.at(-1)!, headMiddle.at(-1)!)) return false;

  return (
    mayHaveSameCounts(baseMiddle, headMiddle) &&
    mayContain(baseMiddle, headMiddle) &&
    mayContain(headMiddle, baseMiddle)
  );
}

function withoutCommonEnds(base: readonly TextPiece[], head: readonly TextPiece[]): [TextPiece[], TextPiece[]] {
  const shortest = Math.min(base.length, head.length);
  let start = 0;
  while (start < shortest && base[start]!.text === head[start]!.text) start++;
  let end = 0;
  while (end < shortest - start && base.at(-1 - end)!.text === head.at(-1 - end)!.text) end++;
  return [base.slice(start, base.length - end), head.slice(start, head.length - end)];
}

/**
 * Whether each character can occur equally often in both texts. It cannot if one text has every expression of the other and more of a
 * character: `a ${X}` and `a ${X} b ${Y}`.
 */
function mayHaveSameCounts(base: readonly TextPiece[], head: readonly TextPiece[]): boolean {
  const surplus = { expressions: new Map<string, number>(), characters: new Map<string, number>() };

  const count = (pieces: readonly TextPiece[], step: number): void => {
    for (const { text, isExpression } of pieces) {
      const counts = isExpression ? surplus.expressions : surplus.characters;
      counts.set(text, (counts.get(text) ?? 0) + step);
    }
  };

  count(base, 1);
  count(head, -1);

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
