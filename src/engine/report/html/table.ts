import { plural } from '../../plural.ts';
import { type Markup, markup, none } from './markup.ts';

/** A cell; `sort` is what a sorted column goes by, where that is not the text. */
export interface Cell {
  readonly content: Markup | string;
  readonly sort?: number | string;
}

/** A column; figures stand to the right. */
export interface TableColumn {
  readonly title: string;
  readonly isFigure?: boolean;
}

/** Rows of one table; with more a page would be slow, and nobody reads them. */
const maxRows = 2_000;

/** A table whose columns sort by a press on their title, where there is more than one row. */
export function table(caption: string, columns: readonly TableColumn[], all: readonly (readonly Cell[])[]): Markup {
  if (all.length === 0) return none;
  const rows = all.slice(0, maxRows);
  const heads = columns.map(({ title, isFigure }) => {
    if (title === '') return markup`<td></td>`;
    const inner = rows.length > 1 ? markup`<button type="button">${title}</button>` : title;
    return markup`<th scope="col"${figureClass(isFigure)}>${inner}</th>`;
  });
  const body = rows.map(
    (cells) => markup`<tr>${cells.map((cell, i) => dataCell(cell, columns[i]?.isFigure))}</tr>
`,
  );
  // On a phone a wide table scrolls by itself, also with the keyboard.
  return markup`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${body}</tbody></table></div>
${all.length > rows.length ? markup`<p>… and ${plural(all.length - rows.length, 'more row')}.</p>` : none}`;
}

const figureClass = (isFigure: boolean | undefined): Markup => (isFigure ? markup` class="figure"` : none);

const dataCell = ({ content, sort }: Cell, isFigure: boolean | undefined): Markup =>
  markup`<td${figureClass(isFigure)}${sort === undefined ? none : markup` data-sort="${sort}"`}>${content}</td>`;
