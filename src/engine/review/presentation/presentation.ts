import type { Diagnostic } from '../../text/diagnostic.ts';
import type { Verdict } from '../gate/gate.ts';

/** How a review is shown on GitHub, as data. `report` creates it, and a host with a token publishes it. */

/** A finding shown at its line. Lines and columns start at 1; `endColumn` is that of the last character. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number;
  readonly endColumn: number;
  readonly title: string;
  readonly message: string;
}

/** Workflow commands that a runner shows as annotations, and the number of findings beyond the runner's limit. */
export interface CommandAnnotations {
  readonly commands: readonly string[];
  readonly left: number;
}

/** A comment on lines of the diff with a suggestion that GitHub can commit with one click. Lines start at 1; both are included. */
export interface Suggestion {
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly body: string;
  /** The findings that it fixes. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Lines of head that can be commented on: file → the lines on the right side of the diff. */
export type DiffLines = ReadonlyMap<string, ReadonlySet<number>>;

/** The output of a check run. */
export interface CheckOutput {
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
}

/** A check run of a review: its verdict, output and annotations. */
export interface ReviewedCheck {
  readonly result: Verdict['result'];
  readonly output: CheckOutput;
  readonly annotations: readonly Annotation[];
}

/** What is known when a comment is written. */
export interface CommentFrame {
  /** The hidden first line that a host uses to find its comment again. */
  readonly marker?: string;
  /** Findings whose fix is offered as a suggestion at its line. */
  readonly suggested?: ReadonlySet<Diagnostic>;
}

/** The labels of one review. */
export interface ReviewLabels {
  /** Those that hold. */
  readonly holding: readonly string[];
  /** Those that do not, and are removed. */
  readonly others: readonly string[];
}

/** All presentations of one review. Each is created on demand, because no host needs all of them. */
export interface Presentation {
  /** False if nothing that Karpenter reads has changed. Then an existing comment is resolved, and no new one is created. */
  readonly isRelevant: boolean;
  /** Whether a new finding has a fix, so that the lines that can have suggestions are needed. */
  readonly hasFixes: boolean;
  /** The comment in parts, each of which can be read on its own. */
  comment(frame: CommentFrame): readonly string[];
  /** The fixes that can be suggested at these lines. */
  suggestions(lines: DiffLines): readonly Suggestion[];
  /** The labels of the pull request that hold, and those that do not. */
  labels(): ReviewLabels;
  /** The same if the configuration asks for none, so that all are removed. */
  noLabels(): ReviewLabels;
  /** The whole comment, for a job summary. */
  jobSummary(): string;
  /** The new findings as workflow commands, which need no permissions. */
  commandAnnotations(): CommandAnnotations;
  /** A check run in addition to a comment and a job summary: verdict, plans and annotations. */
  findingsCheck(): ReviewedCheck;
  /** A check run with the whole review, after additional paragraphs of the host (Markdown). */
  reviewCheck(remarks?: readonly string[]): ReviewedCheck;
}
