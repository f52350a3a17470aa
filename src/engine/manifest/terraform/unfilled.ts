import type { Source } from '../../text/source.ts';

/**
 * Whether a file is a template that another program makes Terraform of, such as Jinja: `main.j2.tf`, or `{% if %}` where Terraform has no such
 * text.
 */
export const isUnfilled = ({ file, text }: Source): boolean =>
  /\.(?:j2|jinja2?|tmpl|tpl|tftpl|gotmpl|erb|mustache|hbs)\.tf$/.test(file) ||
  /^[ \t]*(?:\{%|\{\{|\{#|<%)/m.test(text) ||
  /[=:][ \t]*\{\{/.test(text);
