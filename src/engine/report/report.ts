import type { Code, Diagnostic, Severity } from '../diagnostic.ts';
import type { Verdict } from '../gate/gate.ts';
import type { Review } from '../review/review-data.ts';

/** What every renderer gets. */
export interface Report {
  readonly review: Review;
  readonly verdict: Verdict;
}

/** Where names in a comment lead; without one they are plain. No link leaves GitHub or our docs. */
export interface Links {
  /** URL of a line (1-based) of a file of head. */
  readonly file?: (file: string, line: number) => string;
  /** URL of the page of a code. */
  readonly code?: (code: Code) => string | undefined;
  /** URL of the page that says how exact the figures are. */
  readonly accuracy?: string;
}

/** What hosts may say about the output; every renderer ignores what is not its own. */
export interface RenderOptions {
  /** Text: colours for a terminal. */
  readonly isColour?: boolean;
  /** Text: columns of the terminal; 100 when nothing says more. */
  readonly width?: number;
  /** Text: how long the review took. The engine has no clock, so the host says it. */
  readonly seconds?: number;
  /** Paths that were asked for, as the user named them; a review that finds nothing says where it looked. */
  readonly paths?: readonly string[];
  /** Markdown: the hidden first line by which a host finds its comment again, such as `<!-- plumbline:KEY -->`. */
  readonly marker?: string;
  readonly links?: Links;
  /** JUnit: from which severity on new findings fail; `error` when nothing says more. */
  readonly failOn?: Severity | 'never';
  /** Markdown: findings whose fix stands as a suggestion beside its line. */
  readonly suggested?: ReadonlySet<Diagnostic>;
}

/** One output format. */
export interface Renderer {
  readonly format: string;
  render(report: Report, options: RenderOptions): string;
}
