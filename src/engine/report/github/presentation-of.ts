import type {
  Annotation,
  CommandAnnotations,
  CommentFrame,
  DiffLines,
  Presentation,
} from '../../review/presentation/presentation.ts';
import { prose } from '../../text/words/escape.ts';
import { renderComment, renderResolvedComment } from '../comment/markdown.ts';
import type { Links, Report } from '../values/report.ts';
import { newFindings } from '../wording/new-findings.ts';
import { annotations, workflowCommands } from './annotations.ts';
import { findingsCheck } from './findings-check.ts';
import { jobSummary } from './job-summary.ts';
import { reviewCheck } from './review-check.ts';
import { reviewLabels } from './review-labels.ts';
import { suggestions } from './suggestions.ts';

/** What a host knows about a review in addition to the report. */
interface PresentationOptions {
  readonly links?: Links;
  /** Name of this review, if several workflows review the same pull request. */
  readonly name?: string;
  /** Name of what head was compared with: `main`. */
  readonly base?: string;
  /** Sentences above everything else. */
  readonly notes?: readonly string[];
  /** Whether the review is worth a comment; true by default if there is a report. */
  readonly isRelevant?: boolean;
}

/** What people see of a review. The report is null if there was nothing to review. */
export function presentationOf(report: Report | null, options: PresentationOptions): Presentation {
  return new ReportPresentation(report, options);
}

class ReportPresentation implements Presentation {
  readonly isRelevant: boolean;
  readonly #report: Report | null;
  readonly #options: PresentationOptions;
  #annotations: readonly Annotation[] | undefined;

  constructor(report: Report | null, options: PresentationOptions) {
    this.#report = report;
    this.#options = options;
    this.isRelevant = report !== null && (options.isRelevant ?? true);
  }

  get hasFixes(): boolean {
    return this.#shown !== null && newFindings(this.#shown.review).some(({ diagnostic }) => diagnostic.fix);
  }

  comment(frame: CommentFrame): readonly string[] {
    const { links, name, notes = [] } = this.#options;
    const options = { ...frame, ...(links && { links }), ...(name && { name }) };
    const parts = this.#shown ? renderComment(this.#shown, options) : [renderResolvedComment(options)];
    return withNotes(parts, notes, frame.marker === undefined ? 0 : 1);
  }

  suggestions(lines: DiffLines) {
    if (this.#shown) return suggestions(this.#shown.review, lines);
    return [];
  }

  labels() {
    return reviewLabels(this.#shown, this.#options.name);
  }

  noLabels() {
    return reviewLabels(null, this.#options.name);
  }

  jobSummary(): string {
    const { links, name } = this.#options;
    if (this.#shown) return jobSummary.render(this.#shown, { ...(links && { links }), ...(name && { name }) });
    return '';
  }

  commandAnnotations(): CommandAnnotations {
    return workflowCommands(this.#all);
  }

  findingsCheck() {
    return findingsCheck(this.#report, this.#all);
  }

  reviewCheck(remarks: readonly string[] = []) {
    const { notes = [], ...options } = this.#options;
    return reviewCheck(this.#report, this.#all, {
      ...options,
      remarks: [...notes.map((note) => `${prose(note)}.`), ...remarks],
    });
  }

  /** The report, if it is worth a comment. */
  get #shown(): Report | null {
    if (this.isRelevant) return this.#report;
    return null;
  }

  get #all(): readonly Annotation[] {
    this.#annotations ??= this.#report ? annotations(this.#report.review) : [];
    return this.#annotations;
  }
}

/** Puts notes at the top of the first part, below the hidden lines. */
function withNotes([first, ...rest]: readonly string[], notes: readonly string[], hidden: number): string[] {
  if (notes.length === 0) return [first!, ...rest];
  const lines = first!.split('\n');
  const quoted = notes.map((note) => `> ${prose(note)}.\n`);
  return [[...lines.slice(0, hidden), ...quoted, ...lines.slice(hidden)].join('\n'), ...rest];
}
