import { compareNames } from '../../src/engine/text/name-order.ts';
import type { Figure, Outcome } from './outcome.ts';

/** What a person said about one outcome, after reading the repository or the change. */
export interface Judgement {
  readonly outcome: Outcome;
  /** False until a person looked at all of the outcome. Only then it counts. */
  readonly isJudged: boolean;
  /** False and debatable findings. The others are true. */
  readonly falseFindings?: readonly string[];
  readonly debatableFindings?: readonly string[];
  /** What a reviewer needed to know and the review does not say. */
  readonly missed?: readonly string[];
  /** Why the verdict is wrong. Absent if it is right. */
  readonly wrongVerdict?: string;
  /** Changed objects whose effect is wrong. */
  readonly wrongEffects?: readonly string[];
  /** Why nodes and cost do not help a reviewer. Absent if they do, or if there are no NodePools. */
  readonly uselessFigure?: string;
}

/** How an outcome differs from the judged one. */
export interface Difference {
  /** `worse` what was right is gone, `better` what was wrong is gone, `unjudged` a person has to look, `moved` only a figure. */
  readonly kind: 'better' | 'moved' | 'unjudged' | 'worse';
  readonly text: string;
}

/** Compares an outcome with the judged one. Notes are counted in the table and not judged. */
export function differences(judged: Judgement, now: Outcome): Difference[] {
  const { outcome } = judged;
  return [
    ...findingDifferences(judged, now),
    ...valueDifference('verdict', outcome.verdict, now.verdict, judged.wrongVerdict === undefined),
    ...effectDifferences(judged, now),
    ...countDifference('NodePools', outcome.pools, now.pools),
    ...countDifference('node classes', outcome.classes, now.classes),
    ...figureDifference(judged, now.figure),
  ];
}

/** What of a judgement still holds for a new outcome: of what changed, nothing does. */
export function stillJudged(judged: Judgement, now: Outcome): Judgement {
  const { outcome, falseFindings, debatableFindings, missed, wrongVerdict, wrongEffects, uselessFigure } = judged;
  const present = (keys: readonly string[] = []): readonly string[] => keys.filter((key) => now.findings[key]);
  const sameEffects = wrongEffects?.filter((name) => now.changes[name] === outcome.changes[name]);
  const isSameFigure = isKnown(outcome.figure) === isKnown(now.figure);
  return {
    outcome: now,
    isJudged: judged.isJudged && !differences(judged, now).some(({ kind }) => kind !== 'moved'),
    ...ifAny('falseFindings', present(falseFindings)),
    ...ifAny('debatableFindings', present(debatableFindings)),
    ...ifAny('missed', missed),
    ...(wrongVerdict && outcome.verdict === now.verdict && { wrongVerdict }),
    ...ifAny('wrongEffects', sameEffects),
    ...(uselessFigure && isSameFigure && { uselessFigure }),
  };
}

const ifAny = <K extends string>(key: K, all: readonly string[] = []): { [key in K]?: readonly string[] } =>
  all.length > 0 ? ({ [key]: all } as { [key in K]: readonly string[] }) : {};

function findingDifferences(
  { outcome, falseFindings = [], debatableFindings = [] }: Judgement,
  now: Outcome,
): Difference[] {
  return namesOf(outcome.findings, now.findings).flatMap((key): Difference[] => {
    const [before = 0, after = 0] = [outcome.findings[key], now.findings[key]];
    if (before === 0) return [{ kind: 'unjudged', text: `new finding ${key}` }];
    if (after > 0) return after > before ? [{ kind: 'unjudged', text: `${key}: ${before} → ${after}` }] : [];
    const wasTrue = !falseFindings.includes(key) && !debatableFindings.includes(key);
    return [{ kind: wasTrue ? 'worse' : 'better', text: `no longer found: ${key}` }];
  });
}

function effectDifferences({ outcome, wrongEffects = [] }: Judgement, now: Outcome): Difference[] {
  return namesOf(outcome.changes, now.changes).flatMap((name) =>
    valueDifference(`effect of ${name}`, outcome.changes[name], now.changes[name], !wrongEffects.includes(name)),
  );
}

/** A changed value has to be judged again. If it was right, it is worse. */
function valueDifference(what: string, before = 'absent', after = 'absent', wasRight: boolean): Difference[] {
  return before === after ? [] : [{ kind: wasRight ? 'worse' : 'unjudged', text: `${what}: ${before} → ${after}` }];
}

function countDifference(what: string, before: number, after: number): Difference[] {
  return before === after
    ? []
    : [{ kind: after < before ? 'worse' : 'unjudged', text: `${what}: ${before} → ${after}` }];
}

function figureDifference({ outcome, uselessFigure }: Judgement, after: Figure | null): Difference[] {
  const before = outcome.figure;
  if (figureText(before) === figureText(after)) return [];
  const text = `figure: ${figureText(before)} → ${figureText(after)}`;
  if (isKnown(before) && isKnown(after) && !uselessFigure) return [{ kind: 'moved', text }];
  return [{ kind: isKnown(before) && !uselessFigure ? 'worse' : 'unjudged', text }];
}

export const isKnown = (figure: Figure | null): boolean => figure?.nodes != null && figure.monthlyUsd !== null;

export function figureText(figure: Figure | null): string {
  if (!figure) return 'none';
  const { nodes, monthlyUsd } = figure;
  return `${nodes ?? 'unknown'} nodes, ${monthlyUsd === null ? 'cost unknown' : `$${monthlyUsd}`}`;
}

const namesOf = (...all: readonly Readonly<Record<string, unknown>>[]): string[] =>
  [...new Set(all.flatMap((counts) => Object.keys(counts)))].sort(compareNames);

/** How many findings were judged as right, wrong and debatable, among those whose code and object match. */
export function findingCounts(
  judgements: readonly Judgement[],
  matches: (key: string) => boolean = () => true,
): { readonly right: number; readonly wrong: number; readonly debatable: number } {
  let [all, wrong, debatable] = [0, 0, 0];
  for (const { outcome, falseFindings = [], debatableFindings = [] } of judgements) {
    const count = (keys: readonly string[]): number =>
      keys.filter(matches).reduce((sum, key) => sum + (outcome.findings[key] ?? 0), 0);
    all += count(Object.keys(outcome.findings));
    wrong += count(falseFindings);
    debatable += count(debatableFindings);
  }
  return { right: all - wrong - debatable, wrong, debatable };
}
