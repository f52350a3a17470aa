import type { Span } from '../../text/source.ts';
import { plainName } from '../../text/words/escape.ts';
import type { Links, Report } from '../values/report.ts';
import { Texts } from '../values/texts.ts';
import { type Markup, markup, named } from './nodes/markup.ts';

/** What the sections of the page are made from. */
export interface PageContext {
  readonly report: Report;
  readonly texts: Texts;
  readonly links: Links;
}

export const pageContext = (report: Report, links: Links = {}): PageContext => ({
  report,
  links,
  texts: new Texts(report.review.texts),
});

/** A longer URL comes from a hostile path. */
const longestUrl = 1_000;

/** A link, or only the text if there is no URL. */
export const linked = (label: Markup, url: string | undefined): Markup => {
  if (url === undefined || url.length > longestUrl || !/^https?:\/\//.test(url)) return label;
  return markup`<a href="${url}" rel="noreferrer">${label}</a>`;
};

/** `karpenter/pools.yaml:7`, as a link to the line if the repository is known. */
export function placeLink(span: Span, { texts, links }: PageContext): Markup {
  const { line } = texts.index(span.file).position(span.start);
  return linked(named(`${plainName(span.file, 200)}:${line}`, 220), links.file?.(span.file, line));
}
