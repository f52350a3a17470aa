import type { Source } from '../../text/source.ts';

/**
 * Whether a file is a template that another program makes Terraform of, such as Jinja: `main.j2.tf`, or `{% if %}` where Terraform has no such
 * text.
 */
export function isUnfilled({ file, text }: Source): boolean {
  if (/\.(?:j2|jinja2?|tmpl|tpl|tftpl|gotmpl|erb|mustache|hbs)\.tf$/.test(file)) return true;
  // In a heredoc or in quotes, Terraform has such texts, too.
  const code = text.replace(/<<-?(\w{1,100})\n[\s\S]*?\n[ \t]*\1\b/g, '');
  return /^[ \t]*(?:\{%|\{\{|\{#|<%)/m.test(code) || code.split('\n').some(hasOpenValue);
}

/** Whether a line gives something the value of a template outside of quotes: `name = {{ name }}`. */
function hasOpenValue(line: string): boolean {
  const [unquoted = ''] = line.split('"', 1);
  return /[=:][ \t]{0,20}\{\{/.test(unquoted);
}
