import { markdown } from './comment/markdown.ts';
import { gitlab } from './documents/gitlab.ts';
import { json } from './documents/json.ts';
import { junit } from './documents/junit.ts';
import { sarif } from './documents/sarif.ts';
import { github } from './github/annotations.ts';
import { jobSummary } from './github/job-summary.ts';
import { html } from './html/html.ts';
import type { Renderer } from './report.ts';
import { reviewText } from './terminal/review-text.ts';

/** Every output format, by name. A new one is a file beside this and a line here. */
export const renderers: readonly Renderer[] = [
  github,
  gitlab,
  html,
  jobSummary,
  json,
  junit,
  markdown,
  sarif,
  reviewText,
];

/** The renderer of a format, or undefined. */
export const rendererOf = (format: string): Renderer | undefined =>
  renderers.find((renderer) => renderer.format === format);
