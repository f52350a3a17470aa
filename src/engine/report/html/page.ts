import { sha256 } from '../../sha256.ts';
import { Markup, markup, none } from './markup.ts';
import { script } from './script.ts';
import type { Section } from './sections.ts';
import { style } from './style.ts';

/** What a page shows. */
export interface Page {
  readonly title: string;
  readonly header: Markup;
  readonly sections: readonly Section[];
  /** plumbline's own version. */
  readonly version: string;
}

/** One page that needs nothing else: no network, no other file, and nothing runs in it but our own few lines. */
export function htmlPage({ title, header, sections, version }: Page): string {
  // What a manifest smuggled in would not run: only a script with this very hash does.
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${base64(sha256(script))}'; base-uri 'none'; form-action 'none'`;
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer">
<title>${title}</title><style>${new Markup(style)}</style></head>
<body><a class="skip" href="#main">To the content</a>
<header>${header}<nav aria-label="Sections"><ul>${sections.map(({ id, title: name }) => markup`<li><a href="#${id}">${name}</a></li>`)}</ul></nav></header>
<main id="main">
${sections.map(
  ({ id, title: name, content }) => markup`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2>
${content}</section>
`,
)}${sections.length === 0 ? markup`<p>Nothing here is Karpenter's.</p>` : none}</main>
<footer><p class="soft">plumbline ${version}</p></footer>
<script>${new Markup(script)}</script></body></html>
`.html;
}

/** Hexadecimal digits as base64, as the policy wants its hashes. */
const base64 = (digits: string): string =>
  btoa(String.fromCharCode(...(digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))));
