/** A figure with its bounds. Unknown is null, never zero. */
export interface Range {
  readonly low: number | null;
  readonly likely: number | null;
  readonly high: number | null;
}

/** The number of hours in a month, for converting hourly prices. */
export const hoursPerMonth = 730;

export const unknownRange: Range = { low: null, likely: null, high: null };

type Figure = number | null;

/** Removes rounding errors of binary fractions. Nine decimal places are far below a cent. */
export const rounded = (value: number): number => Math.round(value * 1e9) / 1e9;

/** The sum of figures; null if one of them is unknown. */
export const sumKnown = (figures: readonly Figure[]): Figure =>
  figures.reduce<Figure>((sum, figure) => {
    if (sum === null || figure === null) return null;
    return sum + figure;
  }, 0);

/** Changes a figure unless it is unknown. */
export const mapFigure = (figure: Figure, change: (known: number) => number): Figure => {
  if (figure === null) return null;
  return change(figure);
};

/** Three cases as a range. Its bounds include all three, because more replicas may need fewer nodes. */
export function rangeOf(low: Figure, likely: Figure, high: Figure): Range {
  const figures = [low, likely, high].filter((figure) => figure !== null);
  return {
    low: mapFigure(low, () => rounded(Math.min(...figures))),
    likely: mapFigure(likely, rounded),
    high: mapFigure(high, () => rounded(Math.max(...figures))),
  };
}

const map = ({ low, likely, high }: Range, change: (figure: number) => number): Range =>
  rangeOf(mapFigure(low, change), mapFigure(likely, change), mapFigure(high, change));

/** Converts an hourly range to a monthly one. */
export const monthlyRange = (hourlyUsd: Range): Range => map(hourlyUsd, (figure) => figure * hoursPerMonth);

const plus = (a: Figure, b: Figure): Figure => {
  if (a === null || b === null) return null;
  return a + b;
};

/** The sum of two parts of one figure, case by case. */
export const rangeSum = (a: Range, b: Range): Range =>
  rangeOf(plus(a.low, b.low), plus(a.likely, b.likely), plus(a.high, b.high));

export const minus = (head: Figure, base: Figure): Figure => {
  if (head === null || base === null) return null;
  return head - base;
};

/** The difference between head and base, case by case, because both sides have the same pods in the same case. */
export const rangeDifference = (head: Range, base: Range): Range =>
  rangeOf(minus(head.low, base.low), minus(head.likely, base.likely), minus(head.high, base.high));
