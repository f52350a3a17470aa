import { github } from './github-annotations.ts';
import { gitlab } from './gitlab.ts';
import { html } from './html.ts';
import { jobSummary } from './job-summary.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import type { Renderer } from './report.ts';
import { sarif } from './sarif.ts';
import { text } from './text.ts';

/** Every output format, by name. A new one is a file beside this and a line here. */
export const renderers: readonly Renderer[] = [github, gitlab, html, jobSummary, json, junit, markdown, sarif, text];

/** The renderer of a format, or undefined. */
export const rendererOf = (format: string): Renderer | undefined =>
  renderers.find((renderer) => renderer.format === format);
