import type { Report } from '../report.ts';

import { blankHelp, inputsLine, isBlank, notRenderedLine } from '../wording/inputs-line.ts';
import { summaryLine } from '../wording/summary-line.ts';
import { type Markup, markup, sentence } from './markup.ts';
import { summaryCards } from './summary-cards.ts';

const verdictWord = { pass: 'Passed', warn: 'Passed with warnings', block: 'Blocked' } as const;

/** The verdict, the change in one line, how much was checked, and the figures as cards. */
export function pageHeader(report: Report, paths?: readonly string[]): Markup {
  const { review, verdict } = report;
  const notRendered = notRenderedLine(review);
  const checked = [inputsLine(review, paths), ...(notRendered === undefined ? [] : [notRendered])].join(' ');
  if (isBlank(review) && verdict.result === 'pass')
    return markup`<h1>Nothing to review</h1>
<p class="lead">${sentence(checked)}</p>
<p class="soft">${sentence(blankHelp)}</p>
`;
  return markup`<h1><span class="badge ${verdict.result}">${verdictWord[verdict.result]}</span> ${sentence(summaryLine(report))}</h1>
<p class="soft">${sentence(checked)}</p>
${summaryCards(review)}`;
}
