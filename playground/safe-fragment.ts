import createPurifier from 'dompurify';

/** Elements of a comment that GitHub keeps, and that a comment has. */
const elements =
  'a b blockquote br code del details em h1 h2 h3 h4 h5 h6 hr i li ol p pre strong sub summary sup table tbody td th thead tr ul'.split(
    ' ',
  );

/**
 * The nodes of an HTML text, as GitHub would keep them: elements of a comment without attributes, and links to web pages. Texts of
 * manifests are escaped in the comment, so nothing else should be there.
 */
export function safeFragment(html: string): DocumentFragment {
  // A class is only needed to know diagrams, and is removed with them below.
  const fragment = createPurifier(window).sanitize(html, {
    ALLOWED_TAGS: elements,
    ALLOWED_ATTR: ['href', 'align', 'class'],
    ALLOWED_URI_REGEXP: /^https:\/\//,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });

  replaceDiagrams(fragment);
  for (const element of fragment.querySelectorAll('*')) element.removeAttribute('class');
  for (const link of fragment.querySelectorAll('a')) openElsewhere(link);
  for (const table of fragment.querySelectorAll('table')) table.tabIndex = 0; // A wide table scrolls, so the keyboard has to reach it.
  for (const cell of fragment.querySelectorAll<HTMLTableCellElement>('td, th')) alignCell(cell);
  for (const element of fragment.querySelectorAll(':not(td):not(th)')) element.removeAttribute('align');
  for (const quote of fragment.querySelectorAll('blockquote')) showAlert(quote);

  return fragment;
}

function replaceDiagrams(fragment: DocumentFragment): void {
  for (const pre of fragment.querySelectorAll('pre:has(code.language-mermaid)')) {
    const note = document.createElement('p');
    note.textContent = 'GitHub draws a diagram here. The report shows the same waves.';
    pre.replaceWith(note);
  }
}

function openElsewhere(link: HTMLAnchorElement): void {
  if (!link.hasAttribute('href')) return;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
}

function alignCell(cell: HTMLTableCellElement): void {
  const align = cell.getAttribute('align') ?? '';
  cell.removeAttribute('align');
  if (['left', 'right', 'center'].includes(align)) cell.style.textAlign = align;
}

/** GitHub shows a quote that begins with `[!WARNING]` as an alert. */
function showAlert(quote: HTMLElement): void {
  const first = quote.querySelector('p')?.firstChild;
  if (!(first instanceof Text)) return;

  const kind = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*/.exec(first.data);
  if (kind === null) return;

  first.data = first.data.slice(kind[0].length);
  const name = kind[1]!.toLowerCase();
  const alert = document.createElement('div');
  alert.className = `markdown-alert markdown-alert-${name}`;

  const title = document.createElement('p');
  title.className = 'markdown-alert-title';
  title.textContent = name.charAt(0).toUpperCase() + name.slice(1);

  alert.append(title, ...quote.childNodes);
  quote.replaceWith(alert);
}
