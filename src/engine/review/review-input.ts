import type { Settings } from '../api/settings.ts';
import type { Facts } from '../facts.ts';
import type { RuleTimer } from '../lint/lint.ts';
import type { ReviewFigures } from './figures/review-figures.ts';
import type { SourceSet } from './source-set.ts';

/** Everything a review rests on. Sources that are the same object on both sides are the same file. */
export interface ReviewInput {
  /** Null: there is nothing to compare with, everything is new. */
  readonly base: SourceSet | null;
  readonly head: SourceSet;
  /** Live state (`--cluster`). */
  readonly live?: SourceSet;
  /** Live state of environments of their own, in place of `live`. */
  readonly lives?: Readonly<Record<string, SourceSet>>;
  readonly settings: Settings;
  readonly facts: Facts;
  /** plumbline's own version. */
  readonly version: string;
  /** The simulation with all that rests on it; null leaves out nodes, cost and disruption. */
  readonly figures: ReviewFigures | null;
  /** What to work out; everything by default. */
  readonly stages?: { readonly findings?: boolean; readonly estimate?: boolean };
  /** A workload of head, or a part of its name, whose way to its nodes is to be told. */
  readonly explain?: string;
  /** Takes the time of each lint rule. */
  readonly timer?: RuleTimer;
}
