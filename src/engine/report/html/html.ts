import { plainSentence } from '../../text/escape.ts';
import type { Renderer } from '../report.ts';
import { summaryLine } from '../wording/summary-line.ts';
import { htmlPage } from './page.ts';
import { pageContext } from './page-context.ts';
import { pageHeader } from './page-header.ts';
import { sections } from './sections.ts';

/** The review as one page. */
export const html: Renderer = {
  format: 'html',
  render: (report, { paths, links }) =>
    htmlPage({
      title: `plumbline: ${plainSentence(summaryLine(report)).replaceAll('`', '')}`,
      header: pageHeader(report, paths),
      tone: report.verdict.result,
      sections: sections(pageContext(report, links)),
      version: report.review.tool.version,
    }),
};
