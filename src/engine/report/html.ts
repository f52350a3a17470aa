import { headline } from './headline.ts';
import { htmlPage } from './html/page.ts';
import { sections, verdictLine } from './html/sections.ts';
import type { Renderer } from './report.ts';

/** The review as one page. */
export const html: Renderer = {
  format: 'html',
  render: (report) =>
    htmlPage({
      title: `plumbline: ${headline(report).join(' · ')}`,
      header: verdictLine(report),
      sections: sections(report),
      version: report.review.tool.version,
    }),
};
