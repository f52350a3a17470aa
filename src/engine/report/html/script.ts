import { filterScript } from './filter-script.ts';
import { boxScript } from './nodes/box-script.ts';

/** Everything that runs in the page. Without it the page shows the same facts, but without sorting, filters and drawn nodes. */
export const script = `
// A click on a column's title sorts the table by that column.
for (const button of document.querySelectorAll('th button')) button.addEventListener('click', () => {
  const head = button.closest('th'), body = head.closest('table').tBodies[0], at = head.cellIndex;
  const isUp = head.getAttribute('aria-sort') !== 'ascending';
  for (const other of head.parentNode.children) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
  const key = (row) => row.cells[at].dataset.sort ?? row.cells[at].textContent;
  const order = (a, b) => isNaN(a) || isNaN(b) || a === '' || b === '' ? a.localeCompare(b, 'en', { numeric: true }) : a - b;
  const rows = [...body.rows].sort((a, b) => order(key(a), key(b)) * (isUp ? 1 : -1));
  body.append(...rows);
});

// The page follows the system's theme until the reader switches it.
const theme = document.getElementById('theme');
if (theme) {
  const root = document.documentElement;
  let isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const name = () => { theme.textContent = isDark ? 'Light' : 'Dark'; theme.setAttribute('aria-label', isDark ? 'Switch to the light theme' : 'Switch to the dark theme'); };
  theme.addEventListener('click', () => { isDark = !isDark; root.style.colorScheme = isDark ? 'dark' : 'light'; name(); });
  name();
  theme.hidden = false;
}

// The navigation marks the section that is in view.
const links = new Map([...document.querySelectorAll('nav a')].map((link) => [link.hash.slice(1), link]));
const inView = new Set();
const spy = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) inView[isIntersecting ? 'add' : 'delete'](target.getAttribute('aria-labelledby'));
  const current = [...links.keys()].find((id) => inView.has(id));
  for (const [id, link] of links) {
    if (id !== current) link.removeAttribute('aria-current');
    else if (!link.hasAttribute('aria-current')) {
      link.setAttribute('aria-current', 'location');
      const list = link.closest('ul');
      list.scrollLeft = link.offsetLeft - list.offsetLeft - 40;
    }
  }
}, { rootMargin: '-80px 0px -45% 0px' });
for (const section of document.querySelectorAll('main section[aria-labelledby]')) if (links.has(section.getAttribute('aria-labelledby'))) spy.observe(section);

// Printed pages show what is folded.
let opened = [];
addEventListener('beforeprint', () => {
  opened = [...document.querySelectorAll('details:not([open])')];
  for (const fold of opened) fold.open = true;
});
addEventListener('afterprint', () => { for (const fold of opened) fold.open = false; });
${filterScript}${boxScript}`;
