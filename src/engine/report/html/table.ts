import type { Money } from '../../text/words/money.ts';
import { plural } from '../../text/words/plural.ts';
import { type Markup, markup, markupIf, none } from './nodes/markup.ts';

/** A cell. `sort` is the value to sort by, if that is not the text. */
export interface Cell {
  readonly content: Markup | string;
  readonly sort?: number | string;
}

export const textCell = (content: string): Cell => ({ content });

/** The monthly cost of an hourly price. Unknown prices are sorted first. */
export const monthlyCell = (hourlyUsd: number | null, money: Money): Cell => {
  if (hourlyUsd === null) return { content: 'unknown', sort: -1 };
  return { content: money.monthly(hourlyUsd), sort: hourlyUsd };
};

/** A column. Figures are aligned to the right. */
interface TableColumn {
  readonly title: string;
  readonly isFigure?: boolean;
}

/** Rows of one table. With more, the page would be slow. */
const maxRows = 2_000;

/**
 * A table. With more than one row, a click on a column's title sorts it. On a phone each row becomes a small block, with the titles
 * next to the values. For screen readers, the roles keep it a table.
 */
export function table(caption: string, columns: readonly TableColumn[], all: readonly (readonly Cell[])[]): Markup {
  if (all.length === 0) return none;

  const rows = all.slice(0, maxRows);
  const heads = columns.map(({ title, isFigure }) => {
    const inner = rows.length > 1 ? markup`<button type="button">${title}</button>` : title;
    if (title === '') return markup`<td role="cell"></td>`;
    return markup`<th role="columnheader" scope="col"${figureClass(isFigure)}>${inner}</th>`;
  });

  const body = rows.map(
    (cells) => markup`<tr role="row">${cells.map((cell, i) => dataCell(cell, columns[i]!))}</tr>
`,
  );

  // A table with many columns scrolls inside its own region, which the keyboard can reach.
  return markup`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">
${body}</tbody></table></div>
${markupIf(all.length > rows.length, markup`<p>… and ${plural(all.length - rows.length, 'more row')}.</p>`)}`;
}

const figureClass = (isFigure: boolean | undefined): Markup => {
  if (isFigure) return markup` class="figure"`;
  return none;
};

function dataCell({ content, sort }: Cell, { title, isFigure }: TableColumn): Markup {
  const sortKey = sort === undefined ? none : markup` data-sort="${sort}"`;
  const label = markupIf(title !== '', markup` data-label="${title}"`);
  return markup`<td role="cell"${figureClass(isFigure)}${label}${sortKey}>${content}</td>`;
}
