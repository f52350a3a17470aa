import { sha256 } from '../plan/sha256.ts';
import { headline } from './headline.ts';
import { Markup, markup, none } from './html/markup.ts';
import { script } from './html/script.ts';
import { sections, verdictLine } from './html/sections.ts';
import { style } from './html/style.ts';
import type { Renderer, Report } from './report.ts';

/** One page that needs nothing else: no network, no other file, and nothing runs in it but our own few lines. */
export const html: Renderer = { format: 'html', render: page };

function page(report: Report): string {
  const parts = sections(report);
  const title = `plumbline: ${headline(report).join(' · ')}`;
  // What a manifest smuggled in would not run: only a script with this very hash does.
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${base64(sha256(script))}'; base-uri 'none'; form-action 'none'`;
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer">
<title>${title}</title><style>${new Markup(style)}</style></head>
<body><a class="skip" href="#main">To the content</a>
<header>${verdictLine(report)}<nav aria-label="Sections"><ul>${parts.map(({ id, title: name }) => markup`<li><a href="#${id}">${name}</a></li>`)}</ul></nav></header>
<main id="main">
${parts.map(
  ({ id, title: name, content }) => markup`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2>
${content}</section>
`,
)}${parts.length === 0 ? markup`<p>Nothing here is Karpenter's.</p>` : none}</main>
<footer><p class="soft">plumbline ${report.review.tool.version}</p></footer>
<script>${new Markup(script)}</script></body></html>
`.html;
}

/** Hexadecimal digits as base64, as the policy wants its hashes. */
const base64 = (digits: string): string =>
  btoa(String.fromCharCode(...(digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))));
