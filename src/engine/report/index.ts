import { github } from './github-annotations.ts';
import { html } from './html.ts';
import { jobSummary } from './job-summary.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import type { Renderer } from './report.ts';
import { text } from './text.ts';

/** Every output format, by name. A new one is a file beside this and a line here. */
export const renderers: readonly Renderer[] = [github, html, jobSummary, json, markdown, text];

/** The renderer of a format, or undefined. */
export const rendererOf = (format: string): Renderer | undefined =>
  renderers.find((renderer) => renderer.format === format);
