import { renderParts } from '../comment/markdown.ts';
import type { Renderer, RenderOptions, Report } from '../values/report.ts';

/** Bytes of a job summary: GitHub drops a step's whole summary above 1 MiB. */
export const summaryBytes = 1_000_000;

/** The comment for the page of the workflow run, in one piece. */
export const jobSummary: Renderer = { format: 'job-summary', render: renderJobSummary };

function renderJobSummary(report: Report, options: RenderOptions): string {
  // The marker is only for finding a comment again.
  const { marker: _, ...rest } = options;
  return renderParts(report, rest, { bytes: summaryBytes, parts: 1 }).join('');
}
