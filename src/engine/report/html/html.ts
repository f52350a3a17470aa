import type { Renderer } from '../values/report.ts';
import { htmlPage } from './page.ts';
import { pageContext } from './page-context.ts';
import { pageHeader, pageTitle } from './page-header.ts';
import { sections } from './sections.ts';

/** The review as one page. */
export const html: Renderer = {
  format: 'html',
  render: (report, { paths, links }) =>
    htmlPage({
      title: pageTitle(report),
      header: pageHeader(report, paths),
      tone: report.verdict.result,
      sections: sections(pageContext(report, links)),
      version: report.review.tool.version,
    }),
};
