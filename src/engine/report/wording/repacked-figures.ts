import type { Estimate, Placement } from '../../cluster/cost/estimate.ts';
import type { Figure } from '../../cluster/cost/knowledge.ts';
import { basisMark } from './certainty-marks.ts';

/** From the least to the most of a figure. */
interface Span {
  readonly low: number;
  /** Null if only the lower bound is known. */
  readonly high: number | null;
}

/** The figures of both sides in one range, and what decides where in it they are. */
interface RepackedFigures {
  readonly nodes: Span;
  readonly monthlyUsd: Span;
  /** `depending on how restarted pods are packed`. */
  readonly why: string;
}

/**
 * Both sides in one range, if chance decides which of them has more. Undefined if the change decides, or if nodes of a real cluster show what there is
 * before it.
 */
export function repackedFigures(estimate: Estimate): RepackedFigures | undefined {
  const { base, head, isRepacked } = estimate;
  if (isRepacked !== true || !base || !head || basisMark(estimate) !== 'simulated') return undefined;

  const sides = [base, head];
  const nodes = spanOf(sides.map((side) => side.nodes));
  const monthlyUsd = spanOf(sides.map((side) => side.monthlyUsd));
  if (nodes === undefined || monthlyUsd === undefined) return undefined;

  const autoscalers = sides.some(isAutoscaled) ? 'autoscalers and ' : '';
  return { nodes, monthlyUsd, why: `depending on ${autoscalers}how restarted pods are packed` };
}

const isAutoscaled = ({ replicas }: Placement): boolean =>
  Object.values(replicas).some(({ low, high }) => low !== high);

/** From the least to the most of some figures; undefined if one of them is unknown or only an upper bound. */
function spanOf(figures: readonly Figure[]): Span | undefined {
  const all = figures.flatMap(({ low, likely, high }) => [low, likely, high]);
  const numbers = all.filter((figure) => figure !== null);
  if (figures.some(({ likely, certainty }) => likely === null || certainty === 'atMost')) return undefined;

  const low = Math.min(...numbers);
  if (figures.some(({ certainty }) => certainty === 'atLeast')) return { low, high: null };
  if (numbers.length < all.length) return undefined;

  return { low, high: Math.max(...numbers) };
}

/** `11–18`, `11` if both ends are the same, or `at least 11`. */
export function spanLine({ low, high }: Span, format: (figure: number) => string): string {
  if (high === null) return `at least ${format(low)}`;
  return [...new Set([low, high].map(format))].join('–');
}
