/** Elements of a comment that GitHub keeps, and that a comment has. */
const elements = new Set(
  'A B BLOCKQUOTE BR CODE DEL DETAILS EM H1 H2 H3 H4 H5 H6 HR I LI OL P PRE STRONG SUB SUMMARY SUP TABLE TBODY TD TH THEAD TR UL'.split(
    ' ',
  ),
);

/** An element with this content is left out, and not only its tag. */
const dropped = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'IFRAME', 'OBJECT', 'SVG', 'MATH', 'svg', 'math']);

/**
 * The nodes of an HTML text, as GitHub would keep them: known elements without attributes, and links to web pages. Texts of manifests are
 * escaped in the comment, so nothing else should be there. The text is parsed in a document without scripts, and copied node by node.
 */
export function safeFragment(html: string): DocumentFragment {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const fragment = document.createDocumentFragment();
  fragment.append(...copies(body));
  return fragment;
}

const copies = (parent: Node): Node[] => [...parent.childNodes].flatMap(copyOf);

function copyOf(node: Node): Node[] {
  if (node instanceof Text) return [document.createTextNode(node.data)];
  if (!(node instanceof Element) || dropped.has(node.tagName)) return [];
  if (!elements.has(node.tagName)) return copies(node);
  if (node.tagName === 'PRE' && node.querySelector('code.language-mermaid')) return [diagramNote()];
  const copy = document.createElement(node.tagName);
  copy.append(...copies(node));
  if (copy instanceof HTMLAnchorElement) link(copy, node.getAttribute('href') ?? '');
  // A wide table scrolls, so the keyboard has to reach it.
  if (copy instanceof HTMLTableElement) copy.tabIndex = 0;
  if (copy instanceof HTMLTableCellElement) copy.style.textAlign = alignOf(node);
  return copy.tagName === 'BLOCKQUOTE' ? [alertOf(copy)] : [copy];
}

function link(copy: HTMLAnchorElement, href: string): void {
  if (!/^https:\/\//.test(href)) return;
  copy.href = href;
  copy.target = '_blank';
  copy.rel = 'noopener noreferrer';
}

const alignOf = (cell: Element): string => {
  const align = cell.getAttribute('align') ?? '';
  return ['left', 'right', 'center'].includes(align) ? align : '';
};

function diagramNote(): Node {
  const note = document.createElement('p');
  note.textContent = 'GitHub draws a diagram here. The report shows the same waves.';
  return note;
}

/** GitHub shows a quote that begins with `[!WARNING]` as an alert. */
function alertOf(quote: HTMLElement): HTMLElement {
  const first = quote.querySelector('p')?.firstChild;
  const kind = first instanceof Text ? /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*/.exec(first.data) : null;
  if (kind === null) return quote;
  (first as Text).data = (first as Text).data.slice(kind[0].length);
  const alert = document.createElement('div');
  const title = document.createElement('p');
  const name = kind[1]!.toLowerCase();
  alert.className = `markdown-alert markdown-alert-${name}`;
  title.className = 'markdown-alert-title';
  title.textContent = name.charAt(0).toUpperCase() + name.slice(1);
  alert.append(title, ...quote.childNodes);
  return alert;
}
