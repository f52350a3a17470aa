import type { Renderer } from '../report.ts';
import { headline } from '../wording/headline.ts';
import { htmlPage } from './page.ts';
import { sections, verdictLine } from './sections.ts';

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
