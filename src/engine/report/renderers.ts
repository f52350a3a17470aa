import { markdown } from './comment/markdown.ts';
import { gitlab } from './documents/gitlab.ts';
import { json } from './documents/json.ts';
import { junit } from './documents/junit.ts';
import { sarif } from './documents/sarif.ts';
import { github } from './github/annotations.ts';
import { jobSummary } from './github/job-summary.ts';
import { html } from './html/html.ts';
import { reviewText } from './terminal/review-text.ts';
import type { Renderer } from './values/report.ts';

/** What there is for each output format. */
const byFormat = {
  github,
  gitlab,
  html,
  'job-summary': jobSummary,
  json,
  junit,
  markdown,
  sarif,
  text: reviewText,
} satisfies Record<string, Renderer>;

/** The name of an output format. */
export type Format = keyof typeof byFormat;

/** Every output format, by name. */
export const renderers: readonly Renderer[] = Object.values(byFormat);

/** The renderer of a format, or undefined. */
export const rendererOf = (format: string): Renderer | undefined =>
  renderers.find((renderer) => renderer.format === format);
