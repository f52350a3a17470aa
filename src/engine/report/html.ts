import { headline } from './headline.ts';
import { htmlPage } from './html/page.ts';
import { sections, verdictLine } from './html/sections.ts';
import type { Renderer } from './report.ts';

/** The review as one page. */
export const html: Renderer = {
  format: 'html',
  render: (report, { paths }) =>
    htmlPage({
      title: `plumbline: ${headline(report).join(' · ')}`,
      header: verdictLine(report, paths),
      sections: sections(report),
      version: report.review.tool.version,
    }),
};
