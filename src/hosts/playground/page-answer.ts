import { markdown } from '../../engine/report/comment/markdown.ts';
import { pageHeader } from '../../engine/report/html/page-header.ts';
import type { Report } from '../../engine/report/values/report.ts';
import { inReadingOrder } from '../../engine/report/wording/finding-order.ts';
import { explain } from '../../engine/review/codes/explanations.ts';
import type { Verdict } from '../../engine/review/gate/gate.ts';
import type { Diagnostic, Edit, Severity } from '../../engine/text/diagnostic.ts';
import { LineIndex } from '../../engine/text/source.ts';

/** A finding as the page shows it: in the list, and underlined in the text. */
export interface PageFinding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string | null;
  readonly isNew: boolean;
  /** The text that the offsets are in. */
  readonly side: 'before' | 'after';
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
  /** The page about the code. */
  readonly url: string | null;
  readonly fix: { readonly title: string; readonly edits: readonly Edit[] } | null;
}

/** What the page shows of a review. */
export interface PageAnswer {
  readonly result: Verdict['result'];
  /** The head of the report as HTML: the verdict, the summary and the figures. Everything in it is escaped. */
  readonly header: string;
  readonly findings: readonly PageFinding[];
  /** How many findings there are, if not all of them are listed. */
  readonly count: number;
  /** The comment as Markdown, as in the first post on a pull request. */
  readonly comment: string;
}

/** A longer list would be slow to show and tell nobody more. */
const mostFindings = 500;

/** What the page shows of a report about texts. `after` are the names of the texts after the change. */
export function pageAnswer(report: Report, after: ReadonlySet<string>): PageAnswer {
  const { review, verdict } = report;
  const lines = new Map([...review.texts].map(([file, text]) => [file, new LineIndex(text)]));
  const listed = inReadingOrder(review.findings, review).slice(0, mostFindings);

  return {
    result: verdict.result,
    header: pageHeader(report, []).html,
    findings: listed.map(({ diagnostic, isNew }) => ({
      ...described(diagnostic),
      isNew: isNew || !review.hasBase,
      side: after.has(diagnostic.span.file) ? 'after' : 'before',
      line: lines.get(diagnostic.span.file)?.position(diagnostic.span.start).line ?? 1,
    })),
    count: review.findings.length,
    comment: markdown.render(report, { links: { code: (code) => explain(code)?.url } }),
  };
}

const described = ({ code, severity, message, help, steps = [], span, fix }: Diagnostic) => ({
  code,
  severity,
  message,
  file: span.file,
  start: span.start,
  end: span.end,
  help: [help, ...steps].filter((line) => line !== undefined).join(' ') || null,
  url: explain(code)?.url ?? null,
  fix: fix ? { title: fix.description, edits: fix.edits } : null,
});
