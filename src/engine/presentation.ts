import type { Diagnostic } from './diagnostic.ts';
import type { Verdict } from './gate/gate.ts';

/** What people see of a review on GitHub, as values: `report` makes them, and whoever has a token writes them. */

/** A finding beside its line. Lines and columns from 1; `endColumn` is that of the last character. */
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

/** Workflow commands that a runner shows as annotations, and how many findings are more than it shows. */
export interface CommandAnnotations {
  readonly commands: readonly string[];
  readonly left: number;
}

/** A comment on lines of the diff that GitHub turns into a commit with one click. Lines from 1, both included. */
export interface Suggestion {
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly body: string;
  /** The findings that it mends. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Lines of head that a comment can stand on: file → the diff's lines of its right side. */
export type DiffLines = ReadonlyMap<string, ReadonlySet<number>>;

/** What a check run shows. */
export interface CheckOutput {
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
}

/** A check run of a review: its verdict, what it shows, and its annotations. */
export interface ReviewedCheck {
  readonly result: Verdict['result'];
  readonly output: CheckOutput;
  readonly annotations: readonly Annotation[];
}

/** What is known of a comment when it is written. */
export interface CommentFrame {
  /** The hidden first line by which a host finds its comment again. */
  readonly marker?: string;
  /** Findings whose fix stands as a suggestion beside its line. */
  readonly suggested?: ReadonlySet<Diagnostic>;
}

/** What people see of one review. A part is worked out when somebody asks for it, for no host shows all of them. */
export interface Presentation {
  /** False where nothing that Karpenter reads is changed: an older comment is resolved then, and no new one made. */
  readonly isRelevant: boolean;
  /** Whether a new finding has a fix, so that it is worth asking which lines a suggestion can stand on. */
  readonly hasFixes: boolean;
  /** The comment in its parts, each of which stands on its own. */
  comment(frame: CommentFrame): readonly string[];
  /** The fixes that can stand beside these lines. */
  suggestions(lines: DiffLines): readonly Suggestion[];
  /** The comment in one piece, for the page of a job. */
  jobSummary(): string;
  /** The new findings as a job shows them without any permission. */
  commandAnnotations(): CommandAnnotations;
  /** A check run beside a comment and a job's summary: verdict, plans and annotations. */
  findingsCheck(): ReviewedCheck;
  /** A check run that says all there is to say, after what a host has to say besides (Markdown, a paragraph each). */
  reviewCheck(remarks?: readonly string[]): ReviewedCheck;
}
