/** The offsets of one template expression in a text, and whether its syntax can span lines (`{{ }}`, `{% %}`, `%{ }`). */
export interface TemplateExpression {
  readonly start: number;
  readonly end: number;
  readonly isBlockTemplate: boolean;
}

const opening = /\{\{|\{%|\{#|\$\{|%\{|@@|^[ \t]{0,100}__(?=[A-Z])/gm;
/** `__NAME__` alone on a line, which a script replaces with lines. */
const underlinedLine = /^__[A-Z][A-Z0-9_]{0,100}__(?=[ \t]*(?:\r?\n|$))/;
/** A directive of a Terraform template. */
const directive = /^%\{~?[ \t]*(?:if|else|endif|for|endfor)\b[^}\n]{0,300}\}/;
const closings: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' };

/** The end of `${NAME…}` with balanced braces inside, or -1. */
function shellEnd(text: string, start: number): number {
  // Terraform and Flux write a literal `${X}` as `$${X}`.
  if (text[start - 1] === '$' || !/[A-Za-z_]/.test(text[start + 2] ?? '')) return -1;

  let depth = 1;
  for (let i = start + 2; i < text.length && text[i] !== '\n'; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === '}' && --depth === 0) return i + 1;
    // Longer matches are not variables, and stopping here limits the time of the search.
    if (i - start > 300) return -1;
  }

  return -1;
}

function atEnd(text: string, start: number): number {
  const name = /^[A-Za-z_][\w.-]{0,100}@@/.exec(text.slice(start + 2, start + 110));
  if (name) return start + 2 + name[0].length;
  return -1;
}

/** The offset of the next occurrence of a text. It is searched again only after it has been passed. */
function nextOf(text: string): (wanted: string, from: number) => number {
  const ends = new Map<string, number>();
  return (wanted, from) => {
    const before = ends.get(wanted);
    if (before !== undefined && (before === -1 || before >= from)) return before;
    const at = text.indexOf(wanted, from);
    ends.set(wanted, at);
    return at;
  };
}

/**
 * Finds the template expressions of a text in order, in linear time. An opening that is never closed is plain text, and so is one that
 * `isExpression` rejects. It is called with ascending offsets.
 */
export function findTemplates(
  text: string,
  isExpression: (place: { readonly start: number; readonly end: number }) => boolean = () => true,
): TemplateExpression[] {
  const next = nextOf(text);
  const expressions: TemplateExpression[] = [];
  // `{#` is a comment only in Jinja. Elsewhere it may start a flow mapping.
  const hasJinja = text.includes('{%');

  opening.lastIndex = 0;

  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const start = match.index + match[0].search(/\S/);
    const open = match[0].trimStart();
    const closing = closings[open];
    let end: number;

    if (open === '${') {
      end = text[start + 2] === '{' ? -1 : shellEnd(text, start);
    } else if (open === '%{') {
      const length = directive.exec(text.slice(start, start + 310))?.[0].length;
      end = length === undefined ? -1 : start + length;
    } else if (open === '__') {
      const length = underlinedLine.exec(text.slice(start, start + 310))?.[0].length;
      end = length === undefined ? -1 : start + length;
    } else if (closing === undefined) {
      end = atEnd(text, start);
    } else if (open === '{#' && !hasJinja) {
      end = -1;
    } else {
      const close = next(closing, start + 2);
      end = close === -1 ? -1 : close + 2;
    }

    if (end === -1 || !isExpression({ start, end })) {
      opening.lastIndex = start + 1;
      continue;
    }

    // `${{ … }}` is one expression that includes the dollar sign.
    const isDollar = closing !== undefined && open === '{{' && text[start - 1] === '$';
    const isBlockTemplate = closing !== undefined || open === '%{' || open === '__';
    expressions.push({ start: isDollar ? start - 1 : start, end, isBlockTemplate });
    opening.lastIndex = end;
  }

  return expressions;
}
