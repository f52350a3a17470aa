/** All that the page's script does: it sorts a table by the column whose title is pressed. Without it everything is there. */
export const script = `
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
`;
